//! Actions of the buttons of tournaments, which players call events, and their `custom_id`s.

use std::fmt;

use super::{fields, number};
use crate::tournament::TournamentId;

/// The buttons, each with its word.
const WORDS: [(EventButton, &str); 8] = [
    (EventButton::Join, "join"),
    (EventButton::Withdraw, "withdraw"),
    (EventButton::WithdrawConfirmed, "withdrawn"),
    (EventButton::Start, "start"),
    (EventButton::Cancel, "cancel"),
    (EventButton::CancelConfirmed, "cancelled"),
    (EventButton::Table, "table"),
    (EventButton::Mine, "mine"),
];

/// A button of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventButton {
    /// Signs the user up.
    Join,
    /// Takes the user off the list; once the rounds have begun, asks first.
    Withdraw,
    /// Withdraws the user, after the question.
    WithdrawConfirmed,
    /// Lets the first round begin, as the organiser.
    Start,
    /// Asks whether to cancel, as the organiser or a moderator.
    Cancel,
    /// Cancels, after the question.
    CancelConfirmed,
    /// Shows the crosstable.
    Table,
    /// Lists the user's games.
    Mine,
}

/// A click on a button of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventAction {
    /// The button.
    pub button: EventButton,
    /// The tournament.
    pub event: TournamentId,
}

impl EventAction {
    /// Reads the text after the version; `None` if it is not an action of a tournament.
    pub(super) fn parse(verb: &str, rest: &str) -> Option<EventAction> {
        let [word, id] = (verb == "event").then(|| fields(rest)).flatten()?;
        let (button, _) = WORDS.into_iter().find(|(_, known)| *known == word)?;
        let event = tournament(id)?;
        Some(EventAction { button, event })
    }
}

/// Reads the number of a tournament.
pub(super) fn tournament(text: &str) -> Option<TournamentId> {
    number(text).filter(|id| *id > 0).map(TournamentId)
}

impl fmt::Display for EventAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = WORDS.into_iter().find(|(button, _)| *button == self.button);
        let word = known.map_or("", |(_, word)| word);
        write!(f, "event:{word}:{}", self.event.0)
    }
}
