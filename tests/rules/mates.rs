//! The set positions of `tests/mates.txt`: a mate in one is never overlooked from level 3 on, however careless it is.
//! All of them, and the mates in two, are looked at by `cargo bench --bench engine -- mates`; here, some of each game.

use std::collections::BTreeMap;

use rookery::engine::{Level, Limits, Request};
use rookery::games::GAMES;
use rookery::rules::{Options, Status};

/// How many positions of each game.
const SAMPLE: usize = 10;

#[test]
fn a_mate_in_one_is_never_overlooked() {
    let mut looked: BTreeMap<&str, usize> = BTreeMap::new();
    for line in include_str!("../mates.txt").lines() {
        let [key, moves, position] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let count = looked.entry(key).or_default();
        if moves != "1" || *count == SAMPLE {
            continue;
        }
        *count += 1;
        let kind = GAMES.iter().find(|kind| kind.key == key).unwrap();
        let mut game = kind.from_position(&Options::new(), position).unwrap();
        let mover = game.turn();
        let level = Level::numbered(3).unwrap();
        let found = game
            .search(&Request {
                level: Some(level),
                seed: *count as u64,
                ..Request::strongest(Limits::nodes(level.nodes))
            })
            .unwrap();
        game.play(&found.text).unwrap();
        assert!(
            matches!(game.status(), Status::Won { winner, .. } if winner == mover),
            "{key}: {} in {position}",
            found.text
        );
    }
    assert!(looked.values().sum::<usize>() >= 20, "{looked:?}");
}
