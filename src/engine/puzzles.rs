//! Positions of a game that make good puzzles: exactly one first move leads to the goal.
//!
//! A mate is proven: a search of its full depth that leaves out nothing finds no other first move that mates in time,
//! and the game has no legal moves there that it did not look at. A win of material is judged twice, the second time with
//! eight times the effort.

use super::notes::Refused;
use super::{Found, Limits, Request};
use crate::rules::Game;

/// The longest mate asked for, in own moves.
const LONGEST_MATE: i32 = 3;

/// The most positions that a proof may look at.
const PROOF: u64 = 2_000_000;

/// What a move must win to be a puzzle, in hundredths of a pawn.
const WINS: i32 = 300;

/// By how much the next best move must be worse.
const CLEAR: i32 = 250;

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
) -> Result<Vec<Puzzle>, Refused> {
    let mut game = start.boxed_clone();
    let mut puzzles = Vec::new();
    for (ply, text) in moves.iter().enumerate() {
        puzzles.extend(puzzle(&*game, ply, limits));
        game.play(text)
            .map_err(|rejection| Refused { ply, rejection })?;
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
            let now = game.worth(game.turn());
            if second.mate().is_some()
                || best.value - now < WINS
                || best.value - second.value < CLEAR
            {
                return None;
            }
            let again = look(Limits {
                nodes: limits.nodes.saturating_mul(8),
                ..limits
            })?;
            let (best_again, second_again) = (again.best.first()?, again.best.get(1)?);
            if best_again.text != best.text
                || best_again.value - second_again.value < CLEAR
                || best_again.value - now < WINS
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
