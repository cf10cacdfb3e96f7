//! Moves and the bars against them.

use super::board::Cube;
use super::pieces::{Piece, Role};
use crate::rules::Seat;

/// The kind of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// A move to an empty cube; of a compound as a whole.
    Goes,
    /// A capture of the piece on a cube: its target, or next to it in an en passant capture.
    Captures(Cube),
    /// The king castles; his rook goes to the cube passed.
    Castles,
    /// A drop on the board.
    Drops,
    /// A drop on the board in exchange for this piece, which is given (Hostage).
    Exchanges(Role),
    /// A move onto a friend, which it joins (Fusion).
    Joins,
    /// A part's move out of a compound (Fusion).
    Parts,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The piece that moves, as it is before the move; the part that leaves, where a compound parts.
    pub piece: Piece,
    /// The starting cube; `None` for a piece from outside the board.
    pub from: Option<Cube>,
    /// The cube where the piece arrives.
    pub to: Cube,
    /// The kind of move.
    pub kind: MoveKind,
    /// The role that a pawn is promoted to: the pawn that moves, or (Magnetic) the pawn that is pushed.
    pub promotion: Option<Role>,
    /// True if the piece is promoted (Shogi).
    pub plus: bool,
    /// The pawn taken en passant, where two have passed the same cube (Marseillais).
    pub passer: Option<Cube>,
    /// The other piece that goes with the captured one (Doppelganger).
    pub double: Option<Cube>,
    /// The other pawn that is promoted too (Doppelganger).
    pub second: Option<Cube>,
}

impl Move {
    /// A move without promotion or choices.
    pub fn plain(piece: Piece, from: Cube, to: Cube, kind: MoveKind) -> Move {
        Move {
            piece,
            from: Some(from),
            to,
            kind,
            promotion: None,
            plus: false,
            passer: None,
            double: None,
            second: None,
        }
    }

    /// A piece put on the board.
    pub fn drop(seat: Seat, role: Role, to: Cube) -> Move {
        Move {
            from: None,
            ..Move::plain(Piece::new(seat, role), to, to, MoveKind::Drops)
        }
    }

    /// The cube of the captured piece.
    pub fn captured(&self) -> Option<Cube> {
        match self.kind {
            MoveKind::Captures(cube) => Some(cube),
            _ => None,
        }
    }

    /// True if it captures a pawn that has just passed.
    pub fn is_en_passant(&self) -> bool {
        self.captured().is_some_and(|cube| cube != self.to)
    }

    /// The piece as it is after its move.
    pub fn becomes(&self) -> Piece {
        Piece {
            role: self.promotion.unwrap_or(self.piece.role),
            promoted: self.plus || self.piece.promoted,
            ..self.piece
        }
    }
}

/// The en passant chance that a double step leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EnPassant {
    /// The cube passed.
    pub passed: Cube,
    /// The pawn's cube.
    pub pawn: Cube,
}

/// The files of the four corners: aa, ae, ea, ee, in this order as position texts sort them.
pub const CORNERS: [u8; 4] = [0, 20, 4, 24];

/// The file that the king starts on, cc.
pub const KING_FILE: u8 = 12;

/// The file that a king passes on his way to a corner: bb, bd, db or dd.
pub fn passed(corner: u8) -> u8 {
    KING_FILE.midpoint(corner)
}

/// The cube that a king passes on his way to a corner of his rank, where the rook goes.
pub fn beside(corner: Cube) -> Cube {
    Cube::on_file(passed(corner.file()), corner.rank())
}

/// An attack on a king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Danger {
    /// The king's cube.
    pub king: Cube,
    /// The attacker's cube.
    pub by: Cube,
}

/// The reason that forbids a move that its piece can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    /// The own king would be attacked.
    Exposed(Danger),
    /// The own king would be attacked on the board of the move, before any piece goes over (Alice).
    ExposedMidway(Danger),
    /// The own king would explode (Atomic).
    Explodes(Cube),
    /// A dropped pawn would give checkmate (Shogi).
    PawnMate,
    /// A king, of either side, would be attacked while pieces are placed (Anywhere).
    Placed(Danger),
}

/// The reason that forbids castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingBar {
    /// A piece is on the cube that the king would pass.
    Blocked(Cube),
    /// The king, the cube he would pass or the corner is attacked.
    Attacked {
        /// The attacked cube.
        cube: Cube,
        /// The attacker's cube.
        by: Cube,
    },
}
