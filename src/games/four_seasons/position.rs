//! Position: the turn, the seats still in, the die. The consequences of a move are in `turns.rs`.

use crate::rules::{Counting, Options, Position, RuleError, Seat, Status, without_last_field};
use serde::{Deserialize, Serialize};

use super::board::{Board, Piece, SEATS, Square};
use super::ledger::Ledger;
use super::moves::{self, Move};
use super::settings::Settings;
use super::{KIND, notation, position_text};

/// The die before a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Die {
    /// No roll is due: the game has no dice, or is over.
    None,
    /// The player to move must roll.
    Due,
    /// The die shows this number, 1 to 6.
    Shows(u8),
}

impl Die {
    /// Returns true if a piece may move (rule 15).
    pub fn allows(self, piece: Piece) -> bool {
        match self {
            Die::None => true,
            Die::Due => false,
            Die::Shows(number) => piece.role.die() == number,
        }
    }
}

/// The way in which a seat went out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Exit {
    /// Checkmated by this conqueror.
    Mated(Seat),
    /// Resigned or ran out of time.
    Left,
}

/// Facts beyond the position text, which pictures and the ledger show and no rule depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExtraState {
    /// The seats that went out, in order, and the way of each.
    pub exits: Vec<(Seat, Exit)>,
    /// The last throw of the die: the seat and the number.
    pub throw: Option<(Seat, u8)>,
    /// The ledger, if stakes are on.
    pub ledger: Option<Ledger>,
    /// Origin and destination of the last move of a piece, as squares' numbers.
    pub trail: Option<(u8, u8)>,
    /// True if the die, not a move or a drop, led to this position.
    pub rolled: bool,
}

/// A position of Four Seasons Chess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FourSeasons {
    pub(super) settings: Settings,
    pub(super) board: Board,
    pub(super) turn: Seat,
    pub(super) still_in: [bool; 4],
    pub(super) die: Die,
    pub(super) no_progress: u32,
    pub(super) status: Status,
    pub(super) extra_state: ExtraState,
}

impl Counting for FourSeasons {
    fn check(&self) -> bool {
        !self.threats_to(self.turn).is_empty()
    }

    fn no_progress(&self) -> u32 {
        self.no_progress
    }

    fn no_progress_limit(&self) -> u32 {
        100 * self.count_in() as u32
    }

    fn counts_as_occurrence(&self) -> bool {
        !(self.settings.dice && self.extra_state.rolled)
    }

    /// Returns the position text without its last field, the count.
    fn repetition_key(&self) -> String {
        without_last_field(Position::to_text(self))
    }
}

impl Position for FourSeasons {
    type Move = Move;

    fn turn(&self) -> Seat {
        self.turn
    }

    fn status(&self) -> Status {
        self.status
    }

    /// Returns the legal moves; the six numbers if a roll is due.
    fn legal_moves(&self) -> Vec<Move> {
        if self.status.is_over() {
            return Vec::new();
        }
        match self.die {
            Die::Due => (1..=6).map(Move::Roll).collect(),
            Die::None | Die::Shows(_) => self.piece_moves(),
        }
    }

    fn is_legal(&self, mv: &Move) -> bool {
        match *mv {
            Move::Drop(seat) => !self.status.is_over() && self.is_in(seat),
            _ => self.legal_moves().contains(mv),
        }
    }

    fn play(&mut self, mv: &Move) -> Vec<String> {
        self.make(*mv)
    }

    fn chance(&self) -> Vec<String> {
        if self.die == Die::Due {
            (1..=6).map(|number| format!("roll:{number}")).collect()
        } else {
            Vec::new()
        }
    }

    fn resign_move(&self, seat: Seat) -> Option<String> {
        self.is_in(seat).then(|| notation::drop_text(seat))
    }

    /// Returns the places: 1 for the winner, or for all still in on a draw, then the others by how long they lasted.
    fn placings(&self) -> Option<Vec<u8>> {
        if !self.status.is_over() {
            return None;
        }
        let still_in = self.count_in() as u8;
        let known = self.extra_state.exits.len() as u8;
        let place = |seat| {
            if self.is_in(seat) {
                return 1;
            }
            match self
                .extra_state
                .exits
                .iter()
                .position(|(gone, _)| *gone == seat)
            {
                Some(order) => still_in + known - order as u8,
                // A seat that was out in the first position text is placed behind all others.
                None => still_in + known + 1,
            }
        };
        Some(SEATS.into_iter().map(place).collect())
    }

    fn extra(&self) -> Vec<(&'static str, serde_json::Value)> {
        let Some(ledger) = &self.extra_state.ledger else {
            return Vec::new();
        };
        let by_name = |amount: &dyn Fn(Seat) -> u64,
                       all: bool|
         -> serde_json::Map<String, serde_json::Value> {
            SEATS
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
        let former: Vec<(u8, Seat)> = self
            .board
            .pieces()
            .filter_map(|(square, piece)| Some((square.index() as u8, piece.former?)))
            .collect();
        serde_json::to_string(&(&self.extra_state, former)).unwrap_or_default()
    }

    /// Restores the facts that [`Position::extra_state`] wrote.
    ///
    /// # Errors
    /// [`crate::rules::RuleErrorKind::BadPosition`] if the text is malformed.
    fn restore_extra_state(&mut self, text: &str) -> Result<(), RuleError> {
        let damaged = || RuleError::position("The memory of the game is damaged.");
        let (extra_state, former): (ExtraState, Vec<(u8, Seat)>) =
            serde_json::from_str(text).map_err(|_| damaged())?;
        for (index, seat) in former {
            let square = Square::all().nth(usize::from(index)).ok_or_else(damaged)?;
            let piece = self.board.get(square).ok_or_else(damaged)?;
            self.board.set(
                square,
                Some(Piece {
                    former: Some(seat),
                    ..piece
                }),
            );
        }
        self.extra_state = extra_state;
        Ok(())
    }

    fn to_text(&self) -> String {
        position_text::write(self)
    }

    fn from_text(options: &Options, text: &str) -> Result<Self, RuleError> {
        position_text::read(options, text)
    }
}

impl FourSeasons {
    /// Returns true if a seat still has its king.
    pub fn is_in(&self, seat: Seat) -> bool {
        self.still_in.get(seat.index()).copied().unwrap_or(false)
    }

    /// Returns the seats still in, in turn order from green.
    pub fn seats_in(&self) -> Vec<Seat> {
        SEATS.into_iter().filter(|seat| self.is_in(*seat)).collect()
    }

    /// Returns the number of seats still in.
    pub fn count_in(&self) -> usize {
        self.still_in.iter().filter(|still_in| **still_in).count()
    }

    /// Returns the next seat in turn order that is still in.
    pub fn next_in(&self, seat: Seat) -> Seat {
        (1..=4)
            .map(|step| SEATS[(seat.index() + step) % 4])
            .find(|next| self.is_in(*next))
            .unwrap_or(seat)
    }

    /// Returns the squares of the pieces that threaten a seat's king.
    pub fn threats_to(&self, seat: Seat) -> Vec<Square> {
        self.board
            .king(seat)
            .map(|king| moves::attackers(&self.board, king, seat).collect())
            .unwrap_or_default()
    }

    /// Returns the moves of the pieces that the die lets move.
    pub(super) fn piece_moves(&self) -> Vec<Move> {
        let mut found = moves::legal_moves(&self.board, self.turn);
        found.retain(|mv| match mv {
            Move::Piece { from, .. } => {
                (self.board.get(*from)).is_some_and(|it| self.die.allows(it))
            }
            Move::Roll(_) | Move::Drop(_) => false,
        });
        found
    }
}
