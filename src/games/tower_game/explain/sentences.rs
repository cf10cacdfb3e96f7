//! Sentences of refusals that need no position, and their suggestions.

use super::super::board::{Cube, Space, Vector};
use super::super::pieces::seat_name;
use crate::notation::{MoveText, ParsedMove, nearest};
use crate::rules::{RuleError, RuleErrorKind, Seat};

/// Number of moves listed for a text that names only a piece.
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

/// Lists a piece's moves, for a text that names nothing but its cube.
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
            " Squares are named by column, row and level, from aa1 to ee{}.",
            space.ranks
        ));
    }
    refusal
}

/// Measures the distance between two cubes, in columns, rows and ranks.
fn distance(space: Space, from: Cube, to: Cube) -> String {
    let Vector { column, row, rank } = space.difference(from, to);
    let sideways = |part: i8| match part.unsigned_abs() {
        long @ 3..=4 if space.toroidal => 5 - long,
        part => part,
    };
    let parts: Vec<String> = [
        (sideways(column), "column"),
        (sideways(row), "row"),
        (rank.unsigned_abs(), "level"),
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

/// Adds the legal move that exchanging column and row would give, or the moves of the same piece or its kind.
pub fn with_suggestions(
    legal: &[(MoveText, String)],
    wanted: &ParsedMove,
    refusal: RuleError,
) -> RuleError {
    let mut refusal = or_swapped(legal, wanted, refusal);
    if !refusal.suggestions.is_empty() {
        return refusal;
    }
    let letter = wanted.letter.as_deref().unwrap_or("P");
    let from = wanted.from.as_deref().unwrap_or_default();
    let to = wanted.to.as_deref().unwrap_or_default();
    let typed = format!("{letter}{from}{}{to}", wanted.op.unwrap_or('-'));
    let near = |fits: &dyn Fn(&MoveText) -> bool| {
        let fitting = legal.iter().filter(|(spelt, _)| fits(spelt));
        nearest(&typed, fitting.map(|(_, text)| text.as_str()))
    };
    refusal.suggestions = near(&|spelt| !from.is_empty() && spelt.from == from);
    if refusal.suggestions.is_empty() {
        refusal.suggestions = near(&|spelt| spelt.letter == letter);
    }
    refusal
}

/// Adds that exchanging column and row would make a legal move of it, where that is so.
fn or_swapped(legal: &[(MoveText, String)], wanted: &ParsedMove, refusal: RuleError) -> RuleError {
    let swap = |name: &str| match Cube::parse(name) {
        Some(cube) => cube.swapped().to_string(),
        None if name.len() == 2 => name.chars().rev().collect(),
        None => name.to_owned(),
    };
    for (swap_from, swap_to) in [(false, true), (true, false), (true, true)] {
        let mut mended = ParsedMove {
            op: None,
            ..wanted.clone()
        };
        if swap_from {
            mended.from = mended.from.map(|name| swap(&name));
        }
        if swap_to {
            mended.to = mended.to.map(|name| swap(&name));
        }
        if (&mended.from, &mended.to) == (&wanted.from, &wanted.to) {
            continue;
        }
        let fitting: Vec<String> = legal
            .iter()
            .filter(|(spelt, _)| mended.fits(spelt))
            .map(|(_, text)| text.clone())
            .collect();
        let Some(first) = fitting.first() else {
            continue;
        };
        let typed = if swap_to { &wanted.to } else { &wanted.from };
        let typed = typed.as_deref().unwrap_or_default();
        let mut refusal = refusal;
        refusal.sentence = format!(
            "{} Did you mean {first}? {typed} and {} are different places: the first letter is the column, the \
             second the row.",
            refusal.sentence,
            swap(typed)
        );
        refusal.suggestions = fitting.into_iter().take(3).collect();
        return refusal;
    }
    refusal
}
