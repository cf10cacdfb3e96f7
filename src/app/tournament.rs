//! Tournaments, which players call events and seasons: signing up, the rounds with their matches, results and
//! corrections. The draw, the divisions and the standings are those of [`crate::tournament`].

mod correction;
mod due;
mod league;
mod loaded;
mod round;
mod season;
mod season_view;
mod signing_up;
mod step;
mod view;

pub use correction::Corrected;
pub use due::{Posted, TournamentPost};
pub use league::{NewLeague, Vacations};
pub use season_view::{DivisionView, SeasonPlace, SeasonView};
pub use signing_up::{EVENT_ROUNDS, NewEvent};
pub use step::TournamentPostKind;
pub use view::{EventPlayer, PairingView, TournamentView};
