//! Who sees what of a match. A [`Sight`] is made here and nowhere else.

use super::{SeenGame, Sight};
use crate::app::loaded::LoadedMatch;
use crate::match_state::{Phase, UserId};
use crate::rules::{Seat, Viewer};

impl LoadedMatch {
    /// What everybody may see.
    pub fn public_sight(&self) -> Sight {
        self.sight(&[])
    }

    /// What somebody may see: of several seats of theirs, from the one to move or else the first; everything where they
    /// hold every seat.
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

    /// The game as it may be shown.
    pub fn seen_by(&self, sight: Sight) -> SeenGame {
        self.game.seen_by(sight)
    }
}
