//! A game in pictures.

use super::{Notation, sheet};
use crate::scene::{Scene, View};

/// What a position looks like.
pub trait Depict: Notation {
    /// The picture of the position. `last` is the move that led here.
    fn scene(&self, last: Option<&Self::Move>, view: &View) -> Scene;

    /// Every piece of the game under its options, each by itself, for the sheet of pieces.
    fn specimens(&self) -> Vec<sheet::Specimen> {
        sheet::from_play(self)
    }
}
