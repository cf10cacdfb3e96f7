//! Doppelganger: what happens to one piece happens to its double.
//!
//! Source: Gary Gifford, *Doppelganger Chess*, 2004.
//!
//! - A capture also removes one other piece of the captured piece's side and kind, the captor's choice; the last of its
//!   kind goes alone. A promotion also promotes one other pawn of the same side on its cube, to the same piece; the
//!   last pawn alone. Both are part of the move: it is legal if the own king is not attacked afterwards.
//! - No promotion to a fool (nor, with suicide or extinction, to a king), which has no double.
//! - Ruling: the inventor has pairs of pieces, the tower four of a kind, so his rule for pawns, the captor's choice,
//!   holds for all.

use super::super::board::Cube;
use super::super::moves::Move;
use super::super::pieces::{Piece, Role};
use super::super::position::{Mutator, TowerGame};
use super::super::twist::{Changes, Page};

/// See the top of the file.
pub struct Doppelganger;

impl Mutator for Doppelganger {
    fn key(&self) -> &'static str {
        "doppelganger"
    }

    fn kings_alone_are_dead(&self) -> bool {
        true
    }

    fn changes(&self) -> Changes {
        Changes::Follows
    }

    fn rule(&self) -> &'static str {
        "Doppelganger: a capture also removes another piece of the same kind and side, and a promotion promotes another pawn: add \
         its square, as in Raa1xaa5:ca5."
    }

    fn lesson(&self) -> Page {
        Page {
            text: "A capture removes **two** pieces: the captured one, and another of the same kind and side. You \
                   choose which: add its square, `Rca1xca3:ae3`. The last of its kind goes alone.\n\nA promotion promotes \
                   two pawns: another one of yours becomes the same piece where it is, `Pcc7-cc8=R:ba4`. The last \
                   pawn promotes alone. No pawn becomes a fool.",
            shown: "The rook took the knight on ca3 and chose the knight on ae3 as the second one, which is gone, too.",
            board: [
                "4k/5/5/5/5|5/5/5/5/5|n4/5/5/5/2n2|5/5/5/5/5|4K/5/5/5/2R2 w - - 0",
                "Rca1xca3:ae3",
                "",
            ],
            ranks: &[3, 1],
        }
    }

    fn promotions(&self, _game: &TowerGame, roles: &mut Vec<Role>) {
        roles.retain(|role| !matches!(role, Role::Fool | Role::King));
    }

    fn empties(&self) -> u32 {
        1
    }

    fn unfolds(&self) -> bool {
        true
    }

    fn unfold(&self, game: &TowerGame, mv: Move, moves: &mut Vec<Move>) {
        for double in alternatives(doubles(game, &mv)) {
            for second in alternatives(seconds(game, &mv)) {
                moves.push(Move {
                    double,
                    second,
                    ..mv
                });
            }
        }
    }

    fn follow(&self, game: &mut TowerGame, mv: &Move, _captured: Option<Piece>) {
        if let Some(cube) = mv.double {
            game.take(cube);
            game.touched.insert(cube);
        }
        if let (Some(cube), Some(role)) = (mv.second, mv.promotion)
            && let Some(piece) = game.take(cube)
        {
            game.put(cube, Piece { role, ..piece });
            game.touched.insert(cube);
        }
    }

    fn in_words(&self, game: &TowerGame, mv: &Move) -> Option<String> {
        let named = |cube: Cube| {
            Some(format!(
                "the {} on {cube}",
                game.get(cube)?.name(&game.rules)
            ))
        };
        let gone = mv
            .double
            .and_then(named)
            .map(|what| format!("{what} goes too"));
        let becomes = mv.second.map(|cube| format!("so does the pawn on {cube}"));
        let parts: Vec<String> = gone.into_iter().chain(becomes).collect();
        (!parts.is_empty()).then(|| parts.join(" and "))
    }
}

/// The other pieces of the captured piece's side and kind.
pub fn doubles(game: &TowerGame, mv: &Move) -> Vec<Cube> {
    let Some((cube, taken)) = mv.captured().and_then(|cube| Some((cube, game.get(cube)?))) else {
        return Vec::new();
    };
    game.pieces_of(taken.seat)
        .filter(|(other, piece)| *other != cube && piece.role == taken.role)
        .map(|(cube, _)| cube)
        .collect()
}

/// The other pawns of the side whose pawn is promoted.
pub fn seconds(game: &TowerGame, mv: &Move) -> Vec<Cube> {
    if mv.promotion.is_none() {
        return Vec::new();
    }
    game.pieces_of(mv.piece.seat)
        .filter(|(cube, piece)| Some(*cube) != mv.from && piece.is_pawn())
        .map(|(cube, _)| cube)
        .collect()
}

/// Each of the cubes; `None` alone if there are no cubes.
fn alternatives(cubes: Vec<Cube>) -> Vec<Option<Cube>> {
    if cubes.is_empty() {
        vec![None]
    } else {
        cubes.into_iter().map(Some).collect()
    }
}
