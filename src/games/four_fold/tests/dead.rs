//! Tests of dead positions (house ruling): one king a side, by enumeration.

use super::{FourFold, game};
use crate::rules::{Counting, Position, Seat, Status};
use crate::scene::View;

/// Returns the position text of pieces on cells (0 to 255, from a16), with Black to move.
fn placed(pieces: &[(usize, &str)]) -> String {
    let cells: Vec<&str> = (0..256)
        .map(|cell| {
            let here = pieces.iter().find(|(at, _)| *at == cell);
            here.map_or("1", |(_, letter)| *letter)
        })
        .collect();
    let rows: Vec<String> = cells.chunks(16).map(<[&str]>::concat).collect();
    // A run of empty cells is one number.
    let row = |row: &String| {
        let mut text = String::new();
        let mut empty = 0;
        for letter in row.chars().chain(['/']) {
            if letter == '1' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            empty = 0;
            text.push(letter);
        }
        text
    };
    let rows: String = rows.iter().map(row).collect();
    format!("{} b 0", rows.trim_end_matches('/'))
}

/// A lone king is not mated by another, wherever both are.
#[test]
fn one_king_a_side_comes_to_nothing() {
    let mut dead = 0;
    for one in (0..8).flat_map(|row| (row..8).map(move |column| row * 16 + column)) {
        for other in (0..256).filter(|other| *other != one) {
            let text = placed(&[(one, "k"), (other, "K")]);
            let position = FourFold::parse(&text).unwrap();
            if !position.is_dead() {
                continue;
            }
            dead += 1;
            assert_eq!(position.status(), Status::Ongoing, "{text}");
            assert_eq!(position.turn(), Seat::BLACK);
        }
    }
    assert!(dead > 36 * 200, "{dead}");
}

/// Two kings can mate one, and so can a king and a knight.
#[test]
fn what_can_still_be_won_is_not_dead() {
    let status = |pieces: &[(usize, &str)]| {
        let game = game(&placed(pieces));
        game.status().to_text(game.kind())
    };
    assert_eq!(status(&[(0, "k"), (255, "K")]), "draw:dead");
    let drawn = game(&placed(&[(0, "k"), (255, "K")]));
    let turn = drawn.scene(&View::default()).turn.unwrap();
    assert_eq!((&*turn.text, &*turn.detail), ("Drawn", "nobody can win"));
    assert_eq!(status(&[(0, "k"), (255, "K"), (100, "K")]), "ongoing");
    assert_eq!(status(&[(0, "k"), (255, "K"), (100, "N")]), "ongoing");
    let mated = status(&[(0, "k"), (2, "K"), (34, "N")]);
    assert!(mated.contains("mate"), "{mated}");
}
