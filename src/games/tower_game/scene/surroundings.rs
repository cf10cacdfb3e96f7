//! The turn or the result, as the picture shows it.

use super::super::pieces::seat_name;
use super::super::position::TowerGame;
use super::super::twist::Field;
use super::token::army;
use crate::rules::{Counting, Position, Status};
use crate::scene::{Figure, Turn, TurnPlace};

/// The seat whose turn it is, or the game's result.
pub fn turn(game: &TowerGame, place: TurnPlace) -> Turn {
    let (seat, text, detail) = match game.status() {
        Status::Won { winner, reason } => (
            winner,
            format!("{} wins", seat_name(winner)),
            reason.remark(),
        ),
        Status::Stalemate { by } => {
            let shares = format!(
                "3/4 for {}, 1/4 for {}",
                seat_name(by),
                seat_name(by.other())
            );
            (by, "Stalemate".to_owned(), shares)
        }
        Status::Drawn(reason) => (game.turn, "Drawn".to_owned(), reason.remark()),
        Status::Ongoing if game.is_placing() => {
            let text = format!("{} to place", seat_name(game.turn));
            (game.turn, text, String::new())
        }
        Status::Ongoing => {
            let mut said = Vec::new();
            if game.check() {
                said.push("in check".to_owned());
            }
            if game.effects.has_field(Field::Left) {
                let plural = if game.left == 1 { "" } else { "s" };
                said.push(format!("{} move{plural} left", game.left));
            }
            let text = format!("{} to move", seat_name(game.turn));
            (game.turn, text, said.join(" · "))
        }
    };
    Turn {
        army: army(seat),
        figure: Figure::King,
        text,
        detail,
        place,
    }
}
