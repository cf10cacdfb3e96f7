//! Ratings of players by Glicko-2, for games of two players or of two teams.
//!
//! A team plays with the mean of its players' ratings against the mean of the others', which determine the expected
//! result. The change of a player's rating, and the remaining uncertainty, depend on the player's own deviation.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use super::{MatchState, Outcome, Phase, UserId};
use crate::rules::{GameInfo, Seat};

/// A player's strength at a game, and the matches that it is based on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating: 1500 for a newcomer.
    pub rating: f64,
    /// The uncertainty of the rating: 350 for a newcomer.
    pub deviation: f64,
    /// The expected fluctuation of the rating.
    pub volatility: f64,
    /// Number of matches won.
    pub won: u32,
    /// Number of draws, and of stalemates with another division of the point.
    pub drawn: u32,
    /// Number of matches lost.
    pub lost: u32,
}

/// The deviation above which a rating is provisional.
const PROVISIONAL_ABOVE: f64 = 110.0;

impl Default for Rating {
    fn default() -> Self {
        let Glicko2Rating {
            rating,
            deviation,
            volatility,
        } = Glicko2Rating::new();
        Rating {
            rating,
            deviation,
            volatility,
            won: 0,
            drawn: 0,
            lost: 0,
        }
    }
}

impl Rating {
    /// Returns true if the rating is still so uncertain that it says little.
    pub fn is_provisional(&self) -> bool {
        self.deviation > PROVISIONAL_ABOVE
    }

    /// Returns the number of matches that the rating is based on.
    pub fn matches(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    fn glicko(&self) -> Glicko2Rating {
        Glicko2Rating {
            rating: self.rating,
            deviation: self.deviation,
            volatility: self.volatility,
        }
    }

    fn after(&self, new: Glicko2Rating, quarters: u8) -> Rating {
        Rating {
            rating: new.rating,
            deviation: new.deviation,
            volatility: new.volatility,
            won: self.won + u32::from(quarters == 4),
            drawn: self.drawn + u32::from((1..=3).contains(&quarters)),
            lost: self.lost + u32::from(quarters == 0),
        }
    }

    /// Returns both ratings after a match that gave the first player `quarters` of a point (0 to 4).
    pub fn played(first: Rating, second: Rating, quarters: u8) -> (Rating, Rating) {
        let [one, other] = Rating::played_by([&[first], &[second]], quarters);
        let of = |side: &[Rating], before| side.first().copied().unwrap_or(before);
        (of(&one, first), of(&other, second))
    }

    /// Returns the ratings of both sides after a match that gave the first side `quarters` of a point (0 to 4).
    pub fn played_by(sides: [&[Rating]; 2], quarters: u8) -> [Vec<Rating>; 2] {
        let [first, second] = sides.map(mean);
        let quarters = quarters.min(4);
        let after = |side: &[Rating], own: Glicko2Rating, other: Glicko2Rating, quarters: u8| {
            let of = |player: &Rating| {
                // The player's deviation and volatility, at the team's rating.
                let stand_in = Glicko2Rating {
                    rating: own.rating,
                    ..player.glicko()
                };
                let new = glicko_after(&stand_in, &other, quarters);
                let moved = Glicko2Rating {
                    rating: player.rating + (new.rating - own.rating),
                    ..new
                };
                player.after(moved, quarters)
            };
            side.iter().map(of).collect()
        };
        [
            after(sides[0], first, second, quarters),
            after(sides[1], second, first, 4 - quarters),
        ]
    }
}

/// Returns the mean rating that represents a team.
fn mean(side: &[Rating]) -> Glicko2Rating {
    let of =
        |part: fn(&Rating) -> f64| side.iter().map(part).sum::<f64>() / side.len().max(1) as f64;
    Glicko2Rating {
        rating: of(|player| player.rating),
        deviation: of(|player| player.deviation),
        volatility: of(|player| player.volatility),
    }
}

/// Returns the rating of the first of two players after a match that gave the first `quarters` of a point.
fn glicko_after(first: &Glicko2Rating, second: &Glicko2Rating, quarters: u8) -> Glicko2Rating {
    let by = |outcome| glicko2(first, second, &outcome, &Glicko2Config::new()).0;
    match quarters {
        0 => by(Outcomes::LOSS),
        1 => between(by(Outcomes::LOSS), by(Outcomes::DRAW)),
        2 => by(Outcomes::DRAW),
        3 => between(by(Outcomes::WIN), by(Outcomes::DRAW)),
        _ => by(Outcomes::WIN),
    }
}

/// Returns the mean of two ratings, for scores half-way between a draw and a win or loss: the new rating is linear in
/// the score.
fn between(one: Glicko2Rating, other: Glicko2Rating) -> Glicko2Rating {
    Glicko2Rating {
        rating: f64::midpoint(one.rating, other.rating),
        deviation: f64::midpoint(one.deviation, other.deviation),
        volatility: f64::midpoint(one.volatility, other.volatility),
    }
}

/// A change of a player's rating by one match, rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingChange {
    /// The player.
    pub user: UserId,
    /// The rating before.
    pub before: i32,
    /// The rating after.
    pub after: i32,
}

/// Number of moves below which a match that somebody gave up, or lost by running out of time, does not count.
const LEAST_MOVES: u32 = 10;

/// The reason why a match between people, on rated terms, counts for no rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uncounted {
    /// Too few moves.
    TooShort,
    /// Its players have had the most matches with each other that count in a month.
    PlayedOften,
}

/// A match that counts for the ratings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rated {
    /// The players of the first seat's side, and those of the other side.
    pub sides: [Vec<UserId>; 2],
    /// The result of the first side, in quarters of a point.
    pub quarters: u8,
}

impl MatchState {
    /// Returns the result for the ratings of an ended match of `kind`. Only matches of two players or of two teams
    /// count, all of them different people, after the second move of each, or after ten moves if somebody left. A match
    /// that ended by silence, by a correction of the rules or by a moderator does not count, nor does an unrated one.
    pub fn rated(&self, kind: &GameInfo) -> Option<Rated> {
        let (rated, least) = self.rated_from(kind)?;
        (self.moves >= least).then_some(rated)
    }

    /// Returns true if an ended match counts for no rating only because it had too few moves.
    pub fn is_too_short_to_count(&self, kind: &GameInfo) -> bool {
        let rated = self.rated_from(kind);
        rated.is_some_and(|(_, least)| self.moves < least)
    }

    /// Returns the result for the ratings with the number of moves from which on it counts.
    fn rated_from(&self, kind: &GameInfo) -> Option<(Rated, u32)> {
        let Phase::Over(ending) = &self.phase else {
            return None;
        };
        let opponent = kind.opponent(Seat(0))?;
        let players = |seat: Seat| kind.side(seat).map(|seat| self.owner(seat)).collect();
        let first: Option<Vec<UserId>> = players(Seat(0));
        let second: Option<Vec<UserId>> = players(opponent);
        let sides = [first?, second?];
        let mut all = sides.concat();
        all.sort_unstable();
        all.dedup();
        let people =
            all.len() == usize::from(self.size) && !all.iter().any(|user| user.is_machine());
        let without_result =
            ending.how == "over:silence" || ending.is_by_correction() || ending.is_moderated();
        let mut least = 2 * u32::from(self.size);
        if let Some(Outcome::WonByLeaving { .. }) = ending.outcome(kind) {
            least = least.max(LEAST_MOVES);
        }
        let unrated = self.terms.is_some_and(|terms| terms.unrated);
        let quarters = ending.quarters.first().copied()?;
        let counts = people && !without_result && !unrated;
        counts.then_some((Rated { sides, quarters }, least))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three quarters of a point, for a stalemate in the Tower Game, are worth more than a draw and less than a win;
    /// the other side loses as much.
    #[test]
    fn three_quarters_lie_between_a_draw_and_a_win() {
        let new = Rating::default();
        let gain = |quarters| Rating::played(new, new, quarters).0.rating - new.rating;
        assert!(gain(4) > gain(3) && gain(3) > gain(2) && gain(1) > gain(0));
        assert!(gain(2).abs() < 1e-6);
        assert!((gain(3) - gain(4) / 2.0).abs() < 1.0);
        let (one, other) = Rating::played(new, new, 3);
        assert!((one.rating + other.rating - 3000.0).abs() < 1e-6);
        assert_eq!((one.drawn, other.drawn, one.matches()), (1, 1, 1));
    }

    /// The mean of a pair's ratings determines its expected result: a pair of 1400 and 1600 wins and loses as much as
    /// two of 1500, both players equally.
    #[test]
    fn a_pair_plays_with_its_mean() {
        let of = |rating| Rating {
            rating,
            deviation: 80.0,
            ..Rating::default()
        };
        let even = [of(1500.0), of(1500.0)];
        let uneven = [of(1400.0), of(1600.0)];
        let strong = [of(1700.0), of(1700.0)];
        let gains = |pair: [Rating; 2]| {
            let [after, _] = Rating::played_by([&pair, &strong], 4);
            [0, 1].map(|index| after[index].rating - pair[index].rating)
        };
        let (one, other) = (gains(even), gains(uneven));
        for gain in [one[1], other[0], other[1]] {
            assert!((gain - one[0]).abs() < 1e-9);
        }
        let [_, lost] = Rating::played_by([&even, &strong], 4);
        assert!(lost[0].rating < 1700.0 && (lost[0].lost, lost[1].lost) == (1, 1));
        // An expected win gains less.
        let [won, _] = Rating::played_by([&strong, &even], 4);
        assert!(won[0].rating - 1700.0 < one[0]);
        // A newcomer's rating changes more than the partner's.
        let [mixed, _] = Rating::played_by([&[Rating::default(), of(1500.0)], &strong], 4);
        assert!(mixed[0].rating > mixed[1].rating);
    }
}
