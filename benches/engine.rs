//! How well the machine plays: levels against simple opponents and against each other, in every game, with random
//! openings of six plies and sides swapped; and how long a move takes.
//!
//!     cargo bench --bench engine -- [--games N] [--seed N] [--only KEY] [strength] [levels] [time]
//!
//! `random` plays any listed move; `greedy` the move after which its worth is best by the eye, `two` the same after the
//! best reply of the others. A game that is not over
//! after 160 plies (with four seats 400) is judged by worth. With four seats one seat of the first player plays
//! against three of the second. Shown are the points of the first player in percent, with the 95 % interval of Wilson's
//! score, and how many games ended by the rules.
#![allow(missing_docs, clippy::unwrap_used)]

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rookery::engine::{LEVELS, Level, Limits, Request};
use rookery::games::GAMES;
use rookery::rules::{Game, Kind, Options, Seat};

/// Who plays.
#[derive(Clone, Copy)]
enum Player {
    Random,
    Greedy,
    Two,
    Level(&'static Level),
}

impl Player {
    fn name(self) -> String {
        match self {
            Player::Random => "random".to_owned(),
            Player::Greedy => "greedy".to_owned(),
            Player::Two => "two".to_owned(),
            Player::Level(level) => format!("level {}", level.number),
        }
    }

    fn chooses(self, game: &dyn Game, dice: &mut ChaCha8Rng) -> String {
        match self {
            Player::Random => game.legal().choose(dice).unwrap().clone(),
            Player::Greedy => {
                let seat = game.turn();
                let best = game.legal().into_iter().map(|text| {
                    let mut after = game.boxed_clone();
                    after.play(&text).unwrap();
                    let won = after.status().quarters(seat).map_or(0, i32::from);
                    (won * 100_000 + after.worth(seat), text)
                });
                best.max().unwrap().1
            }
            Player::Two => {
                let limits = Limits {
                    depth: if game.kind().seats.len() == 2 { 2 } else { 4 },
                    full_width: true,
                    ..Limits::nodes(2_000_000)
                };
                game.search(&Request::strongest(limits)).unwrap().text
            }
            Player::Level(level) => {
                let request = Request {
                    level: Some(level),
                    seed: dice.random(),
                    ..Request::strongest(Limits::nodes(level.nodes))
                };
                game.search(&request).unwrap().text
            }
        }
    }
}

fn roll(game: &mut Box<dyn Game>, dice: &mut ChaCha8Rng) {
    while let Some(outcome) = game.chance().choose(dice).cloned() {
        game.play(&outcome).unwrap();
    }
}

/// A game after six moves by lot, in which nobody has won.
fn opening(kind: &'static Kind, options: &Options, dice: &mut ChaCha8Rng) -> Box<dyn Game> {
    'again: loop {
        let mut game = kind.new_game(options).unwrap();
        for _ in 0..6 {
            roll(&mut game, dice);
            let Some(text) = game.legal().choose(dice).cloned() else {
                continue 'again;
            };
            game.play(&text).unwrap();
        }
        roll(&mut game, dice);
        if !game.status().is_over() {
            return game;
        }
    }
}

/// The points (0 to 1) of the first player, who sits on `seat`, and whether the rules ended the game.
fn play(
    mut game: Box<dyn Game>,
    seat: Seat,
    first: Player,
    second: Player,
    dice: &mut ChaCha8Rng,
) -> (f64, bool) {
    let seats = game.kind().seats.len();
    let most = if seats == 2 { 160 } else { 400 };
    for _ in 0..most {
        roll(&mut game, dice);
        if game.status().is_over() {
            break;
        }
        let player = if game.turn() == seat { first } else { second };
        let text = player.chooses(&*game, dice);
        game.play(&text).unwrap();
    }
    if let Some(placings) = game.placings().filter(|_| game.status().is_over()) {
        let best = placings.iter().filter(|place| **place == 1).count();
        let points = if placings[seat.index()] == 1 {
            1.0 / best as f64
        } else {
            0.0
        };
        return (points, true);
    }
    if let Some(quarters) = game.status().quarters(seat) {
        return (f64::from(quarters) / 4.0, true);
    }
    // Cut: whoever is best off by worth has it.
    let best = game
        .kind()
        .all_seats()
        .all(|other| other == seat || game.worth(other) < game.worth(seat));
    (f64::from(u8::from(best)), false)
}

/// The 95 % interval of Wilson's score.
fn interval(points: f64, games: usize) -> (f64, f64) {
    let (n, z) = (games as f64, 1.96_f64);
    let share = points / n;
    let middle = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    (100.0 * (middle - half), 100.0 * (middle + half))
}

fn pair(
    kind: &'static Kind,
    options: &Options,
    first: Player,
    second: Player,
    games: usize,
    seed: u64,
) {
    let next = AtomicUsize::new(0);
    let sum = Mutex::new((0.0, 0));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        return;
                    }
                    // Every opening is played from every seat.
                    let seats = kind.seats.len();
                    let mut dice = ChaCha8Rng::seed_from_u64(seed + (number / seats) as u64);
                    let game = opening(kind, options, &mut dice);
                    let seat = Seat((number % seats) as u8);
                    let (points, ended) = play(game, seat, first, second, &mut dice);
                    let mut sum = sum.lock().unwrap();
                    sum.0 += points;
                    sum.1 += usize::from(ended);
                }
            });
        }
    });
    let (points, ended) = sum.into_inner().unwrap();
    let (low, high) = interval(points, games);
    let options: Vec<String> = options
        .iter()
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    println!(
        "{:9} {:10} {:8} against {:8} {:5.1} % ({low:.0} to {high:.0}) of {games}, {ended} ended",
        kind.key,
        options.join(" "),
        first.name(),
        second.name(),
        100.0 * points / games as f64,
    );
}

/// How long a move of each level takes, from positions of random games.
fn time(kind: &'static Kind, options: &Options, seed: u64) {
    for level in &LEVELS {
        let mut taken: Vec<(f64, u64, u8)> = (0..12)
            .map(|number| {
                let mut dice = ChaCha8Rng::seed_from_u64(seed + number);
                let game = opening(kind, options, &mut dice);
                let begun = Instant::now();
                let found = game
                    .search(&Request {
                        level: Some(level),
                        seed: number,
                        ..Request::strongest(Limits::nodes(level.nodes))
                    })
                    .unwrap();
                (begun.elapsed().as_secs_f64(), found.nodes, found.depth)
            })
            .collect();
        taken.sort_by(|one, other| one.0.total_cmp(&other.0));
        let (seconds, nodes): (f64, u64) =
            taken.iter().fold((0.0, 0), |(s, n), (seconds, nodes, _)| {
                (s + seconds, n + nodes)
            });
        let depth: f64 = taken
            .iter()
            .map(|(.., depth)| f64::from(*depth))
            .sum::<f64>()
            / taken.len() as f64;
        println!(
            "{:9} level {}: median {:.3} s, most {:.3} s, depth {depth:.1}, {:.0} nodes a second",
            kind.key,
            level.number,
            taken[taken.len() / 2].0,
            taken[taken.len() - 1].0,
            nodes as f64 / seconds,
        );
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    let value = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1).cloned()
    };
    let games: usize = value("--games").map_or(20, |text| text.parse().unwrap());
    let seed: u64 = value("--seed").map_or(1, |text| text.parse().unwrap());
    let only = value("--only");
    let parts = ["strength", "levels", "time"];
    let named = arguments
        .iter()
        .any(|argument| parts.contains(&argument.as_str()));
    let wanted = |part: &str| !named || arguments.iter().any(|argument| argument == part);
    for kind in GAMES
        .iter()
        .filter(|kind| only.as_ref().is_none_or(|only| kind.key == only))
    {
        let plain = Options::new();
        if wanted("time") {
            time(kind, &plain, seed);
        }
        if wanted("strength") {
            for (level, other) in [
                (7, Player::Random),
                (7, Player::Greedy),
                (7, Player::Two),
                (5, Player::Two),
                (1, Player::Random),
                (1, Player::Greedy),
                (3, Player::Greedy),
            ] {
                let level = Player::Level(Level::numbered(level).unwrap());
                pair(kind, &plain, level, other, games, seed);
            }
        }
        if wanted("levels") {
            for pair_of in LEVELS.windows(2) {
                let (weak, strong) = (&pair_of[0], &pair_of[1]);
                pair(
                    kind,
                    &plain,
                    Player::Level(strong),
                    Player::Level(weak),
                    games,
                    seed,
                );
            }
        }
    }
}
