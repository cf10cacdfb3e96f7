//! The set positions in which a mate must be found.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rookery::engine::puzzles::{self, PuzzleKind};
use rookery::engine::{Level, Limits, Request};
use rookery::rules::{Game, GameInfo, Options};

use super::players::Player;
use super::won_position;

/// Most games that are searched for positions.
const GAMES: u64 = 5_000;

/// Nodes of a search that finds a mate, and of one that proves it.
const FINDS: u64 = 40_000;
const PROVES: u64 = 3_000_000;

/// True if a move mates in so many own moves at most, by a search that leaves out nothing.
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

/// Most mates in one, and most in two, taken from one game.
const OF_A_GAME: usize = 5;

/// Positions near a mate that are searched.
const NEAR: usize = 30;

/// The positions found so far.
struct Mined {
    kind: &'static GameInfo,
    /// Number of positions wanted of each kind.
    wanted: usize,
    /// Numbers found, in one and in two: in all games, and in this one.
    all: [usize; 2],
    of_game: [usize; 2],
    seen: HashSet<String>,
}

impl Mined {
    fn is_enough(&self) -> bool {
        self.all.iter().all(|all| *all >= self.wanted)
    }

    /// Searches for a mate, and writes the position if it is still wanted. Returns the best move, and true if the
    /// position was written.
    fn look(&mut self, game: &dyn Game) -> (String, bool) {
        let look = game.search(&Request::strongest(Limits::nodes(FINDS)));
        let best = look.unwrap().best.swap_remove(0);
        let moves = best.mate().and_then(|moves| u8::try_from(moves).ok());
        let Some(moves @ 1..=2) = moves else {
            return (best.text, false);
        };
        let index = usize::from(moves) - 1;
        let written = self.of_game[index] < OF_A_GAME
            && self.all[index] < self.wanted
            && !self.seen.contains(&game.text())
            && proves(game, &best.text, moves);
        if written {
            self.of_game[index] += 1;
            self.all[index] += 1;
            self.seen.insert(game.text());
            println!("{}\t{moves}\t{}", self.kind.key, game.text());
        }
        (best.text, written)
    }

    /// Searches positions near one that was written: after a random move of each side, again and again.
    fn look_near(&mut self, game: Box<dyn Game>, dice: &mut ChaCha8Rng) {
        let mut near = vec![game];
        for _ in 0..NEAR {
            if self.is_enough() || self.of_game == [OF_A_GAME; 2] {
                return;
            }
            let mut game = near.choose(dice).unwrap().clone();
            for _ in 0..2 {
                if !game.status().is_over() {
                    let text = Player::Random.chooses(&*game, dice);
                    game.play(&text).unwrap();
                }
            }
            if !game.status().is_over() && self.look(&*game).1 {
                near.push(game);
            }
        }
    }
}

/// Writes `count` mates in one and as many in two, from games in which a player who is far ahead hunts one who moves at
/// random, and from positions near these mates.
pub fn mine(kind: &'static GameInfo, count: usize, seed: u64) {
    let mut mined = Mined {
        kind,
        wanted: count,
        all: [0; 2],
        of_game: [0; 2],
        seen: HashSet::new(),
    };
    let starts = (seed * 1_000..).filter_map(|seed| won_position(kind, &Options::new(), 1.0, seed));
    for (mut game, number) in starts.zip(0..GAMES) {
        let mut dice = ChaCha8Rng::seed_from_u64(seed + number);
        let hunter = game.turn();
        mined.of_game = [0; 2];
        for _ in 0..160 {
            if mined.is_enough() || game.status().is_over() {
                break;
            }
            let text = if game.turn() == hunter {
                let (text, written) = mined.look(&*game);
                if written {
                    mined.look_near(game.clone(), &mut dice);
                }
                text
            } else {
                Player::Random.chooses(&*game, &mut dice)
            };
            game.play(&text).unwrap();
        }
        if mined.is_enough() {
            return;
        }
    }
}

/// Returns the set positions of a game with the number of moves to mate, and those of its puzzles that are mates.
fn positions(kind: &GameInfo) -> Vec<(u8, String)> {
    let lines = include_str!("../../tests/mates.txt").lines();
    let set = lines.filter_map(|line| {
        let [key, moves, position] = line.split('\t').collect::<Vec<_>>()[..] else {
            return None;
        };
        (key == kind.key).then(|| (moves.parse().unwrap(), position.to_owned()))
    });
    let puzzles = puzzles::read(kind.puzzles).into_iter();
    let plain = puzzles.filter(|(options, _)| *options == Options::new());
    let mates = plain.filter_map(|(_, puzzle)| match puzzle.kind {
        PuzzleKind::Mate(moves @ 1..=2) => Some((moves as u8, puzzle.position)),
        _ => None,
    });
    set.chain(mates).collect()
}

/// Lets levels 3 and 6 solve the set positions of a game, at most so many of each.
pub fn check(kind: &'static GameInfo, most: usize) {
    let wanted = |moves: u8| {
        let positions = positions(kind).into_iter();
        positions.filter(move |(of, _)| *of == moves).take(most)
    };
    let set: Vec<(u8, String)> = wanted(1).chain(wanted(2)).collect();
    let counts: [[AtomicUsize; 2]; 2] = Default::default();
    super::each(set.len(), |number| {
        let (moves, position) = &set[number];
        let game = kind.from_position(&Options::new(), position).unwrap();
        let level = Level::numbered(3 * moves).unwrap();
        let found = game.search(&Request::at_level(level, number as u64));
        let found = found.unwrap();
        let [solved, all] = &counts[usize::from(*moves) - 1];
        all.fetch_add(1, Ordering::Relaxed);
        if proves(&*game, &found.text, *moves) {
            solved.fetch_add(1, Ordering::Relaxed);
        } else {
            println!(
                "{} level {} plays {} in {position}",
                kind.key, level.number, found.text
            );
        }
    });
    let [one, two] =
        counts.map(|[solved, all]| format!("{} of {}", solved.into_inner(), all.into_inner()));
    println!(
        "{:9} mates in one: {one} by level 3; in two: {two} by level 6",
        kind.key
    );
}
