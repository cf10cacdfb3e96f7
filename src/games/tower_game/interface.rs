//! Implementations of the traits that the rest of the program uses. Words, menus, pictures, texts and hidden pieces are
//! in the files of these names.

use serde_json::Value;

use super::moves::Move;
use super::options::{CHAMBER, Riders};
use super::pieces::{Piece, Role};
use super::position::TowerGame;
use super::twist::Field;
use super::{mutators, shogi};
use crate::rules::{
    Counting, Occurrence, Options, Position, Reason, RuleError, Seat, Status, without_last_field,
};

impl Position for TowerGame {
    type Move = Move;

    fn turn(&self) -> Seat {
        self.turn
    }

    fn status(&self) -> Status {
        if self.is_partial() {
            // A finished game hides nothing.
            return Status::Ongoing;
        }
        if let Some(status) = self.end() {
            return status;
        }
        if self.can_move() {
            return Status::Ongoing;
        }
        let winner = self.turn.other();
        let stuck = self.in_force().find_map(|mutator| mutator.stuck(self));
        let won = |reason: Reason| Status::Won { winner, reason };
        match stuck {
            Some(status) => status,
            None if self.check() => won(Reason::Checkmate),
            None if self.rules.shogi => won(Reason::Stalemate),
            None => Status::Stalemate { by: winner },
        }
    }

    fn legal_moves(&self) -> Vec<Move> {
        self.legal()
    }

    fn is_legal(&self, mv: &Move) -> bool {
        self.allows(mv)
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
        let (rules, effects) = mutators::of(options)?;
        TowerGame::read_position(rules, effects, text)
    }
}

impl Counting for TowerGame {
    fn check(&self) -> bool {
        match &self.seen {
            Some(seen) => seen.check,
            None => self.in_check(self.turn),
        }
    }

    /// In the Shogi Tower `+` behind a move promotes.
    fn gives_check(&self, _: Seat) -> bool {
        !self.rules.shogi && self.check()
    }

    fn no_progress(&self) -> u32 {
        self.no_progress
    }

    /// The two kings alone, and in the plain Chamber one more piece that is no fool and no pawn (`benches/dead.rs`). In
    /// Shogi nothing may be in hand.
    fn is_dead(&self) -> bool {
        if self.occupied().iter().nth(3).is_some() {
            return false;
        }
        let pieces = self.occupied().iter().filter_map(|cube| self.get(cube));
        let mut others = pieces.filter(|piece| *piece != Piece::new(piece.seat, Role::King));
        let (one, plain) = (others.next(), self.effects.is_none() && !self.rules.shogi);
        let walled = !self.rules.space.toroidal;
        let linear = self.rules.riders == Riders::Linear;
        let is_proven = match one {
            None => plain || linear && self.kings_alone_are_dead(),
            Some(piece) => {
                plain
                    && walled
                    && self.rules.space.ranks == CHAMBER
                    && Role::OFFICERS.contains(&piece.role)
                    // A rook that moves in planes can mate.
                    && (linear || piece.role != Role::Rook)
            }
        };
        is_proven
            && others.next().is_none()
            && ![Seat::WHITE, Seat::BLACK]
                .into_iter()
                .any(|seat| self.in_check(seat))
    }

    fn no_progress_limit(&self) -> u32 {
        // House rule: 100 plies for each player; a turn of Marseillais has two.
        if self.effects.has_field(Field::Left) {
            400
        } else {
            200
        }
    }

    fn repetition(&self, history: &[Occurrence]) -> Option<Status> {
        if self.rules.shogi {
            return shogi::repetition(history);
        }
        let newest = history.last()?;
        let same = |before: &&Occurrence| before.position == newest.position;
        (history.iter().filter(same).count() >= 3).then_some(Status::Drawn(Reason::Repetition))
    }

    /// The position text without its last field, the count.
    fn repetition_key(&self) -> String {
        without_last_field(Position::to_text(self))
    }
}
