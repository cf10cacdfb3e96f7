//! Four Towers, by Jim Aikin (2001): 85 squares in nine arenas, pieces that fuse and part, dragons that move like
//! what was moved last, and four towers on which every kind of piece has a power of its own.
//!
//! Source: the inventor's page "Four Towers" (2001); its paragraphs and figures are named where a rule is made.
//! What it leaves open is ruled as follows, and each ruling has a test of its own.
//!
//! - Lancers capture sideways, normally or en passant, enemy lancers and nothing else: the text says
//!   "non-capturing", Figure 3 shows lancers taking lancers.
//! - En passant is judged as if the victim had stopped on the square passed. There is none when no pawn or lancer
//!   stands any more where the two-square move ended (attachment, promotion, it went on in the same multi-move),
//!   nor when the square passed is occupied after the turn. Several entries with one square passed: a capture
//!   there takes each that could be taken alone. A lancer's swap over two squares gives en passant; a pawn leaving
//!   a lancer may capture so.
//! - Promotion is compulsory when a pawn or lancer ends its own move on a promotion square; being put there by a
//!   swap, a rearrangement or a return promotes nothing; an attachment there makes a plain lancer.
//! - A move changes its mover's memory before anything else is judged. Memories start empty. A direct move is a
//!   move by its piece; a king's is always the plain step, even when it captured from a tower.
//! - A multi-move has no attachment, detachment, swap, direct move or capture in it; it looks at the towers again
//!   before each step, may end in the position before, and promotes; every double step in it gives en passant.
//! - A part may leave by a direct move, and the marshall's rules on attachment and detachment bind direct moves.
//!   With rooks or bishops on two or more towers every link may be used again and again. A dragon may make a
//!   direct move with both memories empty.
//! - No swap with a piece of the same kind; the king's own step in a swap is its plain step. The straight-back
//!   step of the lancer's power serves to attach, to detach a pawn and to swap a lancer too.
//! - Returned knights and bishops count with their own movement, wherever they are put.
//! - Checkmate and stalemate (a draw) count every kind of move, returns, rearrangements and multi-moves too.
//! - The count without progress begins again with captures, moves by pawns and lancers (parts, direct moves,
//!   attachments, steps of a multi-move, lancers' swaps), promotions and returns.
//! - A position without a king for a side is accepted: that side is never in check. A king is never captured.

mod board;
mod check;
mod choices;
mod describe;
mod explain;
mod lessons;
mod moves;
mod multi_move;
mod multi_search;
mod notation;
mod pieces;
mod position_text;
mod powers;
mod rearrange;
mod scene;
mod sheet;
mod steps;
#[cfg(test)]
mod tests;
mod tutorial;
mod worth;

use std::fmt;

use crate::notation::{MoveText, ParsedMove};
use crate::rules::{
    Choice, Choices, Counting, Depict, Describe, Entry, GameInfo, GameResult, GameWithHistory,
    Hidden, Notation, Options, Position, Reach, Reason, RuleError, Seat, Status, Topic,
    without_last_field,
};
use crate::scene::{Scene, View};

use board::{Square, Tower};
use moves::Move;
use pieces::{Board, Parts, PieceKind};

/// Four Towers in the table of games.
pub static KIND: GameInfo = GameInfo {
    key: "towers",
    name: "Four Towers",
    credit: "Jim Aikin, 2001",
    summary: "Pieces fuse and part, dragons mimic the last moves, and a piece on a tower bends the rules.",
    seats: &["white", "black"],
    teams: &[],
    // 2: a step in canonical spelling no longer moves a piece of the other side.
    rules_version: 2,
    options: &[],
    variants: &[],
    start,
    read: from_position,
    draws: |_| None,
    lessons: lessons::lessons,
    tutorial: tutorial::EXERCISES,
    puzzles: include_str!("puzzles.txt"),
};

fn start(kind: &'static GameInfo, options: &Options) -> GameResult {
    from_position(kind, options, position_text::START)
}

fn from_position(kind: &'static GameInfo, options: &Options, text: &str) -> GameResult {
    let position = FourTowers::of_position_text(text)?;
    Ok(Box::new(GameWithHistory::begin(kind, options, position)))
}

/// A position of Four Towers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FourTowers {
    board: Board,
    turn: Seat,
    /// What dragons have learnt from White's and from Black's last move.
    memory: [Parts; 2],
    passed: EnPassant,
    returning: Option<Returning>,
    no_progress: u32,
}

/// The two-square moves of the turn before: the square passed and the square of the pawn or lancer that passed it,
/// sorted by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct EnPassant(Vec<(Square, Square)>);

impl EnPassant {
    fn add(&mut self, over: Square, at: Square) {
        if !self.0.contains(&(over, at)) {
            self.0.push((over, at));
            self.0
                .sort_by_cached_key(|(over, at)| format!("{over}>{at}"));
        }
    }

    /// The pawn or lancer on a square has gone on.
    fn forget(&mut self, at: Square) {
        self.0.retain(|entry| entry.1 != at);
    }

    fn keep(&mut self, is_open: impl Fn(Square) -> bool) {
        self.0.retain(|entry| is_open(entry.0));
    }

    fn iter(&self) -> impl Iterator<Item = (Square, Square)> + '_ {
        self.0.iter().copied()
    }

    /// The squares passed, each once.
    fn squares(&self) -> board::SquareSet {
        self.iter().map(|(over, _)| over).collect()
    }
}

impl fmt::Display for EnPassant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("-");
        }
        let texts: Vec<String> = self
            .iter()
            .map(|(over, at)| format!("{over}>{at}"))
            .collect();
        f.write_str(&texts.join(","))
    }
}

/// A piece taken on a tower by an enemy landing there, which its owner may bring back as the next turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Returning {
    kind: PieceKind,
    tower: Tower,
}

impl FourTowers {
    /// Whether the side to move has any legal move of any kind.
    fn has_move(&self) -> bool {
        self.has_listed() || !self.rearrangements().is_empty() || self.has_multi()
    }
}

impl Position for FourTowers {
    type Move = Move;

    fn turn(&self) -> Seat {
        self.turn
    }

    fn status(&self) -> Status {
        if self.has_move() {
            Status::Ongoing
        } else if self.check() {
            Status::Won {
                winner: self.turn.other(),
                reason: Reason::Checkmate,
            }
        } else {
            Status::Drawn(Reason::Stalemate)
        }
    }

    fn legal_moves(&self) -> Vec<Move> {
        self.listed()
    }

    /// Any dragon's tower may give a multi-move; whether it does is not searched for here.
    fn has_unlisted_moves(&self) -> bool {
        !self.multi_towers().is_empty() || !self.rearrangements().is_empty()
    }

    fn is_legal(&self, mv: &Move) -> bool {
        self.permits(mv)
    }

    fn play(&mut self, mv: &Move) -> Vec<String> {
        self.make(mv);
        Vec::new()
    }

    fn extra(&self) -> Vec<(&'static str, serde_json::Value)> {
        let rearrange: Vec<_> = self
            .rearrangements()
            .into_iter()
            .map(|arena| arena.numeral())
            .collect();
        let multi: Vec<Vec<_>> = self
            .multi_towers()
            .into_iter()
            .map(|tower| tower.arenas().map(|arena| arena.numeral()).to_vec())
            .collect();
        vec![
            ("rearrange", serde_json::json!(rearrange)),
            ("multi", serde_json::json!(multi)),
        ]
    }

    fn to_text(&self) -> String {
        self.position_text()
    }

    fn from_text(_options: &Options, text: &str) -> Result<Self, RuleError> {
        Self::of_position_text(text)
    }
}

impl Counting for FourTowers {
    fn check(&self) -> bool {
        self.in_check(self.turn)
    }

    fn no_progress(&self) -> u32 {
        self.no_progress
    }

    /// The position text without its last field, the count.
    fn repetition_key(&self) -> String {
        without_last_field(Position::to_text(self))
    }
}

impl Notation for FourTowers {
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
        Square::named(text).is_some()
    }

    fn is_letter(&self, text: &str) -> bool {
        let mut letters = text.chars();
        letters
            .next()
            .is_some_and(|letter| PieceKind::of_letter(letter).is_some())
            && letters.next().is_none()
    }

    fn explain(&self, wanted: &ParsedMove) -> RuleError {
        explain::explain(self, wanted)
    }
}

impl Entry for FourTowers {
    fn label(&self, mv: &Move) -> String {
        choices::label(self, mv)
    }

    fn choices(&self, partial: &str) -> Choices {
        choices::choices(self, partial)
    }

    fn complete(&self, typed: &str, limit: usize) -> Vec<Choice> {
        choices::complete(self, typed, limit)
    }

    fn preview(&self, partial: &str, view: &View) -> Option<Scene> {
        choices::preview(self, partial, view)
    }
}

impl Describe for FourTowers {
    fn describe(&self, mv: &Move) -> String {
        describe::describe(self, mv)
    }

    fn alt_text(&self, limit: usize) -> String {
        describe::alt_text(self, limit)
    }

    fn reach(&self, square: &str) -> Option<Reach> {
        describe::reach(self, Square::named(square)?)
    }

    fn check_warning(&self) -> Option<String> {
        describe::check_warning(self)
    }

    fn status_lines(&self) -> Vec<String> {
        describe::status_lines(self)
    }

    fn topics(&self) -> Vec<Topic> {
        describe::topics(self)
    }
}

impl Depict for FourTowers {
    fn specimens(&self) -> Vec<crate::rules::sheet::Specimen> {
        sheet::specimens()
    }

    fn scene(&self, last: Option<&Move>, view: &View) -> Scene {
        scene::scene(self, last, view)
    }
}

impl Hidden for FourTowers {}
