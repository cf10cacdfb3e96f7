//! Positions of a game that make good puzzles: exactly one first move leads to the goal.
//!
//! A mate is proven: a search of its full depth that leaves out nothing finds no other first move that mates in time,
//! and the game has no legal moves there that it did not look at. A win of material is judged twice, the second time with
//! eight times the effort.

use std::fmt;

use super::notes::IllegalMoveError;
use super::{Found, Limits, Line, Request};
use crate::rules::{Game, Reason, RuleError, Status};

/// The longest mate asked for, in own moves.
const LONGEST_MATE: i32 = 3;

/// The most positions that a proof may look at.
const PROOF: u64 = 400_000;

/// What a move must win to be a puzzle in a game of so many seats, and by how much the next best move must be worse, in
/// hundredths of a pawn. With more than two seats what one loses is won by the others only in part.
fn thresholds(seats: usize) -> (i32, i32) {
    if seats > 2 { (80, 50) } else { (300, 250) }
}

/// How many positions are looked at to judge an answer that wins material.
const JUDGED: u64 = 20_000;

/// What is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleKind {
    /// A mate in so many own moves.
    Mate(i32),
    /// So much material, in hundredths of a pawn.
    Wins(i32),
}

/// A position in which one first move leads to the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position text.
    pub position: String,
    /// How many moves of the game lead to it.
    pub ply: usize,
    /// The moves that are expected, the solver's first; canonical texts.
    pub solution: Vec<String>,
    /// What is to be found.
    pub kind: PuzzleKind,
}

/// The puzzles in a game, in the order of its moves.
///
/// # Errors
/// A move that the rules refuse.
pub fn puzzles(
    start: &dyn Game,
    moves: &[String],
    limits: Limits<'_>,
) -> Result<Vec<Puzzle>, IllegalMoveError> {
    let mut game = start.boxed_clone();
    let mut puzzles = Vec::new();
    for (ply, text) in moves.iter().enumerate() {
        puzzles.extend(puzzle(&*game, ply, limits));
        game.play(text)
            .map_err(|rejection| IllegalMoveError { ply, rejection })?;
    }
    puzzles.extend(puzzle(&*game, moves.len(), limits));
    Ok(puzzles)
}

/// The puzzle that a position makes, if it makes one.
pub fn puzzle(game: &dyn Game, ply: usize, limits: Limits<'_>) -> Option<Puzzle> {
    let look = |limits| {
        game.search(&Request {
            best: 2,
            ..Request::strongest(limits)
        })
    };
    let found = look(limits)?;
    let [best, second, ..] = &found.best[..] else {
        // Where there is but one move there is nothing to find.
        return None;
    };
    let (wins, clear) = thresholds(game.kind().seats.len());
    let kind = match best.mate() {
        Some(moves @ 1..=LONGEST_MATE) => {
            let plies = u8::try_from(2 * moves - 1).ok()?;
            let proof = look(Limits {
                depth: plies,
                nodes: PROOF,
                full_width: true,
                ..limits
            })?;
            if !proves(&proof, &best.text, moves, plies) {
                return None;
            }
            PuzzleKind::Mate(moves)
        }
        Some(_) => return None,
        None => {
            let now = game.evaluation(game.turn());
            if second.mate().is_some()
                || best.value - now < wins
                || best.value - second.value < clear
            {
                return None;
            }
            let again = look(Limits {
                nodes: limits.nodes.saturating_mul(8),
                ..limits
            })?;
            let (best_again, second_again) = (again.best.first()?, again.best.get(1)?);
            if best_again.text != best.text
                || best_again.value - second_again.value < clear
                || best_again.value - now < wins
            {
                return None;
            }
            PuzzleKind::Wins(best_again.value - now)
        }
    };
    Some(Puzzle {
        position: game.text(),
        ply,
        solution: best.line.clone(),
        kind,
    })
}

/// The puzzle that a position makes, if it makes one that is worth showing: with its solution to the end.
pub fn whole_puzzle(game: &dyn Game, ply: usize, limits: Limits<'_>) -> Option<Puzzle> {
    let puzzle = puzzle(game, ply, limits)?;
    if !is_worthwhile(game, &puzzle) {
        return None;
    }
    let solution = whole_line(game, &puzzle)?;
    Some(Puzzle { solution, ..puzzle })
}

/// What the solution must win on the board by its end, a little less than what makes a puzzle; in hundredths of a pawn.
pub fn shown_gain(seats: usize) -> i32 {
    if seats > 2 { 70 } else { 250 }
}

/// Whether a puzzle is worth showing: taking a royal piece that stands in danger is not, nor is a gain that cannot be seen
/// on the board when the solution has been played.
fn is_worthwhile(game: &dyn Game, puzzle: &Puzzle) -> bool {
    let (solver, now) = (game.turn(), game.evaluation(game.turn()));
    let mut after = game.boxed_clone();
    let mut plays = |text: &String| after.play(text).is_ok();
    match puzzle.kind {
        PuzzleKind::Mate(1) => {
            let played = puzzle.solution.first().is_some_and(&mut plays);
            let taken = matches!(
                after.status(),
                Status::Won {
                    reason: Reason::RoyalCaptured | Reason::Own(_),
                    ..
                }
            );
            played && !taken
        }
        PuzzleKind::Mate(_) => true,
        PuzzleKind::Wins(_) => {
            let played = puzzle.solution.iter().all(&mut plays);
            played && after.evaluation(solver) >= now + shown_gain(game.kind().seats.len())
        }
    }
}

/// Whether a full search shows that this move mates in time and no other does.
fn proves(proof: &Found, text: &str, moves: i32, plies: u8) -> bool {
    let [best, second, ..] = &proof.best[..] else {
        return false;
    };
    proof.complete
        && proof.depth >= plies
        && best.text == text
        && best.mate() == Some(moves)
        && second.mate().is_none()
}

/// What an answer to a puzzle is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The goal is reached.
    Solved,
    /// It leads there: the opponent's best reply, canonical text.
    Right(String),
    /// It does not: what the opponent replies, canonical text; `None` where the game is over.
    Wrong(Option<String>),
}

/// Judges an answer by search: every move that reaches the goal is right, whether it is the expected one or not. `left`
/// is in how many own moves a mate is still to be given; `expected` is the move that the solution has here.
///
/// # Errors
/// The rules refuse the move.
pub fn judge(
    game: &dyn Game,
    kind: PuzzleKind,
    left: i32,
    expected: Option<&str>,
    text: &str,
) -> Result<Verdict, RuleError> {
    let solver = game.turn();
    let text = game.parse_move(text)?;
    let mut after = game.boxed_clone();
    after.play(&text)?;
    let won = matches!(after.status(), Status::Won { winner, .. } if winner == solver);
    if won {
        return Ok(Verdict::Solved);
    }
    let verdict = match kind {
        PuzzleKind::Mate(_) if left <= 1 => Verdict::Wrong(reply(&*after).map(|line| line.text)),
        PuzzleKind::Mate(_) => {
            let defence = defence(&*after, left - 1);
            match defence.as_ref().and_then(Line::mate) {
                Some(mate) if mate < 0 && -mate < left => match defence {
                    Some(line) => Verdict::Right(line.text),
                    None => Verdict::Wrong(None),
                },
                _ => Verdict::Wrong(defence.map(|line| line.text)),
            }
        }
        PuzzleKind::Wins(_) if expected == Some(&text[..]) => Verdict::Solved,
        PuzzleKind::Wins(_) => {
            let made = game.search(&Request {
                only: Some(&text),
                ..Request::strongest(Limits::nodes(JUDGED))
            });
            let value = made
                .and_then(|made| made.best.first().map(|line| line.value))
                .unwrap_or(i32::MIN);
            if value.saturating_sub(game.evaluation(solver))
                >= thresholds(game.kind().seats.len()).0
            {
                Verdict::Solved
            } else {
                Verdict::Wrong(reply(&*after).map(|line| line.text))
            }
        }
    };
    Ok(verdict)
}

/// The longest defence against a mate in at most so many moves of the attacker, looked for to the full depth.
fn defence(game: &dyn Game, moves: i32) -> Option<Line> {
    let depth = u8::try_from(2 * moves).ok()?;
    let found = game.search(&Request::strongest(Limits {
        depth,
        full_width: true,
        ..Limits::nodes(PROOF)
    }))?;
    found.best.into_iter().next()
}

/// The best reply as far as a short look tells.
fn reply(game: &dyn Game) -> Option<Line> {
    let found = game.search(&Request::strongest(Limits::nodes(JUDGED / 4)))?;
    found.best.into_iter().next()
}

/// The solution of a puzzle to its end: the mate, or the move that wins and what the search expects then. `None` where
/// the search does not find the mate that it promised.
fn whole_line(game: &dyn Game, puzzle: &Puzzle) -> Option<Vec<String>> {
    let PuzzleKind::Mate(moves) = puzzle.kind else {
        return Some(puzzle.solution.iter().take(5).cloned().collect());
    };
    let mut game = game.boxed_clone();
    let mut text = puzzle.solution.first()?.clone();
    let mut line = Vec::new();
    for left in (1..=moves).rev() {
        let verdict = judge(&*game, puzzle.kind, left, None, &text).ok()?;
        game.play(&text).ok()?;
        line.push(text);
        match verdict {
            Verdict::Solved => return Some(line),
            Verdict::Wrong(_) => return None,
            Verdict::Right(reply) => {
                game.play(&reply).ok()?;
                line.push(reply);
            }
        }
        let depth = u8::try_from(2 * left - 3).ok()?;
        let found = game.search(&Request::strongest(Limits {
            depth,
            full_width: true,
            ..Limits::nodes(PROOF)
        }))?;
        text = found.text;
    }
    None
}

/// As a line of a file of puzzles: the goal, the position and the solution, separated by tabs.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            PuzzleKind::Mate(moves) => write!(f, "mate {moves}")?,
            PuzzleKind::Wins(value) => write!(f, "wins {value}")?,
        }
        write!(f, "\t{}\t{}", self.position, self.solution.join(" "))
    }
}

impl Puzzle {
    /// Reads a line of a file of puzzles; `None` where it is not one.
    pub fn parse(line: &str) -> Option<Puzzle> {
        let mut fields = line.split('\t');
        let (kind, value) = fields.next()?.split_once(' ')?;
        let value = value.parse().ok()?;
        let kind = match kind {
            "mate" => PuzzleKind::Mate(value),
            "wins" => PuzzleKind::Wins(value),
            _ => return None,
        };
        let position = fields.next()?.to_owned();
        let solution: Vec<String> = fields.next()?.split(' ').map(str::to_owned).collect();
        let whole = fields.next().is_none() && !solution.iter().any(String::is_empty);
        whole.then_some(Puzzle {
            position,
            ply: 0,
            solution,
            kind,
        })
    }
}

/// The puzzles of a file, in its order. Lines that begin with `#` say how it was made.
pub fn read(file: &str) -> Vec<Puzzle> {
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(Puzzle::parse).collect()
}
