//! The mutators in effect together, and which can be.
//!
//! Two go together when they change different things and neither takes away what the other needs.

use super::super::options::Rules;
use super::{Changes, Field, Mutator, TABLE};
use crate::rules::RuleError;

/// How many mutators may be in effect together.
pub const MOST: usize = 2;

/// The mutators in effect, in the order of [`TABLE`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Effects([Option<&'static dyn Mutator>; MOST]);

impl Effects {
    /// The mutators of a value of the option, such as `atomic+half`; none for `none`.
    ///
    /// # Errors
    /// [`crate::rules::RuleErrorKind::BadOptions`] where they do not go together, or not with these rules.
    pub fn of(value: &str, rules: &Rules) -> Result<Effects, RuleError> {
        let mut effects = Effects::default();
        let named = TABLE
            .iter()
            .filter(|mutator| value.split('+').any(|key| key == mutator.key()));
        for (place, mutator) in effects.0.iter_mut().zip(named) {
            *place = Some(*mutator);
        }
        if let [Some(one), Some(other)] = effects.0
            && let Some(why) = why_apart(one, other)
        {
            return Err(RuleError::options(format!(
                "{} and {} do not go together: {why}.",
                one.name(),
                other.name()
            )));
        }
        for mutator in effects.iter() {
            if rules.shogi {
                return Err(RuleError::options(
                    "The Shogi Tower Game takes no mutator, so leave the option mutator at none.",
                ));
            }
            if let Some(why) = mutator.refuses(rules) {
                return Err(RuleError::options(format!("{} {why}.", mutator.name())));
            }
        }
        Ok(effects)
    }

    /// The mutators in effect.
    pub fn iter(&self) -> impl Iterator<Item = &'static dyn Mutator> + use<> {
        self.0.into_iter().flatten()
    }

    /// Whether the mutator of that key is in effect.
    pub fn has(&self, key: &str) -> bool {
        self.iter().any(|mutator| mutator.key() == key)
    }

    /// Whether another goal than checkmate is played for: kings are pieces like others.
    pub fn has_goal(&self) -> bool {
        self.iter()
            .any(|mutator| mutator.changes() == Changes::Goal)
    }

    /// Whether the position text has a field.
    pub fn has_field(&self, field: Field) -> bool {
        self.iter().any(|mutator| mutator.field() == Some(field))
    }

    /// Their names, such as `Atomic and Half`.
    pub fn names(&self) -> String {
        let names: Vec<&str> = self.iter().map(Mutator::name).collect();
        names.join(" and ")
    }
}

/// Why two mutators do not go together; `None` where they do.
fn why_apart(one: &dyn Mutator, other: &dyn Mutator) -> Option<String> {
    let both = |keys: &[&str], others: &[&str]| {
        let is = |mutator: &dyn Mutator, keys: &[&str]| keys.contains(&mutator.key());
        (is(one, keys) && is(other, others)) || (is(other, keys) && is(one, others))
    };
    let either = |key: &str| one.key() == key || other.key() == key;
    if either("bughouse") {
        return Some("Bughouse is a table of its own, with four players".to_owned());
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
