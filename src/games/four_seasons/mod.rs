//! Four Seasons Chess: from the *Libro de los Juegos* of 1283, after the leaflet by Damian Walker (2011).
//!
//! Source: the leaflet, cited below by its rules' numbers; the array is Murray's and Gollon's, whose colours stand in
//! the leaflet's corners. What it leaves open is settled by these rulings:
//!
//! - Other sources exchange rook and knight: the option `array`.
//! - The marked diagonals restrict nothing.
//! - Mate is judged only at the victim's own turn; the conqueror is an owner of a piece that threatens the king, of
//!   several the one who comes earliest going backwards in turn order from the victim (rule 13).
//! - A player who cannot move and is not in check passes; when nobody left can move, the game is drawn.
//! - A player who leaves (resignation, timeout) drops out: the king goes, the pieces stay frozen - they belong to nobody,
//!   never move, threaten nothing, block, and may be captured by anyone.
//! - With dice, a threatened king's player whose roll gives no saving move loses the turn and stays threatened.
//! - With dice only positions reached by a move or a drop count as occurrences for repetition.
//! - The stakes' amounts are options; the one who owns a piece when it is lost pays for it, nobody for frozen ones.

use crate::engine::Why;
use crate::notation::{MoveText, ParsedMove};
use crate::rules::{
    Choice, Choices, Counting, Depict, Describe, Entry, GameInfo, GameWithHistory, Hidden,
    Notation, Options, Position, Reach, RuleError, Seat, Status, Topic, Variant,
    without_last_field,
};
use crate::scene::{Scene, View};

mod board;
mod describe;
mod explain;
mod ledger;
mod lessons;
mod moves;
mod notation;
mod position;
mod scene;
mod settings;
mod sheet;
mod tutorial;
mod worth;

#[cfg(test)]
mod tests;

pub use moves::Move;
pub use position::FourSeasons;

/// Four Seasons Chess in the table of games.
pub static KIND: GameInfo = GameInfo {
    key: "seasons",
    name: "Four Seasons Chess",
    credit: "Libro de los Juegos, 1283; leaflet by Damian Walker, 2011",
    summary: "Four players, one season each: mate your neighbours and lead their armies, with dice and stakes.",
    seats: &["green", "red", "black", "white"],
    teams: &[],
    rules_version: 1,
    options: settings::OPTIONS,
    variants: &[
        Variant {
            key: "seasons",
            name: "Four Seasons",
            options: &[],
        },
        Variant {
            key: "dice",
            name: "with dice",
            options: &[("dice", "on")],
        },
        Variant {
            key: "stakes",
            name: "for stakes",
            options: &[("stakes", "on")],
        },
        Variant {
            key: "libro",
            name: "as in the Libro: pieces removed, stakes",
            options: &[("mated", "removed"), ("stakes", "on")],
        },
    ],
    start: |kind, options| {
        let position = FourSeasons::start(options)?;
        Ok(Box::new(GameWithHistory::begin(kind, options, position)))
    },
    read: |kind, options, text| {
        let position = FourSeasons::parse(options, text)?;
        Ok(Box::new(GameWithHistory::begin(kind, options, position)))
    },
    draws: |_| None,
    lessons: lessons::lessons,
    tutorial: tutorial::EXERCISES,
    puzzles: include_str!("puzzles.txt"),
};

impl Position for FourSeasons {
    type Move = Move;

    fn turn(&self) -> Seat {
        self.turn
    }

    fn status(&self) -> Status {
        self.status
    }

    fn legal_moves(&self) -> Vec<Move> {
        self.legal()
    }

    fn is_legal(&self, mv: &Move) -> bool {
        self.allows(mv)
    }

    fn play(&mut self, mv: &Move) -> Vec<String> {
        self.make(*mv)
    }

    fn chance(&self) -> Vec<String> {
        if self.die == position::Die::Due {
            (1..=6).map(|number| format!("roll:{number}")).collect()
        } else {
            Vec::new()
        }
    }

    fn resign_move(&self, seat: Seat) -> Option<String> {
        self.is_in(seat).then(|| notation::drop_text(seat))
    }

    fn placings(&self) -> Option<Vec<u8>> {
        self.status.is_over().then(|| self.placings())
    }

    fn extra(&self) -> Vec<(&'static str, serde_json::Value)> {
        let Some(ledger) = &self.extra_state.ledger else {
            return Vec::new();
        };
        let by_name = |amount: &dyn Fn(Seat) -> u64,
                       all: bool|
         -> serde_json::Map<String, serde_json::Value> {
            board::SEATS
                .into_iter()
                .filter(|seat| all || amount(*seat) > 0)
                .map(|seat| (KIND.seat_name(seat).to_owned(), amount(seat).into()))
                .collect()
        };
        let ledger = serde_json::json!({
            "pool": ledger.pool(),
            "paid": by_name(&|seat| ledger.paid(seat), true),
            "won": by_name(&|seat| ledger.won(seat), false),
        });
        vec![("ledger", ledger)]
    }

    fn ended(&mut self, status: Status) {
        self.finish(status);
    }

    fn extra_state(&self) -> String {
        self.memory_text()
    }

    fn restore_extra_state(&mut self, extra_state: &str) -> Result<(), RuleError> {
        FourSeasons::restore_extra_state(self, extra_state)
    }

    fn to_text(&self) -> String {
        FourSeasons::to_text(self)
    }

    fn from_text(options: &Options, text: &str) -> Result<Self, RuleError> {
        FourSeasons::parse(options, text)
    }
}

impl Counting for FourSeasons {
    fn check(&self) -> bool {
        !self.threats_to(self.turn).is_empty()
    }

    fn no_progress(&self) -> u32 {
        self.no_progress
    }

    fn no_progress_limit(&self) -> u32 {
        100 * self.seats_in().len() as u32
    }

    fn counts_as_occurrence(&self) -> bool {
        !(self.settings.dice && self.extra_state.rolled)
    }

    /// The position text without its last field, the count.
    fn repetition_key(&self) -> String {
        without_last_field(Position::to_text(self))
    }
}

impl Notation for FourSeasons {
    fn exact(&self, text: &str) -> Option<Move> {
        notation::exact(self, text)
    }

    fn read(&self, text: &str) -> Result<Move, RuleError> {
        notation::read(self, text)
    }

    fn move_text(&self, mv: &Move) -> MoveText {
        notation::move_text(self, mv)
    }

    fn write(&self, mv: &Move) -> String {
        notation::write(self, mv)
    }

    fn display(&self, mv: &Move) -> String {
        match mv {
            Move::Roll(number) => {
                let seat = board::seat_name(self.turn);
                format!("{seat} throws {number}: {}", describe::die_name(*number))
            }
            _ => self.write(mv),
        }
    }

    fn is_square(&self, text: &str) -> bool {
        board::Square::parse(text).is_some()
    }

    fn is_letter(&self, text: &str) -> bool {
        matches!(text, "K" | "Q" | "R" | "N" | "B" | "P")
    }

    fn explain(&self, wanted: &ParsedMove) -> RuleError {
        explain::piece(self, wanted)
    }
}

impl Entry for FourSeasons {
    fn label(&self, mv: &Move) -> String {
        describe::label(self, mv)
    }

    fn choices(&self, partial: &str) -> Choices {
        if self.die == position::Die::Due {
            Choices::default()
        } else {
            crate::notation::choices(self, partial)
        }
    }

    fn complete(&self, typed: &str, limit: usize) -> Vec<Choice> {
        if self.die == position::Die::Due {
            Vec::new()
        } else {
            crate::notation::complete(self, typed, limit)
        }
    }
}

impl Describe for FourSeasons {
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
        describe::reach(self, board::Square::parse(square)?)
    }

    fn check_warning(&self) -> Option<String> {
        describe::check_warning(self, self.turn)
    }

    fn reason(&self, why: &Why) -> String {
        match why {
            // With others still in, a mate is not the end of the game.
            Why::Mate { moves: ..=1 } => "This is checkmate.".to_owned(),
            _ => why.sentence("king", "checkmate"),
        }
    }

    fn status_lines(&self) -> Vec<String> {
        describe::status_lines(self)
    }

    fn topics(&self) -> Vec<Topic> {
        describe::topics(self)
    }
}

impl Depict for FourSeasons {
    fn specimens(&self) -> Vec<crate::rules::sheet::Specimen> {
        sheet::specimens(self)
    }

    fn scene(&self, _last: Option<&Move>, view: &View) -> Scene {
        scene::board(self, view)
    }
}

impl Hidden for FourSeasons {}
