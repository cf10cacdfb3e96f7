//! The buttons of seasons.

use serde::{Deserialize, Serialize};

/// A button of a season.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SeasonButton {
    /// Signs the user up.
    Join,
    /// Takes the user off the list, before the start.
    Leave,
    /// Asks whether to withdraw.
    Withdraw,
    /// Withdraws the user, after the question.
    #[serde(rename = "withdrawn")]
    WithdrawConfirmed,
    /// Lists the user's games.
    Mine,
    /// Shows the crosstable of the user's division.
    Division,
    /// Shows the table.
    Table,
}
