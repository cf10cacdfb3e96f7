//! Moves that pieces can make, before the king's safety is judged.

use super::board::{Cube, CubeSet, Vector};
use super::move_pattern::MovePattern;
use super::moves::{Move, MoveKind};
use super::options::Riders;
use super::pieces::{Hand, Piece, Role};
use super::position::TowerGame;
use super::riders::Table;
use crate::rules::Seat;

impl TowerGame {
    /// Every move that the side to move could make if its king did not matter, in the order of the board.
    pub(super) fn pseudo_moves(&self) -> Vec<Move> {
        let mut moves = self.free_moves();
        for mutator in self.in_force() {
            mutator.narrow(&mut moves);
        }
        moves
    }

    /// Every move that the pieces of the side to move can make, including moves that a duty excludes.
    pub(super) fn free_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(256);
        if self.all(|mutator| !mutator.is_whole_list(self)) {
            for (from, piece) in self.pieces_of(self.turn) {
                self.moves_from(from, piece, &mut moves);
            }
        }
        if self.rules.shogi {
            self.drops(self.hands[self.turn.index()], &mut moves);
        }
        for mutator in self.in_force() {
            mutator.moves(self, &mut moves);
            if mutator.unfolds() {
                let bare = std::mem::replace(&mut moves, Vec::with_capacity(256));
                for mv in bare {
                    mutator.unfold(self, mv, &mut moves);
                }
            }
        }
        moves
    }

    /// Moves of [`TowerGame::pseudo_moves`] in the plain game that capture or promote, in their order, and some
    /// others that are listed with them anyway.
    pub(super) fn pseudo_captures(&self) -> Vec<Move> {
        if self.rules.shogi {
            // Nearly every piece promotes by a quiet move, too.
            return self.pseudo_moves();
        }
        let mut moves = Vec::with_capacity(64);
        let enemies = self.side(self.turn.other());
        for (from, piece) in self.pieces_of(self.turn) {
            if piece.is_pawn() {
                self.pawn_moves(from, piece, &mut moves);
                continue;
            }
            let taken = self.reached(from, piece, piece.role, enemies);
            moves.extend(
                (taken.iter()).map(|to| Move::plain(piece, from, to, MoveKind::Captures(to))),
            );
        }
        moves
    }

    /// The moves of one piece by its move pattern, and its castlings.
    pub(super) fn moves_from(&self, from: Cube, piece: Piece, moves: &mut Vec<Move>) {
        if piece.is_pawn() && !self.rules.shogi {
            self.pawn_moves(from, piece, moves);
            return;
        }
        let closed = if self.all(|mutator| mutator.captures()) {
            self.side(piece.seat)
        } else {
            self.occupied()
        };
        for to in self
            .targets(from, piece, CubeSet::ALL.without(closed))
            .iter()
        {
            let kind = match self.get(to) {
                None => MoveKind::Goes,
                // On the other board a piece is in the way of going over.
                Some(other) if other.board != piece.board => continue,
                Some(_) => MoveKind::Captures(to),
            };
            let mv = Move::plain(piece, from, to, kind);
            if self.rules.shogi {
                self.with_promotions(mv, moves);
            } else {
                moves.push(mv);
            }
        }
        if piece.role == Role::King
            && piece.second.is_none()
            && self.castling[piece.seat.index()] != [false; 4]
            && from == self.king_home(piece.seat)
        {
            self.castlings(from, piece, moves);
        }
    }

    /// The wanted cubes that a piece reaches by the move patterns of its parts; only empty ones for a king that does not
    /// capture.
    pub(super) fn targets(&self, from: Cube, piece: Piece, wanted: CubeSet) -> CubeSet {
        if self.effects.is_none() {
            return self.reached(from, piece, piece.role, wanted);
        }
        let parts = piece.parts().map(|part| {
            let wanted = if part == Role::King && !self.royals_take() {
                wanted.without(self.occupied())
            } else {
                wanted
            };
            let mut in_force = self.in_force();
            in_force
                .find_map(|mutator| mutator.reach(self, from, piece, part, wanted))
                .unwrap_or_else(|| self.reached(from, piece, part, wanted))
        });
        parts.fold(CubeSet::default(), CubeSet::union)
    }

    /// The wanted cubes that a part of a piece reaches by its move pattern on its board, empty or not.
    pub(super) fn reached(&self, from: Cube, piece: Piece, part: Role, wanted: CubeSet) -> CubeSet {
        let mut occupied = self.taken(piece.board);
        // It does not come back to its own cube, nor go on from there.
        occupied.insert(from);
        self.paths(from, piece, part).reached(wanted, occupied)
    }

    /// The vector one rank forward for a side.
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
        &Table::of(move_pattern, seat, &self.rules).vectors.steps
    }

    /// The ways a pawn captures.
    pub(super) fn capturing_ways(&self, seat: Seat) -> &'static [Vector] {
        &self
            .table(Piece::new(seat, Role::Pawn), Role::Pawn)
            .vectors
            .steps
    }

    /// The ranks from which a side's pawns have the double step: the second, and the first where they can come there.
    pub(super) fn double_ranks(&self, seat: Seat) -> impl Iterator<Item = u8> {
        let last = u8::from(self.effects.iter().any(|mutator| mutator.pawns_on_first()));
        (1 - last..=1).map(move |rank| self.rules.rank_for(seat, rank))
    }

    fn pawn_moves(&self, from: Cube, piece: Piece, moves: &mut Vec<Move>) {
        let (space, seat) = (self.rules.space, piece.seat);
        let doubles = self.double_ranks(seat).any(|rank| rank == from.rank());
        let lands = |cube: &Cube| self.get(*cube).is_none();
        for &way in self.quiet_ways(seat) {
            let once = space.shift(from, way);
            let Some(once) = once.filter(|cube| self.get_on(*cube, piece.board).is_none()) else {
                continue;
            };
            if lands(&once) {
                self.pawn_arrives(Move::plain(piece, from, once, MoveKind::Goes), moves);
            }
            if doubles && let Some(twice) = space.shift(once, way).filter(lands) {
                self.pawn_arrives(Move::plain(piece, from, twice, MoveKind::Goes), moves);
            }
        }
        if !self.all(|mutator| mutator.captures()) {
            return;
        }
        // Most pawns are where there is nothing to take.
        let mut takeable = self.side(seat.other());
        for chance in self.passed.iter().flatten() {
            takeable.insert(chance.passed);
        }
        let table = self.table(piece, Role::Pawn);
        if !table.paths(space, from).lead_to_any(takeable) {
            return;
        }
        for &way in &table.vectors.steps {
            let Some(to) = space.shift(from, way) else {
                continue;
            };
            match self.get(to) {
                Some(other) if other.seat != seat && other.board == piece.board => {
                    self.pawn_arrives(Move::plain(piece, from, to, MoveKind::Captures(to)), moves);
                }
                Some(_) => {}
                None => {
                    let several = self.met_passing(seat, to).count() > 1;
                    for pawn in self.met_passing(seat, to) {
                        let mv = Move {
                            passer: several.then_some(pawn),
                            ..Move::plain(piece, from, to, MoveKind::Captures(pawn))
                        };
                        self.pawn_arrives(mv, moves);
                    }
                }
            }
        }
    }

    /// The enemy pawns that can be taken en passant on a cube.
    fn met_passing(&self, seat: Seat, to: Cube) -> impl Iterator<Item = Cube> {
        let chances = self.passed.into_iter().flatten();
        let met = chances.filter(move |chance| chance.passed == to);
        met.map(|chance| chance.pawn)
            .filter(move |pawn| self.get(*pawn).is_some_and(|piece| piece.seat != seat))
    }

    /// The move, or its promotions where it ends on the farthest rank (compulsory).
    fn pawn_arrives(&self, mv: Move, moves: &mut Vec<Move>) {
        if mv.to.rank() != self.rules.last_rank(mv.piece.seat)
            || !self.all(|mutator| mutator.promotes(&mv))
        {
            moves.push(mv);
            return;
        }
        moves.extend(self.promotions().into_iter().map(|role| Move {
            promotion: Some(role),
            ..mv
        }));
    }

    /// Roles that a pawn of the side to move may be promoted to: any piece of the setup but the king, or a fool
    /// ("promotion to a Fool is no longer necessary" under tripunch).
    pub(super) fn promotions(&self) -> Vec<Role> {
        let mut roles = Role::OFFICERS.to_vec();
        if self.effects.has_goal() {
            // Inventor's page: "promotion to a Fool is not necessary, since you can promote to a King".
            roles.push(Role::King);
        } else if self.rules.riders == Riders::Linear {
            roles.push(Role::Fool);
        }
        for mutator in self.effects.iter() {
            mutator.promotions(self, &mut roles);
        }
        roles
    }

    fn castlings(&self, from: Cube, piece: Piece, moves: &mut Vec<Move>) {
        if !self.all(|mutator| mutator.castles()) {
            return;
        }
        for index in 0..4 {
            let corner = self.corner(piece.seat, index);
            if self.castling[piece.seat.index()][index]
                && self.castling_bar(piece.seat, corner).is_none()
            {
                moves.push(Move::plain(piece, from, corner, MoveKind::Castles));
            }
        }
    }

    /// Adds the drops of the side to move from a hand, but for a pawn drop that would mate (Shogi).
    pub(super) fn drops(&self, hand: Hand, moves: &mut Vec<Move>) {
        for (role, _) in hand.iter() {
            let cubes = self.rules.space.cubes();
            let free = cubes.filter(|to| self.get(*to).is_none() && self.may_drop(role, *to));
            moves.extend(free.map(|to| Move::drop(self.turn, role, to)));
        }
    }

    /// True if the side to move may put a piece on an empty cube: a pawn not on a first or last rank; in Shogi no
    /// piece that could never move again there, and no second pawn on a file.
    pub(super) fn may_drop(&self, role: Role, cube: Cube) -> bool {
        let (seat, is_pawn) = (self.turn, role == Role::Pawn);
        if self.rules.shogi {
            let nifu = is_pawn && self.pawn_of_file(seat, cube).is_some();
            return !nifu && !self.is_dead_end(Piece::new(seat, role), cube);
        }
        let ends = [self.rules.rank_for(seat, 0), self.rules.last_rank(seat)];
        !is_pawn || !ends.contains(&cube.rank())
    }
}
