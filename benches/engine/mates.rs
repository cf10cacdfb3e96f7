//! The set positions in which a mate is to be found.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rookery::engine::{Level, Limits, Request};
use rookery::rules::{Game, GameInfo, Options};

use super::players::{Player, opening, roll};

/// Games that are looked through for positions, at most.
const GAMES: u64 = 5_000;

/// Positions that a search may look at to find a mate in one, to find one in two, and to prove it.
const FEW: u64 = 500;
const FINDS: u64 = 40_000;
const PROVES: u64 = 3_000_000;

/// Whether a move mates in so many own moves at most, by a search that leaves out nothing.
fn proves(game: &dyn Game, text: &str, moves: u8) -> bool {
    let found = game.search(&Request {
        only: Some(text),
        ..Request::strongest(Limits {
            depth: 2 * moves - 1,
            full_width: true,
            ..Limits::nodes(PROVES)
        })
    });
    found.is_some_and(|found| {
        let mate = found.best[0].mate();
        mate.is_some_and(|mate| (1..=i32::from(moves)).contains(&mate))
    })
}

/// Writes `count` mates in one and as many in two, at most one of each from a game. Mates in two are looked for two plies
/// before a mate in one.
pub fn mine(kind: &'static GameInfo, count: usize, seed: u64) {
    let mut found = [0; 2];
    for number in 0..GAMES {
        let mut dice = ChaCha8Rng::seed_from_u64(seed + number);
        let mut game = opening(kind, &Options::new(), &mut dice);
        let mut past: Vec<Box<dyn Game>> = Vec::new();
        for _ in 0..200 {
            roll(&mut game, &mut dice);
            if game.status().is_over() || found.iter().all(|found| *found >= count) {
                break;
            }
            if mates(&*game, 1) {
                write(&*game, 1, count, &mut found);
                let before = past.len().checked_sub(2).map(|index| past[index].clone());
                if let Some(before) = before.filter(|before| mates(&**before, 2)) {
                    write(&*before, 2, count, &mut found);
                }
                break;
            }
            past.push(game.clone());
            // Level 3 against moves by lot: games that come to a mate soon.
            let player = if u64::from(game.turn().0) == number % 2 {
                Player::Level(Level::numbered(3).unwrap())
            } else {
                Player::Random
            };
            let text = player.chooses(&*game, &mut dice);
            game.play(&text).unwrap();
        }
    }
}

/// Whether the side to move mates in exactly so many own moves.
fn mates(game: &dyn Game, moves: u8) -> bool {
    let nodes = if moves == 1 { FEW } else { FINDS };
    let found = game.search(&Request::strongest(Limits::nodes(nodes)));
    found.is_some_and(|found| {
        let best = &found.best[0];
        best.mate() == Some(i32::from(moves)) && proves(game, &best.text, moves)
    })
}

fn write(game: &dyn Game, moves: u8, count: usize, found: &mut [usize; 2]) {
    let found = &mut found[usize::from(moves) - 1];
    if *found < count {
        *found += 1;
        println!("{}\t{moves}\t{}", game.kind().key, game.text());
    }
}

/// Lets levels 3 and 6 solve the set positions of a game.
pub fn check(kind: &'static GameInfo) {
    let (mut solved, mut all) = ([0; 2], [0; 2]);
    for line in include_str!("../../tests/mates.txt").lines() {
        let [key, moves, position] = line.split('\t').collect::<Vec<_>>()[..] else {
            continue;
        };
        if key != kind.key {
            continue;
        }
        let moves: u8 = moves.parse().unwrap();
        let game = kind.from_position(&Options::new(), position).unwrap();
        let level = Level::numbered(3 * moves).unwrap();
        let request = Request {
            level: Some(level),
            seed: u64::from(moves) + all[0] as u64,
            ..Request::strongest(Limits::nodes(level.nodes))
        };
        let found = game.search(&request).unwrap();
        let index = usize::from(moves) - 1;
        all[index] += 1;
        if proves(&*game, &found.text, moves) {
            solved[index] += 1;
        } else {
            println!(
                "{} level {} plays {} in {position}",
                kind.key, level.number, found.text
            );
        }
    }
    println!(
        "{:9} mates in one: {} of {} by level 3; in two: {} of {} by level 6",
        kind.key, solved[0], all[0], solved[1], all[1]
    );
}
