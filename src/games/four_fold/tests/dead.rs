//! Tests of dead positions (house ruling): one king a side, by enumeration.

use super::super::board::{Board, Piece, Role};
use super::{Cell, FourFold, game};
use crate::rules::{Counting, Position, Seat, Status};
use crate::scene::View;

const KING: (Seat, Role) = (Seat::WHITE, Role::King);
const LONE: (Seat, Role) = (Seat::BLACK, Role::King);

/// Returns the position of pieces in files and ranks, counted from 0, with Black to move.
fn placed(pieces: &[((Seat, Role), i8, i8)]) -> FourFold {
    let mut board = Board::empty();
    for &((seat, role), x, y) in pieces {
        board.set(Cell::at(x, y).unwrap(), Some(Piece { seat, role }));
    }
    FourFold {
        board,
        turn: Seat::BLACK,
        no_progress: 0,
    }
}

/// A lone king is not mated by another, wherever both are.
#[test]
fn one_king_a_side_comes_to_nothing() {
    let mut dead = 0;
    for (x, y) in (0..8).flat_map(|x| (0..=x).map(move |y| (x, y))) {
        let others = (0..16).flat_map(|other| (0..16).map(move |rank| (other, rank)));
        for other in others.filter(|other| *other != (x, y)) {
            let position = placed(&[(LONE, x, y), (KING, other.0, other.1)]);
            if !position.is_dead() {
                continue;
            }
            dead += 1;
            assert_eq!(position.status(), Status::Ongoing, "{}", position.to_text());
        }
    }
    assert!(dead > 36 * 200, "{dead}");
}

/// Two kings can mate one, and so can a king and a knight.
#[test]
fn what_can_still_be_won_is_not_dead() {
    let read = |pieces: &[_]| game(&placed(pieces).to_text());
    let status = |pieces: &[_]| {
        let game = read(pieces);
        game.status().to_text(game.kind())
    };
    let knight = (Seat::WHITE, Role::Knight);
    let apart = [(LONE, 0, 15), (KING, 15, 0)];
    assert_eq!(status(&apart), "draw:dead");
    let turn = read(&apart).scene(&View::default()).turn.unwrap();
    assert_eq!((&*turn.text, &*turn.detail), ("Drawn", "nobody can win"));
    for third in [KING, knight] {
        assert_eq!(status(&[apart[0], apart[1], (third, 4, 9)]), "ongoing");
    }
    let mated = status(&[apart[0], (KING, 2, 15), (knight, 2, 13)]);
    assert!(mated.contains("mate"), "{mated}");
}
