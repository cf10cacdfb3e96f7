//! The Tower Game with mutators as the rest of the program meets it: its positions and the texts of its moves. Words, menus,
//! pictures and what is hidden are in the files of these names.

use serde_json::Value;

use super::Mutated;
use super::moves::Move;
use crate::notation::{MoveText, ParsedMove};
use crate::rules::{
    Counting, Hidden, Notation, Options, Position, Reason, RuleError, Seat, Status,
    without_last_field,
};

use super::super::board::Cube;
use super::{Field, notation};

impl Position for Mutated {
    type Move = Move;

    fn turn(&self) -> Seat {
        self.turn
    }

    fn status(&self) -> Status {
        if self.is_partial() {
            // Nothing is hidden of what is over.
            return Status::Ongoing;
        }
        if let Some(status) = self.end() {
            return status;
        }
        if self.can_move() {
            return Status::Ongoing;
        }
        let stuck = self.in_force().find_map(|mutator| mutator.stuck(self));
        let by = self.turn.other();
        match stuck {
            Some(status) => status,
            None if self.check() => Status::Won {
                winner: by,
                reason: Reason::Checkmate,
            },
            None => Status::Stalemate { by },
        }
    }

    fn legal_moves(&self) -> Vec<Move> {
        self.all_legal()
    }

    fn is_legal(&self, mv: &Move) -> bool {
        self.end().is_none()
            && self.pseudo_moves().contains(mv)
            && self.bar(mv, &self.check_info()).is_none()
    }

    fn play(&mut self, mv: &Move) -> Vec<String> {
        self.make(mv);
        Vec::new()
    }

    fn extra(&self) -> Vec<(&'static str, Value)> {
        self.umpire()
    }

    fn ended(&mut self, _status: Status) {
        self.over = true;
    }

    fn extra_state(&self) -> String {
        self.memory_of_gone()
    }

    fn restore_extra_state(&mut self, memory: &str) -> Result<(), RuleError> {
        self.remember_gone(memory)
    }

    fn to_text(&self) -> String {
        self.write_position()
    }

    fn from_text(options: &Options, text: &str) -> Result<Self, RuleError> {
        let (rules, effects) = super::of(options)?;
        Mutated::read_position(rules, effects, text)
    }
}

impl Counting for Mutated {
    fn check(&self) -> bool {
        match &self.seen {
            Some(seen) => seen.check,
            None => self.in_check(self.turn),
        }
    }

    fn no_progress(&self) -> u32 {
        self.no_progress
    }

    fn no_progress_limit(&self) -> u32 {
        // House rule: 100 plies for each player; a turn of Marseillais has two.
        if self.effects.has_field(Field::Left) {
            400
        } else {
            200
        }
    }

    /// The position text without its last field, the count.
    fn repetition_key(&self) -> String {
        without_last_field(Position::to_text(self))
    }
}

impl Notation for Mutated {
    fn read(&self, text: &str) -> Result<Move, RuleError> {
        if self.hides() {
            self.read_asked(text)
        } else {
            self.read_move(text)
        }
    }

    fn move_text(&self, mv: &Move) -> MoveText {
        notation::move_text(mv)
    }

    fn write(&self, mv: &Move) -> String {
        notation::write(mv)
    }

    fn display(&self, mv: &Move) -> String {
        self.shown(mv)
    }

    fn is_square(&self, text: &str) -> bool {
        Cube::named(text).is_some_and(|cube| self.rules.space.has(cube))
    }

    fn is_letter(&self, text: &str) -> bool {
        self.is_piece_letter(text)
    }

    fn pawns_unlettered(&self) -> bool {
        true
    }

    fn explain(&self, wanted: &ParsedMove, _: &[MoveText]) -> RuleError {
        self.why_not(wanted)
    }
}
