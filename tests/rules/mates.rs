//! Tests of the set positions of `tests/mates.txt`: from level 3 on the machine never overlooks a mate in one, however
//! careless it is, and from level 6 on no mate in two. `cargo bench --bench engine -- mates` tests all of them; here,
//! some of each game.

use std::collections::BTreeMap;

use rookery::engine::{Found, Level, Limits, Request};
use rookery::games::GAMES;
use rookery::rules::{Game, Options, Status};

/// Returns the first positions with a mate in so many moves, at most `most` of each game.
fn positions(in_moves: &str, most: usize) -> Vec<(&'static str, Box<dyn Game>)> {
    let mut looked: BTreeMap<&str, usize> = BTreeMap::new();
    let mut positions = Vec::new();
    for line in include_str!("../mates.txt").lines() {
        let [key, moves, position] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let count = looked.entry(key).or_default();
        if moves == in_moves && *count < most {
            *count += 1;
            let kind = GAMES.iter().find(|kind| kind.key == key).unwrap();
            let game = kind.from_position(&Options::new(), position).unwrap();
            positions.push((position, game));
        }
    }
    positions
}

fn of_level(game: &dyn Game, number: u8, seed: u64) -> Found {
    let level = Level::numbered(number).unwrap();
    game.search(&Request::at_level(level, seed)).unwrap()
}

/// True if a move mates in two at most, by a search that leaves out nothing.
fn mates_in_two(game: &dyn Game, text: &str) -> bool {
    let found = game.search(&Request {
        only: Some(text),
        ..Request::strongest(Limits {
            depth: 3,
            full_width: true,
            ..Limits::nodes(3_000_000)
        })
    });
    found.is_some_and(|found| matches!(found.best[0].mate(), Some(1..=2)))
}

#[test]
fn a_mate_in_one_is_never_overlooked() {
    let positions = positions("1", 10);
    assert!(positions.len() >= 20);
    for ((position, mut game), seed) in positions.into_iter().zip(0..) {
        let mover = game.turn();
        let found = of_level(&*game, 3, seed);
        game.play(&found.text).unwrap();
        assert!(
            matches!(game.status(), Status::Won { winner, .. } if winner == mover),
            "{}: {} in {position}",
            game.kind().key,
            found.text
        );
    }
}

/// Every mate in two that level 6 reports is one: in the set positions, and after another move and a reply, when most
/// are gone.
#[test]
fn a_mate_in_two_is_taken_and_none_is_imagined() {
    let positions = positions("2", 4);
    assert!(positions.len() >= 10);
    let (mut without, mut imagined) = (0, Vec::new());
    for ((position, game), seed) in positions.into_iter().zip(0..) {
        let found = of_level(&*game, 6, seed);
        assert!(
            mates_in_two(&*game, &found.text),
            "{} in {position}",
            found.text
        );
        for other in 0..6_usize {
            let mut later = game.clone();
            for _ in 0..2 {
                let legal = later.legal();
                if let Some(text) = legal.get(other * legal.len() / 6) {
                    later.play(text).unwrap();
                }
            }
            if later.status().is_over() {
                continue;
            }
            let found = of_level(&*later, 6, seed);
            match found.best[0].mate() {
                Some(1..=2) if !mates_in_two(&*later, &found.text) => imagined.push(later.text()),
                Some(1..) => {}
                _ => without += 1,
            }
        }
    }
    assert!(imagined.is_empty(), "{imagined:?}");
    assert!(without >= 5, "{without} positions without a mate");
}
