//! Tests of dead positions (house ruling): the two kings alone, by enumeration.

use super::super::pieces::{Piece, Role};
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
            (cube, base.get(cube).unwrap())
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

/// A king in a corner of the Chamber, where it has the fewest moves, is neither mated nor stalemated by a king and one
/// officer; `benches/dead.rs` tries the other cubes. A fool does it, and a rook that moves in planes.
#[test]
fn one_officer_more_comes_to_nothing_in_the_chamber() {
    for (pairs, mating) in [
        ("board=chamber", Role::Fool),
        ("board=chamber riders=tripunch", Role::Rook),
        ("board=chamber riders=tripunch planar=hook", Role::Rook),
    ] {
        one_officer_more(pairs, mating);
    }
}

fn one_officer_more(pairs: &str, mating: Role) {
    let options = resolved(pairs);
    let base = text_of(pairs, "Kaa1 kee5", "b - - 0");
    let base = TowerGame::from_text(&options, &base).unwrap();
    let cube = base.king(Seat::WHITE).unwrap();
    let king = base.get(cube).unwrap();
    let mut bare = base.clone();
    bare.take(cube);
    let is_over = |role: Role| {
        let mut over = 0;
        for one in cubes(5).filter(|one| base.get(*one).is_none() || *one == cube) {
            let mut with_king = bare.clone();
            with_king.put(one, king);
            if with_king.in_check(Seat::WHITE) {
                continue;
            }
            for other in cubes(5).filter(|other| with_king.get(*other).is_none()) {
                let mut position = with_king.clone();
                position.put(other, Piece::new(Seat::WHITE, role));
                over += usize::from(position.status() != Status::Ongoing);
                let in_check = position.in_check(Seat::BLACK);
                assert_eq!(
                    position.is_dead(),
                    role != mating && !in_check,
                    "{pairs} {role:?} {one} {other}"
                );
            }
        }
        over
    };
    for role in Role::OFFICERS.into_iter().filter(|role| *role != mating) {
        assert_eq!(is_over(role), 0, "{pairs} {role:?}");
    }
    assert!(is_over(mating) > 0, "{pairs}");
}

/// Kings alone are dead in Shogi and with the mutators for which every move is tried, one or two of them, and with no
/// piece off the board.
#[test]
fn kings_alone_are_dead_with_some_mutators() {
    let status = |pairs: &str, fields: &str| {
        let game = placed(pairs, "Kaa1 kee5", fields);
        game.status().to_text(game.kind())
    };
    for (mutator, fields) in [
        ("anywhere", "w - - - 0"),
        ("atomic", "w - - 0"),
        ("atomic+half", "w - - 0"),
        ("hostage+marseillais", "w - - - - 2 0"),
        ("crazyhouse", "w - - - 0"),
        ("doppelganger", "w - - 0"),
        ("fusion", "w - - 0"),
        ("half", "w - - 0"),
        ("hostage", "w - - - - 0"),
        ("kriegspiel", "w - - 0"),
        ("marseillais", "w - - 2 0"),
    ] {
        assert_eq!(
            status(&format!("mutator={mutator}"), fields),
            "draw:dead",
            "{mutator}"
        );
    }
    let shogi = |fields: &str| {
        let game = placed("rules=shogi", "Kaa1 kee9", fields);
        game.status().to_text(game.kind())
    };
    assert_eq!(shogi("b - 0"), "draw:dead");
    assert_eq!(shogi("b P1 0"), "ongoing");
    assert_eq!(status("mutator=crazyhouse", "w - - N1 0"), "ongoing");
    assert_eq!(status("mutator=benedict", "w - - 0"), "ongoing");
    assert_eq!(status("mutator=magnetic", "w - - 0"), "ongoing");
    assert_eq!(status("mutator=alice+half", "w - - 0"), "ongoing");
    assert_eq!(
        status("mutator=half edges=toroidal", "w - - 0"),
        "draw:dead"
    );
}

/// The capture of the last other piece draws at once.
#[test]
fn the_capture_of_the_last_piece_draws() {
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
    assert_eq!(after("mutator=fusion"), "draw:dead");
    assert_eq!(after("mutator=alice"), "ongoing");
}
