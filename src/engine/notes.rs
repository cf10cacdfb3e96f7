//! Notes on a whole game: the moves that cost their player most, and the better ones.

use super::{Limits, PROVEN, Request, Why};
use crate::rules::{Game, RuleError, Seat};

/// Default number of nodes for each move, as at the second strongest level.
pub const NODES: u64 = 60_000;

/// Lower bound of the cost of a move with a note, in hundredths of a pawn: less than a minor piece.
const COST: i32 = 250;

/// Bound beyond which a game is decided, so that the cost of a move teaches nothing.
const DECIDED: i32 = 800;

/// Upper bound of the notes for one seat.
const MOST: usize = 3;

/// A note on a move that cost its player much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Index of the move in the list, from 0.
    pub ply: usize,
    /// The seat that made the move.
    pub seat: Seat,
    /// The move, as canonical text.
    pub text: String,
    /// The better move, as canonical text.
    pub better: String,
    /// The cost of the move, in hundredths of a pawn, at most [`PROVEN`].
    pub lost: i32,
    /// The kind of mistake.
    pub kind: Mistake,
    /// The reason why the better move was better.
    pub why: Why,
}

/// A kind of mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// The move let the opponents mate.
    AllowsMate,
    /// The move missed a mate.
    MissesMate,
    /// The move lost material or position.
    Blunder,
}

impl Mistake {
    /// Returns the kind of mistake in machine notation.
    pub fn key(self) -> &'static str {
        match self {
            Mistake::AllowsMate => "allows-mate",
            Mistake::MissesMate => "misses-mate",
            Mistake::Blunder => "blunder",
        }
    }
}

/// An error for a move of the list that the rules refuse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMoveError {
    /// Index of the move in the list, from 0.
    pub ply: usize,
    /// The refusal.
    pub rejection: RuleError,
}

/// Returns the moves of a game that cost most: at most three for each seat, in the order in which they were made.
///
/// # Errors
/// The rules refuse a move.
pub fn notes(
    start: &dyn Game,
    moves: &[String],
    limits: Limits<'_>,
) -> Result<Vec<Note>, IllegalMoveError> {
    let mut game = start.boxed_clone();
    let mut notes: Vec<Note> = Vec::new();
    for (ply, text) in moves.iter().enumerate() {
        let refused = |rejection| IllegalMoveError { ply, rejection };
        let text = game.parse_move(text).map_err(refused)?;
        notes.extend(note(&*game, ply, &text, limits));
        game.play(&text).map_err(refused)?;
    }
    for seat in start.kind().all_seats() {
        let mut own: Vec<(i32, usize)> = notes
            .iter()
            .filter(|note| note.seat == seat)
            .map(|note| (-note.lost, note.ply))
            .collect();
        own.sort_unstable();
        let kept: Vec<usize> = own.into_iter().take(MOST).map(|(_, ply)| ply).collect();
        notes.retain(|note| note.seat != seat || kept.contains(&note.ply));
    }
    Ok(notes)
}

/// Returns the note on one move, at `ply` of its list; `None` if the move was good enough, or was left to chance.
pub fn note(game: &dyn Game, ply: usize, text: &str, limits: Limits<'_>) -> Option<Note> {
    let found = game.search(&Request::strongest(limits))?;
    let best = found.best.first()?;
    if best.text == text || best.value.abs() >= DECIDED && best.value.abs() < PROVEN {
        return None;
    }
    // The move that was made, searched to the same depth.
    let limits = Limits {
        depth: found.depth.max(1),
        ..limits
    };
    let made = game.search(&Request {
        only: Some(text),
        ..Request::strongest(limits)
    })?;
    let value = made.best.first()?.value;
    let lost = best.value.saturating_sub(value).min(PROVEN);
    let kind = if value <= -PROVEN {
        Mistake::AllowsMate
    } else if best.value >= PROVEN {
        Mistake::MissesMate
    } else {
        Mistake::Blunder
    };
    // A player who was mated anyway, or still wins, has lost nothing.
    let still = best.value <= -PROVEN || value >= DECIDED;
    if lost < COST || still {
        return None;
    }
    Some(Note {
        ply,
        seat: game.turn(),
        text: text.to_owned(),
        better: best.text.clone(),
        lost,
        kind,
        why: game.why(&best.text, best.mate())?,
    })
}
