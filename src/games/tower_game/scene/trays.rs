//! Trays with the pieces off the board.

use super::super::options::Rules;
use super::super::pieces::{Hand, Piece, seat_name};
use super::super::position::TowerGame;
use super::super::twist::Field;
use super::token::token;
use crate::rules::Seat;
use crate::scene::{Tray, TrayItem, TrayPlace};

/// Hands, prisons and airfields: the other side's above, one's own below. Only the hands of Shogi are shown empty.
pub fn trays(game: &TowerGame, viewer: Seat) -> Vec<Tray> {
    let mut trays = Vec::new();
    for seat in [viewer.other(), viewer] {
        let side = seat_name(seat);
        for (what, hand, of) in game.held_by(seat) {
            if hand.is_empty() && !game.rules.shogi {
                continue;
            }
            let title = match what {
                "has in hand" if game.is_placing() => format!("{side} to place"),
                "has in hand" => format!("{side} in hand"),
                _ => format!("{side} {what}"),
            };
            trays.push(Tray {
                title,
                items: items(&game.rules, of, hand),
                place: if seat == viewer {
                    TrayPlace::Below
                } else {
                    TrayPlace::Above
                },
            });
        }
    }
    trays
}

impl TowerGame {
    /// A side's pieces off the board: a phrase for their use, the pieces, and their owner.
    pub(in super::super) fn held_by(&self, seat: Seat) -> Vec<(&'static str, Hand, Seat)> {
        let mut held = Vec::new();
        let places = self.effects.iter().any(|mutator| mutator.places());
        if self.has_hands() && (!places || self.is_placing()) {
            held.push(("has in hand", self.hands[seat.index()], seat));
        }
        if self.effects.has_field(Field::Prison) {
            let other = seat.other();
            held.push(("holds", self.prison[other.index()], other));
            held.push(("can drop", self.airfield[seat.index()], seat));
        }
        held
    }
}

/// Pieces of one side off the board, each kind once with how many there are of it.
fn items(rules: &Rules, seat: Seat, hand: Hand) -> Vec<TrayItem> {
    let item = |(role, count)| {
        let mut token = token(rules, Piece::new(seat, role), None);
        if count > 1 {
            token.count = u8::to_string(&count);
        }
        TrayItem {
            token: Some(token),
            text: String::new(),
            lit: false,
            out: false,
        }
    };
    hand.iter().map(item).collect()
}
