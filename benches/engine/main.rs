//! Strength of the machine, in every game.
//!
//!     cargo bench --bench engine -- [--games N] [--seed N] [--only KEY] [--level N] [--threads N] [MODE]...
//!
//! Modes, the first five by default:
//!
//! - `strength`: levels against simple opponents, and `levels`: each against the one below it, with random openings of
//!   six plies, each played from every seat. `random` plays any listed move; `greedy` the move with the best static
//!   evaluation after it, `two` that after the best reply of the player who moves next, and with four seats `round`
//!   that after all three have replied. A game that is not over after 160 plies (with four seats 400) is judged by
//!   evaluation. With four seats one seat of the first player plays against three of the second, but of two levels each
//!   has two seats opposite each other. Shown are the points of the first player in percent, with the 95 % interval of
//!   Wilson's score, and how many games ended by the rules.
//! - `dice`: as `strength`, for the game with dice.
//! - `ending`: how many won positions level 7 wins against `greedy` within 60 plies: once when it is 1,500 ahead, once
//!   when the other side is also down to a quarter of its pieces.
//! - `time`: how long a move of each level takes on one processor, in every variant, over `--games` positions: the
//!   median, the 95th of 100, and how many times as many positions a second the plain game searches.
//! - `overview`: how long the overview of a position takes, without a search: the slowest variant.
//! - `depth`: how many plies are searched in 0.1 s and in 1 s.
//! - `memory`: how much one search of level 8 needs, and one of eight at a time; that a request has the same answer
//!   once, again, and among the eight.
//! - `mates`: the set positions of `tests/mates.txt` and the puzzles that are mates, in one by level 3 and in two by
//!   level 6; with `--games` so many of each at most.
//! - `legal`: `--games` moves by random levels in each variant and with each value of each option, and each two that
//!   can be joined; all must be legal.
//! - `whole`: games of one level (3 without `--level`) in every seat, from the start to their end by the rules: how many
//!   ended for each reason, how many were decided, and the median length in plies.
//! - `careful`: games of a careful player against levels 1 to 3, from the start, each seat in turn: how many of them the
//!   player wins, how many do not end within 150 of the player's moves, how often the machine gives up, and the median
//!   of these moves. The player sees a win in one move and every reply to a move, counts material, and knows no
//!   technique to mate.
//! - `hanging`: how many of `--games` pieces that can be captured for nothing each of levels 1 to 3 takes.
//! - `mine`: writes set positions again, as `tests/mates.txt` holds them: `-- mine --games 50 --seed 1`.
//!
//! `--level` chooses another level for `strength` than 8 and 7, and for `memory` than 8, and a single one for `time`;
//! with `--against` (`random`, `greedy`, `two`, `round` or the number of a level) only that pair plays,
//! `--option KEY=VALUE` with that option, as for `whole`. Without `--threads` all cores work; the figures of all modes except `time`,
//! `depth` and `memory` are the same with any number of threads.
#![allow(missing_docs, clippy::unwrap_used)]

mod careful;
mod costs;
mod mates;
mod players;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use players::{Player, opening, play, roll};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rookery::engine::{LEVELS, Level, Limits, Request};
use rookery::games::GAMES;
use rookery::rules::{Game, GameInfo, Options, Seat, Values};

/// Returns the 95 % interval of Wilson's score.
fn interval(points: f64, games: usize) -> (f64, f64) {
    let (n, z) = (games as f64, 1.96_f64);
    let share = points / n;
    let middle = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    (100.0 * (middle - half), 100.0 * (middle + half))
}

fn pair(
    kind: &'static GameInfo,
    options: &Options,
    first: Player,
    second: Player,
    games: usize,
    seed: u64,
) {
    let sum = Mutex::new((0.0, 0));
    let opposite =
        kind.seats.len() > 2 && matches!((first, second), (Player::Level(_), Player::Level(_)));
    each(games, |number| {
        // Every opening is played from every seat.
        let seats = kind.seats.len();
        let mut dice = ChaCha8Rng::seed_from_u64(seed + (number / seats) as u64);
        let game = opening(kind, options, &mut dice);
        let seat = Seat((number % seats) as u8);
        let seats: Vec<Seat> = kind
            .all_seats()
            .filter(|other| *other == seat || (opposite && other.0 % 2 == seat.0 % 2))
            .collect();
        let (points, ended) = play(game, &seats, first, second, &mut dice);
        let mut sum = sum.lock().unwrap();
        sum.0 += points;
        sum.1 += usize::from(ended);
    });
    let (points, ended) = sum.into_inner().unwrap();
    let (low, high) = interval(points, games);
    println!(
        "{} {:8} against {:8} {:5.1} % ({low:.0} to {high:.0}) of {games}, {ended} ended",
        titled(kind, options),
        first.name(),
        second.name(),
        100.0 * points / games as f64,
    );
}

/// Returns a level of the machine as a player.
fn level(number: u8) -> Player {
    Player::Level(Level::numbered(number).unwrap())
}

/// Returns the level of that number, or the strongest.
fn level_of(number: Option<u8>) -> &'static Level {
    Level::numbered(number.unwrap_or(8)).unwrap()
}

/// Returns the game and its options, for a line of the table.
fn titled(kind: &GameInfo, options: &Options) -> String {
    let options: Vec<String> = options
        .iter()
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    format!("{:9} {:22}", kind.key, options.join(" "))
}

/// Number of threads; 0 for one on each core.
static THREADS: AtomicUsize = AtomicUsize::new(0);

/// Runs the work for each number below `count`.
fn each(count: usize, work: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    let threads = match THREADS.load(Ordering::Relaxed) {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    work(number);
                }
            });
        }
    });
}

/// Returns the number of pieces of a seat: every game of two writes the first seat's in capitals.
fn pieces(game: &dyn Game, seat: Seat) -> usize {
    let text = game.text();
    let board = text.split(' ').next().unwrap_or_default();
    let own = |letter: &char| {
        letter.is_ascii_alphabetic() && letter.is_ascii_uppercase() == (seat == Seat::WHITE)
    };
    board.chars().filter(own).count()
}

/// Returns a position in which one seat is ahead by 1,500 or more and to move, and the other has at most a `share` of
/// its pieces: a sometimes careless `greedy` has played against a player who mostly moves at random.
fn won_position(
    kind: &'static GameInfo,
    options: &Options,
    share: f64,
    seed: u64,
) -> Option<Box<dyn Game>> {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let mut game = kind.new_game(options).unwrap();
    let seat = Seat((seed % 2) as u8);
    let few = (share * pieces(&*game, seat.other()) as f64) as usize;
    for _ in 0..600 {
        roll(&mut game, &mut dice);
        if game.status().is_over() {
            return None;
        }
        if game.turn() == seat
            && game.evaluation(seat) >= 1_500
            && pieces(&*game, seat.other()) <= few
        {
            return Some(game);
        }
        let careless = if game.turn() == seat { 10 } else { 60 };
        let player = if dice.random_range(0..100) < careless {
            Player::Random
        } else {
            Player::Greedy
        };
        let text = player.chooses(&*game, &mut dice);
        game.play(&text).unwrap();
    }
    None
}

/// Counts the won positions that level 7 wins within 60 plies against `greedy`.
fn ending(kind: &'static GameInfo, options: &Options, share: f64, games: usize, seed: u64) {
    let won = Mutex::new((0, 0));
    let starts: Vec<Box<dyn Game>> = (seed * 1_000..)
        .filter_map(|seed| won_position(kind, options, share, seed))
        .take(games)
        .collect();
    each(games, |number| {
        let mut game = starts[number].clone();
        let mut dice = ChaCha8Rng::seed_from_u64(number as u64);
        let seat = game.turn();
        let mut plies = 0;
        while plies < 60 && !game.status().is_over() {
            let player = if game.turn() == seat {
                level(7)
            } else {
                Player::Greedy
            };
            let text = player.chooses(&*game, &mut dice);
            game.play(&text).unwrap();
            plies += 1;
        }
        if game.status().quarters(seat) == Some(4) {
            let mut won = won.lock().unwrap();
            won.0 += 1;
            won.1 += plies;
        }
    });
    let (won, plies) = won.into_inner().unwrap();
    let (low, high) = interval(f64::from(won), games);
    println!(
        "{} won positions{}: {:.0} % ({low:.0} to {high:.0}) of {games} ended within 60 plies, mean {:.0}",
        titled(kind, options),
        if share < 1.0 {
            " against few pieces"
        } else {
            ""
        },
        100.0 * f64::from(won) / games as f64,
        f64::from(plies) / f64::from(won.max(1)),
    );
}

/// Plays games of one level in every seat to their end, and counts the endings.
fn whole(kind: &'static GameInfo, options: &Options, player: Player, games: usize, seed: u64) {
    let ends = Mutex::new(Vec::new());
    each(games, |number| {
        let mut dice = ChaCha8Rng::seed_from_u64(seed + number as u64);
        let mut game = kind.new_game(options).unwrap();
        let mut plies = 0;
        loop {
            roll(&mut game, &mut dice);
            if game.status().is_over() {
                break;
            }
            let text = player.chooses(&*game, &mut dice);
            game.play(&text).unwrap();
            plies += 1;
        }
        let end = game.status().to_text(kind);
        let reason = end.rsplit(':').next().unwrap().to_owned();
        let is_won = game.status().quarters(Seat(0)) != Some(2);
        ends.lock().unwrap().push((plies, reason, is_won));
    });
    let mut ends = ends.into_inner().unwrap();
    ends.sort();
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, reason, _) in &ends {
        *reasons.entry(reason).or_default() += 1;
    }
    println!(
        "{} {} in every seat: {} of {games} decided, median {} plies, {reasons:?}",
        titled(kind, options),
        player.name(),
        ends.iter().filter(|(.., is_won)| *is_won).count(),
        ends[ends.len() / 2].0,
    );
}

/// Plays so many moves of random levels with few nodes, each of which must be legal.
fn legal(kind: &'static GameInfo, options: &Options, moves: usize, seed: u64) {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let mut game = opening(kind, options, &mut dice);
    for _ in 0..moves {
        roll(&mut game, &mut dice);
        if game.status().is_over() {
            game = opening(kind, options, &mut dice);
        }
        let request = Request {
            level: LEVELS.choose(&mut dice),
            seed: dice.random(),
            ..Request::strongest(Limits::nodes(dice.random_range(1..400)))
        };
        let found = game.search(&request).unwrap();
        assert_eq!(
            game.parse_move(&found.text).as_ref(),
            Ok(&found.text),
            "{game:?}"
        );
        game.play(&found.text).unwrap();
    }
}

/// Returns every named set of options of a game, the plain one first.
fn variants(kind: &GameInfo) -> Vec<Options> {
    let mut all = vec![Options::new()];
    for variant in kind.variants {
        let options: Options = variant.options.iter().copied().collect();
        if !all.contains(&options) {
            all.push(options);
        }
    }
    all
}

/// Returns the variants, the plain one first, and every value of every option with the others' defaults, joined ones in
/// pairs.
fn all_options(kind: &'static GameInfo) -> Vec<Options> {
    let mut all = variants(kind);
    for spec in kind.options {
        let values: Vec<String> = match spec.values {
            Values::OneOf(values) => values
                .iter()
                .map(|(value, _)| (*value).to_owned())
                .collect(),
            Values::Joined { .. } => kind.twists(),
            Values::Number { .. } => Vec::new(),
        };
        for value in values {
            let options: Options = [(spec.key.to_owned(), value)].into_iter().collect();
            if kind.new_game(&options).is_ok() && !all.contains(&options) {
                all.push(options);
            }
        }
    }
    all
}

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    run(&arguments);
}

/// Runs the measurements that the arguments name.
pub fn run(arguments: &[String]) {
    let value = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1).cloned()
    };
    let games: usize = value("--games").map_or(20, |text| text.parse().unwrap());
    let seed: u64 = value("--seed").map_or(1, |text| text.parse().unwrap());
    let threads = value("--threads").map_or(0, |text| text.parse().unwrap());
    THREADS.store(threads, Ordering::Relaxed);
    let only = value("--only");
    let best: Option<u8> = value("--level").map(|text| text.parse().unwrap());
    let has = |part: &str| arguments.iter().any(|argument| argument == part);
    let usual = ["strength", "levels", "dice", "ending", "time"];
    let unusual = [
        "overview", "depth", "memory", "mates", "legal", "whole", "careful", "hanging", "mine",
    ];
    let named = usual.into_iter().chain(unusual).any(has);
    let wanted = |part: &str| has(part) || (!named && usual.contains(&part));
    let kinds = GAMES
        .iter()
        .filter(|kind| only.as_ref().is_none_or(|only| kind.key == only));
    let plain = Options::new();
    let options: Options = value("--option")
        .and_then(|text| {
            let (key, value) = text.split_once('=')?;
            Some([(key.to_owned(), value.to_owned())].into_iter().collect())
        })
        .unwrap_or_default();
    if let Some(against) = value("--against") {
        for kind in kinds {
            let first = level(best.unwrap_or(8));
            pair(kind, &options, first, Player::named(&against), games, seed);
        }
        return;
    }
    for kind in kinds {
        let many = kind.seats.len() > 2;
        if wanted("time") {
            costs::time(kind, games, seed, best);
        }
        if wanted("overview") {
            costs::overview(kind, games, seed);
        }
        if wanted("depth") {
            costs::depth(kind, games, seed);
        }
        if wanted("memory") {
            costs::memory(kind, games, seed, level_of(best));
        }
        if wanted("strength") {
            let levels = best.map_or(vec![8, 7], |level| vec![level]);
            for strong in levels {
                for other in [Player::Random, Player::Greedy, Player::Two] {
                    pair(kind, &plain, level(strong), other, games, seed);
                }
            }
            for (weak, other) in [
                (5, Player::Two),
                (1, Player::Random),
                (1, Player::Greedy),
                (3, Player::Greedy),
            ] {
                pair(kind, &plain, level(weak), other, games, seed);
            }
        }
        if wanted("dice") && kind.options.iter().any(|spec| spec.key == "dice") {
            let dice: Options = [("dice", "on")].into_iter().collect();
            for other in [Player::Random, Player::Greedy] {
                pair(kind, &dice, level(best.unwrap_or(7)), other, games, seed);
            }
        }
        if wanted("levels") {
            for number in 1..8 {
                pair(kind, &plain, level(number + 1), level(number), games, seed);
            }
        }
        if wanted("ending") && !many {
            ending(kind, &plain, 1.0, games, seed);
            ending(kind, &plain, 0.25, games, seed);
        }
        if wanted("legal") {
            let all = all_options(kind);
            each(all.len(), |number| legal(kind, &all[number], games, seed));
            println!(
                "{:9} {} moves, {games} with each of {} sets of options, all legal",
                kind.key,
                all.len() * games,
                all.len()
            );
        }
        if wanted("whole") {
            whole(kind, &options, level(best.unwrap_or(3)), games, seed);
        }
        let chosen = |level: &&Level| best.map_or(level.number <= 3, |best| best == level.number);
        for level in LEVELS.iter().filter(chosen) {
            if wanted("careful") {
                careful::games(kind, &options, level, games, seed);
            }
            if wanted("hanging") {
                careful::hanging(kind, &options, level, games, seed);
            }
        }
        if wanted("mates") {
            mates::check(kind, value("--games").map_or(usize::MAX, |_| games));
        }
        if wanted("mine") && !many {
            mates::mine(kind, games, seed);
        }
    }
}
