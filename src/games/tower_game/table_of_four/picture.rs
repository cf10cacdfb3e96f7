//! The picture of two boards with a game on each.

use super::super::moves::Move;
use super::super::position::TowerGame;
use super::super::scene::drawing::Drawing;
use super::super::scene::slice::{CELL, nothing};
use super::super::scene::surroundings::turn;
use super::super::scene::trays::trays;
use crate::rules::Seat;
use crate::scene::{Scene, Tray, TrayItem, TrayPlace, TurnPlace, View};

/// Number of slices of two boards in a row.
const COLUMNS: usize = 4;

/// Greatest number of kinds of pieces in a row at which a hand has room for its full title.
const MOST_TITLED: usize = 12;

/// The picture of two boards with a game on each, the one in front above. Each is seen from the side of the same team:
/// what is white on the one is black on the other.
pub fn pair(
    boards: &[TowerGame; 2],
    front: usize,
    to_move: usize,
    last: Option<(usize, Move)>,
    view: &View,
    (text, detail): &(String, String),
) -> Scene {
    // The public looks on from one team's side, whichever board is in front.
    let side = view.from.unwrap_or([Seat::WHITE, Seat::BLACK][front]);
    let boards_in_order = [front, 1 - front].map(|index| {
        let name = ["A", "B"][index];
        let asked = View {
            from: Some(if index == front { side } else { side.other() }),
            reach: view.reach.clone().filter(|_| index == to_move),
            ..view.clone()
        };
        let mut drawing = Drawing::of(&boards[index], &asked);
        if let Some((_, mv)) = last.filter(|(board, _)| *board == index) {
            drawing.mark_move(&mv);
        }
        drawing.mark_check();
        if let Some(role) = &asked.reach {
            drawing.mark_reach(role);
        }
        let viewer = drawing.viewer;
        let mut slices = drawing.boards.pop().unwrap_or_default();
        for grid in &mut slices {
            grid.board = u8::try_from(index).unwrap_or_default();
            if let Some(badge) = &mut grid.badge {
                badge.note = format!("board {name}");
            }
        }
        // The far ranks first.
        if boards[index].rules.goes_up(viewer) {
            slices.reverse();
        }
        let places = slices.len().next_multiple_of(COLUMNS);
        slices.resize_with(places, || nothing(index));
        slices
    });
    // To save room, one row holds the hands of both colours on a board, since the pieces show their owner; without
    // pieces in hand the row is left out.
    let hands = (boards.iter().zip(["A", "B"]))
        .map(|(board, name)| {
            let trays = trays(board, Seat::BLACK).into_iter();
            let items: Vec<TrayItem> = trays.flat_map(|tray| tray.items).collect();
            let title = if items.len() > MOST_TITLED {
                format!("On {name}")
            } else {
                format!("In hand on {name}")
            };
            Tray {
                title,
                items,
                place: TrayPlace::Below,
            }
        })
        .filter(|tray| !tray.items.is_empty())
        .collect();
    let mut turn = turn(&boards[to_move], TurnPlace::Below);
    turn.text.clone_from(text);
    turn.detail.clone_from(detail);
    Scene {
        grids: boards_in_order.concat(),
        columns: COLUMNS as u8,
        cell: CELL,
        trays: hands,
        turn: Some(turn),
    }
}
