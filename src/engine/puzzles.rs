//! Search of a game for positions that make good puzzles: exactly one first move leads to the goal.
//!
//! A mate is proven: a full-width search to its depth finds no other first move that mates in time, and the game has
//! no legal moves there that the search did not try. A win of material is judged twice, the second time with eight
//! times the effort.

use std::fmt;

use super::notes::IllegalMoveError;
use super::{Found, Limits, Line, Request};
use crate::rules::{Game, Reason, RuleError, Status};

/// Upper bound of the length of a mate, in the solver's moves.
const LONGEST_MATE: i32 = 3;

/// Upper bound of the nodes of a proof.
const PROOF: u64 = 400_000;

/// Returns the gain that makes a move a puzzle in a game with a number of seats, and the lead over the next best move,
/// in hundredths of a pawn. With more than two seats the others gain only a part of a seat's loss.
fn thresholds(seats: usize) -> (i32, i32) {
    if seats > 2 { (80, 50) } else { (300, 250) }
}

/// Number of nodes for judging an answer that wins material.
const JUDGED: u64 = 20_000;

/// The goal of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleKind {
    /// A mate in this number of the solver's moves.
    Mate(i32),
    /// A gain of material, in hundredths of a pawn.
    Wins(i32),
}

/// A position in which exactly one first move leads to the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position text.
    pub position: String,
    /// Number of moves of the game that lead to the position.
    pub ply: usize,
    /// The expected moves, the solver's first, as canonical texts.
    pub solution: Vec<String>,
    /// The goal.
    pub kind: PuzzleKind,
}

/// Returns the puzzles in a game, in the order of its moves.
///
/// # Errors
/// The rules refuse a move.
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

/// Returns the puzzle in a position, if it makes one.
pub fn puzzle(game: &dyn Game, ply: usize, limits: Limits<'_>) -> Option<Puzzle> {
    let look = |limits| {
        game.search(&Request {
            best: 2,
            ..Request::strongest(limits)
        })
    };
    let found = look(limits)?;
    let [best, second, ..] = &found.best[..] else {
        // A position with a single move has nothing to find.
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

/// Returns the puzzle in a position, with its whole solution, if it makes one that is worth showing.
pub fn whole_puzzle(game: &dyn Game, ply: usize, limits: Limits<'_>) -> Option<Puzzle> {
    let puzzle = puzzle(game, ply, limits)?;
    if !is_worthwhile(game, &puzzle) {
        return None;
    }
    let solution = whole_line(game, &puzzle)?;
    Some(Puzzle { solution, ..puzzle })
}

/// Returns the gain that the solution must show on the board at its end, a little below that of a puzzle, in
/// hundredths of a pawn.
pub fn shown_gain(seats: usize) -> i32 {
    if seats > 2 { 70 } else { 250 }
}

/// Returns true if a puzzle is worth showing: neither the capture of a royal piece in danger, nor a gain that is
/// invisible on the board after the solution.
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

/// Returns true if a full-width search proves that this move mates in time and no other does.
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

/// The verdict on an answer to a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The answer reaches the goal.
    Solved,
    /// The answer leads to the goal; this is the opponent's best reply, as canonical text.
    Right(String),
    /// The answer does not lead to the goal; this is the opponent's reply, as canonical text, `None` if the game is
    /// over.
    Wrong(Option<String>),
}

/// Judges an answer by search: every move that reaches the goal is right, expected or not. `left` is the number of the
/// solver's moves in which a mate must still be given; `expected` is the solution's move here.
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

/// Returns the longest defence against a mate in at most so many moves of the attacker, searched to the full depth.
fn defence(game: &dyn Game, moves: i32) -> Option<Line> {
    let depth = u8::try_from(2 * moves).ok()?;
    let found = game.search(&Request::strongest(Limits {
        depth,
        full_width: true,
        ..Limits::nodes(PROOF)
    }))?;
    found.best.into_iter().next()
}

/// Returns the best reply that a short search finds.
fn reply(game: &dyn Game) -> Option<Line> {
    let found = game.search(&Request::strongest(Limits::nodes(JUDGED / 4)))?;
    found.best.into_iter().next()
}

/// Returns the whole solution of a puzzle: the mate, or the winning move with the expected line. `None` if the search
/// does not find the promised mate again.
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

/// Writes a line of a file of puzzles: the goal, the position and the solution, separated by tabs.
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
    /// Reads a line of a file of puzzles; `None` if it is malformed.
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

/// Reads the puzzles of a file, in its order. Lines that begin with `#` are comments on how the file was made.
pub fn read(file: &str) -> Vec<Puzzle> {
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(Puzzle::parse).collect()
}
