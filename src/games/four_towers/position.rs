//! Position and position text: `<placement> <w|b> <white memory> <black memory> <ep> <return> <noprogress>`.

use super::board;
use super::board::Tower;
use super::board::{Direction, RANKS, Square, TowerSet};
use super::pieces::{Board, Parts, Piece, Role};
use super::turn::Move;
use crate::notation::{self, excerpt};
use crate::rules::{Counting, Hidden, Options, Position, Reason, RuleError, Seat, Status};
use std::fmt;

/// A position of Four Towers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FourTowers {
    pub(super) board: Board,
    pub(super) turn: Seat,
    /// The movements that dragons learned from White's and from Black's last move.
    pub(super) memory: [Parts; 2],
    pub(super) passed: EnPassant,
    pub(super) returning: Option<Returning>,
    pub(super) no_progress: u32,
}

/// The two-square moves of the previous turn: the square passed and the square of the pawn or lancer that passed it,
/// sorted by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct EnPassant(pub(super) Vec<(Square, Square)>);

impl EnPassant {
    pub(super) fn add(&mut self, over: Square, at: Square) {
        if !self.0.contains(&(over, at)) {
            self.0.push((over, at));
            self.0
                .sort_by_cached_key(|(over, at)| format!("{over}>{at}"));
        }
    }

    /// Removes the entries of a pawn or lancer that has moved on from a square.
    pub(super) fn forget(&mut self, at: Square) {
        self.0.retain(|(_, known)| *known != at);
    }

    pub(super) fn keep(&mut self, is_open: impl Fn(Square) -> bool) {
        self.0.retain(|(over, _)| is_open(*over));
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Square, Square)> + '_ {
        self.0.iter().copied()
    }

    /// Returns the squares passed, each once.
    pub(super) fn squares(&self) -> board::SquareSet {
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

/// A piece captured on a tower by an enemy landing there; its owner may return it in the next turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Returning {
    pub(super) role: Role,
    pub(super) tower: Tower,
}

impl FourTowers {
    /// Returns true if the side to move has a legal move of any kind.
    pub(super) fn has_move(&self) -> bool {
        self.has_listed() || !self.rearrangements().is_empty() || self.has_multi()
    }
}

impl Hidden for FourTowers {}

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

    /// Returns true if a dragon's tower or a rearrangement may give an unlisted move; multi-moves are not searched
    /// for.
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
        let turn = if self.turn == Seat::WHITE { 'w' } else { 'b' };
        let [white, black] = self.memory;
        let returning = self.returning.map_or("-".to_owned(), |returning| {
            format!("{}@{}", returning.role.letter(), returning.tower)
        });
        format!(
            "{} {turn} {white} {black} {} {returning} {}",
            self.placement(),
            self.passed,
            self.no_progress
        )
    }

    fn from_text(_options: &Options, text: &str) -> Result<Self, RuleError> {
        Self::of_position_text(text)
    }
}

/// Position text of the first position.
pub const START: &str = "dmk/rnbdcq/ppppppbnr/6pppp/10/9/10/PPPP6/RNBPPPPPP/QCDBNR/KMD w - - - - 0";

impl FourTowers {
    /// Returns the first field of the position text.
    pub(super) fn placement(&self) -> String {
        let mut text = String::with_capacity(96);
        let mut squares = Square::all();
        for (row, (_, count)) in RANKS.into_iter().enumerate() {
            if row > 0 {
                text.push('/');
            }
            let mut gap = 0;
            for square in squares.by_ref().take(usize::from(count)) {
                match self.board.get(square) {
                    Some(piece) => {
                        if gap > 0 {
                            text.push_str(&gap.to_string());
                        }
                        gap = 0;
                        text.push(piece.symbol());
                    }
                    None => gap += 1,
                }
            }
            if gap > 0 {
                text.push_str(&gap.to_string());
            }
        }
        text
    }

    /// Reads a position text.
    ///
    /// # Errors
    /// Returns the refusal of a malformed or impossible position text.
    pub(super) fn of_position_text(text: &str) -> Result<Self, RuleError> {
        let fields: Vec<&str> = text.split(' ').collect();
        let [
            placement,
            turn,
            white,
            black,
            passed,
            returning,
            no_progress,
        ] = fields[..]
        else {
            return Err(RuleError::position(format!(
                "A Four Towers position has seven fields with one space between them (placement, w or b, two \
                 memories, en passant, return, turns without progress); this has {}.",
                fields.len()
            )));
        };
        let board = read_placement(placement)?;
        let turn = match turn {
            "w" => Seat::WHITE,
            "b" => Seat::BLACK,
            other => {
                return Err(RuleError::position(format!(
                    "The second field is w or b, not \"{}\".",
                    excerpt(other)
                )));
            }
        };
        let memory = [read_memory(white)?, read_memory(black)?];
        let passed = read_passed(passed, &board, turn)?;
        let returning = read_returning(returning, &board, turn)?;
        let no_progress = notation::count(no_progress)?;
        Ok(FourTowers {
            board,
            turn,
            memory,
            passed,
            returning,
            no_progress,
        })
    }
}

fn read_placement(text: &str) -> Result<Board, RuleError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != RANKS.len() {
        return Err(RuleError::position(format!(
            "The placement has eleven ranks, from 11 down to 1, with / between them; this has {}.",
            rows.len()
        )));
    }
    let mut board = Board::empty();
    let mut squares = Square::all();
    for (row, (text, (_, count))) in rows.into_iter().zip(RANKS).enumerate() {
        let rank = 11 - row;
        let wrong = || {
            RuleError::position(format!(
                "Rank {rank} has {count} squares; \"{}\" does not fill them with pieces (K Q R B N P M C W L D, lower \
                 case for Black) and numbers of empty squares.",
                excerpt(text)
            ))
        };
        let mut rest = squares.by_ref().take(usize::from(count));
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            if let Some(digit) = c.to_digit(10) {
                let mut gap = digit;
                while let Some(next) = chars.peek().and_then(|c| c.to_digit(10)) {
                    if gap == 0 || gap > 10 {
                        return Err(wrong());
                    }
                    gap = gap * 10 + next;
                    chars.next();
                }
                if gap == 0 || gap > u32::from(count) {
                    return Err(wrong());
                }
                for _ in 0..gap {
                    rest.next().ok_or_else(wrong)?;
                }
                continue;
            }
            let seat = if c.is_ascii_uppercase() {
                Seat::WHITE
            } else {
                Seat::BLACK
            };
            let role = Role::of_letter(c.to_ascii_uppercase()).ok_or_else(wrong)?;
            let square = rest.next().ok_or_else(wrong)?;
            if role == Role::King && board.king(seat).is_some() {
                return Err(RuleError::position("A side has one king at most."));
            }
            board.put(square, Piece { seat, role });
        }
        if rest.next().is_some() {
            return Err(wrong());
        }
    }
    Ok(board)
}

fn read_memory(text: &str) -> Result<Parts, RuleError> {
    let mut parts = Parts::NONE;
    for (part, letter, _) in Parts::EACH {
        if text.contains(letter) {
            parts = parts.with(part);
        }
    }
    if parts.to_string() == text {
        Ok(parts)
    } else {
        Err(RuleError::position(format!(
            "A memory is some of K R B N in this order, or -, not \"{}\".",
            excerpt(text)
        )))
    }
}

fn read_passed(text: &str, board: &Board, turn: Seat) -> Result<EnPassant, RuleError> {
    let mut passed = EnPassant::default();
    if text == "-" {
        return Ok(passed);
    }
    let wrong = || {
        RuleError::position(format!(
            "The en passant field lists an empty square passed and the square of the enemy pawn or lancer that passed \
             it (i7>i6), sorted, with commas between; \"{}\" does not.",
            excerpt(text)
        ))
    };
    for entry in text.split(',') {
        let (over, at) = entry.split_once('>').ok_or_else(wrong)?;
        let over = Square::parse(over).ok_or_else(wrong)?;
        let at = Square::parse(at).ok_or_else(wrong)?;
        let steps_on = TowerSet::every().any(|knights| {
            Direction::ALL
                .into_iter()
                .any(|direction| over.step(direction, knights) == Some(at))
        });
        let is_pawnlike = board
            .get(at)
            .is_some_and(|piece| piece.seat != turn && piece.role.is_pawnlike());
        if !board.is_empty(over) || !is_pawnlike || !steps_on {
            return Err(wrong());
        }
        passed.add(over, at);
    }
    if passed.to_string() == text {
        Ok(passed)
    } else {
        Err(wrong())
    }
}

fn read_returning(text: &str, board: &Board, turn: Seat) -> Result<Option<Returning>, RuleError> {
    if text == "-" {
        return Ok(None);
    }
    let read = || {
        let (letter, square) = text.split_once('@')?;
        let mut letters = letter.chars();
        let role = Role::of_letter(letters.next()?).filter(|role| *role != Role::King)?;
        let tower = Square::parse(square)?.tower()?;
        let captor = board.get(tower.square())?;
        (letters.next().is_none() && captor.seat != turn).then_some(Returning { role, tower })
    };
    read().map(Some).ok_or_else(|| {
        RuleError::position(format!(
            "The return field names a piece and the tower where an enemy has just taken it (Q@d5), or is -, not \
             \"{}\".",
            excerpt(text)
        ))
    })
}
