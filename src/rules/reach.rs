//! The moves of one piece in words: what a picture shows with dots, rings and crosses.

use super::wording::{capital, listed};

/// The moves of one piece. Squares are in machine notation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// Piece and square, such as `knight d10`; an empty square from which something can be done (a drop from hand) has
    /// custom words here.
    pub piece: String,
    /// Squares that the piece can go to.
    pub goes: Vec<String>,
    /// Squares on which the piece can capture.
    pub takes: Vec<String>,
    /// Other actions, such as `attach to`, each with its squares.
    pub others: Vec<(&'static str, Vec<String>)>,
}

impl Reach {
    /// Returns the reach of a piece that has no moves yet.
    pub fn of(piece: impl Into<String>) -> Self {
        Reach {
            piece: piece.into(),
            ..Reach::default()
        }
    }

    /// Adds another action on a square.
    pub fn other(&mut self, what: &'static str, square: impl ToString) {
        let square = square.to_string();
        match self.others.iter_mut().find(|(known, _)| *known == what) {
            Some((_, squares)) if squares.contains(&square) => {}
            Some((_, squares)) => squares.push(square),
            None => self.others.push((what, vec![square])),
        }
    }

    /// Adds a square that the piece can go to.
    pub fn goes_to(&mut self, square: impl ToString) {
        add(&mut self.goes, square);
    }

    /// Adds a square on which the piece can capture.
    pub fn takes_on(&mut self, square: impl ToString) {
        add(&mut self.takes, square);
    }

    /// Adds a square that the piece can go to, or on which it can capture the piece there.
    pub fn add<P>(&mut self, square: impl ToString, captured: Option<P>) {
        match captured {
            Some(_) => self.takes_on(square),
            None => self.goes_to(square),
        }
    }

    /// Returns the reach as sentences: "Knight d10 can go to c8 and e8; it can take on f11."
    pub fn sentence(&self) -> String {
        let mut parts = Vec::new();
        if !self.goes.is_empty() {
            parts.push(format!("go to {}", listed(&self.goes)));
        }
        if !self.takes.is_empty() {
            parts.push(format!("take on {}", listed(&self.takes)));
        }
        for (what, squares) in &self.others {
            parts.push(format!("{what} {}", listed(squares)));
        }
        let piece = capital(&self.piece);
        if parts.is_empty() {
            format!("{piece} has no move.")
        } else {
            format!("{piece} can {}.", parts.join("; it can "))
        }
    }
}

fn add(squares: &mut Vec<String>, square: impl ToString) {
    let square = square.to_string();
    if !squares.contains(&square) {
        squares.push(square);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_mark_is_said_once() {
        let mut reach = Reach::of("knight d10");
        assert_eq!(reach.sentence(), "Knight d10 has no move.");
        for (square, captured) in [("c8", None), ("e8", None), ("e8", None), ("f11", Some(()))] {
            reach.add(square, captured);
        }
        reach.other("attach to", "b9");
        reach.other("attach to", "b9");
        assert_eq!(
            reach.sentence(),
            "Knight d10 can go to c8 and e8; it can take on f11; it can attach to b9."
        );
    }
}
