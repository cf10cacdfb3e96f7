//! A page of the rules with a diagram made from a position.

use super::super::board::{Square, Tower};
use super::super::pieces::{Board, Parts, Piece, PieceKind};
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

/// A position to look at.
pub(super) struct Diagram {
    pub(super) position: FourTowers,
    reach: Option<&'static str>,
    /// Whether all turns that it shows are legal; there is none otherwise.
    legal: bool,
    /// The turn that led here, if it is to be marked.
    made: Option<Move>,
    numbered: bool,
    caption: &'static str,
}

/// Pieces as in the notation, upper case for White (`Kg1 nd5`).
pub(super) fn diagram(pieces: &str) -> Diagram {
    let mut board = Board::empty();
    for piece in pieces.split_whitespace() {
        let mut letters = piece.chars();
        let letter = letters.next().unwrap_or('?');
        let side = if letter.is_ascii_uppercase() {
            Seat::WHITE
        } else {
            Seat::BLACK
        };
        let kind = PieceKind::of_letter(letter.to_ascii_uppercase());
        if let (Some(kind), Some(square)) = (kind, Square::named(letters.as_str())) {
            board.put(square, Piece { side, kind });
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
    /// With what the piece on a square can do marked.
    pub(super) fn reach(mut self, square: &'static str) -> Self {
        self.reach = Some(square);
        self
    }

    /// As it stands after the turn of that text, with the turn marked.
    pub(super) fn made(mut self, text: &str) -> Self {
        self.made = self.position.exact(text);
        self.after(text)
    }

    /// With words for what is marked.
    pub(super) fn caption(mut self, caption: &'static str) -> Self {
        self.caption = caption;
        self
    }

    /// With what the two sides moved last.
    pub(super) fn remembering(mut self, white: Parts, black: Parts) -> Self {
        self.position.memory = [white, black];
        self
    }

    /// With a piece that may return.
    pub(super) fn returning(mut self, kind: PieceKind, tower: Tower) -> Self {
        self.position.returning = Some(Returning { kind, tower });
        self
    }

    /// With the arenas' numerals and the towers' names on the board.
    pub(super) fn numbered(mut self) -> Self {
        self.numbered = true;
        self
    }

    /// As it stands after the turn of that text.
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
