//! Bughouse: two towers, four players, two teams.
//!
//! Source: FICS. The match of two boards is [`super::table_of_four`]; here is what holds on each of them: as Crazyhouse, but
//! what is captured goes to the partner on the other board.

use super::crazyhouse::drops;
use super::moves::Move;
use super::{Changes, Field, Mutated, Mutator, Page, Unit};

/// Its key.
pub const KEY: &str = "bughouse";

/// See the top of the file.
pub struct Bughouse;

impl Mutator for Bughouse {
    fn key(&self) -> &'static str {
        KEY
    }

    fn name(&self) -> &'static str {
        "Bughouse"
    }

    fn changes(&self) -> Changes {
        Changes::Follows
    }

    fn rule(&self) -> &'static str {
        "Bughouse: what you capture goes to your partner's hand on the other board. Instead of moving, drop one on an empty \
         cube, as in N@cc5."
    }

    fn lesson(&self) -> Page {
        Page {
            text: "Two towers and four players: White of A plays with Black of B, White of B with Black of A. What you \
                   capture goes to your **partner's hand** on the other board, a promoted piece as a pawn. Instead of \
                   moving, drop one: `N@dc3`; pawns not on the first or last rank.\n\nThe turns go white-a, white-b, \
                   black-a, black-b. The first mate ends it for both boards. A player who is not in check and cannot \
                   move is passed over.",
            board: [
                "4k/5/5/5/5|5/5/5/5/5|5/5/2p2/5/5|5/5/5/5/5|4K/5/5/5/5 w - - N1 0",
                "",
                "N@",
            ],
            ranks: &[3, 2],
        }
    }

    fn field(&self) -> Option<Field> {
        Some(Field::Hand)
    }

    fn remembers_pawns(&self) -> bool {
        true
    }

    fn moves(&self, game: &Mutated, moves: &mut Vec<Move>) {
        drops(game, game.hands[game.turn.index()], moves);
    }

    fn follow(&self, game: &mut Mutated, mv: &Move, _captured: Option<Unit>) {
        if mv.from.is_none() {
            game.hands[mv.unit.seat.index()].remove(mv.unit.role);
        }
    }
}
