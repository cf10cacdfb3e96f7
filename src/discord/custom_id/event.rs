//! The buttons of tournaments, which players call events.

use serde::{Deserialize, Serialize};

/// A button of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EventButton {
    /// Signs the user up.
    Join,
    /// Takes the user off the list; once the rounds have begun, asks first.
    Withdraw,
    /// Withdraws the user, after the question.
    #[serde(rename = "withdrawn")]
    WithdrawConfirmed,
    /// Lets the first round begin, as the organiser.
    Start,
    /// Asks whether to cancel, as the organiser or a moderator.
    Cancel,
    /// Cancels, after the question.
    #[serde(rename = "cancelled")]
    CancelConfirmed,
    /// Shows the crosstable.
    Table,
    /// Lists the user's games.
    Mine,
}
