//! Findings of `rookery check`.

use std::fmt;

/// The weight of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// All is well.
    Good,
    /// The bot would run, but the operator should look at this.
    Doubtful,
    /// The bot would not start, or could not keep a game.
    Wrong,
}

/// A finding: the result of one check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The weight.
    pub weight: Weight,
    /// The subject: `configuration`, `token`, `database`, `messages`, `ports`, `clock`, `commands`,
    /// `permissions`, `roles` or `health`.
    pub about: &'static str,
    /// A sentence that names the remedy if something is wrong.
    pub sentence: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = match self.weight {
            Weight::Good => "ok   ",
            Weight::Doubtful => "look ",
            Weight::Wrong => "WRONG",
        };
        write!(f, "{mark} {}: {}", self.about, self.sentence)
    }
}

pub(super) fn found(weight: Weight, about: &'static str, sentence: impl Into<String>) -> Finding {
    Finding {
        weight,
        about,
        sentence: sentence.into(),
    }
}
