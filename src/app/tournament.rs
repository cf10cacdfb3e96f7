//! Tournaments, which players call events: signing up, the rounds with their matches, results and corrections. The
//! draw and the standings are those of [`crate::tournament`].

mod correction;
mod due;
mod loaded;
mod round;
mod signing_up;
mod view;

pub use correction::Corrected;
pub use due::{Posted, TournamentPost, TournamentPostKind};
pub use signing_up::{EVENT_ROUNDS, NewEvent};
pub use view::{EventPlayer, PairingView, TournamentView};
