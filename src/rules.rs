//! The rules core: traits that a game implements, and the game as the rest of Rookery holds it.
//!
//! [`Position`] is implemented by the author of a game, over the game's own types. [`Game`] is the rest of the
//! program's view of it, as `Box<dyn Game>`: text in; canonical text, scene and words out. The one implementation of
//! `Game` is [`GameWithHistory`], a position together with the history that repetition needs.
//!
//! The module has no input or output, no clock and no randomness. Chance comes in from outside, as an option (a
//! shuffled setup) or as an entry of the move list (a die).

mod counting;
mod depict;
mod describe;
mod entry;
mod error;
mod game;
mod hidden;
mod history;
mod notation;
mod options;
mod outcome;
mod position;
mod reach;
mod seat;
pub mod sheet;
mod specimen;
mod tutorial;
mod twists;
pub mod wording;

pub use counting::{Counting, Occurrence, digest, without_last_field};
#[cfg(test)]
pub use depict::from_play;
pub use depict::{Depict, PieceName};
pub use describe::{Describe, Topic};
pub use entry::{Choice, Choices, Entry};
pub use error::{RuleError, RuleErrorKind};
pub use game::{Attempt, Course, Exercise, Game, GameInfo, GameResult, Lesson, Mistake, Played};
pub use hidden::Hidden;
pub use history::{GameWithHistory, Playable};
pub use notation::Notation;
pub use options::{OptionSpec, Options, Values, Variant};
pub use outcome::{OwnReason, Reason, Status};
pub use position::Position;
pub use reach::Reach;
pub use seat::{Seat, Viewer};
pub use specimen::Specimen;
pub use tutorial::Outcome;
