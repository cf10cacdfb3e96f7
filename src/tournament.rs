//! Tournaments, which players call events: who plays whom in each round, and the standings. Pure: numbers in, numbers
//! out, with no game, no store and no clock.
//!
//! Players are numbers, counted from 0 in the order drawn by lot at the start. Points are counted in twelfths, since
//! three people who share the first three places of a table get seven thirds each.

mod matching;
mod pairing;
mod season;
mod standings;
#[cfg(test)]
mod tests;

pub use pairing::{Drawn, draw_round};
pub use season::{Division, Month, Promotion, division_sizes, draw_division, next_order};
pub use standings::{Standing, counts, standings};

/// Twelfths of a point.
pub const POINT: u32 = 12;

/// The most people in one tournament.
pub const MOST_PLAYERS: usize = 64;

/// The most people who all meet each other.
const ROUND_ROBIN: usize = 8;

/// Points of the places of a table of four, from the first, in twelfths.
const PLACES: [u32; 4] = [4 * POINT, 2 * POINT, POINT, 0];

/// The number of a tournament in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TournamentId(pub i64);

/// The form of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Everybody plays everybody else once.
    RoundRobin,
    /// Everybody plays everybody else twice, once with each colour.
    DoubleRoundRobin,
    /// In each round people with about the same points meet, and nobody meets anyone twice.
    Swiss,
    /// Tables of four; everybody meets everybody else as evenly as can be.
    Tables,
}

/// A player of a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// Number of games that the player had finished at the withdrawal; `None` if the player takes part.
    pub left: Option<u8>,
}

/// A game of a round, or a bye if it has one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The round, counted from 1.
    pub round: u8,
    /// The players in turn order.
    pub players: Vec<usize>,
    /// The result.
    pub outcome: Outcome,
}

/// The result of a pairing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The game goes on.
    Going,
    /// Each player's place, counted from 1; equal places are shared.
    Placed(Vec<u8>),
    /// The game has ended without a result, and gives nobody points.
    Void,
}

impl Format {
    /// Returns the form for a game with these seats and so many people.
    pub fn of(seats: usize, people: usize) -> Format {
        match (seats, people) {
            (2, people) if people <= ROUND_ROBIN => Format::RoundRobin,
            (2, _) => Format::Swiss,
            _ => Format::Tables,
        }
    }

    /// Returns the fewest people with whom a tournament can begin.
    pub fn fewest(seats: usize) -> usize {
        if seats == 2 { 3 } else { 4 }
    }

    /// Returns the number of rounds for so many people; `wanted` decides it where it can be chosen.
    pub fn rounds(self, people: usize, wanted: Option<u8>) -> u8 {
        let once = people.saturating_sub(1) + people % 2;
        let usual = match (self, people) {
            (Format::RoundRobin, _) => return u8::try_from(once).unwrap_or(u8::MAX),
            (Format::DoubleRoundRobin, _) => return u8::try_from(2 * once).unwrap_or(u8::MAX),
            (Format::Tables, _) | (Format::Swiss, ..=16) => 4,
            (Format::Swiss, ..=24) => 5,
            (Format::Swiss, ..=40) => 6,
            (Format::Swiss, _) => 7,
        };
        wanted.unwrap_or(usual)
    }
}

impl Pairing {
    /// True for a round off, which counts as a win.
    pub fn is_bye(&self) -> bool {
        self.players.len() == 1
    }

    /// Returns the points of each player, in turn order, in twelfths.
    pub fn points(&self) -> Vec<u32> {
        let nothing = vec![0; self.players.len()];
        let placings = match (&self.outcome, self.is_bye()) {
            (_, true) => return vec![3 * POINT],
            (Outcome::Placed(placings), _) if placings.len() == nothing.len() => placings,
            _ => return nothing,
        };
        let shared = |place: &u8| {
            let sharers = placings.iter().filter(|other| *other == place).count();
            if placings.len() == 2 {
                return match (sharers, place) {
                    (2, _) => POINT,
                    (_, 1) => 3 * POINT,
                    _ => 0,
                };
            }
            let better = placings.iter().filter(|other| *other < place).count();
            let sum: u32 = PLACES.iter().skip(better).take(sharers).sum();
            sum / u32::try_from(sharers).unwrap_or(1)
        };
        placings.iter().map(shared).collect()
    }

    /// Returns twice the score of one player against another: 2 for a better place, 1 for the same; `None` if they have
    /// not finished a game against each other here.
    pub fn score(&self, player: usize, other: usize) -> Option<u32> {
        let Outcome::Placed(placings) = &self.outcome else {
            return None;
        };
        let place = |player: usize| {
            let at = self.players.iter().position(|one| *one == player)?;
            placings.get(at).copied()
        };
        let (own, theirs) = (place(player)?, place(other)?);
        Some(match own.cmp(&theirs) {
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 0,
        })
    }
}

/// Returns points in words: `7`, `4⅓`.
pub fn points_text(twelfths: u32) -> String {
    let fraction = match twelfths % POINT {
        0 => "",
        3 => "¼",
        4 => "⅓",
        6 => "½",
        8 => "⅔",
        9 => "¾",
        _ => "+",
    };
    match (twelfths / POINT, fraction) {
        (0, fraction) if !fraction.is_empty() => fraction.to_owned(),
        (whole, fraction) => format!("{whole}{fraction}"),
    }
}
