//! The powers that a multi-move can take up by the way.

use super::super::board::{Square, SquareSet, Tower};
use super::super::pieces::PieceKind;
use super::super::powers::is_apart;
use super::course::Course;

/// The kinds of pieces whose power on a tower bears on check.
pub const HOLDERS: [PieceKind; 4] = [
    PieceKind::Knight,
    PieceKind::Cardinal,
    PieceKind::Marshall,
    PieceKind::Queen,
];

/// The empty towers that it is worth coming to, for each kind of piece whose power there could matter.
#[derive(Clone, Copy, Debug, Default)]
pub struct Holds {
    knights: SquareSet,
    cardinals: SquareSet,
    marshalls: SquareSet,
    queens: SquareSet,
    /// For pawns and lancers, whose power bears on how others move and not on check.
    pawns: SquareSet,
}

impl Holds {
    pub fn all(towers: SquareSet) -> Self {
        Holds {
            knights: towers,
            cardinals: towers,
            marshalls: towers,
            queens: towers,
            pawns: towers,
        }
    }

    pub fn keep(&mut self, is_worth: impl Fn(PieceKind, Tower) -> bool) {
        for (kind, towers) in [
            (PieceKind::Knight, &mut self.knights),
            (PieceKind::Cardinal, &mut self.cardinals),
            (PieceKind::Marshall, &mut self.marshalls),
            (PieceKind::Queen, &mut self.queens),
        ] {
            *towers = towers
                .filter(|at| at.tower().is_some_and(|tower| is_worth(kind, tower)))
                .collect();
        }
    }

    /// For a kind of piece, by a step that is the last or not.
    pub fn by(&self, kind: PieceKind, is_last: bool) -> SquareSet {
        match kind {
            PieceKind::Knight => self.knights,
            PieceKind::Cardinal => self.cardinals,
            PieceKind::Marshall => self.marshalls,
            PieceKind::Queen => self.queens,
            PieceKind::Pawn | PieceKind::Lancer if !is_last => self.pawns,
            _ => SquareSet::EMPTY,
        }
    }
}

/// Whether a piece that comes to an empty tower could end a check by its power there.
pub fn ends_by_power(course: &Course, holder: PieceKind, at: Square, checker: Square) -> bool {
    let board = &course.position.board;
    let (Some(tower), Some(king), Some(piece)) =
        (at.tower(), board.king(course.side()), board.on(checker))
    else {
        return false;
    };
    let zone = tower.touches();
    match holder {
        PieceKind::Queen => zone.contains(king),
        PieceKind::Marshall => {
            is_apart(piece.kind) && (zone.contains(king) || zone.contains(checker))
        }
        PieceKind::Cardinal => {
            matches!(piece.kind, PieceKind::Knight | PieceKind::Bishop) && zone.contains(checker)
        }
        // Only what moves along rows and columns bends.
        PieceKind::Knight => {
            let now = course.powers.knights();
            let mut then = now;
            then.insert(tower);
            checker.lines(now) != checker.lines(then)
        }
        _ => false,
    }
}
