//! Twists of an open table.

use crate::rules::{GameInfo, Options};

/// A choice of a twist, the first or the second of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Twist {
    /// The chosen twist, in machine notation.
    pub chosen: Option<String>,
    /// The possible twists, in machine notation, each with its effect in a few words.
    pub choices: Vec<(&'static str, &'static str)>,
}

/// Returns the choices of twists at a table: the first one, and if it is made and can be combined, the second.
pub(in crate::app) fn twists(kind: &'static GameInfo, options: &Options) -> Vec<Twist> {
    let Some((_, values)) = kind.twist_option() else {
        return Vec::new();
    };
    let chosen = twists_of(kind, options);
    let choices = |before: Option<&String>| -> Vec<(&'static str, &'static str)> {
        let whole = |value: &str| match before {
            Some(before) => format!("{before}+{value}"),
            None => value.to_owned(),
        };
        let possible = values.iter().skip(1);
        let possible = possible.filter(|(value, _)| can_be(kind, options, &whole(value)));
        possible.copied().collect()
    };
    let mut twists = vec![Twist {
        chosen: chosen.first().cloned(),
        choices: choices(None),
    }];
    if let Some(first) = chosen.first() {
        twists.push(Twist {
            chosen: chosen.get(1).cloned(),
            choices: choices(Some(first)),
        });
    }
    twists.retain(|twist| !twist.choices.is_empty());
    twists
}

/// Returns the twists that are chosen.
pub(in crate::app) fn twists_of(kind: &GameInfo, options: &Options) -> Vec<String> {
    let Some((key, values)) = kind.twist_option() else {
        return Vec::new();
    };
    let none = values.first().map(|(value, _)| *value);
    let chosen = options
        .get(key)
        .into_iter()
        .flat_map(|value| value.split('+'));
    let chosen = chosen.filter(|value| Some(*value) != none);
    chosen.map(str::to_owned).collect()
}

/// True if a table with these options can have this value of its twists.
pub(in crate::app) fn can_be(kind: &'static GameInfo, options: &Options, value: &str) -> bool {
    let Some((key, _)) = kind.twist_option() else {
        return false;
    };
    let mut wanted = options.clone();
    wanted.set(key, value);
    kind.new_game(&wanted).is_ok()
}
