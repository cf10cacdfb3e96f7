//! Atomic: captures explode.
//!
//! Source: the chess servers since 1995, as FICS plays it.
//!
//! Rulings:
//! - A capture removes the captured piece, the captor, and every piece but pawns, of both sides, on the 26 neighbours
//!   of the cube where the captor arrived: on the plane the king's step counts, and so it does here. Toroidal edges
//!   wrap round.
//! - The king captures nothing. Nobody may explode his own king; exploding the other one wins, even out of check.
//! - A king is in check if a piece other than the king attacks him and he is not next to the enemy king: a captor there
//!   would explode its own king. The three cubes of castling are judged likewise.
//! - A pawn that explodes on the last rank is not promoted.

use super::super::board::Cube;
use super::super::move_pattern;
use super::super::moves::Move;
use super::super::pieces::Piece;
use super::super::position::{Mutator, TowerGame};
use super::super::twist::{Changes, Page};

/// See the top of the file.
pub struct Atomic;

impl Mutator for Atomic {
    fn key(&self) -> &'static str {
        "atomic"
    }

    fn kings_alone_are_dead(&self) -> bool {
        true
    }

    fn changes(&self) -> Changes {
        Changes::Follows
    }

    fn rule(&self) -> &'static str {
        "Atomic: a capture explodes the captor, the captured piece and every piece but pawns on the 26 neighbouring squares. \
         Exploding the enemy king wins; you may not explode your own."
    }

    fn lesson(&self) -> Page {
        Page {
            text: "Every capture **explodes**. The captured piece and the piece that captured it are gone, and with \
                   them every piece on the 26 squares around, yours too. Only pawns survive there.\n\nKings capture \
                   nothing, and you may not explode your own king. If you explode the enemy king, you win, even when \
                   you are in check. A king next to the enemy king is not in check: taking him would explode \
                   both.",
            shown: "The rook took the bishop on ca3. The knight on bb3 exploded with them; the pawn on db3 has survived.",
            board: [
                "4k/5/5/5/5|5/5/5/5/5|5/5/5/1n1p1/2b2|5/5/5/5/5|4K/5/5/5/2R2 w - - 0",
                "Rca1xca3",
                "",
            ],
            ranks: &[3, 1],
        }
    }

    fn kings_capture(&self) -> bool {
        false
    }

    fn loses_kings(&self) -> bool {
        true
    }

    fn promotes(&self, mv: &Move) -> bool {
        mv.captured().is_none()
    }

    fn empties(&self) -> u32 {
        26
    }

    fn spares(&self, game: &TowerGame, king: Cube, piece: Piece) -> bool {
        neighbours(game, king).any(|cube| {
            game.get(cube)
                .is_some_and(|other| other.seat != piece.seat && other.has_king())
        })
    }

    fn follow(&self, game: &mut TowerGame, mv: &Move, captured: Option<Piece>) {
        if captured.is_none() {
            return;
        }
        let around: Vec<Cube> = neighbours(game, mv.to)
            .filter(|cube| game.get(*cube).is_some_and(|piece| !piece.is_pawn()))
            .collect();
        for cube in around.into_iter().chain([mv.to]) {
            game.take(cube);
            game.touched.insert(cube);
        }
    }

    fn in_words(&self, game: &TowerGame, mv: &Move) -> Option<String> {
        mv.captured()?;
        let gone = neighbours(game, mv.to)
            .filter(|cube| Some(*cube) != mv.from && Some(*cube) != mv.captured())
            .filter(|cube| game.get(*cube).is_some_and(|piece| !piece.is_pawn()))
            .count();
        Some(match gone {
            0 => "explodes with it".to_owned(),
            1 => "explodes with it and 1 piece around".to_owned(),
            gone => format!("explodes with it and {gone} pieces around"),
        })
    }
}

/// The 26 neighbours of a cube, fewer at the walls.
pub fn neighbours(game: &TowerGame, cube: Cube) -> impl Iterator<Item = Cube> {
    let space = game.rules.space;
    move_pattern::all_directions()
        .into_iter()
        .filter_map(move |way| space.shift(cube, way))
}
