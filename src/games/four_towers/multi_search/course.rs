//! A multi-move on its way, as far as it bears on check.

use super::super::FourTowers;
use super::super::board::{Square, SquareSet, is_promotion_square};
use super::super::pieces::{Parts, Piece, PieceKind};
use super::super::powers::Powers;
use super::ways::Ways;
use crate::rules::Seat;

/// The position that it leaves if it ends here, but for en passant and the counts; it is still the mover's turn.
#[derive(Clone)]
pub struct Course {
    pub position: FourTowers,
    /// Those of the board as it stands.
    pub powers: Powers,
    /// As the towers are held.
    pub ways: Ways,
    /// What has been moved so far.
    pub movement: Parts,
    /// Where it has set pieces down.
    pub landed: SquareSet,
}

/// One of its steps, onto an empty square.
#[derive(Clone, Copy)]
pub struct Stride {
    pub kind: PieceKind,
    pub from: Square,
    pub to: Square,
    /// What stands there then.
    pub arrives: PieceKind,
}

impl Stride {
    /// One by which nothing promotes.
    pub fn to(kind: PieceKind, from: Square, to: Square) -> Self {
        Stride {
            kind,
            from,
            to,
            arrives: kind,
        }
    }
}

impl Course {
    /// Nothing moved yet.
    pub fn new(position: &FourTowers) -> Self {
        let mut position = position.clone();
        position.passed = Default::default();
        position.returning = None;
        let powers = Powers::of(&position.board);
        Course {
            ways: Ways::now(&powers),
            powers,
            position,
            movement: Parts::NONE,
            landed: SquareSet::EMPTY,
        }
    }

    /// Whose multi-move it is.
    pub fn side(&self) -> Seat {
        self.position.turn
    }

    /// The empty squares that a piece reaches.
    pub fn reach(&self, kind: PieceKind, from: Square) -> SquareSet {
        self.position
            .reach(&self.powers, self.side(), kind, from, true)
            .empty
    }

    /// The same when the piece on another square has left it.
    pub fn reach_without(&self, left: Square, kind: PieceKind, from: Square) -> SquareSet {
        let mut position = self.position.clone();
        position.board.take(left);
        position
            .reach(&self.powers, self.side(), kind, from, true)
            .empty
    }

    /// Every square that a step of a piece other than the king could lead to, as far as its lines on an empty board tell.
    pub fn seen(&self, kind: PieceKind, from: Square) -> SquareSet {
        if kind.is_pawnlike() {
            return SquareSet::ALL;
        }
        let parts = self.powers.movement(kind, from);
        let mut seen = SquareSet::EMPTY;
        if parts.overlaps(Parts::KNIGHT) {
            seen = seen.union(from.leaps());
        }
        if parts.overlaps(Parts::BISHOP) {
            seen = seen.union(from.diagonals());
        }
        if parts.overlaps(Parts::ROOK) {
            seen = seen.union(from.lines(self.powers.knights()));
        }
        seen
    }

    /// The steps of a piece onto some squares.
    pub fn strides(
        &self,
        kind: PieceKind,
        from: Square,
        onto: SquareSet,
    ) -> impl Iterator<Item = Stride> + use<> {
        let side = self.side();
        onto.flat_map(move |to| {
            let promotes = kind.is_pawnlike() && is_promotion_square(side, to);
            let itself = (!promotes).then_some(kind);
            let others = PieceKind::PROMOTIONS.into_iter().filter(move |_| promotes);
            itself.into_iter().chain(others).map(move |arrives| Stride {
                arrives,
                ..Stride::to(kind, from, to)
            })
        })
    }

    /// After one more step.
    pub fn after(&self, stride: &Stride) -> Self {
        let mut next = self.lifted(stride.kind, stride.from);
        next.set_down(stride.arrives, stride.to);
        next
    }

    /// With a piece in the air: taken up for a step and not yet set down.
    pub fn lifted(&self, kind: PieceKind, from: Square) -> Self {
        let mut next = self.clone();
        next.position.board.take(from);
        next.movement = self.movement.with(match kind {
            PieceKind::King => Parts::KING,
            _ => self.powers.movement(kind, from),
        });
        if !next.movement.is_empty() {
            next.position.memory[self.side().index()] = next.movement;
        }
        next
    }

    /// With one more piece on a square.
    pub fn with(&self, kind: PieceKind, at: Square) -> Self {
        let mut next = self.clone();
        next.set_down(kind, at);
        next
    }

    fn set_down(&mut self, kind: PieceKind, to: Square) {
        let side = self.side();
        self.position.board.put(to, Piece { side, kind });
        self.landed.insert(to);
        // Steps start in arenas.
        if to.arena().is_none() {
            self.powers = Powers::of(&self.position.board);
            self.ways = Ways::now(&self.powers);
        }
    }

    /// The enemies that would give check.
    pub fn checkers(&self) -> SquareSet {
        match self.position.board.king(self.side()) {
            Some(king) => self.attackers(king).collect(),
            None => SquareSet::EMPTY,
        }
    }

    /// The enemies that would give check to a king on a square, by the powers there are.
    pub fn attackers(&self, king: Square) -> impl Iterator<Item = Square> + use<'_> {
        self.position.attackers(self.powers, self.side(), king)
    }

    /// One of them, if there is one; first asked is whether a `suspect` does.
    pub fn attacker(&self, king: Square, suspect: Option<Square>) -> Option<Square> {
        let powers = &self.powers;
        suspect
            .filter(|enemy| {
                !powers.shelters(self.side(), king) && self.position.attacks(powers, *enemy, king)
            })
            .or_else(|| self.attackers(king).next())
    }

    /// The squares between a checker and the king, on whatever line joins them.
    pub fn line_of(&self, checker: Square) -> SquareSet {
        match self.position.board.king(self.side()) {
            Some(king) => self.line_to(king, checker),
            None => SquareSet::EMPTY,
        }
    }

    /// The same for a king on a square.
    pub fn line_to(&self, king: Square, checker: Square) -> SquareSet {
        let board = &self.position.board;
        match board.on(checker) {
            Some(Piece { kind, .. }) => self.ways.lines(kind, board.occupied(), checker, king),
            None => SquareSet::EMPTY,
        }
    }

    /// Whether dragons would forget a movement by the next step of a piece that they learn from: nothing has taught them
    /// yet, and the enemy's memory does not hold all that the mover's does.
    pub fn could_forget(&self) -> bool {
        let memory = self.position.memory;
        let side = self.side();
        self.movement.is_empty()
            && !memory[side.index()]
                .without(memory[side.other().index()])
                .is_empty()
    }
}
