//! Rules that only the Shogi Tower Game has: promotion in the zone, drops and their limits, repetition.
//!
//! Inventor's page: "All first rank pieces and pawns, including the Golden General, promote to a Uranium General upon
//! reaching the last three ranks. As in Shogi, promotion is optional unless the piece is immobile." and "The Drops
//! rules are exactly as in Shogi. Including the no-double pawn rule and the no-checkmate pawn drop."

use super::board::Cube;
use super::moves::Move;
use super::pieces::{Piece, Role};
use super::position::TowerGame;
use crate::rules::{Occurrence, Reason, Seat, Status};

impl TowerGame {
    /// Number of ranks from a cube to the side's last rank.
    fn ranks_left(&self, seat: Seat, cube: Cube) -> u8 {
        self.rules.last_rank(seat).abs_diff(cube.rank())
    }

    /// True if a cube is in a side's promotion zone, its last three ranks.
    fn in_zone(&self, seat: Seat, cube: Cube) -> bool {
        self.ranks_left(seat, cube) < 3
    }

    /// True if an unpromoted piece could never move again from a cube: pawns and lances on the last rank, knights,
    /// captains and jesters, which go two ranks at a time, on the last two.
    pub(super) fn is_dead_end(&self, piece: Piece, cube: Cube) -> bool {
        let needed = match piece.role {
            _ if piece.promoted => 0,
            Role::Pawn | Role::Lance => 1,
            Role::Knight | Role::Captain | Role::Jester => 2,
            _ => 0,
        };
        self.ranks_left(piece.seat, cube) < needed
    }

    /// A move without and with promotion, as far as each is allowed.
    pub(super) fn with_promotions(&self, mv: Move, moves: &mut Vec<Move>) {
        let Move {
            piece, from, to, ..
        } = mv;
        if !self.is_dead_end(piece, to) {
            moves.push(mv);
        }
        let zone = |cube: Cube| self.in_zone(piece.seat, cube);
        if piece.role != Role::King && !piece.promoted && (from.is_some_and(zone) || zone(to)) {
            moves.push(Move { plus: true, ..mv });
        }
    }

    /// Adds a move's captured piece to the hand, and removes a dropped piece.
    pub(super) fn hold(&mut self, mv: &Move, captured: Option<Piece>) {
        let hand = &mut self.hands[mv.piece.seat.index()];
        if let Some(captured) = captured {
            hand.add(captured.role);
        }
        if mv.from.is_none() {
            hand.remove(mv.piece.role);
        }
    }

    /// The cube of a side's unpromoted pawn on the file of a cube, if it has one (nifu).
    pub(super) fn pawn_of_file(&self, seat: Seat, cube: Cube) -> Option<Cube> {
        let pawn = Piece::new(seat, Role::Pawn);
        (0..self.rules.space.ranks)
            .map(|rank| Cube::on_file(cube.file(), rank))
            .find(|cube| self.get(*cube) == Some(pawn))
    }

    /// True if a move drops a pawn that gives checkmate, which is forbidden.
    pub(super) fn mates_by_pawn_drop(&self, mv: &Move) -> bool {
        if mv.from.is_some() || mv.piece.role != Role::Pawn {
            return false;
        }
        let other = mv.piece.seat.other();
        // A dropped pawn opens no line: it checks by itself or not at all.
        let ahead = self.rules.space.shift(mv.to, self.ahead(mv.piece.seat));
        if ahead.is_none() || ahead != self.king(other) {
            return false;
        }
        let mut after = self.clone();
        after.make(mv);
        !after.can_move()
    }
}

/// Shogi's repetition: the fourth occurrence ends the game; it is lost for a side that gave check at every one of its
/// turns between the first and the fourth, else drawn.
pub(super) fn repetition(history: &[Occurrence]) -> Option<Status> {
    let newest = history.last()?;
    let same = |before: &&Occurrence| before.position == newest.position;
    if history.iter().filter(same).count() < 4 {
        return None;
    }
    let first = history.iter().position(|before| same(&before))?;
    // What a side's turn led to is an occurrence with the other side to move.
    let since = &history[first + 1..];
    let always_checked = |seat: Seat| {
        let mut turns = since
            .iter()
            .filter(|after| after.turn == seat.other())
            .peekable();
        turns.peek().is_some() && turns.all(|after| after.check)
    };
    Some(match [Seat::WHITE, Seat::BLACK].map(always_checked) {
        [true, false] => lost_by(Seat::WHITE),
        [false, true] => lost_by(Seat::BLACK),
        _ => Status::Drawn(Reason::Repetition),
    })
}

fn lost_by(seat: Seat) -> Status {
    Status::Won {
        winner: seat.other(),
        reason: Reason::Repetition,
    }
}
