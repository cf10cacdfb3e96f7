//! The parts of a position text that are the same with mutators and without, and the refusals of them.

use super::super::board::{Cube, WIDTH};
use crate::notation::excerpt;
use crate::rules::{RuleError, Seat};

/// The rows of a placement with their places: the row from 0 and the rank from 0, the highest rank and the last row first.
pub fn rows_of(ranks: u8, placement: &str) -> Result<Vec<(u8, u8, &str)>, RuleError> {
    let texts: Vec<&str> = placement.split('|').collect();
    if texts.len() != usize::from(ranks) {
        return Err(RuleError::position(format!(
            "The tower has {ranks} ranks, the placement {}.",
            texts.len()
        )));
    }
    let mut found = Vec::new();
    for (rank, text) in (0..ranks).rev().zip(texts) {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != usize::from(WIDTH) {
            return Err(RuleError::position(format!(
                "Rank {} has {} rows instead of 5.",
                rank + 1,
                rows.len()
            )));
        }
        found.extend(
            (0..WIDTH)
                .rev()
                .zip(rows)
                .map(|(row, text)| (row, rank, text)),
        );
    }
    Ok(found)
}

/// That a row of a placement, both counted from 0, cannot be read.
pub fn bad_row(text: &str, row: u8, rank: u8) -> RuleError {
    RuleError::position(format!(
        "Row {} of rank {} is not five cubes: \"{}\".",
        char::from(b'a' + row),
        rank + 1,
        excerpt(text)
    ))
}

/// The side to move: `w` or `b`.
pub fn side_to_move(text: &str) -> Result<Seat, RuleError> {
    match text {
        "w" => Ok(Seat::WHITE),
        "b" => Ok(Seat::BLACK),
        other => Err(RuleError::position(format!(
            "The side to move is w or b, not \"{}\".",
            excerpt(other)
        ))),
    }
}

/// That a side has no king, or several.
pub fn not_one_king() -> RuleError {
    RuleError::position("Each side has exactly one king.")
}

/// That the side to move could capture the king.
pub fn could_be_captured() -> RuleError {
    RuleError::position(
        "The side that is not to move is in check: its king could be captured at once.",
    )
}

/// That a pawn is where none can be.
pub fn pawn_at_an_end(cube: Cube) -> RuleError {
    let sentence = format!("A pawn cannot be on {cube}, on a first or last rank.");
    RuleError::position(sentence).at([cube])
}

/// That a file of the castling field is not one that the king can castle on.
pub fn bad_castling(file: &str) -> RuleError {
    RuleError::position(format!(
        "The castling field says \"{}\", but no unmoved king and rook stand so.",
        excerpt(file)
    ))
}

/// That the en passant field names no double step that can just have been made.
pub fn bad_en_passant(text: &str) -> RuleError {
    RuleError::position(format!(
        "The en passant field says \"{}\", but no pawn has just made such a double step.",
        excerpt(text)
    ))
}
