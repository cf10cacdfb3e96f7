//! Rearrangements, which a wizard on a tower gives its owner: "any or all of the pieces belonging to the player within
//! a given arena can be freely repositioned on new squares within the same arena".

use super::board::{Arena, Square, SquareSet};
use super::pieces::{Piece, Role};
use super::powers::Powers;
use super::{EnPassant, FourTowers};

/// A reason why placements do not make a rearrangement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RearrangementError {
    /// No wizard of the player on a tower touches the arena.
    NoWizard,
    /// No piece is moved.
    Nothing,
    /// A square is not in the arena.
    Outside(Square),
    /// The square holds none of the player's pieces.
    NotOwn(Square),
    /// A piece is moved to its current square.
    Stays(Square),
    /// A piece is moved twice.
    Twice(Square),
    /// Two pieces move to one square.
    Crowded(Square),
    /// An enemy is on the square.
    Enemy(Square),
    /// A piece of the player that does not move is on the square.
    Held(Square),
    /// The moves exchange like pieces only, so the position would be unchanged.
    Same,
}

impl FourTowers {
    /// Decides if the placements make a rearrangement, apart from the king's safety.
    pub(super) fn judge_rearrangement(
        &self,
        arena: Arena,
        puts: &[(Square, Square)],
    ) -> Result<(), RearrangementError> {
        let powers = Powers::of(&self.board);
        if !powers.rearrangeable(self.turn).contains(&arena) {
            return Err(RearrangementError::NoWizard);
        }
        if puts.is_empty() {
            return Err(RearrangementError::Nothing);
        }
        let (mut left, mut taken) = (SquareSet::EMPTY, SquareSet::EMPTY);
        for &(from, to) in puts {
            for square in [from, to] {
                if square.arena() != Some(arena) {
                    return Err(RearrangementError::Outside(square));
                }
            }
            if !self.board.of(self.turn).contains(from) {
                return Err(RearrangementError::NotOwn(from));
            }
            if from == to {
                return Err(RearrangementError::Stays(from));
            }
            if left.contains(from) {
                return Err(RearrangementError::Twice(from));
            }
            if taken.contains(to) {
                return Err(RearrangementError::Crowded(to));
            }
            left.insert(from);
            taken.insert(to);
        }
        for to in taken {
            if self.board.of(self.turn.other()).contains(to) {
                return Err(RearrangementError::Enemy(to));
            }
            if !self.board.is_empty(to) && !left.contains(to) {
                return Err(RearrangementError::Held(to));
            }
        }
        let changes = left != taken
            || puts
                .iter()
                .any(|&(from, to)| self.board.get(from) != self.board.get(to));
        if changes {
            Ok(())
        } else {
            Err(RearrangementError::Same)
        }
    }

    /// Plays a rearrangement. Dragons learn nothing from it.
    pub(super) fn make_rearrangement(&mut self, puts: &[(Square, Square)]) {
        self.place_again(puts);
        self.passed = EnPassant::default();
        self.returning = None;
        self.end_turn();
    }

    /// Moves the pieces without ending the turn, for a turn or for a picture of one.
    pub(super) fn place_again(&mut self, puts: &[(Square, Square)]) {
        let lifted: Vec<(Square, Option<Piece>)> = puts
            .iter()
            .map(|&(from, to)| (to, self.board.take(from)))
            .collect();
        for (to, piece) in lifted {
            if let Some(piece) = piece {
                self.board.put(to, piece);
            }
        }
    }

    /// Returns the arenas in which the side to move has at least one legal rearrangement, I to IX.
    pub(super) fn rearrangements(&self) -> Vec<Arena> {
        Powers::of(&self.board)
            .rearrangeable(self.turn)
            .into_iter()
            .filter(|arena| self.has_rearrangement(*arena))
            .collect()
    }

    /// Returns true if a legal rearrangement exists in an arena that a tower with the player's wizard touches.
    ///
    /// A piece of the player in an arena affects the king's safety only by blocking lines, whatever its role, unless
    /// it is the king. So it is enough to try every set of occupied squares, and every one of them for the king; the
    /// placement of roles matters only for the result to differ.
    fn has_rearrangement(&self, arena: Arena) -> bool {
        let seat = self.turn;
        let own = self.board.of(seat).intersection(arena.squares());
        if own.is_empty() {
            return false;
        }
        let king = self.board.king(seat).filter(|king| own.contains(*king));
        let roles: Vec<Role> = own
            .filter(|square| Some(*square) != king)
            .filter_map(|square| self.board.get(square))
            .map(|piece| piece.role)
            .collect();
        let all_alike = roles.windows(2).all(|pair| pair[0] == pair[1]);
        let free: Vec<Square> = arena
            .squares()
            .without(self.board.of(seat.other()))
            .collect();
        let filler = roles.first().copied().unwrap_or(Role::Pawn);
        (0u32..1 << free.len())
            .filter(|chosen| chosen.count_ones() == own.len())
            .any(|chosen| {
                let stand: SquareSet = free
                    .iter()
                    .enumerate()
                    .filter(|(n, _)| chosen & (1 << n) != 0)
                    .map(|(_, square)| *square)
                    .collect();
                let throne: Vec<Option<Square>> = match king {
                    Some(_) => stand.map(Some).collect(),
                    None => vec![None],
                };
                throne.into_iter().any(|new_king| {
                    let same_shape = stand == own && new_king == king;
                    if same_shape && all_alike {
                        return false;
                    }
                    let mut next = self.clone();
                    for square in own {
                        next.board.take(square);
                    }
                    for square in stand {
                        let role = if Some(square) == new_king {
                            Role::King
                        } else {
                            filler
                        };
                        next.board.put(square, Piece { seat, role });
                    }
                    !next.in_check(seat)
                })
            })
    }
}
