//! Four-Fold Chess by L. Lynn Smith (2009).
//!
//! Source: the inventor's page on the Chess Variant Pages, cited below by its headings. What it leaves open is settled
//! by these rulings:
//!
//! - One piece alone may make a quad move, if another stands in the quad (the example's knight does).
//! - In a unit with a pawn any piece may be the one that captures (the example's king does).
//! - For one quad forward by a unit with a pawn only the landing cells must be empty; the seed asks for vacant quads
//!   for the two-step alone.
//! - A cell is attacked by quad moves as by single ones, whether or not the move would leave the enemy's own king
//!   attacked.
//! - A pawn that arrives on the nearer rank of the last quads may promote or stay a pawn; on the last rank it must
//!   promote. Not to a king.
//! - A move that captures every king that the enemy has left wins at once.
//! - No legal move and not checkmate is a draw.
//! - A side has four kings at the most; a position text that gives a side none is a finished game, lost by it.

use crate::engine::Why;
use crate::notation::{MoveText, ParsedMove};
use crate::rules::{
    Choices, Counting, Depict, Describe, Entry, GameInfo, GameWithHistory, Hidden, Notation,
    Options, Position, Reach, RuleError, Seat, Status, Topic, without_last_field,
};
use crate::scene::{Scene, View};

mod attacks;
mod board;
mod choices;
mod describe;
mod explain;
mod lessons;
mod moves;
mod notation;
mod position;
mod scene;
mod sheet;
mod tutorial;
mod worth;

#[cfg(test)]
mod tests;

pub use moves::Move;
pub use position::FourFold;

/// Four-Fold Chess in the table of games.
pub static KIND: GameInfo = GameInfo {
    key: "fourfold",
    name: "Four-Fold Chess",
    credit: "L. Lynn Smith, 2009",
    summary: "Four armies' worth of pieces on 256 cells, where the pieces of a 2x2 quad can move as one.",
    seats: &["white", "black"],
    teams: &[],
    rules_version: 1,
    options: &[],
    variants: &[],
    start: |kind, options| {
        let position = FourFold::parse(position::START)?;
        Ok(Box::new(GameWithHistory::begin(kind, options, position)))
    },
    read: |kind, options, text| {
        let position = FourFold::parse(text)?;
        Ok(Box::new(GameWithHistory::begin(kind, options, position)))
    },
    draws: |_| None,
    lessons: lessons::lessons,
    tutorial: tutorial::EXERCISES,
    puzzles: include_str!("puzzles.txt"),
};

impl Position for FourFold {
    type Move = Move;

    fn turn(&self) -> Seat {
        self.turn
    }

    fn status(&self) -> Status {
        self.judge()
    }

    fn legal_moves(&self) -> Vec<Move> {
        self.legal()
    }

    fn is_legal(&self, mv: &Move) -> bool {
        moves::allows(&self.board, self.turn, *mv)
    }

    fn play(&mut self, mv: &Move) -> Vec<String> {
        self.make(*mv);
        Vec::new()
    }

    fn to_text(&self) -> String {
        FourFold::to_text(self)
    }

    fn from_text(_options: &Options, text: &str) -> Result<Self, RuleError> {
        FourFold::parse(text)
    }
}

impl Counting for FourFold {
    fn check(&self) -> bool {
        self.attack_on_last_king().is_some()
    }

    fn no_progress(&self) -> u32 {
        self.no_progress
    }

    /// The position text without its last field, the count.
    fn repetition_key(&self) -> String {
        without_last_field(Position::to_text(self))
    }
}

impl Notation for FourFold {
    fn exact(&self, text: &str) -> Option<Move> {
        notation::exact(self, text)
    }

    fn read(&self, text: &str) -> Result<Move, RuleError> {
        notation::read(self, text)
    }

    fn move_text(&self, mv: &Move) -> MoveText {
        notation::move_text(self, mv)
    }

    fn display(&self, mv: &Move) -> String {
        notation::display(self, mv)
    }

    fn is_square(&self, text: &str) -> bool {
        board::Cell::parse(text).is_some()
    }

    fn is_letter(&self, text: &str) -> bool {
        matches!(text, "K" | "Q" | "R" | "B" | "N" | "P")
    }

    fn explain(&self, wanted: &ParsedMove) -> RuleError {
        explain::piece(self, wanted)
    }
}

impl Entry for FourFold {
    fn choices(&self, partial: &str) -> Choices {
        choices::choices(self, partial)
    }

    fn complete(&self, typed: &str, limit: usize) -> Vec<crate::rules::Choice> {
        choices::complete(self, typed, limit)
    }

    fn preview(&self, partial: &str, view: &View) -> Option<Scene> {
        choices::preview(self, partial, view)
    }
}

impl Describe for FourFold {
    fn describe(&self, mv: &Move) -> String {
        describe::describe(self, mv)
    }

    fn alt_text(&self, limit: usize) -> String {
        describe::position(self, limit)
    }

    fn exposed(&self) -> Vec<String> {
        describe::exposed(self)
    }

    fn reach(&self, square: &str) -> Option<Reach> {
        describe::reach(self, square)
    }

    fn check_warning(&self) -> Option<String> {
        describe::check_warning(self)
    }

    fn reason(&self, why: &Why) -> String {
        why.sentence("last king", "no king can be saved")
    }

    fn status_lines(&self) -> Vec<String> {
        describe::status_lines(self)
    }

    fn topics(&self) -> Vec<Topic> {
        describe::topics(self)
    }
}

impl Depict for FourFold {
    fn specimens(&self) -> Vec<crate::rules::sheet::Specimen> {
        sheet::specimens()
    }

    fn scene(&self, last: Option<&Move>, view: &View) -> Scene {
        scene::board(self, last, view)
    }
}

impl Hidden for FourFold {}
