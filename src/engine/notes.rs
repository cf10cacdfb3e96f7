//! Judging a whole game: which moves cost their player most, and what was better.

use super::{Limits, PROVEN, Request, Why};
use crate::rules::{Game, RuleError, Seat};

/// How many positions are looked at for each move, unless somebody asks for another number: as the second strongest
/// level does.
pub const NODES: u64 = 60_000;

/// What a move must cost to be worth a note, in hundredths of a pawn: a light piece that is given away does.
const COST: i32 = 250;

/// Beyond this value a game is decided, and what a move costs teaches nothing.
const DECIDED: i32 = 800;

/// The most notes for one seat.
const MOST: usize = 3;

/// A move that cost its player much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Which move of the list, from 0.
    pub ply: usize,
    /// Who made it.
    pub seat: Seat,
    /// The move, canonical text.
    pub text: String,
    /// What was better, canonical text.
    pub better: String,
    /// What it cost, in hundredths of a pawn, at most [`PROVEN`].
    pub lost: i32,
    /// What kind of mistake it was.
    pub kind: Mistake,
    /// Why the better move was better.
    pub why: Why,
}

/// A kind of mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// It let the opponents mate.
    AllowsMate,
    /// It missed a mate.
    MissesMate,
    /// It lost material or position.
    Blunder,
}

impl Mistake {
    /// In machine notation.
    pub fn key(self) -> &'static str {
        match self {
            Mistake::AllowsMate => "allows-mate",
            Mistake::MissesMate => "misses-mate",
            Mistake::Blunder => "blunder",
        }
    }
}

/// A move of the list that the rules refuse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMoveError {
    /// Which move of the list, from 0.
    pub ply: usize,
    /// Why.
    pub rejection: RuleError,
}

/// The moves of a game that cost most: of each seat at most three, in the order in which they were made.
///
/// # Errors
/// A move that the rules refuse.
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

/// What there is to say of one move, at `ply` of whatever list; nothing where it was good enough, or left to chance.
pub fn note(game: &dyn Game, ply: usize, text: &str, limits: Limits<'_>) -> Option<Note> {
    let found = game.search(&Request::strongest(limits))?;
    let best = found.best.first()?;
    if best.text == text || best.value.abs() >= DECIDED && best.value.abs() < PROVEN {
        return None;
    }
    // The move that was made, just as deep.
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
    // The one who was mated anyway, or still wins, has lost nothing.
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
