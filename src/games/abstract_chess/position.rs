//! Position, its endings and its position text.

use super::board::{Board, Piece, Role, Square};
use super::moves::{self, Move, Rules, Transfer, TurnRule};
use crate::notation;
use crate::rules::{
    Counting, Hidden, Options, Position, Reason, RuleError, Seat, Status, without_last_field,
};

/// Position text of the starting position, decoded from the diagram on the inventor's page.
pub(super) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - 0";

/// A position of Abstract Chess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbstractChess {
    pub(super) rules: Rules,
    pub(super) board: Board,
    pub(super) turn: Seat,
    /// True for a seat whose last turn was a transfer; false for both unless `turn=no-repeat`.
    pub(super) transferred: [bool; 2],
    pub(super) no_progress: u32,
}

impl AbstractChess {
    pub(super) fn get(&self, square: Square) -> Option<Piece> {
        self.board.get(square)
    }

    /// Returns true if the side to move may spend a turn on a transfer alone.
    fn may_transfer(&self) -> bool {
        match self.rules.turn {
            TurnRule::Single => true,
            TurnRule::Double => false,
            TurnRule::NoRepeat => !self.transferred[self.turn.index()],
        }
    }

    /// Returns true if both royal stones are on the board.
    pub(super) fn in_play(&self) -> bool {
        self.board.royal(Seat::WHITE).is_some() && self.board.royal(Seat::BLACK).is_some()
    }

    fn has_turn(&self) -> bool {
        let mut found = false;
        let mut note = || {
            found = true;
            false
        };
        for (from, role) in self.board.pieces(self.turn) {
            let piece = Piece {
                seat: self.turn,
                role,
            };
            self.rules.each_target(&self.board, from, piece, |_| note());
        }
        if self.may_transfer() {
            moves::each_transfer(&self.board, self.turn, |_| note());
        }
        found
    }

    /// Returns the board after the first part of a turn.
    pub(super) fn board_after(&self, from: Square, to: Square) -> Board {
        let mut board = self.board.clone();
        moves::relocate(&mut board, from, to);
        board
    }

    /// Returns every turn without its second part.
    pub(super) fn first_parts(&self) -> Vec<Move> {
        if !self.in_play() {
            return Vec::new();
        }
        let mut list = Vec::with_capacity(96);
        for (from, role) in self.board.pieces(self.turn) {
            let piece = Piece {
                seat: self.turn,
                role,
            };
            self.rules.each_target(&self.board, from, piece, |to| {
                list.push(Move::Go {
                    from,
                    to,
                    then: None,
                });
                true
            });
        }
        if self.may_transfer() {
            moves::each_transfer(&self.board, self.turn, |transfer| {
                list.push(Move::Transfer(transfer));
                true
            });
        }
        list
    }

    /// Returns true if a move to `to` captures the royal stone, which ends the game, so that no transfer follows.
    pub(super) fn takes_royal(&self, to: Square) -> bool {
        self.get(to).is_some_and(|piece| piece.role == Role::Royal)
    }

    /// Returns the transfers that may follow a first part.
    pub(super) fn second_parts(&self, from: Square, to: Square) -> Vec<Transfer> {
        let mut list = Vec::new();
        if self.rules.turn == TurnRule::Double && !self.takes_royal(to) {
            moves::each_transfer(&self.board_after(from, to), self.turn, |transfer| {
                list.push(transfer);
                true
            });
        }
        list
    }
}

impl Position for AbstractChess {
    type Move = Move;

    fn turn(&self) -> Seat {
        self.turn
    }

    fn status(&self) -> Status {
        let won = |winner| Status::Won {
            winner,
            reason: Reason::RoyalCaptured,
        };
        match (
            self.board.royal(Seat::WHITE).is_some(),
            self.board.royal(Seat::BLACK).is_some(),
        ) {
            (true, false) => won(Seat::WHITE),
            (false, true) => won(Seat::BLACK),
            _ if self.has_turn() => Status::Ongoing,
            _ => Status::Drawn(Reason::Stalemate),
        }
    }

    fn legal_moves(&self) -> Vec<Move> {
        let mut list = self.first_parts();
        if self.rules.turn == TurnRule::Double {
            for index in 0..list.len() {
                if let Move::Go { from, to, .. } = list[index] {
                    let seconds = self.second_parts(from, to);
                    list.extend(seconds.into_iter().map(|transfer| Move::Go {
                        from,
                        to,
                        then: Some(transfer),
                    }));
                }
            }
        }
        list
    }

    fn is_legal(&self, mv: &Move) -> bool {
        if !self.in_play() {
            return false;
        }
        match *mv {
            Move::Transfer(transfer) => {
                self.may_transfer()
                    && moves::judge_transfer(&self.board, self.turn, transfer).is_ok()
            }
            Move::Go { from, to, then } => {
                self.get(from).is_some_and(|piece| {
                    piece.seat == self.turn && self.rules.reaches(&self.board, from, piece, to)
                }) && then.is_none_or(|transfer| {
                    self.rules.turn == TurnRule::Double
                        && !self.takes_royal(to)
                        && moves::judge_transfer(&self.board_after(from, to), self.turn, transfer)
                            .is_ok()
                })
            }
        }
    }

    fn play(&mut self, mv: &Move) -> Vec<String> {
        let progress = match *mv {
            Move::Go { from, to, .. } => {
                self.get(to).is_some()
                    || self
                        .get(from)
                        .is_some_and(|piece| piece.role == Role::Stack(1))
            }
            Move::Transfer(_) => false,
        };
        match *mv {
            Move::Go { from, to, then } => {
                moves::relocate(&mut self.board, from, to);
                if let Some(transfer) = then {
                    moves::apply_transfer(&mut self.board, transfer);
                }
            }
            Move::Transfer(transfer) => moves::apply_transfer(&mut self.board, transfer),
        }
        self.no_progress = if progress {
            0
        } else {
            self.no_progress.saturating_add(1)
        };
        if self.rules.turn == TurnRule::NoRepeat {
            self.transferred[self.turn.index()] = matches!(mv, Move::Transfer(_));
        }
        self.turn = self.turn.other();
        Vec::new()
    }

    fn to_text(&self) -> String {
        let turn = if self.turn == Seat::WHITE { 'w' } else { 'b' };
        let extra = match self.transferred {
            [false, false] => "-",
            [true, false] => "w",
            [false, true] => "b",
            [true, true] => "wb",
        };
        format!(
            "{} {turn} {extra} {}",
            self.board.to_text(),
            self.no_progress
        )
    }

    fn from_text(options: &Options, text: &str) -> Result<Self, RuleError> {
        let rules = Rules::of(options);
        let fields: Vec<&str> = text.split(' ').collect();
        let &[placement, turn, extra, count] = fields.as_slice() else {
            return Err(RuleError::position(format!(
                "A position of Abstract Chess has four fields parted by single spaces (placement, w or b, extra, count), not {}.",
                fields.len()
            )));
        };
        let board = Board::from_text(placement)
            .map_err(|wrong| RuleError::position(format!("The placement {wrong}.")))?;
        let turn = match turn {
            "w" => Seat::WHITE,
            "b" => Seat::BLACK,
            _ => {
                return Err(RuleError::position(format!(
                    "The side to move is \"w\" or \"b\", not \"{}\".",
                    notation::excerpt(turn)
                )));
            }
        };
        let transferred = match (extra, rules.turn) {
            ("-", _) => [false, false],
            ("w", TurnRule::NoRepeat) => [true, false],
            ("b", TurnRule::NoRepeat) => [false, true],
            ("wb", TurnRule::NoRepeat) => [true, true],
            (_, TurnRule::NoRepeat) => {
                return Err(RuleError::position(format!(
                    "The third field names the sides whose own last turn was a transfer: \"-\", \"w\", \"b\" or \"wb\", not \"{}\".",
                    notation::excerpt(extra)
                )));
            }
            _ => {
                return Err(RuleError::position(format!(
                    "The third field is \"-\" unless the option turn is no-repeat, not \"{}\".",
                    notation::excerpt(extra)
                )));
            }
        };
        let no_progress = notation::count(count)?;
        for (seat, name) in [(Seat::WHITE, "White"), (Seat::BLACK, "Black")] {
            let royals: Vec<Square> = board
                .pieces(seat)
                .filter(|(_, role)| *role == Role::Royal)
                .map(|(square, _)| square)
                .collect();
            if let [first, second, ..] = royals[..] {
                return Err(RuleError::position(format!(
                    "{name} has more than one royal stone: on {first} and on {second}."
                ))
                .at(royals));
            }
        }
        if board.royal(Seat::WHITE).is_none() && board.royal(Seat::BLACK).is_none() {
            return Err(RuleError::position(
                "Both royal stones are missing: at most one can have been captured.",
            ));
        }
        Ok(AbstractChess {
            rules,
            board,
            turn,
            transferred,
            no_progress,
        })
    }
}

impl Counting for AbstractChess {
    /// A royal stone may be left in danger, so that no sign tells of it.
    fn gives_check(&self, _: Seat) -> bool {
        false
    }

    fn check(&self) -> bool {
        self.in_play()
            && self.board.royal(self.turn).is_some_and(|royal| {
                !self
                    .rules
                    .attackers(&self.board, royal, self.turn)
                    .is_empty()
            })
    }

    fn no_progress(&self) -> u32 {
        self.no_progress
    }

    /// Returns the position text without its last field, the count.
    fn repetition_key(&self) -> String {
        without_last_field(Position::to_text(self))
    }
}

impl Hidden for AbstractChess {}
