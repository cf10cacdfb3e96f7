//! Values of pieces for the search, and the selection of composite moves that it looks at.

use super::board::{Arena, Square, is_promotion_square};
use super::multi_move::Underway;
use super::pieces::Role;
use super::powers::Powers;
use super::turn::{Move, MoveEffect, Step};
use super::{EnPassant, FourTowers};
use crate::engine::hooks::hashed;
use crate::engine::{Evaluation, Lapses, Piece, Search, Stakes, Theme};
use crate::rules::Seat;

/// Upper bound of the multi-moves, and of the rearrangements, that are looked at in a position.
const COMPOSITES: usize = 60;

fn value(role: Role) -> i32 {
    match role {
        Role::King => 0,
        Role::Pawn => 100,
        Role::Lancer => 220,
        Role::Knight => 300,
        Role::Bishop => 320,
        Role::Dragon => 400,
        Role::Rook => 450,
        Role::Cardinal => 700,
        Role::Marshall => 820,
        Role::Queen => 850,
        Role::Wizard => 1_250,
    }
}

/// Returns a square's distance from the centre of the board, in king's steps, 0 to 5.
fn from_centre(square: Square) -> i32 {
    i32::from((square.file() - 5).abs().max((square.rank() - 5).abs()))
}

fn distance(from: Square, to: Square) -> i32 {
    let files = (from.file() - to.file()).abs();
    i32::from(files.max((from.rank() - to.rank()).abs()))
}

impl FourTowers {
    /// Adds rearrangements of two pieces that trade places, and of one piece that goes to an empty square of its
    /// arena.
    fn some_rearrangements(&self, found: &mut Vec<Move>) {
        let most = found.len() + COMPOSITES;
        let arenas: Vec<Arena> = Powers::of(&self.board)
            .rearrangeable(self.turn)
            .into_iter()
            .collect();
        for arena in arenas {
            let own = arena.squares().intersection(self.board.of(self.turn));
            for from in own {
                for to in arena.squares().without(self.board.of(self.turn.other())) {
                    let puts = if self.board.is_empty(to) {
                        vec![(from, to)]
                    } else if from < to {
                        vec![(from, to), (to, from)]
                    } else {
                        continue;
                    };
                    if self.judge_rearrangement(arena, &puts).is_err() {
                        continue;
                    }
                    let mv = Move::Rearrange(arena, puts);
                    if self.is_safe_after(&mv) {
                        found.push(mv);
                    }
                    if found.len() >= most {
                        return;
                    }
                }
            }
        }
    }

    /// Adds multi-moves of two steps, those that advance pieces furthest first.
    fn some_multi_moves(&self, found: &mut Vec<Move>) {
        let forward = |step: &Step| {
            let ranks = i32::from(step.to.rank() - step.from.rank());
            if self.turn == Seat::WHITE {
                ranks
            } else {
                -ranks
            }
        };
        for tower in self.multi_towers() {
            let start = Underway::new(self);
            let mut firsts: Vec<Step> = self
                .board
                .of(self.turn)
                .filter(|from| {
                    from.arena()
                        .is_some_and(|arena| tower.arenas().contains(&arena))
                })
                .flat_map(|from| start.steps_from(from))
                .collect();
            firsts.sort_by_key(|step| (-forward(step), *step));
            firsts.truncate(8);
            let most = found.len() + COMPOSITES;
            for first in firsts {
                let mut underway = start.clone();
                underway.take(&first);
                let mut seconds: Vec<Step> = underway
                    .position
                    .board
                    .of(self.turn)
                    .flat_map(|from| underway.steps_from(from))
                    .collect();
                seconds.sort_by_key(|step| (-forward(step), *step));
                seconds.truncate(8);
                for second in seconds {
                    let steps = vec![first, second];
                    if self.judge_multi(&steps).is_err() {
                        continue;
                    }
                    let mv = Move::Multi(steps);
                    if self.is_safe_after(&mv) && !found.contains(&mv) {
                        found.push(mv);
                    }
                }
                if found.len() >= most {
                    break;
                }
            }
        }
    }
}

impl Search for FourTowers {
    fn lapses(&self) -> Lapses {
        Lapses::new(68, 73)
    }

    fn key(&self) -> u64 {
        hashed((
            &self.board,
            self.turn,
            self.memory,
            &self.passed.0,
            self.returning
                .map(|returning| (returning.role, returning.tower)),
        ))
    }

    fn candidates(&self) -> Vec<Move> {
        let steps = self.pseudo_steps(&Powers::of(&self.board));
        let mut moves: Vec<Move> = steps.into_iter().map(Move::Step).collect();
        moves.extend(self.return_squares().map(Move::Return));
        moves
    }

    fn captures_and_promotions(&self) -> Vec<Move> {
        let mut steps = self.pseudo_steps(&Powers::of(&self.board));
        steps.retain(|step| step.effect == MoveEffect::Capture || step.promotion.is_some());
        steps.into_iter().map(Move::Step).collect()
    }

    fn unlisted(&self) -> Vec<Move> {
        let mut found = Vec::new();
        self.some_rearrangements(&mut found);
        self.some_multi_moves(&mut found);
        found
    }

    fn advance(&mut self, mv: &Move) -> bool {
        let mover = self.turn;
        self.make(mv);
        !self.in_check(mover)
    }

    fn stakes(&self, mv: &Move) -> Stakes {
        match mv {
            Move::Step(step) => {
                let taken = match step.effect {
                    MoveEffect::Capture => self
                        .board
                        .get(step.to)
                        .map_or(value(Role::Pawn), |piece| value(piece.role)),
                    _ => 0,
                };
                let promoted = step
                    .promotion
                    .map_or(0, |role| value(role) - value(step.role));
                let (from, to) = (step.from.index() as u16, step.to.index() as u16);
                Stakes {
                    gain: taken + promoted,
                    cost: value(step.role),
                    target: to,
                    quiet: from << 7 | to,
                }
            }
            Move::Return(to) => Stakes {
                gain: self.returning.map_or(0, |returning| value(returning.role)),
                cost: 0,
                target: to.index() as u16,
                quiet: to.index() as u16,
            },
            Move::Rearrange(..) | Move::Multi(_) => Stakes::default(),
        }
    }

    fn motif(&self, mv: &Move) -> Option<Theme> {
        let step = match mv {
            Move::Step(step) => step,
            Move::Return(_) => return None,
            Move::Rearrange(..) | Move::Multi(_) => return Some(Theme::Power),
        };
        let mut without = Vec::new();
        self.steps_from(&Powers::default(), step.from, &mut without);
        let whole = self
            .board
            .get(step.from)
            .is_some_and(|piece| piece.role == step.role);
        match step.effect {
            _ if !without.contains(step) => Some(Theme::Power),
            MoveEffect::Attach => Some(Theme::Fusing),
            MoveEffect::Swap => Some(Theme::Swap),
            _ if !whole => Some(Theme::Parting),
            _ => None,
        }
    }

    fn evaluation(&self) -> Evaluation {
        let mut evaluation = Evaluation::default();
        let mut material = [0; 2];
        for seat in [Seat::WHITE, Seat::BLACK] {
            let enemy = self.board.king(seat.other());
            let mut sum = 0;
            for square in self.board.of(seat) {
                let Some(piece) = self.board.get(square) else {
                    continue;
                };
                let advanced = i32::from(if seat == Seat::WHITE {
                    square.rank()
                } else {
                    10 - square.rank()
                });
                sum += value(piece.role);
                material[seat.index()] += value(piece.role);
                if piece.role == Role::King {
                    sum -= 4 * advanced;
                    continue;
                }
                sum -= 3 * from_centre(square);
                if square.tower().is_some() {
                    sum += 15;
                }
                if piece.role.is_pawnlike() {
                    sum += 5 * advanced;
                    if is_promotion_square(seat, square) {
                        sum += 20;
                    }
                }
                if let Some(enemy) = enemy {
                    sum -= 2 * distance(square, enemy);
                }
            }
            evaluation.0[seat.index()] = sum;
        }
        evaluation.ending(material, |ahead| {
            match (self.board.king(ahead), self.board.king(ahead.other())) {
                (Some(own), Some(enemy)) => {
                    let attackers = self.board.of(ahead).map(|from| 10 - distance(from, enemy));
                    2 * attackers.sum::<i32>()
                        + 10 * from_centre(enemy)
                        + 4 * (10 - distance(own, enemy))
                }
                _ => 0,
            }
        })
    }

    fn pieces(&self) -> Vec<Piece> {
        let of = |seat| {
            self.board.of(seat).filter_map(move |square| {
                let role = self.board.get(square)?.role;
                Some(Piece {
                    at: square.index() as u16,
                    name: role.name(),
                    seat,
                    value: value(role),
                    royal: role == Role::King,
                })
            })
        };
        of(Seat::WHITE).chain(of(Seat::BLACK)).collect()
    }

    fn square_name(&self, at: u16) -> String {
        let square = Square::all().nth(usize::from(at));
        square.map(|square| square.to_string()).unwrap_or_default()
    }

    fn pass(&mut self) -> bool {
        self.passed = EnPassant::default();
        self.returning = None;
        self.turn = self.turn.other();
        true
    }
}
