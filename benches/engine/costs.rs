//! The cost of a search: time, depth reached in a time, and memory.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rookery::engine::{Found, LEVELS, Level, Limits, Request};
use rookery::rules::{Game, GameInfo, Options};

use super::players::{Player, opening, roll};
use super::{titled, variants};

/// Returns positions of random games.
fn positions(
    kind: &'static GameInfo,
    options: &Options,
    count: usize,
    seed: u64,
) -> Vec<Box<dyn Game>> {
    let seeds = (seed..).take(count);
    let positions = seeds.map(|seed| opening(kind, options, &mut ChaCha8Rng::seed_from_u64(seed)));
    positions.collect()
}

fn of_level(level: &'static Level, seed: u64) -> Request<'static> {
    Request {
        level: Some(level),
        seed,
        ..Request::strongest(Limits::nodes(level.nodes))
    }
}

/// Returns this thread's processor time, in seconds, so that other load on the machine does not count; the elapsed time
/// on systems that do not report it.
fn worked() -> f64 {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    // The kernel's documentation, scheduler/sched-stats: the first field is the time on the processor, in nanoseconds.
    let state = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = state.and_then(|state| state.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| BEGUN.elapsed().as_secs_f64(), |count| count / 1e9)
}

/// Measures a move of each level, or of one, in every variant of a game.
pub fn time(kind: &'static GameInfo, count: usize, seed: u64, only: Option<u8>) {
    let levels = LEVELS
        .iter()
        .filter(|level| only.is_none_or(|only| only == level.number));
    for level in levels {
        let mut plain = None;
        for options in variants(kind) {
            let mut taken = Vec::new();
            let (mut nodes, mut plies) = (0, 0.0);
            for (game, number) in positions(kind, &options, count, seed).iter().zip(0..) {
                let begun = worked();
                let found = game.search(&of_level(level, number)).unwrap();
                taken.push(worked() - begun);
                nodes += found.nodes;
                plies += f64::from(found.depth);
            }
            taken.sort_by(f64::total_cmp);
            let each_second = nodes as f64 / taken.iter().sum::<f64>();
            let plain = *plain.get_or_insert(each_second);
            println!(
                "{} level {}: median {:.3} s, p95 {:.3} s of {count}, depth {:.1}, {each_second:.0} positions a second, \
                 the plain game {:.2} times as many",
                titled(kind, &options),
                level.number,
                taken[count / 2],
                taken[(count * 95).div_ceil(100) - 1],
                plies / count as f64,
                plain / each_second,
            );
        }
    }
}

/// Plays so many random moves, or fewer if the game ends.
fn further(mut game: Box<dyn Game>, plies: u64) -> Box<dyn Game> {
    let mut dice = ChaCha8Rng::seed_from_u64(plies);
    for _ in 0..plies {
        let before = game.clone();
        let text = Player::Random.chooses(&*game, &mut dice);
        game.play(&text).unwrap();
        roll(&mut game, &mut dice);
        if game.status().is_over() {
            return before;
        }
    }
    game
}

/// Measures the overview of a position, in every variant of a game.
pub fn overview(kind: &'static GameInfo, count: usize, seed: u64) {
    let mut slowest = (0.0, String::new());
    for options in variants(kind) {
        let games = positions(kind, &options, count, seed).into_iter().zip(0..);
        let mut taken: Vec<f64> = games
            .map(|(game, number)| {
                let game = further(game, number % 60);
                let begun = Instant::now();
                std::hint::black_box(game.overview());
                begun.elapsed().as_secs_f64() * 1_000.0
            })
            .collect();
        taken.sort_by(f64::total_cmp);
        let p95 = taken[(count * 95).div_ceil(100) - 1];
        if p95 >= slowest.0 {
            slowest = (
                p95,
                format!(
                    "{} median {:.2} ms, p95 {p95:.2} ms, most {:.2} ms of {count}",
                    titled(kind, &options),
                    taken[count / 2],
                    taken[count - 1]
                ),
            );
        }
    }
    println!("overview, slowest variant: {}", slowest.1);
}

/// Measures how many plies are searched in a time.
pub fn depth(kind: &'static GameInfo, count: usize, seed: u64) {
    let reached = [100, 1_000].map(|milliseconds| {
        let mut plies = 0.0;
        for game in positions(kind, &Options::new(), count, seed) {
            let stop = AtomicBool::new(false);
            plies += std::thread::scope(|scope| {
                let asked = scope.spawn(|| {
                    std::thread::park_timeout(Duration::from_millis(milliseconds));
                    stop.store(true, Ordering::Relaxed);
                });
                let found = game.search(&Request::strongest(Limits {
                    stop: Some(&stop),
                    ..Limits::nodes(u64::MAX)
                }));
                asked.thread().unpark();
                f64::from(found.unwrap().depth)
            });
        }
        plies / count as f64
    });
    println!(
        "{} depth in 0.1 s: {:.1} plies, in 1 s: {:.1}, mean of {count}",
        titled(kind, &Options::new()),
        reached[0],
        reached[1]
    );
}

/// Returns a field of the process's state, in megabytes; 0 on systems that do not report it.
fn resident(field: &str) -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with(field));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok());
    kilobytes.unwrap_or(0.0) * 1024.0 / 1e6
}

/// Returns the growth of the process during `work`, in megabytes.
fn grows<T>(work: impl FnOnce() -> T) -> (f64, T) {
    // After this write the kernel counts the maximum from zero: proc(5), "clear_refs".
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    let before = resident("VmRSS:");
    let done = work();
    (resident("VmHWM:") - before, done)
}

/// Measures the memory of one search, and of each of eight at a time; checks that their answers are the same.
pub fn memory(kind: &'static GameInfo, count: usize, seed: u64, level: &'static Level) {
    let (mut alone, mut among) = (0.0_f64, 0.0_f64);
    let mut asked = 0;
    for options in variants(kind) {
        for (game, number) in positions(kind, &options, count, seed).iter().zip(0..) {
            let search = || -> Found { game.search(&of_level(level, number)).unwrap() };
            let (grown, once) = grows(search);
            alone = alone.max(grown);
            assert_eq!(search(), once, "{game:?}");
            let (grown, answers) = grows(|| {
                std::thread::scope(|scope| {
                    let threads: Vec<_> = (0..8).map(|_| scope.spawn(search)).collect();
                    let answers = threads.into_iter().map(|thread| thread.join().unwrap());
                    answers.collect::<Vec<_>>()
                })
            });
            among = among.max(grown / 8.0);
            assert!(answers.iter().all(|answer| *answer == once), "{game:?}");
            asked += 1;
        }
    }
    println!(
        "{:9} level {}: a search takes {alone:.1} MB, each of eight {among:.1} MB; {asked} requests in all variants, each \
         asked ten times, have the same answer",
        kind.key, level.number
    );
}
