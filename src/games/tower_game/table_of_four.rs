//! The match of Bughouse: two towers and four seats.
//!
//! - Seats `white-a white-b black-a black-b`, in this order of turns without end. White-a and black-b are partners,
//!   white-b and black-a. A piece captured on one board goes, in its own colour, to the partner's hand on the other,
//!   promoted pieces as pawns.
//! - The first mate ends it, for the seat that gave it and its partner.
//! - Rulings, for games by correspondence: the fixed order takes the place of clocks; nobody waits, so mate is judged
//!   when the seat's turn comes, with its hand at that time. A seat not in check that cannot move is passed over (en
//!   passant lapses with it); if all four cannot, the game is a draw.

use super::moves::Move;
use super::options::Rules;
use super::position::{Effects, TowerGame};
use super::scene::slice::{on_chosen_rank, reach_of};
use super::{mutators, notation};
use crate::engine::{Evaluation, Search, Stakes};
use crate::notation::{MoveText, ParsedMove};
use crate::rules::{
    Choice, Choices, Counting, Depict, Entry, Hidden, Notation, Options, Position, Reason,
    RuleError, Seat, Status, without_last_field,
};
use crate::scene::{Scene, View};

mod picture;
mod position_text;
mod shown;

/// The names of the seats, in machine notation.
pub const SEATS: &[&str] = &["white-a", "white-b", "black-a", "black-b"];

/// The partners.
pub const TEAMS: &[[Seat; 2]] = &[[Seat(0), Seat(3)], [Seat(1), Seat(2)]];

/// The names of the boards.
const BOARDS: [&str; 2] = ["A", "B"];

/// A position of Bughouse.
#[derive(Clone, Debug)]
pub struct TableOfFour {
    boards: [TowerGame; 2],
    turn: Seat,
    no_progress: u32,
}

/// A move on one of the boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardMove {
    board: usize,
    mv: Move,
}

/// The board that a seat plays on.
fn board_of(seat: Seat) -> usize {
    seat.index() % 2
}

/// The colour that a seat plays.
fn side_of(seat: Seat) -> Seat {
    Seat(seat.0 / 2)
}

/// The seat that plays a colour on a board.
fn player_of(side: Seat, board: usize) -> Seat {
    Seat(side.0 * 2 + u8::from(board == 1))
}

/// The name of a seat at the beginning of a sentence.
fn seat_name(seat: Seat) -> &'static str {
    ["White-a", "White-b", "Black-a", "Black-b"][seat.index() % 4]
}

/// The seat after another.
fn next(seat: Seat) -> Seat {
    Seat((seat.0 + 1) % 4)
}

/// The other seat on a seat's board.
fn opponent(seat: Seat) -> Seat {
    Seat((seat.0 + 2) % 4)
}

/// The partner of a seat: they win and lose together.
fn partner(seat: Seat) -> Seat {
    Seat(3 - seat.0 % 4)
}

impl TableOfFour {
    /// The starting position.
    ///
    /// # Errors
    /// [`crate::rules::RuleErrorKind::BadOptions`] where the plain game cannot start so.
    pub fn start(rules: Rules, effects: Effects) -> Result<TableOfFour, RuleError> {
        let board = TowerGame::start(rules, effects)?;
        Ok(TableOfFour {
            boards: [board.clone(), board],
            turn: Seat(0),
            no_progress: 0,
        })
    }

    fn board(&self) -> &TowerGame {
        &self.boards[board_of(self.turn)]
    }

    /// Passes over seats that are not in check and cannot move, unless no seat can.
    fn pass_over(&mut self) {
        // The position before the first seat is passed over.
        let mut before = None;
        for _ in 0..4 {
            let (index, side) = (board_of(self.turn), side_of(self.turn));
            let kept = self.boards[index].turn;
            self.boards[index].turn = side;
            let board = &self.boards[index];
            if board.in_check(side) || board.can_move() {
                return;
            }
            if before.is_none() {
                let mut whole = self.clone();
                whole.boards[index].turn = kept;
                before = Some(whole);
            }
            self.boards[index].passed = [None; 2];
            self.turn = next(self.turn);
        }
        if let Some(before) = before {
            *self = before;
        }
        let (index, side) = (board_of(self.turn), side_of(self.turn));
        self.boards[index].turn = side;
    }

    fn own(&self, mv: Move) -> BoardMove {
        BoardMove {
            board: board_of(self.turn),
            mv,
        }
    }

    /// The text without its board's name, unless it names another board than the mover's.
    fn without_board<'t>(&self, text: &'t str) -> Option<&'t str> {
        let text = text.trim();
        let here = BOARDS[board_of(self.turn)];
        let named = BOARDS.iter().find_map(|name| {
            let (first, rest) = text.split_at_checked(name.len())?;
            let rest = rest.trim_start().strip_prefix(':')?;
            let is_named = first.eq_ignore_ascii_case(name);
            is_named.then(|| (*name == here).then_some(rest.trim_start()))
        });
        named.unwrap_or(Some(text))
    }

    fn prefixed(&self, text: &str) -> String {
        format!("{}:{text}", BOARDS[board_of(self.turn)])
    }

    fn with_board(&self, mut choices: Vec<Choice>) -> Vec<Choice> {
        for choice in &mut choices {
            choice.text = self.prefixed(&choice.text);
            if choice.whole {
                choice.label = self.prefixed(&choice.label);
            }
        }
        choices
    }
}

impl Position for TableOfFour {
    type Move = BoardMove;

    fn turn(&self) -> Seat {
        self.turn
    }

    fn status(&self) -> Status {
        if self.board().can_move() {
            Status::Ongoing
        } else if self.check() {
            Status::Won {
                winner: opponent(self.turn),
                reason: Reason::Checkmate,
            }
        } else {
            Status::Drawn(Reason::Stalemate)
        }
    }

    fn legal_moves(&self) -> Vec<BoardMove> {
        let listed = self.board().legal().into_iter();
        listed.map(|mv| self.own(mv)).collect()
    }

    fn is_legal(&self, mv: &BoardMove) -> bool {
        mv.board == board_of(self.turn) && self.board().is_legal(&mv.mv)
    }

    fn play(&mut self, mv: &BoardMove) -> Vec<String> {
        let board = &mut self.boards[mv.board];
        let captured = mv.mv.captured().and_then(|cube| board.get(cube));
        board.make(&mv.mv);
        let progress = board.no_progress == 0;
        if let Some(piece) = captured {
            self.boards[1 - mv.board].hands[piece.seat.index()].add(piece.in_hand());
        }
        self.no_progress = if progress {
            0
        } else {
            self.no_progress.saturating_add(1)
        };
        let moved = self.turn;
        self.turn = next(moved);
        self.pass_over();
        let mut consequences = Vec::new();
        let mut seat = next(moved);
        while seat != self.turn && seat != moved {
            consequences.push(format!(
                "{} cannot move and is passed over.",
                seat_name(seat)
            ));
            seat = next(seat);
        }
        consequences
    }

    fn placings(&self) -> Option<Vec<u8>> {
        let winner = match self.status() {
            Status::Won { winner, .. } => Some(winner),
            _ => None,
        };
        let place = |seat: Seat| match winner {
            None => 1,
            Some(winner) if seat == winner || seat == partner(winner) => 1,
            Some(_) => 3,
        };
        Some((0..4).map(Seat).map(place).collect())
    }

    fn to_text(&self) -> String {
        self.write_text()
    }

    fn from_text(options: &Options, text: &str) -> Result<Self, RuleError> {
        let (rules, effects) = mutators::of(options)?;
        TableOfFour::read_text(rules, effects, text)
    }
}

impl Counting for TableOfFour {
    fn check(&self) -> bool {
        self.board().in_check(side_of(self.turn))
    }

    /// The side that is next is on the other board.
    fn gives_check(&self, mover: Seat) -> bool {
        self.boards[board_of(mover)].in_check(side_of(mover).other())
    }

    fn no_progress(&self) -> u32 {
        self.no_progress
    }

    fn no_progress_limit(&self) -> u32 {
        400
    }

    /// The position text without its last field, the count.
    fn repetition_key(&self) -> String {
        without_last_field(Position::to_text(self))
    }
}

impl Notation for TableOfFour {
    fn read(&self, text: &str) -> Result<BoardMove, RuleError> {
        let Some(rest) = self.without_board(text) else {
            return Err(RuleError::illegal(format!(
                "It is {}'s turn, on board {}.",
                seat_name(self.turn),
                BOARDS[board_of(self.turn)]
            )));
        };
        match self.board().read_move(rest) {
            Ok(mv) => Ok(self.own(mv)),
            Err(mut rejection) => {
                for text in &mut rejection.suggestions {
                    *text = self.prefixed(text);
                }
                Err(rejection)
            }
        }
    }

    fn move_text(&self, mv: &BoardMove) -> MoveText {
        notation::move_text(&mv.mv)
    }

    fn write(&self, mv: &BoardMove) -> String {
        format!("{}:{}", BOARDS[mv.board], notation::write(&mv.mv))
    }

    fn display(&self, mv: &BoardMove) -> String {
        format!("{}:{}", BOARDS[mv.board], notation::shown(&mv.mv))
    }

    fn is_square(&self, text: &str) -> bool {
        self.board().is_square(text)
    }

    fn is_letter(&self, text: &str) -> bool {
        self.board().is_letter(text)
    }

    fn explain(&self, wanted: &ParsedMove, _: &[MoveText]) -> RuleError {
        self.board().why_not(wanted)
    }
}

impl Entry for TableOfFour {
    fn choices(&self, partial: &str) -> Choices {
        let Some(rest) = self.without_board(partial) else {
            return Choices::default();
        };
        let Choices { prompt, options } = self.board().choices(rest);
        Choices {
            prompt: format!("Board {}: {prompt}", BOARDS[board_of(self.turn)]),
            options: self.with_board(options),
        }
    }

    fn complete(&self, typed: &str, limit: usize) -> Vec<Choice> {
        let Some(rest) = self.without_board(typed) else {
            return Vec::new();
        };
        let mut found = self.board().complete(rest, limit);
        // The text so far may be only the board's name.
        if found.is_empty() && rest.eq_ignore_ascii_case(BOARDS[board_of(self.turn)]) {
            found = self.board().complete("", limit);
        }
        self.with_board(found)
    }

    fn preview(&self, partial: &str, view: &View) -> Option<Scene> {
        let view = View {
            reach: Some(reach_of(self.without_board(partial)?)?),
            ..view.clone()
        };
        Some(on_chosen_rank(self.scene(None, &view), partial))
    }
}

impl Hidden for TableOfFour {}

impl Search for TableOfFour {
    fn cost(&self) -> u64 {
        8
    }

    fn stakes(&self, mv: &BoardMove) -> Stakes {
        let mut stakes = self.boards[mv.board].stakes(&mv.mv);
        stakes.target += 256 * u16::from(mv.board == 1);
        stakes
    }

    fn evaluation(&self) -> Evaluation {
        let boards = self.boards.each_ref().map(Search::evaluation);
        let own = |seat: Seat| boards[board_of(seat)].0[side_of(seat).index()];
        // A side's value counts for its partner, too.
        Evaluation(
            [0, 1, 2, 3]
                .map(Seat)
                .map(|seat| own(seat) + own(partner(seat))),
        )
    }

    fn is_together(&self, one: Seat, other: Seat) -> bool {
        one == other || partner(one) == other
    }
}
