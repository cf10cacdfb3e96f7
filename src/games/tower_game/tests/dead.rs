//! Tests of dead positions (house ruling): the two kings alone, by enumeration.

use super::{Cube, PER_RANK, Rules, TowerGame, placed, resolved, text_of};
use crate::rules::{Counting, Position, Seat, Status};

/// Returns every cube of a tower of so many ranks.
fn cubes(ranks: u8) -> impl Iterator<Item = Cube> + Clone {
    (0..ranks).flat_map(|rank| (0..PER_RANK).map(move |file| Cube::on_file(file, rank)))
}

/// Kings attack each other or neither does, and none that is not attacked is without a move: neither mate nor the
/// stalemate that counts three quarters can come. In every tower that the options give.
#[test]
fn the_kings_alone_never_come_to_anything_but_a_draw() {
    for pairs in [
        "board=chamber",
        "board=chamber edges=toroidal",
        "board=chamber riders=tripunch",
        "board=chamber edges=toroidal riders=tripunch planar=hook",
        "board=tower",
        "board=tower edges=toroidal",
        "board=tower riders=tripunch",
        "board=tower edges=toroidal riders=tripunch planar=hook",
    ] {
        let options = resolved(pairs);
        let rules = Rules::of(&options).unwrap();
        let ranks = rules.space.ranks;
        let base = text_of(pairs, "Kaa1 kee5", "w - - 0");
        let base = TowerGame::from_text(&options, &base).unwrap();
        let [white, black] = [Seat::WHITE, Seat::BLACK].map(|seat| {
            let cube = base.king(seat).unwrap();
            (cube, base.piece(cube).unwrap())
        });
        let mut dead = 0;
        for one in cubes(ranks) {
            let mut bare = base.clone();
            bare.take(white.0);
            bare.take(black.0);
            bare.put(one, white.1);
            for other in cubes(ranks).filter(|other| *other != one) {
                let mut position = bare.clone();
                position.put(other, black.1);
                let attacked = [Seat::WHITE, Seat::BLACK].map(|seat| position.in_check(seat));
                assert_eq!(attacked[0], attacked[1], "{pairs} {one} {other}");
                assert_eq!(position.is_dead(), !attacked[0], "{pairs} {one} {other}");
                if attacked[0] {
                    continue;
                }
                dead += 1;
                assert_eq!(position.status(), Status::Ongoing, "{pairs} {one} {other}");
            }
        }
        assert!(dead > usize::from(ranks) * 1_000, "{pairs}: {dead}");
    }
}

/// The capture of the last other piece draws at once; any other piece, Shogi and the mutators are not proven.
#[test]
fn the_capture_of_the_last_piece_draws_the_plain_game_alone() {
    let after = |pairs: &str| {
        let mut game = placed(pairs, "Kaa1 Paa2 kee5", "w - - 0");
        assert!(!game.status().is_over(), "{pairs}");
        game = placed(pairs, "Kaa1 paa2 kee5", "w - - 0");
        let capture = game.legal().into_iter().find(|mv| mv.contains('x'));
        game.play(&capture.unwrap()).unwrap();
        game.status().to_text(game.kind())
    };
    assert_eq!(after("board=chamber"), "draw:dead");
    assert_eq!(after("board=tower edges=toroidal"), "draw:dead");
    assert_eq!(after("mutator=fusion"), "ongoing");
}
