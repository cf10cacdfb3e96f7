//! A game being played, as the rest of the program holds it.

use std::fmt;

use super::{Choice, Choices, GameInfo, Options, RuleError, Seat, Status, Topic, Viewer, sheet};
use crate::engine;
use crate::scene::{Scene, View};

/// A game being played, whichever it is.
pub trait Game: Send + Sync {
    /// Which game it is.
    fn kind(&self) -> &'static GameInfo;
    /// The resolved options it is played with.
    fn options(&self) -> &Options;
    /// Whose turn it is; in a finished game, whose it would be.
    fn turn(&self) -> Seat;
    /// How it stands, repetition and lack of progress included.
    fn status(&self) -> Status;
    /// Whether the side to move is in check.
    fn check(&self) -> bool;
    /// The canonical texts of all listed legal moves, sorted by bytes.
    fn legal(&self) -> Vec<String>;
    /// See [`Position::has_unlisted_moves`](super::Position::has_unlisted_moves). False in a finished game.
    fn has_unlisted_moves(&self) -> bool;
    /// The canonical text of the only legal move; `None` where there are several or none, where there may be some
    /// that are not listed, and where that there is only one would tell what is hidden.
    fn only_move(&self) -> Option<String>;
    /// The canonical text of the move that `text` means, without playing it.
    ///
    /// # Errors
    /// Why there is not one.
    fn parse_move(&self, text: &str) -> Result<String, RuleError>;
    /// Plays the move that `text` means. A refused text changes nothing.
    ///
    /// # Errors
    /// Why there is not one.
    fn play(&mut self, text: &str) -> Result<Played, RuleError>;
    /// The number of move sequences of exactly `depth` plies.
    fn perft(&self, depth: u32) -> u64;
    /// See [`Entry::choices`](super::Entry::choices). No options in a finished game.
    fn choices(&self, partial: &str) -> Choices;
    /// See [`Entry::complete`](super::Entry::complete). Empty in a finished game.
    fn complete(&self, typed: &str, limit: usize) -> Vec<Choice>;
    /// The picture of the position, the last move marked.
    fn scene(&self, view: &View) -> Scene;
    /// See [`Depict::specimens`](super::Depict::specimens).
    fn specimens(&self) -> Vec<sheet::Specimen>;
    /// See [`Entry::preview`](super::Entry::preview).
    fn preview(&self, partial: &str, view: &View) -> Option<Scene>;
    /// See [`Describe::alt_text`](super::Describe::alt_text).
    fn alt_text(&self, limit: usize) -> String;
    /// See [`Describe::check_warning`](super::Describe::check_warning). `None` in a finished game.
    fn check_warning(&self) -> Option<String>;
    /// See [`Describe::exposed`](super::Describe::exposed). Empty in a finished game.
    fn exposed(&self) -> Vec<String> {
        Vec::new()
    }
    /// See [`Describe::reach`](super::Describe::reach): the sentence about it.
    fn reach(&self, _square: &str) -> Option<String> {
        None
    }
    /// See [`Describe::status_lines`](super::Describe::status_lines).
    fn status_lines(&self) -> Vec<String>;
    /// See [`Describe::topics`](super::Describe::topics).
    fn topics(&self) -> Vec<Topic>;
    /// See [`Position::chance`](super::Position::chance). Empty in a finished game.
    fn chance(&self) -> Vec<String>;
    /// See [`Position::resign_move`](super::Position::resign_move).
    fn resign_move(&self, seat: Seat) -> Option<String>;
    /// See [`Position::placings`](super::Position::placings).
    fn placings(&self) -> Option<Vec<u8>>;
    /// Ends a game that goes on as drawn by agreement of those still in: who may agree, and when, is the match's
    /// business; what becomes of a pool, and who comes in where, is the game's.
    fn agree(&mut self);
    /// See [`Hidden::hides`](super::Hidden::hides).
    fn hides(&self) -> bool;
    /// The game as it may be shown: see [`Hidden::seen_by`](super::Hidden::seen_by). Neither its history nor a last move that is hidden from
    /// `viewer` is in it.
    fn seen_by(&self, viewer: Viewer) -> Box<dyn Game>;
    /// See [`Hidden::announced`](super::Hidden::announced).
    fn announced(&self) -> Vec<String>;
    /// See [`Position::extra`](super::Position::extra).
    fn extra(&self) -> Vec<(&'static str, serde_json::Value)>;
    /// The position text.
    fn text(&self) -> String;
    /// All that [`Game::resume`] needs to go on from here: the position and its history, as one line of text.
    fn checkpoint(&self) -> String;
    /// The game as it was when `checkpoint` was taken, with this game's options. The last move is not
    /// remembered: play at least one more to have it marked.
    ///
    /// # Errors
    /// [`RuleErrorKind::BadPosition`](super::RuleErrorKind::BadPosition) where the checkpoint is damaged.
    fn resume(&self, checkpoint: &str) -> Result<Box<dyn Game>, RuleError>;
    /// Searches for a move of the side to move. `None` in a finished game, and where chance must decide first.
    fn search(&self, request: &engine::Request<'_>) -> Option<engine::Found>;
    /// Why a legal move is good; `mate` is what a search has proven of it, in own moves. `None` where the text is no
    /// legal move.
    fn why(&self, text: &str, mate: Option<i32>) -> Option<engine::Why>;
    /// See [`Describe::reason`](super::Describe::reason).
    fn reason(&self, why: &engine::Why) -> String;
    /// What the position is worth to a seat compared with the others, by the eye, in hundredths of a pawn.
    fn worth(&self, seat: Seat) -> i32;
    /// Asserts what [`engine::Search`] promises of this position.
    #[cfg(test)]
    fn check_search(&self);
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn Game>;
}

impl Clone for Box<dyn Game> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

impl fmt::Debug for dyn Game + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind().key, self.text())
    }
}

/// What came of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move in canonical text, as it is stored.
    pub canonical: String,
    /// The move in display notation, with `+` or `#` where it gives check or mate.
    pub display: String,
    /// The move in words ("The knight goes from g1 to f3").
    pub words: String,
    /// What followed by itself, in order, one sentence each (mates, conquests, passes, lost throws).
    pub told: Vec<String>,
    /// What all may know of it where the move itself is hidden: see [`Hidden::announced`](super::Hidden::announced).
    pub announced: Vec<String>,
}
