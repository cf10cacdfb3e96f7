//! The log of a match, line by line, for histories and for players who come back.

use super::sight::MoveTexts;
use crate::rules::Seat;

/// A log entry: one event as people read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) struct LogEntry {
    /// The number of events up to this one.
    pub ply: u32,
    /// The event's round.
    pub round: u32,
    /// The entry's contents.
    pub what: LogEvent,
}

/// The contents of a log entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) enum LogEvent {
    /// A change at the open table.
    Table(String),
    /// The beginning of the game.
    Began,
    /// A move; `planned` if it was made automatically, from a plan or as the only one.
    Moved {
        seat: Seat,
        texts: MoveTexts,
        planned: bool,
    },
    /// An outcome of chance; `lost` if it cost the player the turn.
    Rolled {
        canonical: String,
        display: String,
        lost: bool,
    },
    /// A resignation, with the move text by which the seat left a game that goes on.
    Resigned { seat: Seat, text: Option<String> },
    /// A timeout, with the move text by which the seat left a game that goes on.
    TimedOut { seat: Seat, text: Option<String> },
    /// A takeback: the match goes on from event `to`.
    Undone { seat: Seat, to: u32 },
    /// An event besides the board, in words.
    Beside(String),
    /// The end, in one sentence.
    Ended(String),
}
