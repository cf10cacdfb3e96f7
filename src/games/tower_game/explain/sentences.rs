//! The refusals that do not depend on what else is in force: the mutators give them too.

use super::super::board::{Cube, Space, Vector};
use super::super::describe::with_article;
use super::super::options::Rules;
use super::super::pieces::Role;
use crate::rules::{RuleError, RuleErrorKind, Seat};

/// How many moves are listed for a text that names a piece alone.
const NAMED: usize = 10;

/// A seat's name at the beginning of a sentence.
pub fn seat_name(seat: Seat) -> &'static str {
    if seat == Seat::WHITE {
        "White"
    } else {
        "Black"
    }
}

/// A text that names no place of the board.
pub fn no_cube() -> RuleError {
    RuleError::unreadable("That names no cube of the tower.")
}

/// The piece where a move is to begin is that of the side that waits.
pub fn not_their_turn(name: &str, from: Cube, owner: Seat, turn: Seat) -> RuleError {
    RuleError::illegal(format!(
        "The {name} on {from} is {}'s, and it is {}'s turn.",
        seat_name(owner),
        seat_name(turn)
    ))
    .at([from])
}

/// The letter names another piece than the one that stands there.
pub fn other_piece(name: &str, said: Option<&str>, from: Cube) -> RuleError {
    RuleError::illegal(format!(
        "The piece on {from} is {}, not {}.",
        with_article(name),
        with_article(said.unwrap_or("such a piece"))
    ))
    .at([from])
}

/// The move ends where it begins.
pub fn there_already(name: &str, from: Cube) -> RuleError {
    RuleError::illegal(format!("The {name} is on {from} already.")).at([from])
}

/// One of the side's own pieces stands where the move is to end.
pub fn own_piece_on(name: &str, to: Cube) -> String {
    format!("Your own {name} is on {to}.")
}

/// A piece stands in the way; `what` is how, such as "blocks the way".
pub fn blocked(
    name: &str,
    (from, to): (Cube, Cube),
    (other, is_own): (&str, bool),
    cube: Cube,
    what: &str,
) -> RuleError {
    let whose = if is_own { "your own" } else { "the enemy's" };
    RuleError::illegal(format!(
        "The {name} on {from} can't reach {to}: {whose} {other} on {cube} {what}."
    ))
    .at([from, to, cube])
}

/// The piece does not move so; `how` is how it does.
pub fn too_far(name: &str, from: Cube, to: Cube, space: Space, how: &str) -> String {
    format!(
        "The {name} on {from} can't go to {to}, which is {} away. {how}",
        distance(space, from, to)
    )
}

/// None of several pieces of a kind moves so; `how` is how they do.
pub fn none_can_go(turn: Seat, name: &str, to: Cube, how: &str) -> RuleError {
    RuleError::illegal(format!(
        "None of {}'s {name}s can go to {to}. {how}",
        seat_name(turn)
    ))
    .at([to])
}

/// There is no such piece; `place` is the part of its cube's name that was said, `beside` tells where one is that could be
/// dropped, such as "in hand".
pub fn has_none(
    turn: Seat,
    name: &str,
    place: Option<&str>,
    (role, to): (Role, Cube),
    beside: Option<&str>,
) -> RuleError {
    let side = seat_name(turn);
    let sentence = match (place, beside) {
        (Some(place), _) => format!("{side} has no {name} on {place}."),
        (None, Some(beside)) => format!(
            "{side} has no {name} on the board, only {beside}: a drop is written {}@{to}.",
            role.letter()
        ),
        (None, None) => format!("{side} has no {name}."),
    };
    RuleError::illegal(sentence).at([to])
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

/// There is no castling by the options of the game.
pub fn no_castling(rules: &Rules) -> Option<RuleError> {
    let sentence = if rules.shogi {
        "There is no castling in the Shogi Tower Game."
    } else if rules.space.toroidal {
        "There is no castling on a toroidal board."
    } else {
        return None;
    };
    Some(RuleError::illegal(sentence))
}

/// Why the king cannot castle to a corner: he or its rook has moved.
pub fn corner_has_moved(to: Cube) -> String {
    format!("to {to}: the king or the rook of that corner has moved")
}

/// Why the king cannot castle to a corner: a piece stands in between.
pub fn castling_blocked(to: Cube, name: &str, cube: Cube) -> String {
    format!("to {to}: the {name} on {cube} is in the way")
}

/// That the king cannot castle, for a reason to each corner.
pub fn cannot_castle(reasons: &[String]) -> RuleError {
    RuleError::illegal(format!("The king cannot castle {}.", reasons.join("; ")))
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
