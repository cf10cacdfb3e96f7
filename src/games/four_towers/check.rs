//! Check: the pieces that could capture a king if it were their turn.

use super::FourTowers;
use super::board::{Direction, Square, SquareSet};
use super::pieces::{Parts, Role};
use super::powers::{Powers, is_apart};
use crate::rules::{Counting, Position, Seat, without_last_field};

impl Counting for FourTowers {
    fn check(&self) -> bool {
        self.in_check(self.turn)
    }

    fn no_progress(&self) -> u32 {
        self.no_progress
    }

    /// Returns the position text without its last field, the count without progress.
    fn repetition_key(&self) -> String {
        without_last_field(Position::to_text(self))
    }
}

impl FourTowers {
    /// Returns true if a side's king could be captured now. A side without a king is never in check.
    pub fn in_check(&self, seat: Seat) -> bool {
        self.checkers(seat).next().is_some()
    }

    /// Returns the squares of the pieces that give check to a side's king, one after the other.
    ///
    /// A part never captures where its whole does not, so only whole pieces are tried: a queen near a marshall's tower
    /// does not count as a rook, a marshall is as much apart as its parts, and the cardinal's switch affects simple
    /// pieces only.
    pub(super) fn checkers(&self, seat: Seat) -> impl Iterator<Item = Square> + '_ {
        let powers = Powers::of(&self.board);
        let king = self.board.king(seat);
        king.into_iter()
            .flat_map(move |king| self.attackers(powers, seat, king))
    }

    /// Returns the squares of the pieces that could capture a side's king on a square under the given powers, which
    /// may differ from those of the board.
    pub(super) fn attackers(
        &self,
        powers: Powers,
        seat: Seat,
        king: Square,
    ) -> impl Iterator<Item = Square> + use<'_> {
        let enemies = if powers.shelters(seat, king) {
            SquareSet::EMPTY
        } else {
            self.board.of(seat.other())
        };
        enemies
            .intersection(king.origins(powers.knights()))
            .filter(move |from| self.attacks(&powers, *from, king))
    }

    /// Returns true if the piece on a square could capture a king on another by its movement and the towers' powers.
    fn attacks(&self, powers: &Powers, from: Square, king: Square) -> bool {
        let Some(piece) = self.board.get(from) else {
            return false;
        };
        if is_apart(piece.role) && !powers.may_capture(piece.role, from, Role::King, king) {
            return false;
        }
        let knights = powers.knights();
        match piece.role {
            Role::Pawn => Direction::forward_diagonals(piece.seat)
                .into_iter()
                .any(|direction| from.step(direction, knights) == Some(king)),
            Role::Lancer => {
                let [one, other] = Direction::forward_diagonals(piece.seat);
                [Direction::forward(piece.seat), one, other]
                    .into_iter()
                    .any(|direction| {
                        from.step(direction, knights).is_some_and(|first| {
                            first == king
                                || (self.board.is_empty(first)
                                    && first.step(direction, knights) == Some(king))
                        })
                    })
            }
            Role::King if powers.captures_far(from) => {
                self.slides(powers, from, king, Parts::ROOK.with(Parts::BISHOP))
            }
            Role::King => self.moves_like(powers, from, king, Parts::KING),
            Role::Dragon => self.moves_like(powers, from, king, self.dragon_movement()),
            role => self.moves_like(powers, from, king, powers.movement(role, from)),
        }
    }

    /// Returns true if one of these kinds of movement leads from one square to the other.
    pub(super) fn moves_like(
        &self,
        powers: &Powers,
        from: Square,
        king: Square,
        parts: Parts,
    ) -> bool {
        (parts.overlaps(Parts::KNIGHT) && from.leaps().contains(king))
            || (parts.overlaps(Parts::KING)
                && Direction::ALL
                    .into_iter()
                    .any(|d| from.step(d, powers.knights()) == Some(king)))
            || self.slides(powers, from, king, parts)
    }

    /// Returns true if one of these kinds of movement leads along a line with no piece between the squares.
    pub(super) fn slides(&self, powers: &Powers, from: Square, king: Square, parts: Parts) -> bool {
        let occupied = self.board.occupied();
        from.lines_to(king, powers.knights())
            .any(|(direction, between)| {
                parts.overlaps(Parts::along(direction)) && between.intersection(occupied).is_empty()
            })
    }
}
