//! What `rookery check` has found.

use std::fmt;

/// How a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// As it should be.
    Good,
    /// The bot would run, but somebody should look at it.
    Doubtful,
    /// The bot would not start, or could not keep a game.
    Wrong,
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How it weighs.
    pub weight: Weight,
    /// What it is about: `configuration`, `token`, `database`, `messages`, `permissions`, `roles`.
    pub about: &'static str,
    /// One sentence, with what to do where something is to be done.
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
