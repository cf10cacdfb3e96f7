//! The picture: a slice for every rank, the far ranks first and the viewer's last, so that the tower reads from the
//! enemy's home down to the viewer's, as a flat board does. Mutators add a second board, pieces off the board, and
//! marks on every cube that the last move changed.
//!
//! A file is the same place in every slice, also for Black: setups of the Tower Game face each other file by file. In
//! Shogi each side's ranks are the other's turned round, and so is the picture for the side at the top.
//!
//! Light cubes are those of the kings' half on rank 1, as in the inventor's diagrams; light and dark alternate along
//! orthogonals, from slice to slice too. Pieces bound to a part of the board wear its pips: bishops and captains one on
//! the light half and two on the dark, merchants none to three.

use super::moves::Move;
use super::pieces::Board;
use super::position::TowerGame;
use super::sheet;
use crate::rules::{Depict, PieceName, Specimen};
use crate::scene::{Mark, Scene, View};

pub(super) mod drawing;
pub(super) mod slice;
pub(super) mod surroundings;
pub(super) mod token;
pub(super) mod trays;

use drawing::Drawing;

impl Depict for TowerGame {
    fn specimens(&self) -> Vec<Specimen> {
        sheet::specimens(self)
    }

    fn sheet_note(&self) -> String {
        let side = if self.rules.shogi { "Black" } else { "White" };
        let other = if self.rules.shogi { "White" } else { "Black" };
        let up = format!("{side} plays up, as shown, and {other} plays down.");
        let notes = self.effects.iter().map(|mutator| mutator.sheet_note());
        let notes = std::iter::once(up.as_str()).chain(notes);
        let notes: Vec<&str> = notes.filter(|note| !note.is_empty()).collect();
        notes.join(" ")
    }

    fn piece_names(&self) -> Vec<PieceName> {
        let named =
            |piece: super::pieces::Piece| PieceName::new(piece.name(&self.rules), piece.letter());
        sheet::shown(self).into_iter().map(named).collect()
    }

    fn scene(&self, last: Option<&Move>, view: &View) -> Scene {
        let mut drawing = Drawing::of(self, view);
        for mv in self.first.iter().chain(last) {
            drawing.mark_move(mv);
        }
        if self.is_partial()
            && let Some(gone) = self.gone
        {
            drawing.mark(gone.cube, Board::A, Mark::To);
            drawing.light(gone.cube, Board::A);
        }
        drawing.mark_touched();
        drawing.mark_check();
        if let Some(role) = &view.reach {
            drawing.mark_reach(role);
        }
        drawing.scene(last, view)
    }
}
