//! A page of the rules with a diagram made from a position.

use super::super::board::{Square, Tower};
use super::super::pieces::{Board, Parts, Piece, Role};
use super::super::turn::Move;
use super::super::{EnPassant, FourTowers, Returning, scene};
use crate::rules::{Depict, Lesson, Notation, Seat};
use crate::scene::{Scene, View};

pub(super) fn page(key: &'static str, title: &str, text: &str, diagram: Diagram) -> Lesson {
    Lesson {
        key,
        title: title.to_owned(),
        text: text.to_owned(),
        caption: diagram.caption.to_owned(),
        diagram: diagram.legal.then(|| diagram.scene()),
    }
}

/// A position to draw on a page.
pub(super) struct Diagram {
    pub(super) position: FourTowers,
    reach: Option<&'static str>,
    /// True if every turn played so far is legal; the page has no diagram otherwise.
    legal: bool,
    /// The last turn, if it should be marked.
    made: Option<Move>,
    numbered: bool,
    caption: &'static str,
}

/// Returns a diagram of pieces written as in the notation, upper case for White (`Kg1 nd5`).
pub(super) fn diagram(pieces: &str) -> Diagram {
    let mut board = Board::empty();
    for piece in pieces.split_whitespace() {
        let mut letters = piece.chars();
        let letter = letters.next().unwrap_or('?');
        let seat = if letter.is_ascii_uppercase() {
            Seat::WHITE
        } else {
            Seat::BLACK
        };
        let role = Role::of_letter(letter.to_ascii_uppercase());
        if let (Some(role), Some(square)) = (role, Square::parse(letters.as_str())) {
            board.put(square, Piece { seat, role });
        }
    }
    Diagram {
        position: FourTowers {
            board,
            turn: Seat::WHITE,
            memory: [Parts::NONE; 2],
            passed: EnPassant::default(),
            returning: None,
            no_progress: 0,
        },
        reach: None,
        legal: true,
        made: None,
        numbered: false,
        caption: "",
    }
}

impl Diagram {
    /// Marks the moves of the piece on a square.
    pub(super) fn reach(mut self, square: &'static str) -> Self {
        self.reach = Some(square);
        self
    }

    /// Plays the turn with a canonical text and marks it.
    pub(super) fn made(mut self, text: &str) -> Self {
        self.made = self.position.exact(text);
        self.after(text)
    }

    /// Sets the words below the diagram.
    pub(super) fn caption(mut self, caption: &'static str) -> Self {
        self.caption = caption;
        self
    }

    /// Sets the memories of the two sides.
    pub(super) fn remembering(mut self, white: Parts, black: Parts) -> Self {
        self.position.memory = [white, black];
        self
    }

    /// Sets the piece that may return.
    pub(super) fn returning(mut self, role: Role, tower: Tower) -> Self {
        self.position.returning = Some(Returning { role, tower });
        self
    }

    /// Shows the arenas' numerals and the towers' names on the board.
    pub(super) fn numbered(mut self) -> Self {
        self.numbered = true;
        self
    }

    /// Plays the turn with a canonical text.
    pub(super) fn after(mut self, text: &str) -> Self {
        match self.position.exact(text) {
            Some(mv) => self.position.make(&mv),
            None => self.legal = false,
        }
        self
    }

    pub(super) fn scene(self) -> Scene {
        let view = View {
            reach: self.reach.map(str::to_owned),
            ..View::default()
        };
        let mut scene = self.position.scene(None, &view);
        scene.turn = None;
        if let Some(mv) = &self.made {
            scene::mark_move_on(&mut scene, &view, mv);
        }
        if self.numbered {
            scene::number_arenas(&mut scene, &view);
        }
        scene
    }
}
