//! The mutators of the Tower Game. Inventor's page: "Many mutators can be applied to this game", and fifteen names.
//!
//! A mutator is one file, with its source and its rulings on top, one line in [`TABLE`] and one in
//! [`VALUES`](super::options::VALUES). It declares its changes as a [`Mutator`].

use super::options::{OPTION, Rules};
use super::position::{Effects, Mutator};
use crate::rules::{Options, RuleError};

mod explain;

mod alice;
mod anywhere;
mod atomic;
mod benedict;
mod bughouse;
mod crazyhouse;
mod doppelganger;
mod extinction;
mod fusion;
mod half;
mod hostage;
mod kriegspiel;
mod magnetic;
mod marseillais;
mod suicide;

#[cfg(test)]
mod tests;

pub use bughouse::KEY as BUGHOUSE;

/// Every mutator, by name.
// One line for each, here and in `VALUES`.
#[rustfmt::skip]
pub static TABLE: &[&dyn Mutator] = &[
    &alice::Alice,
    &anywhere::Anywhere,
    &atomic::Atomic,
    &benedict::Benedict,
    &bughouse::Bughouse,
    &crazyhouse::Crazyhouse,
    &doppelganger::Doppelganger,
    &extinction::Extinction,
    &fusion::Fusion,
    &half::Half,
    &hostage::Hostage,
    &kriegspiel::Kriegspiel,
    &magnetic::Magnetic,
    &marseillais::Marseillais,
    &suicide::Suicide,
];

/// The rules and the mutators of resolved options.
///
/// # Errors
/// [`crate::rules::RuleErrorKind::BadOptions`] where they cannot be played.
pub fn of(options: &Options) -> Result<(Rules, Effects), RuleError> {
    let rules = Rules::of(options)?;
    let value = options.get(OPTION).unwrap_or_default();
    let named = (TABLE.iter()).filter(|mutator| value.split('+').any(|key| key == mutator.key()));
    let effects: Effects = named.copied().collect();
    let all: Vec<&dyn Mutator> = effects.iter().collect();
    if let [one, other] = all[..]
        && let Some(why) = why_apart(one, other)
    {
        return Err(RuleError::options(format!(
            "{} and {} do not go together: {why}.",
            one.name(),
            other.name()
        )));
    }
    for mutator in all {
        if rules.shogi {
            return Err(RuleError::options(
                "The Shogi Tower Game takes no twist: leave the option `mutator` at none.",
            ));
        }
        if let Some(why) = mutator.refuses(&rules) {
            return Err(RuleError::options(format!("{} {why}.", mutator.name())));
        }
    }
    Ok((rules, effects))
}

/// Explains why two mutators do not go together; `None` where they do.
fn why_apart(one: &dyn Mutator, other: &dyn Mutator) -> Option<String> {
    let both = |keys: &[&str], others: &[&str]| {
        let is = |mutator: &dyn Mutator, keys: &[&str]| keys.contains(&mutator.key());
        (is(one, keys) && is(other, others)) || (is(other, keys) && is(one, others))
    };
    let either = |key: &str| one.key() == key || other.key() == key;
    if either("bughouse") {
        return Some("Bughouse is a separate table, with four players".to_owned());
    }
    if one.changes() == other.changes() {
        return Some(format!("both change {}", one.changes().in_words()));
    }
    let why = if either("kriegspiel") && !either("half") {
        "the umpire of Kriegspiel has words for plain captures and checks only"
    } else if either("fusion") && !either("anywhere") && !either("marseillais") {
        "there is no rule for what a compound counts as"
    } else if both(&["crazyhouse", "hostage"], &["suicide", "extinction"]) {
        "a piece that can come back is not lost"
    } else if both(&["benedict"], &["suicide"]) {
        "in Benedict nothing is captured"
    } else if both(&["anywhere"], &["crazyhouse", "hostage"]) {
        "a hand cannot mean two things"
    } else {
        return None;
    };
    Some(why.to_owned())
}
