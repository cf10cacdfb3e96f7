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
            let name = match name.trim() {
                "" => cut(&value, LONGEST),
                _ => cut(&name, LONGEST),
            };
            Suggestion { name, value }
        })
        .take(MOST)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A value is offered whole or not at all; a name may be cut.
    #[test]
    fn values_that_do_not_fit_are_left_out() {
        let long = "x".repeat(LONGEST + 1);
        let offered = fitting(vec![
            Suggestion::new("none", ""),
            Suggestion::new("too long", long.clone()),
            Suggestion::new("too long in UTF-16", "♞".repeat(LONGEST - 1) + "𝔸"),
            Suggestion::new(long, "a"),
            Suggestion::new(" ", "b"),
            Suggestion::new("name", "x".repeat(LONGEST)),
        ]);
        let values: Vec<&str> = offered.iter().map(|one| one.value.as_str()).collect();
        assert_eq!(values, ["a", "b", &"x".repeat(LONGEST)]);
        assert_eq!(offered[0].name.encode_utf16().count(), LONGEST);
        assert_eq!(offered[1].name, "b");
    }

    #[test]
    fn no_more_are_offered_than_are_shown() {
        let many = (0..MOST + 5).map(|n| Suggestion::new("name", n.to_string()));
        assert_eq!(fitting(many.collect()).len(), MOST);
    }
}
