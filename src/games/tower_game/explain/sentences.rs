//! The refusals that need no position.

use super::super::board::{Cube, Space, Vector};
use super::super::pieces::seat_name;
use crate::rules::{RuleError, RuleErrorKind, Seat};

/// How many moves are listed for a text that names a piece alone.
const NAMED: usize = 10;

/// The piece where a move is to begin is that of the side that waits.
pub fn not_their_turn(name: &str, from: Cube, owner: Seat, turn: Seat) -> RuleError {
    RuleError::illegal(format!(
        "The {name} on {from} is {}'s, and it is {}'s turn.",
        seat_name(owner),
        seat_name(turn)
    ))
    .at([from])
}

/// The piece does not move so; `how` is how it does.
pub fn too_far(name: &str, from: Cube, to: Cube, space: Space, how: &str) -> String {
    format!(
        "The {name} on {from} can't go to {to}, which is {} away. {how}",
        distance(space, from, to)
    )
}

/// What a piece can do, for a text that names nothing but its cube.
pub fn where_to(name: &str, from: Cube, texts: &[String]) -> RuleError {
    if texts.is_empty() {
        return RuleError::illegal(format!("The {name} on {from} cannot move now.")).at([from]);
    }
    let shown: Vec<String> = texts.iter().take(NAMED).cloned().collect();
    let more = match texts.len() - shown.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let sentence = format!(
        "Where does the {name} on {from} go? {}{more}.",
        shown.join(", ")
    );
    RuleError::new(RuleErrorKind::Ambiguous, sentence)
        .suggest(shown)
        .at([from])
}

/// Adds to a text that cannot be read how cubes are named.
pub fn with_cube_names(mut refusal: RuleError, space: Space) -> RuleError {
    if refusal.kind == RuleErrorKind::Unreadable {
        refusal.sentence.push_str(&format!(
            " Cubes are named by column, row and rank, from aa1 to ee{}.",
            space.ranks
        ));
    }
    refusal
}

/// How far one cube is from another, in columns, rows and ranks.
fn distance(space: Space, from: Cube, to: Cube) -> String {
    let Vector { column, row, rank } = space.difference(from, to);
    let sideways = |part: i8| match part.unsigned_abs() {
        long @ 3..=4 if space.toroidal => 5 - long,
        part => part,
    };
    let parts: Vec<String> = [
        (sideways(column), "column"),
        (sideways(row), "row"),
        (rank.unsigned_abs(), "rank"),
    ]
    .into_iter()
    .filter(|(count, _)| *count > 0)
    .map(|(count, what)| format!("{count} {what}{}", if count == 1 { "" } else { "s" }))
    .collect();
    match &parts[..] {
        [column, row, rank] => format!("{column}, {row} and {rank}"),
        parts => parts.join(" and "),
    }
}
