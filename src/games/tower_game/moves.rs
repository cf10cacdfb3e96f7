//! The moves: what one is, which ones a side has, and what playing one does.

use super::TowerGame;
use super::board::{Cube, CubeSet, PER_RANK, Vector};
use super::move_pattern::MovePattern;
use super::options::Riders;
use super::paths::Paths;
use super::pieces::{Piece, Role};
use super::riders::Table;
use super::setup;
use crate::rules::Seat;

/// What a piece becomes at the end of its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promotion {
    /// A pawn becomes this piece.
    To(Role),
    /// A piece of the Shogi set is promoted.
    Plus,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Who moves, as it is before the move.
    pub piece: Piece,
    /// From where; `None` is a drop from the hand.
    pub from: Option<Cube>,
    /// To where.
    pub to: Cube,
    /// The cube of the piece captured: the target, or beside it in an en passant capture.
    pub captured: Option<Cube>,
    /// What the piece becomes.
    pub promotion: Option<Promotion>,
    /// Whether the king castles; his rook goes to [`passed`] cube.
    pub castles: bool,
}

impl Move {
    /// A piece from the hand.
    pub fn drop(piece: Piece, to: Cube) -> Move {
        Move {
            from: None,
            ..plain(piece, to, to, None)
        }
    }

    /// Whether it captures a pawn that has just passed.
    pub fn is_en_passant(&self) -> bool {
        self.captured.is_some_and(|cube| cube != self.to)
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

impl TowerGame {
    /// Every move that `seat` could make if its king did not matter, in the order of the board.
    pub(super) fn pseudo_moves(&self, seat: Seat) -> Vec<Move> {
        let mut moves = Vec::with_capacity(256);
        for (from, piece) in self.pieces_of(seat) {
            self.moves_from(from, piece, &mut moves);
        }
        if self.rules.shogi {
            self.drops(seat, &mut moves);
        }
        moves
    }

    /// Those of [`TowerGame::pseudo_moves`] that capture or promote, in their order, and some others: those that are listed
    /// with them anyway.
    pub(super) fn pseudo_captures(&self, seat: Seat) -> Vec<Move> {
        if self.rules.shogi {
            // Nearly every piece promotes by a quiet move, too.
            return self.pseudo_moves(seat);
        }
        let mut moves = Vec::with_capacity(64);
        for (from, piece) in self.pieces_of(seat) {
            if piece.role == Role::Pawn {
                self.pawn_moves(from, piece, &mut moves);
                continue;
            }
            let enemies = self.sides[seat.other().index()];
            let taken = self.reached(from, piece, enemies);
            moves.extend(taken.iter().map(|to| plain(piece, from, to, Some(to))));
        }
        moves
    }

    /// The moves of one piece, were there no king.
    pub(super) fn moves_from(&self, from: Cube, piece: Piece, moves: &mut Vec<Move>) {
        if piece.role == Role::Pawn && !self.rules.shogi {
            self.pawn_moves(from, piece, moves);
            return;
        }
        let wanted = CubeSet::ALL.without(self.sides[piece.seat.index()]);
        for to in self.reached(from, piece, wanted).iter() {
            let captured = self.piece(to).map(|_| to);
            if self.rules.shogi {
                self.with_promotions(from, piece, to, captured, moves);
            } else {
                moves.push(plain(piece, from, to, captured));
            }
        }
        if piece.role == Role::King && self.castling[piece.seat.index()] != [false; 4] {
            self.castlings(from, piece, moves);
        }
    }

    /// Those of the wanted cubes that a piece reaches by its move pattern, empty or not.
    pub(super) fn reached(&self, from: Cube, piece: Piece, wanted: CubeSet) -> CubeSet {
        let mut occupied = self.occupied();
        // It does not come back to its own cube, nor go on from there.
        occupied.insert(from);
        self.paths(from, piece).reached(wanted, occupied)
    }

    /// The paths of a piece from a cube under these rules.
    pub(super) fn paths(&self, from: Cube, piece: Piece) -> &'static Paths {
        self.table(piece).paths(self.rules.space, from)
    }

    /// How a piece goes under these rules.
    pub(super) fn table(&self, piece: Piece) -> &'static Table {
        Table::of(
            piece.move_pattern(&self.rules),
            self.rules.goes_up(piece.seat),
            &self.rules,
        )
    }

    /// One rank forward for a side.
    pub(super) fn ahead(&self, seat: Seat) -> Vector {
        Vector::new(0, 0, if self.rules.goes_up(seat) { 1 } else { -1 })
    }

    /// The ways a pawn moves without capturing: straight ahead, or for a Berlin pawn the eight ways aslant.
    pub(super) fn quiet_ways(&self, seat: Seat) -> &'static [Vector] {
        let move_pattern = if self.rules.berlin {
            MovePattern::Pawn
        } else {
            MovePattern::Ahead
        };
        let table = Table::of(move_pattern, self.rules.goes_up(seat), &self.rules);
        &table.vectors.steps
    }

    fn pawn_moves(&self, from: Cube, piece: Piece, moves: &mut Vec<Move>) {
        let space = self.rules.space;
        let empty = |cube: &Cube| self.piece(*cube).is_none();
        for &way in self.quiet_ways(piece.seat) {
            let Some(once) = space.shift(from, way).filter(empty) else {
                continue;
            };
            self.pawn_arrives(plain(piece, from, once, None), moves);
            if from.rank() == self.rules.rank_for(piece.seat, 1)
                && let Some(twice) = space.shift(once, way).filter(empty)
            {
                moves.push(plain(piece, from, twice, None));
            }
        }
        // Most pawns stand where there is nothing to take.
        let mut takeable = self.sides[piece.seat.other().index()];
        if let Some(chance) = self.en_passant {
            takeable.insert(chance.passed);
        }
        let table = self.table(piece);
        if !table.paths(space, from).lead_to_any(takeable) {
            return;
        }
        for &way in &table.vectors.steps {
            let Some(to) = space.shift(from, way) else {
                continue;
            };
            let captured = match (self.piece(to), self.en_passant) {
                (Some(other), _) if other.seat != piece.seat => to,
                (None, Some(chance)) if chance.passed == to => chance.pawn,
                _ => continue,
            };
            if self
                .piece(captured)
                .is_some_and(|other| other.seat != piece.seat)
            {
                self.pawn_arrives(plain(piece, from, to, Some(captured)), moves);
            }
        }
    }

    /// The move, or its promotions where it ends on the farthest rank (compulsory).
    fn pawn_arrives(&self, mv: Move, moves: &mut Vec<Move>) {
        if mv.to.rank() != self.rules.last_rank(mv.piece.seat) {
            moves.push(mv);
            return;
        }
        for role in self.promotions() {
            moves.push(Move {
                promotion: Some(Promotion::To(role)),
                ..mv
            });
        }
    }

    /// What a pawn may become: any piece of the setup but the king, or a fool ("promotion to a Fool is no longer
    /// necessary" under tripunch).
    pub(super) fn promotions(&self) -> impl Iterator<Item = Role> {
        let fool = self.rules.riders == Riders::Linear;
        Role::OFFICERS.into_iter().chain(fool.then_some(Role::Fool))
    }

    fn castlings(&self, from: Cube, piece: Piece, moves: &mut Vec<Move>) {
        for (index, corner) in CORNERS.into_iter().enumerate() {
            if self.castling[piece.seat.index()][index]
                && self.castling_bar(piece.seat, corner).is_none()
            {
                moves.push(Move {
                    castles: true,
                    ..plain(piece, from, Cube::on_file(corner, from.rank()), None)
                });
            }
        }
    }

    /// What forbids castling to a corner, apart from a king or rook that has moved.
    pub(super) fn castling_bar(&self, seat: Seat, corner: u8) -> Option<CastlingBar> {
        let king = self.kings[seat.index()];
        let on_the_way = Cube::on_file(passed(corner), king.rank());
        if self.piece(on_the_way).is_some() {
            return Some(CastlingBar::Blocked(on_the_way));
        }
        let occupied = self.occupied();
        [king, on_the_way, Cube::on_file(corner, king.rank())]
            .into_iter()
            .find_map(|cube| {
                self.attacker(cube, seat.other(), occupied)
                    .map(|by| CastlingBar::Attacked { cube, by })
            })
    }

    /// Every legal move of `seat`, as if it were to move.
    pub(super) fn legal_moves_of(&self, seat: Seat) -> Vec<Move> {
        let check_info = self.check_info(seat);
        let mut moves = self.pseudo_moves(seat);
        moves.retain(|mv| self.is_safe(mv, &check_info) && !self.mates_by_pawn_drop(mv));
        moves
    }

    /// Whether the side to move may make a move.
    pub(super) fn allows(&self, mv: &Move) -> bool {
        let mut moves = Vec::new();
        match mv.from {
            Some(from) => {
                if let Some(piece) = self.piece(from).filter(|piece| piece.seat == self.turn) {
                    self.moves_from(from, piece, &mut moves);
                }
            }
            None if self.rules.shogi => self.drops(self.turn, &mut moves),
            None => {}
        }
        moves.contains(mv)
            && self.is_safe(mv, &self.check_info(self.turn))
            && !self.mates_by_pawn_drop(mv)
    }

    /// Whether `seat` has any legal move.
    pub(super) fn can_move(&self, seat: Seat) -> bool {
        let check_info = self.check_info(seat);
        let is_legal = |mv: &Move| self.is_safe(mv, &check_info) && !self.mates_by_pawn_drop(mv);
        let mut moves = Vec::with_capacity(64);
        for (from, piece) in self.pieces_of(seat) {
            moves.clear();
            self.moves_from(from, piece, &mut moves);
            if moves.iter().any(is_legal) {
                return true;
            }
        }
        moves.clear();
        if self.rules.shogi {
            self.drops(seat, &mut moves);
        }
        moves.iter().any(is_legal)
    }

    /// Plays a move that is legal but for the king perhaps.
    pub(super) fn make(&mut self, mv: &Move) {
        let seat = mv.piece.seat;
        let mut progress = mv.piece.role == Role::Pawn && !mv.piece.promoted;
        if let Some(cube) = mv.captured {
            let taken = self.piece(cube);
            self.set(cube, None);
            if let Some(taken) = taken
                && self.rules.shogi
            {
                let held = &mut self.hands[seat.index()][taken.role as usize];
                *held = held.saturating_add(1);
            }
            self.lose_castling_at(cube);
            progress = true;
        }
        match mv.from {
            Some(from) => {
                self.set(from, None);
                self.lose_castling_at(from);
            }
            None => {
                let held = &mut self.hands[seat.index()][mv.piece.role as usize];
                *held = held.saturating_sub(1);
                progress = true;
            }
        }
        let mut piece = mv.piece;
        match mv.promotion {
            Some(Promotion::To(role)) => piece.role = role,
            Some(Promotion::Plus) => piece.promoted = true,
            None => {}
        }
        self.set(mv.to, Some(piece));
        if piece.role == Role::King {
            self.kings[seat.index()] = mv.to;
            self.castling[seat.index()] = [false; 4];
            if mv.castles {
                let beside = Cube::on_file(passed(mv.to.file()), mv.to.rank());
                self.set(beside, Some(Piece::new(seat, Role::Rook)));
            }
        }
        self.en_passant = self.double_step(mv);
        self.no_progress = if progress || mv.promotion.is_some() {
            0
        } else {
            self.no_progress.saturating_add(1)
        };
        self.turn = seat.other();
    }

    /// The chance that a move leaves if it was a double step.
    fn double_step(&self, mv: &Move) -> Option<EnPassant> {
        let from = mv.from?;
        let double = mv.piece.role == Role::Pawn
            && !self.rules.shogi
            && from.rank().abs_diff(mv.to.rank()) == 2;
        if !double {
            return None;
        }
        let space = self.rules.space;
        self.quiet_ways(mv.piece.seat).iter().find_map(|&way| {
            let once = space.shift(from, way)?;
            (space.shift(once, way)? == mv.to).then_some(EnPassant {
                passed: once,
                pawn: mv.to,
            })
        })
    }

    /// A rook that leaves its corner, or is captured there, has moved for ever.
    fn lose_castling_at(&mut self, cube: Cube) {
        for seat in [Seat::WHITE, Seat::BLACK] {
            if cube.rank() != self.rules.rank_for(seat, 0) {
                continue;
            }
            for (index, corner) in CORNERS.into_iter().enumerate() {
                if cube.file() == corner {
                    self.castling[seat.index()][index] = false;
                }
            }
        }
    }

    /// The piece by which castling towards a corner is called (`O-B`): what stands in the starting setup diagonally
    /// next to that corner's rook.
    pub(super) fn castling_name(&self, seat: Seat, corner: u8) -> Option<Role> {
        setup::starts_with(&self.rules, seat, passed(corner), 0)
    }
}

/// What forbids castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingBar {
    /// Something stands on the cube that the king would pass.
    Blocked(Cube),
    /// The king, the cube he would pass or the corner is attacked.
    Attacked {
        /// What is attacked.
        cube: Cube,
        /// From where.
        by: Cube,
    },
}

/// A move without anything special.
pub(super) fn plain(piece: Piece, from: Cube, to: Cube, captured: Option<Cube>) -> Move {
    Move {
        piece,
        from: Some(from),
        to,
        captured,
        promotion: None,
        castles: false,
    }
}

const _: () = assert!(CORNERS[3] < PER_RANK);
