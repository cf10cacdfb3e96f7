//! Position, its endings and its position text.

use super::attacks::{Attack, attack, attacked};
use super::board::{Board, Cell};
use super::moves;
use super::turn::{Move, apply};
use crate::rules::{
    Counting, Options, OwnReason, Position, Reason, RuleError, Seat, Status, without_last_field,
};

/// Position text of the starting position.
pub const START: &str = "rrnnbbqqkkbbnnrr/rrnnbbqqkkbbnnrr/pppppppppppppppp/pppppppppppppppp/16/16/16/16/16/16/16/16/\
PPPPPPPPPPPPPPPP/PPPPPPPPPPPPPPPP/RRNNBBQQKKBBNNRR/RRNNBBQQKKBBNNRR w 0";

/// The reason of an ending in which a side lost every king at once.
pub static KINGS_CAPTURED: OwnReason = OwnReason {
    key: "kings-captured",
    words: "every king was captured",
};

/// A position of Four-Fold Chess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FourFold {
    pub(super) board: Board,
    pub(super) turn: Seat,
    pub(super) no_progress: u32,
}

impl Counting for FourFold {
    fn check(&self) -> bool {
        self.attack_on_last_king().is_some()
    }

    fn no_progress(&self) -> u32 {
        self.no_progress
    }

    /// One king a side and nothing else (`benches/dead.rs`).
    fn is_dead(&self) -> bool {
        let alone = |seat: Seat| self.board.pieces(seat).nth(1).is_none();
        let attacked = |seat: Seat| {
            let king = self.board.last_king(seat);
            king.is_some_and(|king| attacked(&self.board, king, seat.other()))
        };
        [Seat::WHITE, Seat::BLACK]
            .into_iter()
            .all(|seat| alone(seat) && !attacked(seat))
    }

    /// Returns the position text without its last field, the count without progress.
    fn repetition_key(&self) -> String {
        without_last_field(Position::to_text(self))
    }
}

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

impl FourFold {
    /// Returns the only king of the side to move and the attack on it; `None` if it has several or the king is safe.
    pub fn attack_on_last_king(&self) -> Option<(Cell, Attack)> {
        let king = self.board.last_king(self.turn)?;
        attack(&self.board, king, self.turn.other()).map(|attack| (king, attack))
    }

    /// Returns the attacked kings of the side to move, the last one or not.
    pub fn attacked_kings(&self) -> Vec<Cell> {
        self.board
            .kings(self.turn)
            .filter(|&king| attacked(&self.board, king, self.turn.other()))
            .collect()
    }

    /// True if one move of the other side could capture all kings of the side to move.
    pub fn can_lose_all_kings(&self) -> bool {
        let other = self.turn.other();
        let captures = moves::taking(&self.board, other);
        captures.into_iter().any(|mv| {
            let mut after = self.board.clone();
            apply(&mut after, mv);
            after.king_count(self.turn) == 0 && moves::allows(&self.board, other, mv)
        })
    }

    /// Returns the status. A side whose kings were all captured has lost (ruling); a side that cannot move is
    /// checkmated if its only king is attacked, and stalemated otherwise (ruling: a draw).
    pub fn judge(&self) -> Status {
        for seat in [Seat::WHITE, Seat::BLACK] {
            if self.board.king_count(seat) == 0 {
                return Status::Won {
                    winner: seat.other(),
                    reason: Reason::Own(&KINGS_CAPTURED),
                };
            }
        }
        if moves::any_legal(&self.board, self.turn) {
            Status::Ongoing
        } else if self.attack_on_last_king().is_some() {
            Status::Won {
                winner: self.turn.other(),
                reason: Reason::Checkmate,
            }
        } else {
            Status::Drawn(Reason::Stalemate)
        }
    }

    /// Returns every legal move; none in a finished game.
    pub fn legal(&self) -> Vec<Move> {
        if self.board.king_count(Seat::WHITE) > 0 && self.board.king_count(Seat::BLACK) > 0 {
            moves::legal(&self.board, self.turn)
        } else {
            Vec::new()
        }
    }

    /// Plays a move without checking its legality.
    pub fn make(&mut self, mv: Move) {
        let progress = apply(&mut self.board, mv);
        self.no_progress = if progress {
            0
        } else {
            self.no_progress.saturating_add(1)
        };
        self.turn = self.turn.other();
    }

    /// Returns the position text: `<placement> <w|b> <noprogress>`.
    pub fn to_text(&self) -> String {
        let seat = if self.turn == Seat::WHITE { 'w' } else { 'b' };
        format!("{} {seat} {}", self.board.placement(), self.no_progress)
    }

    /// Reads a position text.
    ///
    /// # Errors
    /// Returns one sentence about the first fault of the text.
    pub fn parse(text: &str) -> Result<FourFold, RuleError> {
        let bad = |sentence: &str| RuleError::position(sentence);
        let fields: Vec<&str> = text.split(' ').collect();
        let [placement, seat, count] = fields[..] else {
            return Err(bad(
                "A position text has three fields: placement, side to move and turns without progress.",
            ));
        };
        let board = Board::parse(placement).map_err(RuleError::position)?;
        let turn = match seat {
            "w" => Seat::WHITE,
            "b" => Seat::BLACK,
            _ => return Err(bad("The side to move is \"w\" or \"b\".")),
        };
        let no_progress = crate::notation::count(count)?;
        let (white, black) = (board.king_count(Seat::WHITE), board.king_count(Seat::BLACK));
        if white > 4 || black > 4 {
            return Err(bad("A side has four kings at the most."));
        }
        if white == 0 && black == 0 {
            return Err(bad("Neither side has a king."));
        }
        Ok(FourFold {
            board,
            turn,
            no_progress,
        })
    }
}
