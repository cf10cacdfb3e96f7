//! Hostage: captured pieces are held, exchanged and come back.
//!
//! Source: John Leslie, *Hostage Chess*, 1997; *Variant Chess* 32.
//!
//! - A captured piece is held in the captor's prison. Instead of a move: drop a piece from the own airfield, or
//!   exchange: give a piece you hold to the enemy's airfield, get one of yours that the enemy holds, of no higher
//!   value, and drop it at once. The enemy cannot refuse. Pawns not on the first or last rank; on the second they have
//!   the double step.
//! - A pawn is promoted only to a piece of yours that the enemy holds: they change places. If the enemy holds only
//!   pawns, it may not enter the last rank and threatens nothing there.
//! - A rook put on a corner counts as unmoved while the king is.
//! - Rulings: the inventor's page gives no values, so all six pieces are worth the same and a pawn less; no fools, for
//!   pieces are freed, not made.

use super::super::board::Cube;
use super::super::moves::{Move, MoveKind};
use super::super::pieces::{Piece, Role};
use super::super::position::{Mutator, TowerGame};
use super::super::riders::Path;
use super::super::twist::{Changes, Field, Page};

/// See the top of the file.
pub struct Hostage;

impl Mutator for Hostage {
    fn key(&self) -> &'static str {
        "hostage"
    }

    fn kings_alone_are_dead(&self) -> bool {
        true
    }

    fn changes(&self) -> Changes {
        Changes::Follows
    }

    fn rule(&self) -> &'static str {
        "Hostage: captured pieces are held. Instead of moving, drop a freed piece (N@cc5), or give one you hold for one of yours \
         of no higher value and drop that (N:B@cc5). Pawns promote only to a piece of yours that is held."
    }

    fn lesson(&self) -> Page {
        Page {
            text: "A captured piece is **held** by the side that took it. Instead of moving you can do one of these:\n• \
                   **Exchange**: give back a piece that you hold, get one of yours that the other side holds, and drop \
                   it at once. `N:B@cc3` gives a knight and drops a bishop. All six pieces are worth the same, and a pawn \
                   less: for a pawn you get only a pawn. The other side cannot refuse.\n• **Drop** a piece of yours that the other side has given back: \
                   `N@cc3`.\n\nPawns are not dropped on the first or the last level. A pawn promotes only to a piece of \
                   yours that is held; the two change places. While only pawns are held, or nothing, it cannot go to \
                   the last level.",
            shown: "White holds a black knight, Black a white bishop. A dot is where White can drop the bishop by the \
                    exchange `N:B@`.",
            board: [
                "4k/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|4K/5/5/5/5 w - - B1n1 - 0",
                "",
                "N:B@",
            ],
            ranks: &[3, 2],
        }
    }

    fn field(&self) -> Option<Field> {
        Some(Field::Prison)
    }

    fn start(&self, game: &mut TowerGame) {
        game.unmoved = [game.rules.castling(); 2];
    }

    fn promotions(&self, game: &TowerGame, roles: &mut Vec<Role>) {
        let held = game.prison[game.turn.index()];
        roles.retain(|role| held.count(*role) > 0);
    }

    fn closes(&self) -> bool {
        true
    }

    fn opens(&self, game: &TowerGame, _from: Cube, piece: Piece, to: Cube, _path: Path) -> bool {
        !piece.is_pawn()
            || to.rank() != game.rules.last_rank(piece.seat)
            || game.prison[piece.seat.index()].has_pieces()
    }

    fn moves(&self, game: &TowerGame, moves: &mut Vec<Move>) {
        let (seat, enemy) = (game.turn, game.turn.other());
        game.drops(game.airfield[seat.index()], moves);
        for (given, _) in game.prison[enemy.index()].iter() {
            for (got, _) in game.prison[seat.index()].iter() {
                // A pawn is worth less than any piece.
                if given == Role::Pawn && got != Role::Pawn {
                    continue;
                }
                for to in game.rules.space.cubes() {
                    if game.get(to).is_none() && game.may_drop(got, to) {
                        moves.push(Move {
                            kind: MoveKind::Exchanges(given),
                            ..Move::drop(seat, got, to)
                        });
                    }
                }
            }
        }
    }

    fn follow(&self, game: &mut TowerGame, mv: &Move, captured: Option<Piece>) {
        let (seat, enemy) = (mv.piece.seat.index(), mv.piece.seat.other().index());
        match mv.kind {
            MoveKind::Drops => game.airfield[seat].remove(mv.piece.role),
            MoveKind::Exchanges(given) => {
                game.prison[enemy].remove(given);
                game.airfield[enemy].add(given);
                game.prison[seat].remove(mv.piece.role);
            }
            _ => {}
        }
        if let Some(piece) = captured {
            game.prison[enemy].add(piece.role);
        }
        if let Some(role) = mv.promotion {
            game.prison[seat].remove(role);
            game.prison[seat].add(Role::Pawn);
        }
    }

    fn grant_castling(&self, game: &mut TowerGame, mv: &Move) {
        let seat = mv.piece.seat;
        if mv.from.is_some() || mv.piece.role != Role::Rook || !game.unmoved[seat.index()] {
            return;
        }
        for index in 0..4 {
            if game.corner(seat, index) == mv.to {
                game.castling[seat.index()][index] = true;
            }
        }
    }
}
