//! Extinction: a side wins if its enemy has no piece left of some kind.
//!
//! Source: R. Wayne Schmittberger, 1985.
//!
//! - Kinds: K R B M N C J P, those of the starting army. Promoted pieces count as their new role; a side that promotes
//!   its last pawn has no pawns. Castling in, through and into attack. If both sides lack a kind, the mover has won.
//! - Inventor's page: "promotion to a Fool is not necessary, since you can promote to a King". Ruling: fools are no
//!   kind, and cannot be made.

use super::super::pieces::Role;
use super::super::position::{Mutator, TowerGame};
use super::super::twist::{Changes, Page};
use crate::rules::{Reason, Seat, Status};

/// See the top of the file.
pub struct Extinction;

/// The kinds of the starting army.
const KINDS: [Role; 8] = [
    Role::King,
    Role::Rook,
    Role::Bishop,
    Role::Merchant,
    Role::Knight,
    Role::Captain,
    Role::Jester,
    Role::Pawn,
];

impl Mutator for Extinction {
    fn key(&self) -> &'static str {
        "extinction"
    }

    fn changes(&self) -> Changes {
        Changes::Goal
    }

    fn rule(&self) -> &'static str {
        "Extinction: a side that has none left of some kind (king, rook, bishop, merchant, knight, captain, jester or pawn) has \
         lost. Kings are pieces like others."
    }

    fn lesson(&self) -> Page {
        Page {
            text: "The side that has **none left of some kind** has lost: king, rook, bishop, merchant, knight, \
                   captain, jester or pawn. The king is a piece like others: there is no check.\n\nA promoted piece \
                   counts as what it has become. Pawns can become kings, but not fools. A side that promotes its last \
                   pawn has no pawn left. If both sides lack a kind after a move, the side that made the move wins.",
            shown: "Each side has one piece of every kind. White's rook can take the only black bishop, on ad5, and \
                    wins.",
            board: [
                "kr3/bmncj/5/5/5|5/5/5/5/p4|5/5/5/5/5|P4/5/5/5/5|K4/RBMNC/J4/5/5 w - - 0",
                "",
                "ad1",
            ],
            ranks: &[5, 4, 2, 1],
        }
    }

    fn knows_check(&self, _game: &TowerGame) -> bool {
        false
    }

    fn end(&self, game: &TowerGame) -> Option<Status> {
        let lacks = |seat: Seat| {
            KINDS
                .into_iter()
                .any(|kind| !game.pieces_of(seat).any(|(_, piece)| piece.role == kind))
        };
        winner(game, lacks).map(|winner| Status::Won {
            winner,
            reason: Reason::Extinction,
        })
    }
}

/// The winner where some sides have lost by a goal: if both, the side that has just moved.
pub fn winner(game: &TowerGame, loses: impl Fn(Seat) -> bool) -> Option<Seat> {
    match (loses(game.turn), loses(game.turn.other())) {
        (true, _) => Some(game.turn.other()),
        (false, true) => Some(game.turn),
        (false, false) => None,
    }
}
