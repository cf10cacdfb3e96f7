//! What lies beside the board.

use super::super::super::explain::seat_name;
use super::super::super::scene::surroundings::{items, tray_place};
use super::super::{Field, Hand, Mutated, anywhere};
use crate::rules::Seat;
use crate::scene::Tray;

/// Hands, prisons and airfields: the other side's above, one's own below.
pub fn beside(game: &Mutated, viewer: Seat) -> Vec<Tray> {
    let mut trays = Vec::new();
    for seat in [viewer.other(), viewer] {
        let side = seat_name(seat);
        let place = tray_place(seat, viewer);
        let mut add = |title: String, hand: Hand, of: Seat| {
            // The room is for the boards where there is nothing to show.
            if hand.is_empty() {
                return;
            }
            trays.push(Tray {
                title,
                items: items(&game.rules, of, hand.iter()),
                place,
            });
        };
        if game.effects.has_field(Field::Hand) {
            let placing = game.effects.has(anywhere::KEY);
            if !placing || game.is_placing() {
                let what = if placing { "to place" } else { "in hand" };
                add(format!("{side} {what}"), game.hands[seat.index()], seat);
            }
        }
        if game.effects.has_field(Field::Prison) {
            let other = seat.other();
            add(format!("{side} holds"), game.prison[other.index()], other);
            add(
                format!("{side} can drop"),
                game.airfield[seat.index()],
                seat,
            );
        }
    }
    trays
}
