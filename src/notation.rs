//! Reads a text as one legal move, in three stages: signs and words become those of the notation ([`plain`],
//! [`in_letters`]), a grammar lists what the text may mean, and the meanings are matched against the legal moves.
//! Unreadable, illegal and ambiguous texts are kept apart. Writing is canonical.
//!
//! The grammar knows pieces and squares only through [`Notation::is_letter`](crate::rules::Notation::is_letter) and
//! [`Notation::is_square`](crate::rules::Notation::is_square); a game with composite moves splits them up itself and
//! reads the parts with [`parse`] or [`read_among`].

use std::borrow::Cow;
use std::fmt;

mod grammar;
mod labels;
mod matching;
mod offers;
mod signs;
mod typed;
mod words;

pub use grammar::parse;
pub use labels::{Unlabelled, bare, unlabelled};
pub use matching::{
    ambiguous, near, nearest, question, read, read_among, spelt_wrong, which_moves,
};
pub use offers::{choices, complete, complete_among, with_other_signs};
pub use signs::{odd_sign, plain};
pub use typed::{count, excerpt, is_bare_square, is_pawn_move, strip, tidy};
pub use words::{has_word, in_letters};

/// Operators of the machine notation: quiet move, capture, fuse, swap, quad move, transfer, placement.
pub const OPERATORS: [char; 7] = ['-', 'x', '&', '~', '>', '+', '@'];

/// The parts of a move's text, in the order they are written. Letters and squares are mostly borrowed from tables
/// ([`letter_text`], [`square_name`](crate::geometry::square_name)), because a refusal spells hundreds of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    /// Piece letter, upper case, such as `N` or `+R`; empty if the notation has none.
    pub letter: Cow<'static, str>,
    /// Square of origin; empty if the move has none.
    pub from: Cow<'static, str>,
    /// Operator, one of [`OPERATORS`].
    pub op: char,
    /// Square of destination.
    pub to: Cow<'static, str>,
    /// Letter after `=`, if any.
    pub promotion: Option<Cow<'static, str>>,
    /// Rest of the text, its separator included (`,h2+g2`); usually empty.
    pub tail: String,
}

impl MoveText {
    /// Returns the parts as one text, which is allocated once.
    pub fn text(&self) -> String {
        let mut text = String::with_capacity(MOST_USUAL + self.tail.len());
        text.push_str(&self.letter);
        text.push_str(&self.from);
        text.push(self.op);
        text.push_str(&self.to);
        if let Some(promotion) = &self.promotion {
            text.push('=');
            text.push_str(promotion);
        }
        text.push_str(&self.tail);
        text
    }
}

/// Bytes that the parts before the tail seldom exceed: `+Rcc8xcc9=+`.
const MOST_USUAL: usize = 12;

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

/// Returns a piece's letter as a part of a [`MoveText`].
pub fn letter_text(letter: char) -> Cow<'static, str> {
    const LETTERS: [&str; 26] = [
        "A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N", "O", "P", "Q", "R",
        "S", "T", "U", "V", "W", "X", "Y", "Z",
    ];
    let at = (letter as usize).checked_sub('A' as usize);
    at.and_then(|at| LETTERS.get(at))
        .map_or_else(|| letter.to_string().into(), |text| (*text).into())
}

/// A meaning that a text may have. A part that the text leaves out is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParsedMove {
    /// Piece letter, upper case.
    pub letter: Option<String>,
    /// Square of origin, or a part of its name (`b` or `1` for `b1`; the file `db` for `db8`).
    pub from: Option<String>,
    /// Operator, one of [`OPERATORS`].
    pub op: Option<char>,
    /// Square of destination. `None` if the text names only a piece.
    pub to: Option<String>,
    /// Letter to promote to, upper case.
    pub promotion: Option<String>,
    /// True if the text's upper and lower case are those of the notation.
    pub case_fits: bool,
}

impl ParsedMove {
    /// True if a legal move with this spelling matches. The tail is ignored.
    pub fn fits(&self, spelling: &MoveText) -> bool {
        self.to.as_ref().is_some_and(|to| *to == spelling.to)
            && self.names_mover(spelling)
            && match self.op {
                Some(op) => op == spelling.op,
                // A named piece moves itself: handing over a stone takes the sign `+`.
                None => spelling.op != '+' || self.letter.is_none(),
            }
            && match &self.promotion {
                Some(promotion) => spelling.promotion.as_deref() == Some(promotion),
                None => true,
            }
    }

    /// True if the letter and the origin, as far as they are given, are those of the move.
    pub fn names_mover(&self, spelling: &MoveText) -> bool {
        self.letter
            .as_ref()
            .is_none_or(|letter| *letter == spelling.letter)
            && self
                .from
                .as_ref()
                .is_none_or(|from| names(from, &spelling.from))
    }

    /// Returns how much of a move is spelt out: the more, the likelier this meaning.
    fn weight(&self) -> usize {
        self.from.as_ref().map_or(0, |from| 1 + from.len())
            + 4 * usize::from(self.to.is_some())
            + usize::from(self.letter.is_some())
            + usize::from(self.case_fits)
    }
}

/// True if `part` names `square`: all of it, its file or the beginning of its file, or its rank.
fn names(part: &str, square: &str) -> bool {
    let cut = square
        .find(|c: char| c.is_ascii_digit())
        .unwrap_or(square.len());
    let (file, rank) = square.split_at(cut);
    part == square
        || part == rank
        || (part.bytes().all(|c| c.is_ascii_lowercase()) && file.starts_with(part))
}

#[cfg(test)]
mod tests;
