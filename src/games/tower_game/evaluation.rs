//! Values of pieces for the search. The weights of the plain pieces follow from the average number of moves on a
//! quarter-full board: jester 7.8, captain 9.3, rook 9.3, knight 11.3, bishop 12.1, fool 15.4.

use super::board::{Cube, CubeSet};
use super::move_pattern::all_directions;
use super::moves::{Move, MoveKind};
use super::options::Rules;
use super::pieces::{Piece, Role};
use super::position::TowerGame;
use crate::engine::hooks::hashed;
use crate::engine::{self, Evaluation, Lapses, Search, Stakes, Theme};
use crate::rules::{Counting, Position, Seat, digest};

/// Value of a royal king where he can be lost.
const KING: i32 = 300;

/// Value of a piece on the board, in hundredths of a pawn; a king cannot be taken.
pub(super) fn value(piece: Piece, rules: &Rules) -> i32 {
    match (piece.role, piece.promoted) {
        (Role::King, _) => 0,
        (Role::Rook | Role::Bishop | Role::Merchant, true) => plain(piece.role) + 400,
        (_, true) => 500,
        (role, false) => unpromoted(role, rules),
    }
}

fn unpromoted(role: Role, rules: &Rules) -> i32 {
    match role {
        // Leapers of the Shogi set only go forward.
        Role::Knight | Role::Captain | Role::Jester if rules.shogi => 250,
        role => plain(role),
    }
}

/// The value of a piece, or of all parts of a compound, where mutators are in effect.
pub(super) fn mutated(piece: Piece) -> i32 {
    let part = |role: Role| match role {
        Role::King => KING,
        role => plain(role),
    };
    piece.parts().map(part).sum()
}

fn plain(role: Role) -> i32 {
    match role {
        Role::King => 0,
        Role::Rook => 470,
        Role::Bishop => 560,
        Role::Merchant => 290,
        Role::Knight => 500,
        Role::Captain => 420,
        Role::Jester => 330,
        Role::Fool => 600,
        Role::Silver => 450,
        Role::Gold => 400,
        Role::Lance => 200,
        Role::Pawn => 110,
    }
}

/// Steps from a cube to the middle file, 0 to 2.
fn from_centre(cube: Cube) -> i32 {
    let off = |at: u8| i32::from(at.abs_diff(2));
    off(cube.column()).max(off(cube.row()))
}

/// Steps of a king between two cubes, walls and all.
fn distance(from: Cube, to: Cube) -> i32 {
    let parts = [
        from.column().abs_diff(to.column()),
        from.row().abs_diff(to.row()),
        from.rank().abs_diff(to.rank()),
    ];
    parts.into_iter().max().map_or(0, i32::from)
}

impl TowerGame {
    /// Measures how near the other side's king is to being mated, at least 0: on so big a board only taking the cubes
    /// round him away ends a game. Once few defend him it counts for more than captures do.
    fn mop_up(&self, ahead: Seat) -> i32 {
        let space = self.rules.space;
        let (Some(own), Some(king)) = (self.king(ahead), self.king(ahead.other())) else {
            return 0;
        };
        let round: CubeSet = all_directions()
            .into_iter()
            .filter_map(|way| space.shift(king, way))
            .collect();
        // What lies behind him on a line is no way out.
        let mut without_him = self.occupied();
        without_him.remove(king);
        let (mut barred, mut attacks, mut near) = (CubeSet::default(), 0, 0);
        let wanted = round.without(self.side(ahead));
        for (from, piece) in self.pieces_of(ahead) {
            let paths = self.paths(from, piece, piece.role);
            let reached = paths.reached(wanted, without_him);
            barred = barred.union(reached);
            attacks += reached.len().cast_signed();
            if piece.role != Role::Pawn {
                near += 8 - distance(from, king);
            }
        }
        // Cubes outside the tower are no way out either.
        let out = round.len().cast_signed() - barred.len().cast_signed();
        let sum = 12 * (26 - out) + 3 * attacks + 4 * near + 4 * (8 - distance(own, king));
        // Six times as much when half of them are gone as with all of them.
        let defenders = self.side(ahead.other()).len().cast_signed();
        sum * (12 * (25 - defenders)).clamp(25, 150) / 25
    }
}

impl Search for TowerGame {
    /// Number in 1,000, higher than in other games: few of some 200 moves lose anything and few games end by mate, so a
    /// careful turn counts for more here.
    fn overlooked(&self) -> u16 {
        if self.effects.is_none() { 950 } else { 500 }
    }

    fn lapses(&self) -> Lapses {
        if self.effects.is_none() {
            Lapses::new(62, 85)
        } else {
            Lapses::new(100, 100)
        }
    }

    fn cost(&self) -> u64 {
        // With two boards every move is judged on both.
        if self.has_board_b() { 4 } else { 1 }
    }

    fn key(&self) -> u64 {
        if !self.effects.is_none() {
            return digest(&self.repetition_key()) as u64;
        }
        let mut key = hashed((self.turn, self.castling, self.passed[0], self.hands));
        for (cube, piece) in self.all_pieces() {
            key = key.wrapping_add(hashed((
                cube.index(),
                piece.seat,
                piece.role,
                piece.promoted,
            )));
        }
        key
    }

    fn candidates(&self) -> Vec<Move> {
        if self.effects.is_none() {
            self.pseudo_moves()
        } else {
            self.legal()
        }
    }

    fn captures_and_promotions(&self) -> Vec<Move> {
        let mut moves = if self.effects.is_none() {
            self.pseudo_captures()
        } else {
            self.legal()
        };
        moves.retain(|mv| self.stakes(mv).gain > 0);
        moves
    }

    fn advance(&mut self, mv: &Move) -> bool {
        if !self.effects.is_none() {
            self.play(mv);
            return true;
        }
        if self.mates_by_pawn_drop(mv) {
            return false;
        }
        let mover = self.turn;
        self.make(mv);
        !self.in_check(mover)
    }

    fn stakes(&self, mv: &Move) -> Stakes {
        let taken = mv.captured().and_then(|cube| self.get(cube));
        let (cost, taken, becomes) = if self.effects.is_none() {
            let value = |piece: Piece| value(piece, &self.rules);
            let cost = value(mv.piece);
            let becomes = (value(mv.becomes()) - cost).max(0);
            (cost, taken.map_or(0, value), becomes)
        } else {
            let role = mv.promotion.map(|role| Piece::new(mv.piece.seat, role));
            (
                mutated(mv.piece),
                taken.map_or(0, mutated),
                role.map_or(0, mutated),
            )
        };
        let from = mv
            .from
            .map_or(mv.piece.role as u16, |from| 32 + from.index() as u16);
        Stakes {
            gain: taken + becomes,
            cost,
            target: mv.to.index() as u16,
            // Distinct enough: the table of quiet moves is smaller than all pairs of cubes.
            quiet: from.wrapping_mul(61) ^ mv.to.index() as u16,
        }
    }

    fn motif(&self, mv: &Move) -> Option<Theme> {
        match mv.kind {
            MoveKind::Drops | MoveKind::Exchanges(_) if !self.is_placing() => Some(Theme::Drop),
            MoveKind::Joins => Some(Theme::Fusing),
            MoveKind::Parts => Some(Theme::Parting),
            MoveKind::Goes | MoveKind::Captures(_) if !self.effects.is_none() => {
                let taken = mv.captured().and_then(|cube| self.get(cube));
                if taken.is_some_and(|piece| piece.role == Role::King) {
                    return None;
                }
                let mut after = self.clone();
                after.make(mv);
                let own = [mv.from, Some(mv.to), mv.captured()];
                let mut others = self.rules.space.cubes();
                let is_changed =
                    |cube: Cube| !own.contains(&Some(cube)) && self.get(cube) != after.get(cube);
                others.any(is_changed).then_some(Theme::Twist)
            }
            _ => None,
        }
    }

    fn evaluation(&self) -> Evaluation {
        if self.effects.is_none() {
            self.plain_evaluation()
        } else {
            self.mutated_evaluation()
        }
    }

    fn pieces(&self) -> Vec<engine::Piece> {
        if !self.effects.is_none() {
            return Vec::new();
        }
        let pieces = self.all_pieces().map(|(cube, piece)| engine::Piece {
            at: cube.index() as u16,
            name: piece.name_of_one(&self.rules),
            seat: piece.seat,
            value: value(piece, &self.rules),
            royal: piece.role == Role::King,
        });
        pieces.collect()
    }

    fn square_name(&self, at: u16) -> String {
        let mut cubes = self.rules.space.cubes();
        let cube = cubes.find(|cube| cube.index() == usize::from(at));
        cube.map(|cube| cube.to_string()).unwrap_or_default()
    }

    fn pass(&mut self) -> bool {
        if !self.effects.is_none() {
            return false;
        }
        self.passed = [None; 2];
        self.turn = self.turn.other();
        true
    }
}

impl TowerGame {
    fn plain_evaluation(&self) -> Evaluation {
        let mut evaluation = Evaluation::default();
        let mut material = [0; 2];
        let kings = [Seat::WHITE, Seat::BLACK].map(|seat| self.king(seat));
        for (cube, piece) in self.all_pieces() {
            let last = self.rules.last_rank(piece.seat);
            let to_go = i32::from(last.abs_diff(cube.rank()));
            let advanced = i32::from(self.rules.space.ranks) - 1 - to_go;
            let enemy = kings[piece.seat.other().index()];
            let value = value(piece, &self.rules);
            let placed = match piece.role {
                Role::King => -4 * advanced,
                Role::Pawn if !piece.promoted => {
                    4 * advanced
                        + if to_go <= 3 && !self.rules.shogi {
                            20 * (4 - to_go)
                        } else {
                            0
                        }
                }
                _ => {
                    let far = enemy.map_or(0, |enemy| distance(cube, enemy));
                    3 * advanced.min(3) - 4 * from_centre(cube) - 3 * far
                }
            };
            evaluation.0[piece.seat.index()] += value + placed;
            material[piece.seat.index()] += value;
        }
        for (seat, hand) in self.hands.iter().enumerate() {
            for (role, count) in hand.iter() {
                let held = i32::from(count) * unpromoted(role, &self.rules) * 9 / 10;
                evaluation.0[seat] += held;
                material[seat] += held;
            }
        }
        evaluation.ending(material, |ahead| self.mop_up(ahead))
    }

    fn mutated_evaluation(&self) -> Evaluation {
        let mut evaluation = Evaluation::default();
        for (_, piece) in self.all_pieces() {
            evaluation.0[piece.seat.index()] += mutated(piece);
        }
        for seat in [Seat::WHITE, Seat::BLACK] {
            for (hand, tenths) in [(self.hands, 9), (self.airfield, 9), (self.prison, 3)] {
                for (role, count) in hand[seat.index()].iter() {
                    let each = mutated(Piece::new(seat, role));
                    evaluation.0[seat.index()] += i32::from(count) * each * tenths / 10;
                }
            }
        }
        if self.effects.iter().any(|mutator| mutator.wants_loss()) {
            evaluation.0 = evaluation.0.map(|sum| -sum);
        }
        evaluation
    }
}
