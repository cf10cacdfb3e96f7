//! Threats: changes by a move, moves that win at once, and captures that win material, found without a search by
//! playing every capture and every recapture.

use super::hooks::{Piece, ROYAL, Search};
use crate::rules::{Seat, Status};

/// Returns true if a candidate wins the game.
pub(super) fn wins_at_once<P: Search>(position: &P, mv: &P::Move) -> bool {
    let mut after = position.clone();
    after.advance(mv) && has_won(position, &after)
}

/// Returns true if a candidate wins the game by attacking or capturing the royal piece: if the game has one, no other
/// move can win, and a status is far costlier than this test.
pub(super) fn wins_by_royal<P: Search>(position: &P, mv: &P::Move) -> bool {
    let mut after = position.clone();
    after.advance(mv)
        && (after.check() || position.stakes(mv).gain >= ROYAL)
        && has_won(position, &after)
}

fn has_won<P: Search>(before: &P, after: &P) -> bool {
    matches!(
        after.status(),
        Status::Won { winner, .. } if before.is_together(winner, before.turn())
    )
}

/// The changes that a move makes on the board.
pub(super) struct Change {
    /// The mover's pieces that left their squares.
    pub went: Vec<Piece>,
    /// The mover's pieces on new squares.
    pub came: Vec<Piece>,
    /// Pieces of other seats that were captured.
    pub taken: Vec<Piece>,
}

impl Change {
    pub fn between(before: &[Piece], after: &[Piece], mover: Seat) -> Change {
        let is_own = |piece: &Piece| piece.seat == mover;
        let gone = before.iter().filter(|piece| !after.contains(piece));
        let (went, taken) = gone.copied().partition(is_own);
        let new = after.iter().filter(|piece| !before.contains(piece));
        let came = new.copied().filter(is_own).collect();
        Change { went, came, taken }
    }

    /// Returns the piece that captures another one, on its square before the move. Pieces that move together move alike,
    /// and the captor lands on the other's square.
    fn captor(&self, victim: &Piece) -> Option<Piece> {
        let lands = |from: &&Piece| {
            let shift = i32::from(victim.at) - i32::from(from.at);
            self.went.iter().all(|one| {
                let to = i32::from(one.at) + shift;
                self.came.iter().any(|came| i32::from(came.at) == to)
            })
        };
        self.went.iter().find(lands).or(self.went.first()).copied()
    }
}

/// Returns the position with a seat to move; `None` if turns cannot be passed.
pub(super) fn turned_to<P: Search>(position: &P, seat: Seat) -> Option<P> {
    let mut turned = position.clone();
    for _ in 0..4 {
        if turned.turn() == seat {
            return Some(turned);
        }
        if !turned.pass() {
            return None;
        }
    }
    None
}

/// Returns the seats with pieces, except one.
fn others<P: Search>(position: &P, seat: Seat) -> Vec<Seat> {
    let mut seats: Vec<Seat> = position.pieces().iter().map(|piece| piece.seat).collect();
    seats.sort_unstable();
    seats.dedup();
    seats.retain(|other| *other != seat && position.is_playing(*other));
    seats
}

/// A capture that wins more than it loses.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Threat {
    /// The capturing piece.
    pub by: Piece,
    /// The way of the capture, where the piece does not tell it.
    pub way: Option<String>,
    /// The most valuable piece that it captures.
    pub victim: Piece,
    /// Number of pieces that it captures besides.
    pub besides: usize,
    /// True if no piece can retake.
    pub free: bool,
}

/// Returns the captures of the side to move that win more than they lose, the largest first; each is computed lazily.
pub(super) fn each_threat<P: Search>(position: &P) -> impl Iterator<Item = Threat> {
    let mover = position.turn();
    let before = position.pieces();
    let mut moves = position.captures_and_promotions();
    moves.sort_by_cached_key(|mv| -position.stakes(mv).gain);
    moves.into_iter().filter_map(move |mv| {
        let mut after = position.clone();
        if !after.advance(&mv) {
            return None;
        }
        let change = Change::between(&before, &after.pieces(), mover);
        let victim = *change.taken.iter().max_by_key(|piece| piece.value)?;
        let by = change.captor(&victim)?;
        let gain: i32 = change.taken.iter().map(|piece| piece.value).sum();
        let cost: i32 = change.went.iter().map(|piece| piece.value).sum();
        let free = retaken(&after, mover, &change.came) == Some(false);
        (free || gain > cost).then(|| Threat {
            by,
            way: position.way(&mv),
            victim,
            besides: change.taken.len() - 1,
            free,
        })
    })
}

/// Returns the position with each of a seat's opponents to move, as far as turns can be passed.
pub(super) fn turned_to_others<P: Search>(position: &P, seat: Seat) -> impl Iterator<Item = P> {
    let others = others(position, seat).into_iter();
    others.filter_map(|other| turned_to(position, other))
}

/// Returns the threats of all other seats against a seat's pieces.
pub(super) fn threats_of_others<P: Search>(position: &P, seat: Seat) -> Vec<Threat> {
    let mut threats = Vec::new();
    for turned in turned_to_others(position, seat) {
        threats.extend(each_threat(&turned).filter(|threat| threat.victim.seat == seat));
    }
    threats
}

/// Returns true if another seat can capture one of these pieces; `None` if turns cannot be passed.
pub(super) fn retaken<P: Search>(position: &P, seat: Seat, pieces: &[Piece]) -> Option<bool> {
    for other in others(position, seat) {
        let turned = turned_to(position, other)?;
        let takes = |mv: &P::Move| {
            let mut after = turned.clone();
            after.advance(mv) && {
                let left = after.pieces();
                pieces.iter().any(|piece| !left.contains(piece))
            }
        };
        if turned.captures_and_promotions().iter().any(takes) {
            return Some(true);
        }
    }
    Some(false)
}

/// Returns the pieces that a piece attacks for gain, the most valuable first, including the royal piece.
pub(super) fn attacked_by<P: Search>(after: &P, mover: Seat, by: &Piece) -> Vec<Piece> {
    let Some(turned) = turned_to(after, mover) else {
        return Vec::new();
    };
    let mut victims: Vec<Piece> = each_threat(&turned)
        .filter(|threat| threat.by.at == by.at)
        .map(|threat| threat.victim)
        .collect();
    if after.check() && !victims.iter().any(|piece| piece.royal) {
        let royal = after.pieces().into_iter();
        victims.extend(royal.filter(|piece| piece.royal && piece.seat == after.turn()));
    }
    sort_by_value(&mut victims);
    victims.dedup();
    victims
}

/// Sorts the most valuable pieces first, royal pieces before all others; not generic, so that it is compiled only
/// once.
fn sort_by_value(pieces: &mut [Piece]) {
    pieces.sort_unstable_by_key(|piece| (!piece.royal, -piece.value, piece.at));
}
