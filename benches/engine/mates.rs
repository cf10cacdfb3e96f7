//! The set positions in which a mate is to be found.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rookery::engine::puzzles::{self, PuzzleKind};
use rookery::engine::{Level, Limits, Request};
use rookery::rules::{Game, GameInfo, Options};

use super::players::Player;
use super::won_position;

/// Games that are looked through for positions, at most.
const GAMES: u64 = 5_000;

/// Positions that a search may look at to find a mate, and to prove it.
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

/// Writes `count` mates in one and as many in two, at most one of each from a game, in which somebody who is far ahead
/// hunts a player who moves by lot.
pub fn mine(kind: &'static GameInfo, count: usize, seed: u64) {
    let mut found = [0; 2];
    let starts = (seed * 1_000..).filter_map(|seed| won_position(kind, &Options::new(), 1.0, seed));
    for (mut game, number) in starts.zip(0..GAMES) {
        let mut dice = ChaCha8Rng::seed_from_u64(seed + number);
        let hunter = game.turn();
        let mut of_game = [false; 2];
        for _ in 0..160 {
            if found.iter().all(|found| *found >= count) {
                return;
            }
            if game.status().is_over() || of_game[0] {
                break;
            }
            if game.turn() != hunter {
                let text = Player::Random.chooses(&*game, &mut dice);
                game.play(&text).unwrap();
                continue;
            }
            let look = game
                .search(&Request::strongest(Limits::nodes(FINDS)))
                .unwrap();
            let best = &look.best[0];
            if let Some(moves @ 1..=2) = best.mate().and_then(|moves| u8::try_from(moves).ok())
                && !of_game[usize::from(moves) - 1]
                && found[usize::from(moves) - 1] < count
                && proves(&*game, &best.text, moves)
            {
                of_game[usize::from(moves) - 1] = true;
                found[usize::from(moves) - 1] += 1;
                println!("{}\t{moves}\t{}", kind.key, game.text());
            }
            game.play(&best.text).unwrap();
        }
    }
}

/// The set positions of a game with the number of moves to mate, and those of its puzzles that are mates.
fn positions(kind: &GameInfo) -> Vec<(u8, String)> {
    let lines = include_str!("../../tests/mates.txt").lines();
    let set = lines.filter_map(|line| {
        let [key, moves, position] = line.split('\t').collect::<Vec<_>>()[..] else {
            return None;
        };
        (key == kind.key).then(|| (moves.parse().unwrap(), position.to_owned()))
    });
    let puzzles = puzzles::read(kind.puzzles).into_iter();
    let mates = puzzles.filter_map(|puzzle| match puzzle.kind {
        PuzzleKind::Mate(moves @ 1..=2) => Some((moves as u8, puzzle.position)),
        _ => None,
    });
    set.chain(mates).collect()
}

/// Lets levels 3 and 6 solve the set positions of a game.
pub fn check(kind: &'static GameInfo) {
    let (mut solved, mut all) = ([0; 2], [0; 2]);
    for (moves, position) in positions(kind) {
        let game = kind.from_position(&Options::new(), &position).unwrap();
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
