//! Suggestions while a person types.

use crate::discord::markdown::cut;

/// Maximum number of suggestions that Discord shows.
const MOST: usize = 25;
/// Maximum length of a name and of a value, in UTF-16 units.
const LONGEST: usize = 100;

/// A value that a person may choose for an option while typing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// The text that is shown.
    pub name: String,
    /// The text that the option gets.
    pub value: String,
}

impl Suggestion {
    /// Creates a suggestion.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Suggestion {
            name: name.into(),
            value: value.into(),
        }
    }
}

/// Returns the suggestions that Discord accepts: at most 25, each name and value of 1 to 100 characters. A long name is
/// cut. A value that does not fit is left out, since a part of it would be another move.
pub fn fitting(suggestions: Vec<Suggestion>) -> Vec<Suggestion> {
    suggestions
        .into_iter()
        .filter(|suggestion| (1..=LONGEST).contains(&suggestion.value.encode_utf16().count()))
        .map(|Suggestion { name, value }| {
            let name = if name.trim().is_empty() {
                &value
            } else {
                &name
            };
            Suggestion::new(cut(name, LONGEST), value.clone())
        })
        .take(MOST)
        .collect()
}
