//! A turn, and its effect on the board.

use super::board::{Board, Cell, Quad, Role};

/// A turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// A move of one piece on the cells, as in chess.
    Piece {
        /// The origin.
        from: Cell,
        /// The destination; an enemy there is captured.
        to: Cell,
        /// The role that a pawn promotes to.
        promotion: Option<Role>,
    },
    /// A move of some pieces of one quad together, by one displacement of quads.
    Unit {
        /// The quad they leave.
        from: Quad,
        /// The quad they move to.
        to: Quad,
        /// The corners of the quad that move, one bit a corner.
        members: u8,
        /// The role that the pawn of each corner promotes to.
        promotions: [Option<Role>; 4],
    },
}

impl Move {
    /// Returns the cells that the move leaves and enters, with promotions; corner by corner for a unit.
    pub fn steps(self) -> impl Iterator<Item = (Cell, Cell, Option<Role>)> {
        let mut corner = 0;
        std::iter::from_fn(move || match self {
            Move::Piece {
                from,
                to,
                promotion,
            } => {
                corner += 1;
                (corner == 1).then_some((from, to, promotion))
            }
            Move::Unit {
                from,
                to,
                members,
                promotions,
            } => {
                while corner < 4 && members & 1 << corner == 0 {
                    corner += 1;
                }
                let at = corner;
                corner += 1;
                (at < 4).then(|| (from.cell(at), to.cell(at), promotions[at]))
            }
        })
    }

    /// Returns the destination of the piece on a cell; `None` if that piece stays.
    pub(super) fn takes(self, cell: Cell) -> Option<Cell> {
        match self {
            Move::Piece { from, to, .. } => (from == cell).then_some(to),
            Move::Unit {
                from, to, members, ..
            } => (from == cell.quad() && members & 1 << cell.corner() != 0)
                .then(|| to.cell(cell.corner())),
        }
    }
}

/// Makes a move on the board. Returns true if it captured, moved a pawn or promoted, and so counts as progress.
pub fn apply(board: &mut Board, mv: Move) -> bool {
    let mut progress = false;
    for (from, to, promotion) in mv.steps() {
        let Some(mut piece) = board.set(from, None) else {
            continue;
        };
        progress |= piece.role == Role::Pawn;
        if let Some(role) = promotion {
            piece.role = role;
        }
        progress |= board.set(to, Some(piece)).is_some();
    }
    progress
}
