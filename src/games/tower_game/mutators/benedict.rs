//! Benedict: no captures; the piece that moved turns the pieces that it attacks.
//!
//! Source: W. D. Troyka, *Benedict Chess*, 2001.
//!
//! - After a move, the piece that moved turns every enemy piece that it attacks from its new cube to its own side; a
//!   promoted pawn attacks as its new role; after castling only the king turns pieces. Opened lines and turned pieces
//!   turn no further piece. A side that turns the king wins.
//! - There is no check and no en passant.
//! - Rulings: pawns turn where they would capture; a pawn on the second rank of its new side has the double step.

use super::super::board::{Cube, CubeSet};
use super::super::moves::Move;
use super::super::pieces::Piece;
use super::super::position::{Mutator, TowerGame};
use super::super::twist::{Changes, Page};

/// See the top of the file.
pub struct Benedict;

impl Mutator for Benedict {
    fn key(&self) -> &'static str {
        "benedict"
    }

    fn changes(&self) -> Changes {
        Changes::Follows
    }

    fn rule(&self) -> &'static str {
        "Benedict: nothing is captured. The piece that has moved turns every enemy piece that it attacks to its own side; turning \
         the king wins."
    }

    fn lesson(&self) -> Page {
        Page {
            text: "Nothing is captured. When a piece has moved, every enemy piece that it attacks from its new square \
                   **changes sides**. A piece behind another one is not attacked, and the pieces that changed sides \
                   turn nothing themselves. Pawns turn what they would capture. A pawn on \
                   the second level of its new side may make the double step. After castling only the king turns \
                   pieces, not the rook.\n\nThe side that turns the enemy king \
                   wins. There is no check and no en passant.",
            shown: "The rook went from aa1 to aa3. It attacks the knight on ab3 and the pawn on ca3, so both are White's \
                    now.",
            board: [
                "4k/5/5/5/5|5/5/5/5/5|5/5/5/n4/2p2|5/5/5/5/5|4K/5/5/5/R4 w - - 0",
                "Raa1-aa3",
                "",
            ],
            ranks: &[3, 1],
        }
    }

    fn knows_check(&self, _game: &TowerGame) -> bool {
        false
    }

    fn passes(&self) -> bool {
        false
    }

    fn captures(&self) -> bool {
        false
    }

    fn loses_kings(&self) -> bool {
        true
    }

    fn follow(&self, game: &mut TowerGame, mv: &Move, _captured: Option<Piece>) {
        for cube in turned(game, mv.to) {
            if let Some(piece) = game.take(cube) {
                let seat = piece.seat.other();
                game.put(cube, Piece { seat, ..piece });
                game.touched.insert(cube);
            }
        }
    }

    fn in_words(&self, game: &TowerGame, mv: &Move) -> Option<String> {
        let mut after = game.clone();
        after.step(mv);
        let turned: Vec<String> = turned(&after, mv.to)
            .into_iter()
            .filter_map(|cube| {
                Some(format!(
                    "the {} on {cube}",
                    after.get(cube)?.name(&game.rules)
                ))
            })
            .collect();
        match turned.len() {
            0 => None,
            1..=4 => Some(format!("turns {}", crate::rules::wording::listed(&turned))),
            many => Some(format!("turns {many} pieces")),
        }
    }
}

/// The enemies that the piece on a cube attacks.
fn turned(game: &TowerGame, from: Cube) -> Vec<Cube> {
    let Some(piece) = game.get(from) else {
        return Vec::new();
    };
    let attacked: Vec<Cube> = if piece.is_pawn() {
        game.capturing_ways(piece.seat)
            .iter()
            .filter_map(|way| game.rules.space.shift(from, *way))
            .collect()
    } else {
        let wanted = CubeSet::ALL.without(game.side(piece.seat));
        game.targets(from, piece, wanted).iter().collect()
    };
    attacked
        .into_iter()
        .filter(|cube| {
            game.get(*cube)
                .is_some_and(|other| other.seat != piece.seat)
        })
        .collect()
}
