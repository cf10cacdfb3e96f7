//! What pieces are worth to the search. The weights of the plain pieces follow from how many moves each has on a
//! quarter-full board: jester 7.8, captain 9.3, rook 9.3, knight 11.3, bishop 12.1, fool 15.4.

use super::TowerGame;
use super::board::Cube;
use super::men::{Man, Piece};
use super::moves::{Move, Promotion};
use super::shogi::hand_order;
use crate::engine::hooks::hashed;
use crate::engine::{self, Search, Stakes, Worth};
use crate::rules::Seat;

/// The value of a piece that stands on the board, in hundredths of a pawn; a king cannot be taken.
pub(super) fn value(man: Man, shogi: bool) -> i32 {
    match (man.piece, man.promoted) {
        (Piece::King, _) => 0,
        (Piece::Rook | Piece::Bishop | Piece::Merchant, true) => plain(man.piece, shogi) + 400,
        (_, true) => 500,
        (piece, false) => plain(piece, shogi),
    }
}

fn plain(piece: Piece, shogi: bool) -> i32 {
    match piece {
        Piece::King => 0,
        // Leapers of the Shogi set only go forward.
        Piece::Knight | Piece::Captain | Piece::Jester if shogi => 250,
        Piece::Rook => 470,
        Piece::Bishop => 560,
        Piece::Merchant => 290,
        Piece::Knight => 500,
        Piece::Captain => 420,
        Piece::Jester => 330,
        Piece::Fool => 600,
        Piece::Silver => 450,
        Piece::Gold => 400,
        Piece::Lance => 200,
        Piece::Pawn => 110,
    }
}

/// How far a cube is from the middle file, in steps, 0 to 2.
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

impl Search for TowerGame {
    fn key(&self) -> u64 {
        let men = self
            .men
            .iter()
            .enumerate()
            .filter_map(|(at, man)| Some((at, (*man)?)));
        let mut key = hashed((self.turn, self.castling, self.en_passant, self.hands));
        for (at, man) in men {
            key = key.wrapping_add(hashed((at, man)));
        }
        key
    }

    fn candidates(&self, taking: bool) -> Vec<Move> {
        let mut moves = self.pseudo_moves(self.turn);
        if taking {
            moves.retain(|mv| self.stakes(mv).gain > 0);
        }
        moves
    }

    fn advance(&mut self, mv: &Move) -> bool {
        if self.mates_by_pawn_drop(mv) {
            return false;
        }
        let mover = self.turn;
        self.make(mv);
        !self.in_check(mover)
    }

    fn stakes(&self, mv: &Move) -> Stakes {
        let shogi = self.rules.shogi;
        let taken = mv.captured.and_then(|cube| self.man(cube));
        let cost = value(mv.man, shogi);
        let became = match mv.promotion {
            Some(Promotion::To(piece)) => plain(piece, shogi),
            Some(Promotion::Plus) => value(
                Man {
                    promoted: true,
                    ..mv.man
                },
                shogi,
            ),
            None => cost,
        };
        let from = mv
            .from
            .map_or(mv.man.piece as u16, |from| 32 + from.index() as u16);
        Stakes {
            gain: taken.map_or(0, |man| value(man, shogi)) + (became - cost).max(0),
            cost,
            target: mv.to.index() as u16,
            // Distinct enough: the table of quiet moves is smaller than all pairs of cubes.
            quiet: from.wrapping_mul(61) ^ mv.to.index() as u16,
        }
    }

    fn worth(&self) -> Worth {
        let mut worth = Worth::default();
        let mut material = [0; 2];
        let shogi = self.rules.shogi;
        for cube in self.rules.space.cubes() {
            let Some(man) = self.man(cube) else { continue };
            let last = self.rules.last_rank(man.seat);
            let to_go = i32::from(last.abs_diff(cube.rank()));
            let advanced = i32::from(self.rules.space.ranks) - 1 - to_go;
            let enemy = self.kings[man.seat.other().index()];
            let mut sum = value(man, shogi);
            sum += match man.piece {
                Piece::King => -4 * advanced,
                Piece::Pawn if !man.promoted => {
                    4 * advanced
                        + if to_go <= 3 && !shogi {
                            20 * (4 - to_go)
                        } else {
                            0
                        }
                }
                _ => 3 * advanced.min(3) - 4 * from_centre(cube) - 3 * distance(cube, enemy),
            };
            worth.0[man.seat.index()] += sum;
            material[man.seat.index()] += value(man, shogi);
        }
        for seat in [Seat::WHITE, Seat::BLACK] {
            for piece in hand_order() {
                let held = i32::from(self.hands[seat.index()][piece as usize]);
                worth.0[seat.index()] += held * plain(piece, shogi) * 9 / 10;
                material[seat.index()] += held * plain(piece, shogi) * 9 / 10;
            }
        }
        worth.ending(material, |ahead| {
            let king = self.kings[ahead.other().index()];
            let own = self.kings[ahead.index()];
            let ends = king.rank().min(self.rules.space.ranks - 1 - king.rank());
            let attackers: i32 = self
                .rules
                .space
                .cubes()
                .filter(|cube| {
                    let man = self.man(*cube);
                    man.is_some_and(|man| man.seat == ahead && man.piece != Piece::Pawn)
                })
                .map(|cube| 8 - distance(cube, king))
                .sum();
            5 * attackers
                + 15 * from_centre(king)
                + 10 * (4 - i32::from(ends))
                + 4 * (8 - distance(own, king))
        })
    }

    fn pieces(&self) -> Vec<engine::Piece> {
        let cubes = self.rules.space.cubes();
        cubes
            .filter_map(|cube| {
                let man = self.man(cube)?;
                Some(engine::Piece {
                    at: cube.index() as u16,
                    name: man.name(&self.rules),
                    seat: man.seat,
                    value: value(man, self.rules.shogi),
                    royal: man.piece == Piece::King,
                })
            })
            .collect()
    }

    fn square_name(&self, at: u16) -> String {
        let mut cubes = self.rules.space.cubes();
        let cube = cubes.find(|cube| cube.index() == usize::from(at));
        cube.map(|cube| cube.to_string()).unwrap_or_default()
    }

    fn pass(&mut self) -> bool {
        self.en_passant = None;
        self.turn = self.turn.other();
        true
    }
}
