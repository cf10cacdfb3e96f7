//! How strong players are: Glicko-2, for games of two.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use super::{MatchState, Phase, UserId};
use crate::rules::Seat;

/// How strong somebody is at a game, and in how many matches they have shown it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// 1500 for a newcomer.
    pub rating: f64,
    /// How uncertain the rating is: 350 for a newcomer.
    pub deviation: f64,
    /// How much it is expected to change.
    pub volatility: f64,
    /// Matches won.
    pub won: u32,
    /// Matches that gave both something: draws, and stalemates that are shared otherwise.
    pub drawn: u32,
    /// Matches lost.
    pub lost: u32,
}

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
    /// How many matches it rests on.
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

    /// Both ratings after a match that gave the first player so many quarters of a point (0 to 4).
    pub fn played(first: Rating, second: Rating, quarters: u8) -> (Rating, Rating) {
        let by = |outcome| {
            let config = Glicko2Config::new();
            glicko2(&first.glicko(), &second.glicko(), &outcome, &config)
        };
        let (one, other) = match quarters {
            0 => by(Outcomes::LOSS),
            1 => between(by(Outcomes::LOSS), by(Outcomes::DRAW)),
            2 => by(Outcomes::DRAW),
            3 => between(by(Outcomes::WIN), by(Outcomes::DRAW)),
            _ => by(Outcomes::WIN),
        };
        let quarters = quarters.min(4);
        (
            first.after(one, quarters),
            second.after(other, 4 - quarters),
        )
    }
}

/// Three quarters of a point lie half-way between a win and a draw, and so does what they are worth: the new rating
/// is linear in the score.
fn between(
    one: (Glicko2Rating, Glicko2Rating),
    other: (Glicko2Rating, Glicko2Rating),
) -> (Glicko2Rating, Glicko2Rating) {
    let middle = |one: Glicko2Rating, other: Glicko2Rating| Glicko2Rating {
        rating: f64::midpoint(one.rating, other.rating),
        deviation: f64::midpoint(one.deviation, other.deviation),
        volatility: f64::midpoint(one.volatility, other.volatility),
    };
    (middle(one.0, other.0), middle(one.1, other.1))
}

/// A match that counts for the ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rated {
    /// Who held the first seat.
    pub first: UserId,
    /// Who held the second.
    pub second: UserId,
    /// What the first got, in quarters of a point.
    pub quarters: u8,
}

impl MatchState {
    /// What the ended match counts for the ratings. Only matches of two different people count, not of the machine, after the second move
    /// of each; one that ended because both fell silent, because its rules were corrected, or by a moderator, does not.
    pub fn rated(&self) -> Option<Rated> {
        let Phase::Over(ending) = &self.phase else {
            return None;
        };
        let (first, second) = (self.owner(Seat(0))?, self.owner(Seat(1))?);
        let without_result =
            ending.how == "over:silence" || ending.is_by_correction() || ending.is_moderated();
        let people = !first.is_machine() && !second.is_machine();
        let counts =
            self.size == 2 && people && first != second && self.moves >= 4 && !without_result;
        counts.then_some(Rated {
            first,
            second,
            quarters: ending.quarters.first().copied()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stalemate in the Tower Game gives three quarters: worth more than a draw, less than a win, and as much as the
    /// other loses.
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
}
