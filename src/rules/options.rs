//! Options of a game: possible values, and the values set.

use std::collections::BTreeMap;

use super::RuleError;
use crate::notation;

/// The options that a game is played with: key and value, both in machine notation.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Options(BTreeMap<String, String>);

impl Options {
    /// Returns options of which none is set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the value of `key`, if it is set.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }

    /// True if `key` is set to `value`. False for options that are not set: call it on the result of
    /// [`GameInfo::resolve`](super::GameInfo::resolve).
    pub fn is(&self, key: &str, value: &str) -> bool {
        self.get(key) == Some(value)
    }

    /// Returns the value of `key` as a number; `None` if it is not set or not a number.
    pub fn number(&self, key: &str) -> Option<u64> {
        self.get(key)?.parse().ok()
    }

    /// Sets `key` to `value`.
    pub fn set(&mut self, key: impl Into<String>, value: impl Into<String>) {
        self.0.insert(key.into(), value.into());
    }

    /// Resets `key` to its default.
    pub fn unset(&mut self, key: &str) {
        self.0.remove(key);
    }

    /// Returns all options that are set, by key.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(key, value)| (key.as_str(), value.as_str()))
    }
}

impl<K: Into<String>, V: Into<String>> FromIterator<(K, V)> for Options {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        let mut options = Options::new();
        for (key, value) in pairs {
            options.set(key, value);
        }
        options
    }
}

/// The possible values of an option.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// Any of these `(value, what it means in a few words)`; the first is the default.
    OneOf(&'static [(&'static str, &'static str)]),
    /// Any of these, as in [`Values::OneOf`], or several joined by `+` in any order; the first, the default, is never
    /// joined.
    Joined {
        /// Pairs `(value, what it means in a few words)`.
        values: &'static [(&'static str, &'static str)],
        /// Most values that may be joined.
        most: usize,
        /// Other spellings, each with the value that it is read as: `(spelling, value)`.
        also: &'static [(&'static str, &'static str)],
    },
    /// A whole number from `min` to `max`.
    Number {
        /// Least value.
        min: u64,
        /// Greatest value.
        max: u64,
        /// Default value.
        default: u64,
    },
}

/// An option of a game.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Key in machine notation: lower-case letters and `_`.
    pub key: &'static str,
    /// Subject in a few words (at most 100 characters). It ends with `(for KEY=VALUE)` if the option has an effect only
    /// while another option has that value: see [`OptionSpec::needs`].
    pub about: &'static str,
    /// Possible values.
    pub values: Values,
}

impl OptionSpec {
    /// Returns the other option, and its value, without which this one has no effect.
    pub fn needs(&self) -> Option<(&'static str, &'static str)> {
        let (_, needs) = self.about.strip_suffix(')')?.rsplit_once("(for ")?;
        needs.split_once('=')
    }

    /// Converts a typed value to machine notation as far as it can be read: upper case, other spellings, and between
    /// joined values `,`, `&`, `and` or a space instead of `+`. An unknown value is kept, and [`OptionSpec::resolve`]
    /// refuses it.
    pub fn typed(&self, text: &str) -> String {
        let text = text.trim().to_lowercase();
        let Values::Joined { also, .. } = self.values else {
            return text;
        };
        let value = |word: &str| {
            let known = also.iter().find(|(spelling, _)| *spelling == word);
            known.map_or(word, |(_, value)| *value).to_owned()
        };
        let text = text.replace([',', '&'], "+").replace("+ and ", "+");
        let parts = text.split('+').map(|part| {
            let words = part.split_whitespace().filter(|word| *word != "and");
            words.map(value).collect::<Vec<_>>().join("+")
        });
        parts.collect::<Vec<_>>().join("+")
    }

    /// Returns the value in machine notation, or the default for `None`.
    ///
    /// # Errors
    /// [`RuleErrorKind::BadOptions`](super::RuleErrorKind::BadOptions) if the option cannot have that value.
    pub fn resolve(&self, value: Option<&str>) -> Result<String, RuleError> {
        match (self.values, value) {
            (Values::OneOf(values) | Values::Joined { values, .. }, None) => Ok(values
                .first()
                .map(|(value, _)| (*value).to_owned())
                .unwrap_or_default()),
            (Values::Number { default, .. }, None) => Ok(default.to_string()),
            (Values::OneOf(values), Some(given)) => values
                .iter()
                .find(|(value, _)| *value == given)
                .map(|(value, _)| (*value).to_owned())
                .ok_or_else(|| {
                    let known: Vec<_> = values.iter().map(|(value, _)| *value).collect();
                    RuleError::options(format!(
                        "The option {} cannot be \"{}\"; it is one of {}.",
                        self.key,
                        notation::excerpt(given),
                        known.join(", ")
                    ))
                }),
            (Values::Joined { values, most, .. }, Some(given)) => {
                joined(values, most, given).ok_or_else(|| {
                    let known: Vec<_> = values.iter().map(|(value, _)| *value).collect();
                    RuleError::options(format!(
                        "The option {} cannot be \"{}\"; it is one of {}, or up to {most} different ones of them joined by +.",
                        self.key,
                        notation::excerpt(given),
                        known.join(", ")
                    ))
                })
            }
            (Values::Number { min, max, .. }, Some(given)) => given
                .parse::<u64>()
                .ok()
                .filter(|number| (min..=max).contains(number))
                .map(|number| number.to_string())
                .ok_or_else(|| {
                    RuleError::options(format!(
                        "The option {} is a whole number from {min} to {max}, not \"{}\".",
                        self.key,
                        notation::excerpt(given)
                    ))
                }),
        }
    }
}

/// Returns the values of a joined text in the order of the list; `None` if it names none, too many or one twice.
fn joined(values: &[(&'static str, &'static str)], most: usize, given: &str) -> Option<String> {
    let parts: Vec<&str> = given.split('+').collect();
    let (first, others) = values.split_first()?;
    if parts == [first.0] {
        return Some(given.to_owned());
    }
    let chosen: Vec<&str> = (others.iter())
        .map(|(value, _)| *value)
        .filter(|value| parts.contains(value))
        .collect();
    (chosen.len() == parts.len() && chosen.len() <= most).then(|| chosen.join("+"))
}

/// A named set of options, such as the Tower Game's `berlin`.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// Name in machine notation.
    pub key: &'static str,
    /// Name for people.
    pub name: &'static str,
    /// Options that differ from the default.
    pub options: &'static [(&'static str, &'static str)],
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWISTS: OptionSpec = OptionSpec {
        key: "twist",
        about: "one or two",
        values: Values::Joined {
            values: &[("none", ""), ("atomic", ""), ("double", ""), ("half", "")],
            most: 2,
            also: &[("duble", "double")],
        },
    };

    #[test]
    fn joined_values_are_read_as_people_write_them() {
        let read = |text: &str| TWISTS.resolve(Some(&TWISTS.typed(text)));
        for text in [
            "atomic+half",
            "half+atomic",
            "Atomic + Half",
            "atomic and half",
            "atomic, half",
            "atomic, and half",
            "atomic & half",
            " ATOMIC half ",
        ] {
            assert_eq!(read(text).as_deref(), Ok("atomic+half"), "{text}");
        }
        assert_eq!(read("Duble and half").as_deref(), Ok("double+half"));
        assert_eq!(read("none").as_deref(), Ok("none"));
        for bad in [
            "",
            "xyz",
            "atomic xyz",
            "atomic+",
            "+atomic",
            "atomic++half",
            "atomic+atomic",
            "atomic half double",
            "none atomic",
            "atomic: half",
            "atomic/half",
            "and",
            "atomic foo half",
            "atomic-half",
            "at omic",
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
