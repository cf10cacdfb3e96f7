//! Goal of a puzzle: its initial position, the sentence that sets it, the sentence that closes it, and its first rating.

use crate::app::AppError;
use crate::app::texts::seat_label;
use crate::engine::puzzles::{Puzzle, PuzzleKind};
use crate::engine::{Named, Theme};
use crate::games::puzzles::Listed;
use crate::match_state::Rating;
use crate::rules::wording::listed as in_a_row;
use crate::rules::{Game, Reason, Status};

/// Logs that a puzzle's position cannot be read, which a test rules out, and returns an internal error.
pub(super) fn broken() -> AppError {
    tracing::error!("a puzzle that comes with the program cannot be read");
    AppError::Internal
}

/// Returns the puzzle's initial position.
pub(in crate::app) fn start(listed: &Listed) -> Result<Box<dyn Game>, AppError> {
    listed.game().map_err(|_| broken())
}

/// Returns the number of the solver's moves in which the goal must be reached from here.
pub(super) fn moves_left(kind: PuzzleKind, plies: u8) -> i32 {
    match kind {
        PuzzleKind::Mate(moves) => moves - i32::from(plies / 2),
        PuzzleKind::Wins(_) | PuzzleKind::Saves(_) => 1,
    }
}

/// Returns the rating that a puzzle is given before anybody has tried it.
pub(super) fn first_rating(puzzle: &Puzzle) -> Rating {
    let rating = match (puzzle.kind, puzzle.theme) {
        (PuzzleKind::Mate(1), _) | (_, Theme::Material) => 1_200.0,
        (PuzzleKind::Mate(2), _) => 1_600.0,
        (PuzzleKind::Mate(_), _) => 2_000.0,
        (PuzzleKind::Wins(_), Theme::Fork) => 1_400.0,
        (PuzzleKind::Wins(_) | PuzzleKind::Saves(_), _) => 1_500.0,
    };
    Rating {
        rating,
        deviation: 200.0,
        ..Rating::default()
    }
}

/// Returns the goal in a sentence: "White to move: checkmate in 2 moves."
pub(in crate::app) fn goal(listed: &Listed, plies: u8) -> String {
    let turn = start(listed).map(|game| seat_label(listed.kind, game.turn()));
    let turn = turn.unwrap_or_default();
    match listed.puzzle.kind {
        PuzzleKind::Wins(_) => format!("{turn} to move: win material."),
        PuzzleKind::Saves(_) => format!("{turn} to move: save the game."),
        kind @ PuzzleKind::Mate(_) => {
            let left = moves_left(kind, plies);
            let moves = if left == 1 { "move" } else { "moves" };
            let what = if is_mate(listed) {
                "checkmate"
            } else {
                "win the game"
            };
            format!("{turn} to move: {what} in {left} {moves}.")
        }
    }
}

/// True if the solution ends with checkmate rather than another way to win.
fn is_mate(listed: &Listed) -> bool {
    let Ok(mut game) = start(listed) else {
        return false;
    };
    for text in &listed.puzzle.solution {
        if game.play(text).is_err() {
            break;
        }
    }
    matches!(
        game.status(),
        Status::Won {
            reason: Reason::Checkmate,
            ..
        }
    )
}

/// Returns the end of the solution in words, with the theme: "A fork: both the rook on c4 and the king were attacked."
pub(super) fn closing(listed: &Listed) -> String {
    let is_mate_kind = matches!(listed.puzzle.kind, PuzzleKind::Mate(_));
    match (is_mate_kind, is_mate(listed), listed.puzzle.theme) {
        (true, true, Theme::Mate) => "Checkmate!".to_owned(),
        (true, false, Theme::Mate) => "You have won!".to_owned(),
        (true, true, _) => format!("Checkmate! {}", in_words(listed)),
        (true, false, _) => format!("You have won! {}", in_words(listed)),
        _ => in_words(listed),
    }
}

/// Returns a puzzle's theme in a sentence.
fn in_words(listed: &Listed) -> String {
    let words = match listed.puzzle.theme {
        Theme::Fork => {
            return match &attacked(listed)[..] {
                [one, other] => format!("A fork: both {one} and {other} were attacked."),
                several => format!("A fork: {} were attacked at once.", in_a_row(several)),
            };
        }
        Theme::Discovery => {
            let attacked = in_a_row(&attacked(listed));
            return format!("A discovered attack: the piece behind attacked {attacked}.");
        }
        Theme::Mate => "A mate: the rival is out.",
        Theme::Transfer => "A transfer: the stone makes both stacks move in another way.",
        Theme::Group => "A group's move: its pieces go on together.",
        Theme::Swap => "A swap: two pieces trade places.",
        Theme::Fusing => "Joining: two pieces move as one from now on.",
        Theme::Parting => "Parting: a part leaves the joined piece.",
        Theme::Hit => "A group's hit: its pieces capture together.",
        Theme::Power => "The power of a tower: without it there is no such move.",
        Theme::Drop => "A drop: a piece from the hand does it.",
        Theme::Promotion => "A promotion: the pawn gets there.",
        Theme::Twist => "The twist: the move changes more than its own piece.",
        Theme::Sacrifice => "A sacrifice: more comes back than is given up.",
        Theme::Saving => "The only move: every other one loses material or the game.",
        Theme::Material => "A warm-up: no other capture takes more.",
    };
    words.to_owned()
}

/// Returns the pieces that the first move of the solution attacks, in words.
fn attacked(listed: &Listed) -> Vec<String> {
    let point = start(listed).ok();
    let point = point.and_then(|game| game.point(&listed.puzzle.solution));
    let name = |named: &Named| format!("the {} on {}", named.name, named.square);
    let pieces = point.map(|point| point.pieces).unwrap_or_default();
    pieces.iter().map(name).collect()
}
