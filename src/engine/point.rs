//! Point of a line that wins material: its theme, each a predicate over the positions of the line.

use super::Theme;
use super::hooks::{Piece, Search};
use super::threats::{Change, Threat, each_threat, turned_to};
use super::why::Named;
use crate::rules::Seat;

/// Returns the gain that a line must show on the board at its end, a little below that of a puzzle, in hundredths of a
/// pawn. With more than two seats the others gain only a part of a seat's loss.
pub fn shown_gain(seats: usize) -> i32 {
    if seats > 2 { 70 } else { 250 }
}

/// The point of a line that wins material.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// The theme.
    pub theme: Theme,
    /// The pieces that are attacked, of a fork and a discovery; the most valuable first.
    pub pieces: Vec<Named>,
    /// Number of plies of the line in which the point is made.
    pub plies: usize,
}

/// A line and the positions that it leads through.
struct Walk<'l, P: Search> {
    solver: Seat,
    seats: usize,
    line: &'l [String],
    /// The positions, from the first one to that after the line.
    reached: Vec<P>,
}

impl<'l, P: Search> Walk<'l, P> {
    fn new(position: &P, seats: usize, line: &'l [String]) -> Option<Self> {
        let mut reached = vec![position.clone()];
        for text in line {
            let mut next = reached.last()?.clone();
            next.play(&next.exact(text)?);
            reached.push(next);
        }
        Some(Walk {
            solver: position.turn(),
            seats,
            line,
            reached,
        })
    }

    fn value(&self, at: usize) -> i32 {
        self.reached[at].evaluation().of(self.solver, self.seats)
    }

    /// Returns the indices of the solver's moves.
    fn own(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.line.len()).filter(|at| self.reached[*at].turn() == self.solver)
    }

    /// True if the gain is on the board after a move, and still is after the replies in the line.
    fn shows(&self, at: usize) -> bool {
        let least = self.value(0) + shown_gain(self.seats);
        let next = self.own().find(|own| *own > at).unwrap_or(self.line.len());
        (at + 1..=next).all(|after| self.value(after) >= least)
    }

    fn first_shown(&self) -> Option<usize> {
        self.own().find(|at| self.shows(*at))
    }

    fn change(&self, at: usize) -> Change {
        let pieces = |at: usize| self.reached[at].pieces();
        Change::between(&pieces(at), &pieces(at + 1), self.solver)
    }

    fn named(&self, pieces: &[Piece]) -> Vec<Named> {
        let name = |piece: &Piece| Named::of(&self.reached[1], piece);
        pieces.iter().map(name).collect()
    }

    /// Returns what the first move attacks that could not be captured for gain before: with pieces that moved, and with
    /// pieces that stayed. A royal piece in check counts as attacked by the pieces that moved.
    fn attacks(&self) -> (Vec<Piece>, Vec<Threat>) {
        let Some(turned) = turned_to(&self.reached[1], self.solver) else {
            return (Vec::new(), Vec::new());
        };
        let before: Vec<Piece> = each_threat(&self.reached[0])
            .map(|threat| threat.victim)
            .collect();
        let came = self.change(0).came;
        let new = each_threat(&turned).filter(|threat| !before.contains(&threat.victim));
        let (moved, stayed): (Vec<Threat>, Vec<Threat>) =
            new.partition(|threat| came.iter().any(|piece| piece.at == threat.by.at));
        let mut forked: Vec<Piece> = moved.into_iter().map(|threat| threat.victim).collect();
        let after = &self.reached[1];
        if after.check() {
            let royal = after.pieces().into_iter();
            forked.extend(royal.filter(|piece| piece.royal && piece.seat == after.turn()));
        }
        forked.sort_unstable_by_key(|piece| (!piece.royal, -piece.value, piece.at));
        forked.dedup();
        (forked, stayed)
    }

    /// Returns the point of a fork or a discovery: the solver's second move captures one of the pieces attacked.
    fn attack(&self) -> Option<Point> {
        let second = self.own().nth(1).filter(|at| self.shows(*at))?;
        let change = self.change(second);
        let taken = |victim: &Piece| change.taken.contains(victim);
        let (forked, stayed) = self.attacks();
        let plies = second + 1;
        if forked.len() >= 2 && forked.iter().any(taken) {
            let pieces = self.named(&forked);
            return Some(Point {
                theme: Theme::Fork,
                pieces,
                plies,
            });
        }
        let opened = stayed.iter().find(|threat| {
            taken(&threat.victim) && change.went.iter().any(|piece| piece.at == threat.by.at)
        })?;
        Some(Point {
            theme: Theme::Discovery,
            pieces: self.named(&[opened.victim]),
            plies,
        })
    }

    /// Returns the number of plies after which a rival is out of a game of several.
    fn mates_a_rival(&self) -> Option<usize> {
        let playing = |at: usize, seat| self.reached[at].is_playing(seat);
        let seats = (0..4).map(Seat).filter(|seat| playing(0, *seat));
        let rivals: Vec<Seat> = seats.filter(|seat| *seat != self.solver).collect();
        (1..self.reached.len()).find(|at| rivals.iter().any(|seat| !playing(*at, *seat)))
    }

    fn promotes(&self, at: usize) -> bool {
        let position = &self.reached[at];
        let mv = position.exact(&self.line[at]);
        mv.is_some_and(|mv| position.move_text(&mv).promotion.is_some())
    }

    /// Returns what the solver captures in the line less what is captured from it, in hundredths of a pawn.
    fn captures(&self) -> i32 {
        let gain = |at: usize| {
            let position = &self.reached[at];
            let gain = position.exact(&self.line[at]);
            let gain = gain.map_or(0, |mv| position.stakes(&mv).gain);
            if position.turn() == self.solver {
                gain
            } else {
                -gain
            }
        };
        (0..self.line.len()).map(gain).sum()
    }

    /// True if the first move loses half as much as the line wins in the end.
    fn gives_up(&self) -> bool {
        let second = self.own().nth(1);
        second.is_some_and(|at| self.value(at) <= self.value(0) - shown_gain(self.seats) / 2)
    }
}

/// Returns the point of a line that wins material; `None` if no theme but that of a capture fits.
pub fn of_line<P: Search>(position: &P, seats: usize, line: &[String]) -> Option<Point> {
    let walk = Walk::new(position, seats, line)?;
    let bare = |theme, plies| Point {
        theme,
        pieces: Vec::new(),
        plies,
    };
    if seats == 2 && walk.captures() < 0 {
        // The goal of the game is not to win material.
        return None;
    }
    if let Some(plies) = walk.mates_a_rival() {
        return Some(bare(Theme::Mate, plies));
    }
    let shown = walk.first_shown();
    let motif = position.motif(&position.exact(line.first()?)?);
    if let (Some(motif), Some(at)) = (motif, shown) {
        return Some(bare(motif, at + 1));
    }
    if let Some(point) = walk.attack() {
        return Some(point);
    }
    if let Some(at) = walk.own().find(|at| walk.promotes(*at) && walk.shows(*at)) {
        return Some(bare(Theme::Promotion, at + 1));
    }
    (walk.gives_up()).then_some(bare(Theme::Sacrifice, shown? + 1))
}
