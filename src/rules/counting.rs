//! What a game counts from one position to the next: repetition, and plies without progress.

use super::{Position, Reason, Seat, Status};

/// What a position says to those who count. The defaults serve a game in which no position can come back.
pub trait Counting: Position {
    /// Whether the side to move is in check, as `rookery rules` reports it.
    fn check(&self) -> bool {
        false
    }

    /// Plies since the last step that cannot be undone. A position text that has this count ends in it.
    fn no_progress(&self) -> u32 {
        0
    }

    /// The count of [`Counting::no_progress`] that makes a draw: 100 for each player still in.
    fn no_progress_limit(&self) -> u32 {
        200
    }

    /// What two positions have in common that are the same for repetition: the position text, or what of it is compared.
    /// It is stored as a digest, so it must stay as it is.
    fn repetition_key(&self) -> String {
        self.to_text()
    }

    /// Whether this position counts as an occurrence for repetition.
    fn counts_as_occurrence(&self) -> bool {
        true
    }

    /// How many occurrences end the game, and how, given the occurrences so far with the newest last. `None`
    /// where the game goes on. The default is a draw at the third.
    fn repetition(&self, history: &[Occurrence]) -> Option<Status> {
        let newest = history.last()?;
        let times = history
            .iter()
            .filter(|before| before.position == newest.position)
            .count();
        (times >= 3).then_some(Status::Drawn(Reason::Repetition))
    }
}

/// A position that the game has been in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// A digest of [`Counting::repetition_key`].
    pub position: u128,
    /// Whether the side to move was in check.
    pub check: bool,
    /// Who was to move.
    pub turn: Seat,
}

/// A position text without its last field, for games whose position text ends in the count without progress.
pub fn without_last_field(mut text: String) -> String {
    if let Some(end) = text.rfind(' ') {
        text.truncate(end);
    }
    text
}

/// FNV-1a over 128 bits: the same on every machine and in every release, as a stored digest must be.
pub fn digest(text: &str) -> u128 {
    const OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    text.bytes().fold(OFFSET, |hash, byte| {
        (hash ^ u128::from(byte)).wrapping_mul(PRIME)
    })
}
