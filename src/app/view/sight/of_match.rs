//! The sight of each viewer of a match; the only place where a [`Sight`] is made.

use super::{SeenGame, Sight};
use crate::app::matches::loaded::LoadedMatch;
use crate::match_state::{Phase, UserId};
use crate::rules::{Seat, Viewer};

impl LoadedMatch {
    /// Returns the sight of the public.
    pub fn public_sight(&self) -> Sight {
        self.sight(&[])
    }

    /// Returns the sight of a user: that of the user's seat to move, or else of the first one; everything if the user
    /// holds every seat.
    pub fn sight_of(&self, user: UserId) -> Sight {
        self.sight(&self.state.seats_of(user))
    }

    fn sight(&self, seats: &[Seat]) -> Sight {
        let over = matches!(self.state.phase(), Phase::Over(_));
        let all = self.kind.all_seats().all(|seat| seats.contains(&seat));
        if !self.hides || over || all {
            return Sight(Viewer::Umpire);
        }
        let turn = self.state.turn().filter(|turn| seats.contains(turn));
        let seat = turn.or_else(|| seats.first().copied());
        Sight(seat.map_or(Viewer::Public, Viewer::Seat))
    }

    /// Returns the game as this sight shows it.
    pub fn seen_by(&self, sight: Sight) -> SeenGame {
        self.game.seen_by(sight)
    }
}
