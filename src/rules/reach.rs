//! What one piece can do, in words: what a picture of its moves shows with dots, rings and crosses.

use super::wording::{capital, listed};

/// What one piece can do. Squares are in machine notation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// The piece and where it stands, such as `knight d10`; what can be done from a square that nothing stands on
    /// (a drop from hand) has words of its own here.
    pub piece: String,
    /// Where it can go.
    pub goes: Vec<String>,
    /// Where it can capture.
    pub takes: Vec<String>,
    /// What else it can do, such as `attach to`, and where.
    pub others: Vec<(&'static str, Vec<String>)>,
}

impl Reach {
    /// Of a piece that has nothing to do yet.
    pub fn of(piece: impl Into<String>) -> Self {
        Reach {
            piece: piece.into(),
            ..Reach::default()
        }
    }

    /// Adds something else that it can do on a square.
    pub fn other(&mut self, what: &'static str, square: impl ToString) {
        let square = square.to_string();
        match self.others.iter_mut().find(|(known, _)| *known == what) {
            Some((_, squares)) if squares.contains(&square) => {}
            Some((_, squares)) => squares.push(square),
            None => self.others.push((what, vec![square])),
        }
    }

    /// Adds a square that it can go to, or capture on.
    pub fn add(&mut self, square: impl ToString, captures: bool) {
        let list = if captures {
            &mut self.takes
        } else {
            &mut self.goes
        };
        let square = square.to_string();
        if !list.contains(&square) {
            list.push(square);
        }
    }

    /// "Knight d10 can go to c8 and e8; it can take on f11."
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_mark_is_said_once() {
        let mut reach = Reach::of("knight d10");
        assert_eq!(reach.sentence(), "Knight d10 has no move.");
        for (square, captures) in [("c8", false), ("e8", false), ("e8", false), ("f11", true)] {
            reach.add(square, captures);
        }
        reach.other("attach to", "b9");
        reach.other("attach to", "b9");
        assert_eq!(
            reach.sentence(),
            "Knight d10 can go to c8 and e8; it can take on f11; it can attach to b9."
        );
    }
}
