//! Tests of dead positions (house ruling): kings alone, by enumeration.

use super::super::position::FourSeasons;
use super::{at, options, status, with};
use crate::rules::{Counting, Options, Position, Seat, Status};

/// Returns the position text of kings on squares (0 to 63, from a8) with a seat to move.
fn kings(placed: &[(usize, char)], turn: char) -> String {
    let rows: Vec<String> = (0..8)
        .map(|row| {
            let cells = (0..8).map(|column| {
                let at = |(square, _): &&(usize, char)| *square == row * 8 + column;
                let king = placed.iter().find(at);
                king.map_or("1".to_owned(), |(_, owner)| format!("{owner}K"))
            });
            cells.collect::<Vec<_>>().join(",")
        })
        .collect();
    let seats: String = "grbw"
        .chars()
        .filter(|seat| placed.iter().any(|(_, owner)| owner == seat))
        .collect();
    format!("{} {turn} {seats} - 0", rows.join("/"))
}

/// Kings threaten each other, or neither does, whoever they are and whatever the diagonals do; so no king that is not
/// threatened ever arises, with two kings as with four, and a mate needs a threat. Every move of every placement of
/// two kings leads to a placement like it.
#[test]
fn kings_alone_never_come_to_anything_but_a_draw() {
    for walls in ["marks", "walls"] {
        let rules = options(&[("diagonals", walls)]);
        let (mut dead, mut threatened, mut mated) = (0, 0, 0);
        for one in 0..64 {
            for other in (0..64).filter(|other| *other != one) {
                let text = kings(&[(one, 'g'), (other, 'r')], 'g');
                let position = FourSeasons::from_text(&rules, &text).unwrap();
                if let Status::Won { .. } = position.status() {
                    let apart = (one % 8)
                        .abs_diff(other % 8)
                        .max((one / 8).abs_diff(other / 8));
                    assert_eq!(apart, 1, "only a threatened king is mated: {text}");
                    mated += 1;
                    continue;
                }
                let threats = [0, 1].map(|seat| !position.threats_to(Seat(seat)).is_empty());
                assert_eq!(threats[0], threats[1], "{text}");
                assert_eq!(position.is_dead(), !threats[0], "{text}");
                if threats[0] {
                    threatened += 1;
                    continue;
                }
                dead += 1;
                for mv in position.legal_moves() {
                    let mut after = position.clone();
                    after.play(&mv);
                    assert!(after.is_dead(), "{text}");
                }
            }
        }
        assert_eq!(dead + threatened + mated, 64 * 63);
        assert!(threatened > 0 && mated > 0);
    }
    for text in [
        kings(&[(0, 'g'), (20, 'r'), (40, 'b')], 'r'),
        kings(&[(0, 'g'), (20, 'r'), (40, 'b'), (60, 'w')], 'w'),
    ] {
        assert_eq!(status(&*at(&text)), "draw:dead");
    }
}

/// A capture that leaves kings alone draws at once; repetition and the count come after it.
#[test]
fn the_capture_of_the_last_piece_draws() {
    let mut game = at("gK,7/8/8/8/8/8/6,gP>,1/7,bK b gb - 0");
    assert_eq!(status(&*game), "ongoing");
    let capture = game.legal().into_iter().find(|mv| mv.contains('x'));
    game.play(&capture.unwrap()).unwrap();
    assert_eq!(status(&*game), "draw:dead");
    assert!(game.legal().is_empty());
}

/// The king of one side in a corner, where it has the fewest moves, is never mated by the other's king and one piece;
/// `benches/dead.rs` tries the other squares. A rook mates.
#[test]
fn one_piece_more_that_is_no_rook_comes_to_nothing() {
    let mates = |piece: &str| {
        let mut mates = 0;
        // No king goes next to another.
        for king in (1..64).filter(|king| ![1, 8, 9].contains(king)) {
            for other in (1..64).filter(|other| *other != king) {
                let mut cells = vec!["1"; 64];
                (cells[0], cells[king], cells[other]) = ("bK", "gK", piece);
                let rows: Vec<String> = cells.chunks(8).map(|row| row.join(",")).collect();
                let text = format!("{} b gb - 0", rows.join("/"));
                let Ok(position) = FourSeasons::from_text(&Options::new(), &text) else {
                    continue;
                };
                mates += usize::from(position.status().is_over());
                let threatened = !position.threats_to(Seat(2)).is_empty();
                assert_eq!(position.is_dead(), piece != "gR" && !threatened, "{text}");
            }
        }
        mates
    };
    for piece in ["gB", "gQ", "gN", "gP^", "gP>", "gPv", "gP<"] {
        assert_eq!(mates(piece), 0, "{piece}");
    }
    assert!(mates("gR") > 0);
}

/// A capture may be paid for, so a game for stakes goes on.
#[test]
fn with_a_piece_left_to_pay_for_a_game_for_stakes_goes_on() {
    let text = "gK,7/8/8/8/8/8/6,gB,1/7,bK b gb - 0";
    assert_eq!(status(&*at(text)), "draw:dead");
    assert_eq!(status(&*with(&[("stakes", "on")], text)), "ongoing");
}

/// Anything else may still lose, and so may a king next to another one.
#[test]
fn what_can_still_be_won_is_not_dead() {
    for text in [
        "gK,7/8/8/8/8/8/6,gP>,1/7,bK g gb - 0",
        "gK,7/8/8/8/8/8/6,gR,1/7,bK b gb - 0",
        "gK,7/8/8/8/8/gB,7/6,gB,1/7,bK b gb - 0",
        "gK,7/8/8/8/rK,7/8/6,gB,1/7,bK b grb - 0",
        "gK,7/8/8/8/3,xP^,4/8/8/7,bK g gb - 0",
        "gK,7/1,bK,6/8/8/8/8/8/8 b gb - 0",
    ] {
        let position = FourSeasons::from_text(&Options::new(), text).unwrap();
        assert!(!position.is_dead(), "{text}");
    }
    assert_eq!(
        status(&*with(&[("dice", "on")], "gK,7/8/8/8/8/8/8/7,bK g gb ? 0")),
        "draw:dead"
    );
}

/// A record from before dead positions were drawn is replayed to its last move, and the next move draws.
#[test]
fn a_record_may_have_gone_on() {
    let mut game = at("gK,7/8/8/8/8/8/6,gP>,1/7,bK b gb - 0");
    game.overlook_dead();
    for mv in ["Kh1xg2", "Ka8-a7", "Kg2-g1"] {
        game.play(mv).unwrap();
        assert_eq!(status(&*game), "ongoing", "{mv}");
    }
    let mut start = at("gK,7/8/8/8/8/8/6,gP>,1/7,bK b gb - 0");
    start.overlook_dead();
    let resumed = start.resume(&game.checkpoint()).unwrap();
    assert_eq!(status(&*resumed), "ongoing");
    let mut ended = game.boxed_clone();
    ended.heed_dead(true);
    assert_eq!(status(&*ended), "draw:dead");
    game.heed_dead(false);
    assert_eq!(status(&*game), "ongoing");
    game.play("Ka7-a6").unwrap();
    assert_eq!(status(&*game), "draw:dead");
}
