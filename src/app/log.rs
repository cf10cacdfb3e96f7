//! What has happened to a match, line by line, for histories and for those who come back.

use super::sight::MoveTexts;
use crate::rules::Seat;

/// What one event comes to for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LogEntry {
    /// Its ply.
    pub ply: u32,
    /// The round it belongs to.
    pub round: u32,
    /// What it was.
    pub what: LogEvent,
}

/// What an event was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LogEvent {
    /// Somebody came to or left the open table.
    Table(String),
    /// The game began.
    Began,
    /// A move, or the answer to one that was `planned`.
    Moved {
        seat: Seat,
        texts: MoveTexts,
        planned: bool,
    },
    /// Chance; `lost` where it lost the player the turn.
    Rolled {
        canonical: String,
        display: String,
        lost: bool,
    },
    /// A resignation, with the move text by which the seat left a game that goes on.
    Resigned { seat: Seat, text: Option<String> },
    /// A seat lost by time, with the move text by which it left a game that goes on.
    TimedOut { seat: Seat, text: Option<String> },
    /// A move was taken back: the match goes on from event `to`.
    Undone { seat: Seat, to: u32 },
    /// Something beside the board, in words.
    Beside(String),
    /// The end, in one sentence.
    Ended(String),
}
