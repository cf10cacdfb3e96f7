//! Counts from one position to the next: repetition, and plies without progress.

use super::{Position, Reason, Seat, Status};

/// Facts about a position that are counted. The defaults serve a game without check whose position text has no count.
pub trait Counting: Position {
    /// True if the side to move is in check, as `rookery rules` reports it.
    fn check(&self) -> bool {
        false
    }

    /// True if `+` marks the move of `mover` that has led here: it gives check.
    fn gives_check(&self, _mover: Seat) -> bool {
        self.check()
    }

    /// True if the position is dead: no sequence of legal moves can end the game in anything but a draw (house ruling, as
    /// in the laws of chess, 5.2.2). Only what an enumeration of the positions with that material proves is dead.
    fn is_dead(&self) -> bool {
        false
    }

    /// Returns the plies since the last step that cannot be undone. A position text that has this count ends in it.
    fn no_progress(&self) -> u32 {
        0
    }

    /// Returns the count of [`Counting::no_progress`] that makes a draw: 100 for each player still in.
    fn no_progress_limit(&self) -> u32 {
        200
    }

    /// Returns a text that two positions share exactly if they count as equal for repetition: the position text, or a
    /// part of it. Stored as a digest, so it must never change.
    fn repetition_key(&self) -> String {
        self.to_text()
    }

    /// True if this position counts as an occurrence for repetition.
    fn counts_as_occurrence(&self) -> bool {
        true
    }

    /// Decides if repetition ends the game, given the occurrences so far with the newest last. `None` if the game goes
    /// on. The default is a draw at the third occurrence.
    fn repetition(&self, history: &[Occurrence]) -> Option<Status> {
        let newest = history.last()?;
        let times = history
            .iter()
            .filter(|before| before.position == newest.position)
            .count();
        (times >= 3).then_some(Status::Drawn(Reason::Repetition))
    }
}

/// A position that occurred in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// Digest of [`Counting::repetition_key`].
    pub position: u128,
    /// True if the side to move was in check.
    pub check: bool,
    /// Seat that was to move.
    pub turn: Seat,
}

/// Returns a position text without its last field, for games whose position text ends in the count without progress.
pub fn without_last_field(mut text: String) -> String {
    if let Some(end) = text.rfind(' ') {
        text.truncate(end);
    }
    text
}

/// Returns the FNV-1a hash over 128 bits. It is equal on every machine and in every release, since it is stored.
pub fn digest(text: &str) -> u128 {
    const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    text.bytes().fold(OFFSET, |hash, byte| {
        (hash ^ u128::from(byte)).wrapping_mul(PRIME)
    })
}
