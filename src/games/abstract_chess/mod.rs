//! Abstract Chess by João Pedro Neto (2003).
//!
//! Source: the author's page "Games of Towers - Abstract Chess", sections TURN, MOVE/CAPTURE RANGE and GOAL, its
//! example, and Peter Aronson's comment quoted there (both options).
//!
//! Rulings, where the page is silent:
//! - A player who has no turn to take draws (stalemate): the page names no other goal than the capture. With
//!   `turn=double` that is a player with no move or capture to make, as those are obligatory.
//! - There is no check: a player may leave or put the royal stone in danger. [`Counting::check`](crate::rules::Counting::check) tells that the
//!   side to move could lose it next.
//! - A single stone that reaches the far edge stays there: no promotion (MOVE/CAPTURE RANGE).
//! - A position with one royal stone is a finished game, won by the side that has its own.
//! - With `turn=double` the capture of the royal stone ends the game at once; no transfer follows.

mod board;
mod describe;
mod lessons;
mod moves;
mod refusals;
mod scene;
mod sheet;
mod tutorial;
mod worth;

#[cfg(test)]
mod tests;

use crate::engine::Why;
use crate::notation::{self, MoveText, ParsedMove};
use crate::rules::{
    Choice, Choices, Counting, Depict, Describe, Entry, GameInfo, GameResult, GameWithHistory,
    Hidden, Notation, OptionSpec, Options, Position, Reach, Reason, RuleError, Seat, Status, Topic,
    Values, Variant, without_last_field,
};
use crate::scene::{Scene, View};
use board::{Board, Piece, Role, Square};
use moves::{Move, Rules, Transfer, TurnRule};

/// Abstract Chess in the table of games.
pub static KIND: GameInfo = GameInfo {
    key: "abstract",
    name: "Abstract Chess",
    credit: "João Pedro Neto, 2003",
    summary: "Stacks of one to six stones: their height says how they move, and stones pass between them.",
    seats: &["white", "black"],
    teams: &[],
    rules_version: 1,
    options: &[
        OptionSpec {
            key: "powers",
            about: "What a stack of each height moves like",
            values: Values::OneOf(&[
                (
                    "neto",
                    "knight, bishop, rook, rook, queen (the inventor's table)",
                ),
                (
                    "aronson",
                    "mao, bishop, rook, cardinal, queen (Peter Aronson's table)",
                ),
            ]),
        },
        OptionSpec {
            key: "turn",
            about: "What a turn is",
            values: Values::OneOf(&[
                ("single", "a move or a transfer"),
                ("double", "a move, then a transfer if you like"),
                (
                    "no-repeat",
                    "a move or a transfer, but never two transfers in a row",
                ),
            ]),
        },
    ],
    variants: &[
        Variant {
            key: "neto",
            name: "Neto's rules",
            options: &[],
        },
        Variant {
            key: "aronson",
            name: "Aronson's powers",
            options: &[("powers", "aronson")],
        },
        Variant {
            key: "double",
            name: "Move and transfer",
            options: &[("turn", "double")],
        },
        Variant {
            key: "no-repeat",
            name: "No two transfers in a row",
            options: &[("turn", "no-repeat")],
        },
    ],
    start,
    read,
    draws: |_| None,
    lessons: lessons::lessons,
    tutorial: tutorial::EXERCISES,
    puzzles: include_str!("puzzles.txt"),
};

/// The starting placement, decoded from the diagram on the inventor's page.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - 0";

fn start(kind: &'static GameInfo, options: &Options) -> GameResult {
    read(kind, options, START)
}

fn read(kind: &'static GameInfo, options: &Options, text: &str) -> GameResult {
    let position = Stacks::from_text(options, text)?;
    Ok(Box::new(GameWithHistory::begin(kind, options, position)))
}

/// A position of Abstract Chess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stacks {
    rules: Rules,
    board: Board,
    turn: Seat,
    /// Whose own last turn was a transfer, by seat; false for both unless `turn=no-repeat`.
    transferred: [bool; 2],
    no_progress: u32,
}

impl Stacks {
    fn piece(&self, square: Square) -> Option<Piece> {
        self.board.at(square)
    }

    /// Whether the rules let the side to move spend a turn on a transfer alone.
    fn may_hand(&self) -> bool {
        match self.rules.turn {
            TurnRule::Single => true,
            TurnRule::Double => false,
            TurnRule::NoRepeat => !self.transferred[self.turn.index()],
        }
    }

    /// Whether both royal stones are there.
    fn in_play(&self) -> bool {
        self.board.royal(Seat::WHITE).is_some() && self.board.royal(Seat::BLACK).is_some()
    }

    fn has_turn(&self) -> bool {
        let mut found = false;
        let mut note = || {
            found = true;
            false
        };
        for (from, body) in self.board.pieces(self.turn) {
            let piece = Piece {
                owner: self.turn,
                body,
            };
            self.rules.each_target(&self.board, from, piece, |_| note());
        }
        if self.may_hand() {
            moves::each_transfer(&self.board, self.turn, |_| note());
        }
        found
    }

    /// The board after the first part of a turn.
    fn board_after(&self, from: Square, to: Square) -> Board {
        let mut board = self.board.clone();
        moves::relocate(&mut board, from, to);
        board
    }

    /// Every turn without its second part.
    fn first_parts(&self) -> Vec<Move> {
        let mut list = Vec::new();
        if !self.in_play() {
            return list;
        }
        for (from, body) in self.board.pieces(self.turn) {
            let piece = Piece {
                owner: self.turn,
                body,
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
        if self.may_hand() {
            moves::each_transfer(&self.board, self.turn, |transfer| {
                list.push(Move::Hand(transfer));
                true
            });
        }
        list
    }

    /// Whether the capture of the royal stone on `to` ends the game, so that no transfer follows.
    fn takes_royal(&self, to: Square) -> bool {
        self.piece(to)
            .is_some_and(|piece| piece.body == Role::Royal)
    }

    /// The transfers that may follow a first part.
    fn second_parts(&self, from: Square, to: Square) -> Vec<Transfer> {
        let mut list = Vec::new();
        if self.rules.turn == TurnRule::Double && !self.takes_royal(to) {
            moves::each_transfer(&self.board_after(from, to), self.turn, |transfer| {
                list.push(transfer);
                true
            });
        }
        list
    }

    /// The move that a text is, if it is canonical in form; it need not be legal.
    fn parse(&self, text: &str) -> Option<Move> {
        let square = |text: &str, at: usize| Square::read(text.get(at..at + 2)?);
        let transfer = |text: &str| {
            (text.len() == 5 && text.as_bytes()[2] == b'+')
                .then_some(())
                .and_then(|()| {
                    Some(Transfer {
                        from: square(text, 0)?,
                        to: square(text, 3)?,
                    })
                })
        };
        if let Some(transfer) = transfer(text) {
            return Some(Move::Hand(transfer));
        }
        let (first, second) = match text.split_once(',') {
            Some((first, second)) => (first, Some(transfer(second)?)),
            None => (text, None),
        };
        if first.len() != 6 {
            return None;
        }
        let mv = Move::Go {
            from: square(first, 1)?,
            to: square(first, 4)?,
            then: second,
        };
        Some(mv)
    }
}

impl Position for Stacks {
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
            Move::Hand(transfer) => {
                self.may_hand() && moves::may_transfer(&self.board, self.turn, transfer)
            }
            Move::Go { from, to, then } => {
                self.piece(from).is_some_and(|piece| {
                    piece.owner == self.turn && self.rules.reaches(&self.board, from, piece, to)
                }) && then.is_none_or(|transfer| {
                    self.rules.turn == TurnRule::Double
                        && !self.takes_royal(to)
                        && moves::may_transfer(&self.board_after(from, to), self.turn, transfer)
                })
            }
        }
    }

    fn play(&mut self, mv: &Move) -> Vec<String> {
        let progress = match *mv {
            Move::Go { from, to, .. } => {
                self.piece(to).is_some()
                    || self
                        .piece(from)
                        .is_some_and(|piece| piece.body == Role::Stack(1))
            }
            Move::Hand(_) => false,
        };
        match *mv {
            Move::Go { from, to, then } => {
                moves::relocate(&mut self.board, from, to);
                if let Some(transfer) = then {
                    moves::hand_over(&mut self.board, transfer);
                }
            }
            Move::Hand(transfer) => moves::hand_over(&mut self.board, transfer),
        }
        self.no_progress = if progress {
            0
        } else {
            self.no_progress.saturating_add(1)
        };
        if self.rules.turn == TurnRule::NoRepeat {
            self.transferred[self.turn.index()] = matches!(mv, Move::Hand(_));
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
        for (owner, name) in [(Seat::WHITE, "White"), (Seat::BLACK, "Black")] {
            let royals: Vec<Square> = board
                .pieces(owner)
                .filter(|(_, body)| *body == Role::Royal)
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
        Ok(Stacks {
            rules,
            board,
            turn,
            transferred,
            no_progress,
        })
    }
}

impl Counting for Stacks {
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

    /// The position text without its last field, the count.
    fn repetition_key(&self) -> String {
        without_last_field(Position::to_text(self))
    }
}

impl Notation for Stacks {
    fn exact(&self, text: &str) -> Option<Move> {
        self.parse(text)
            .filter(|mv| self.is_legal(mv) && self.write(mv) == text)
    }

    fn read(&self, text: &str) -> Result<Move, RuleError> {
        refusals::read(self, text)
    }

    /// The letter of a giver is known, though a transfer is written without it.
    fn move_text(&self, mv: &Move) -> MoveText {
        let (from, to, then) = match *mv {
            Move::Go { from, to, then } => (from, to, then),
            Move::Hand(Transfer { from, to }) => (from, to, None),
        };
        let op = match mv {
            Move::Hand(_) => '+',
            Move::Go { .. } if self.piece(to).is_some() => 'x',
            Move::Go { .. } => '-',
        };
        MoveText {
            letter: self
                .piece(from)
                .map(|piece| piece.body.letter().to_string())
                .unwrap_or_default(),
            from: from.to_string(),
            op,
            to: to.to_string(),
            promotion: None,
            tail: then
                .map(|Transfer { from, to }| format!(",{from}+{to}"))
                .unwrap_or_default(),
        }
    }

    fn write(&self, mv: &Move) -> String {
        match *mv {
            Move::Hand(Transfer { from, to }) => format!("{from}+{to}"),
            Move::Go { .. } => self.move_text(mv).to_string(),
        }
    }

    fn is_square(&self, text: &str) -> bool {
        Square::read(text).is_some()
    }

    fn is_letter(&self, text: &str) -> bool {
        let mut letters = text.chars();
        letters
            .next()
            .is_some_and(|letter| Role::of_letter(letter).is_some())
            && letters.next().is_none()
    }

    fn explain(&self, wanted: &ParsedMove) -> RuleError {
        refusals::explain(self, wanted)
    }
}

impl Entry for Stacks {
    fn label(&self, mv: &Move) -> String {
        describe::label(self, mv)
    }

    fn choices(&self, partial: &str) -> Choices {
        describe::choices(self, partial)
    }

    fn complete(&self, typed: &str, limit: usize) -> Vec<Choice> {
        notation::complete(self, typed, limit)
    }

    fn preview(&self, partial: &str, view: &View) -> Option<Scene> {
        scene::preview(self, partial, view)
    }
}

impl Describe for Stacks {
    fn describe(&self, mv: &Move) -> String {
        describe::describe(self, mv)
    }

    fn alt_text(&self, limit: usize) -> String {
        describe::alt_text(self, limit)
    }

    fn exposed(&self) -> Vec<String> {
        let waiting = describe::check_warning(self, self.turn.other());
        waiting.into_iter().collect()
    }

    fn reach(&self, square: &str) -> Option<Reach> {
        describe::reach(self, Square::read(square)?)
    }

    fn check_warning(&self) -> Option<String> {
        describe::check_warning(self, self.turn)
    }

    fn reason(&self, why: &Why) -> String {
        why.sentence("royal stone", "it captures the royal stone")
    }

    fn status_lines(&self) -> Vec<String> {
        describe::status_lines(self)
    }

    fn topics(&self) -> Vec<Topic> {
        describe::topics(self)
    }
}

impl Depict for Stacks {
    fn specimens(&self) -> Vec<crate::rules::sheet::Specimen> {
        sheet::specimens(self)
    }

    fn scene(&self, last: Option<&Move>, view: &View) -> Scene {
        scene::scene(self, last, view)
    }
}

impl Hidden for Stacks {}
