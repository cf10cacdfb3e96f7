//! Actions of the buttons of seasons, and their `custom_id`s.

use std::fmt;

use super::event::tournament;
use super::fields;
use crate::tournament::TournamentId;

/// The buttons, each with its word.
const WORDS: [(SeasonButton, &str); 7] = [
    (SeasonButton::Join, "join"),
    (SeasonButton::Leave, "leave"),
    (SeasonButton::Withdraw, "withdraw"),
    (SeasonButton::WithdrawConfirmed, "withdrawn"),
    (SeasonButton::Mine, "mine"),
    (SeasonButton::Division, "division"),
    (SeasonButton::Table, "table"),
];

/// A button of a season.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeasonButton {
    /// Signs the user up.
    Join,
    /// Takes the user off the list, before the start.
    Leave,
    /// Asks whether to withdraw.
    Withdraw,
    /// Withdraws the user, after the question.
    WithdrawConfirmed,
    /// Lists the user's games.
    Mine,
    /// Shows the crosstable of the user's division.
    Division,
    /// Shows the table.
    Table,
}

/// A click on a button of a season.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeasonAction {
    /// The button.
    pub button: SeasonButton,
    /// The season.
    pub season: TournamentId,
}

impl SeasonAction {
    /// Reads the text after the version; `None` if it is not an action of a season.
    pub(super) fn parse(verb: &str, rest: &str) -> Option<SeasonAction> {
        let [word, id] = (verb == "season").then(|| fields(rest)).flatten()?;
        let (button, _) = WORDS.into_iter().find(|(_, known)| *known == word)?;
        let season = tournament(id)?;
        Some(SeasonAction { button, season })
    }

    /// Returns the action of a season chosen in the menu of earlier ones.
    pub(super) fn chosen(value: &str) -> Option<SeasonAction> {
        Some(SeasonAction {
            button: SeasonButton::Table,
            season: tournament(value)?,
        })
    }
}

impl fmt::Display for SeasonAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = WORDS.into_iter().find(|(button, _)| *button == self.button);
        let word = known.map_or("", |(_, word)| word);
        write!(f, "season:{word}:{}", self.season.0)
    }
}
