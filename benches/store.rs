//! The store: loading a game of 20 and of 500 plies in a database of two games and in one of 100,000; finding due work;
//! in turns, how much longer answering a move takes among 100,000 games than among two; and how long a move waits while
//! somebody imports a game of 2,000 moves, and for how long at a time nobody can write then.
//!
//!     cargo bench --bench store -- [load] [due]
//!
//! An answer waits for the disk (`synchronous = FULL`): the bench measures the disk under the folder for temporary
//! files.
#![allow(missing_docs, clippy::unwrap_used)]

mod many;
mod small;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use many::{ANN, BOB, Copies, begin, long_game, multiply, next, request};
use rookery::app::{App, Delivery, MatchRef, Side, Sources};
use rookery::games::GAMES;
use rookery::match_state::{GameId, UserId};
use rookery::rules::{Game, Seat};
use small::in_small;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection as _, SqliteConnection};
use tokio::runtime::Runtime;

/// Returns the number of games in a large database.
fn large() -> i64 {
    if in_small() { 100 } else { 100_000 }
}

/// A database with its two games, of 20 and of 500 plies.
struct Shelf {
    name: &'static str,
    app: App,
    games: Vec<(usize, GameId, Box<dyn Game>)>,
}

/// Returns the player to move, and a move that does not end the game, played on the board; in a new game if every move
/// would end this one.
async fn step(app: &App, game: &mut GameId, board: &mut Box<dyn Game>) -> (UserId, String) {
    loop {
        let user = if board.turn() == Seat(0) { ANN } else { BOB };
        if let Some(text) = next(board) {
            return (user, text);
        }
        (*game, *board) = begin(app, 20).await;
    }
}

/// Answers a move completely: it is made, and people are notified.
async fn answer(app: &App, game: GameId, (user, text): (UserId, String)) {
    let played = app.play(request(user), MatchRef::Game(game), &text).await;
    played.unwrap();
    app.deliver(|_| async { Delivery::Done }).await.unwrap();
}

pub fn store(criterion: &mut Criterion) {
    let runtime = Runtime::new().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (few, many) = (folder.path().join("few.db"), folder.path().join("many.db"));
    let games: Vec<_> = runtime.block_on(async {
        let app = App::start(&few, Sources::system()).await.unwrap();
        let mut games = Vec::new();
        for plies in [20, if in_small() { 40 } else { 500 }] {
            let (id, board) = begin(&app, plies).await;
            games.push((plies, id, board));
        }
        app.deliver(|_| async { Delivery::Done }).await.unwrap();
        app.stop().await;
        std::fs::copy(&few, &many).unwrap();
        let copies = Copies {
            of: games[0].1,
            count: large(),
            people: large(),
            busy: 0,
        };
        multiply(&many, &[copies]).await;
        games
    });
    let mut shelves = [("2 games", &few), ("100,000 games", &many)].map(|(name, path)| Shelf {
        name,
        app: runtime
            .block_on(App::start(path, Sources::system()))
            .unwrap(),
        games: games.clone(),
    });
    for Shelf { name, app, games } in &shelves {
        for (plies, id, _) in games {
            let id = *id;
            let mut group = criterion.benchmark_group(format!("store/{name}/{plies} plies"));
            group.sample_size(20);
            group.bench_function("load from the last checkpoint", |bench| {
                bench.iter(|| runtime.block_on(app.store().load(id, None)).unwrap());
            });
            group.bench_function("load whole", |bench| {
                bench.iter(|| runtime.block_on(app.store().load_whole(id)).unwrap());
            });
            group.bench_function("show, remembered", |bench| {
                let show = || app.show(request(ANN), MatchRef::Game(id), Side::Public, None);
                bench.iter(|| runtime.block_on(show()).unwrap());
            });
            group.finish();
        }
        let mut group = criterion.benchmark_group(format!("store/{name}"));
        group.sample_size(20);
        group.bench_function("find when something is due", |bench| {
            bench.iter(|| runtime.block_on(app.store().next_due()).unwrap());
        });
        let due = runtime.block_on(app.store().next_due()).unwrap().unwrap() + 25;
        group.bench_function("find 25 that are due", |bench| {
            bench.iter(|| runtime.block_on(app.store().due(due, &[], 25)).unwrap());
        });
        group.bench_function("list a player's games", |bench| {
            bench.iter(|| runtime.block_on(app.store().own_games(ANN, 26)).unwrap());
        });
        group.finish();
    }
    beside(&runtime, &mut shelves);
    runtime.block_on(beside_an_import(&mut shelves[1], &many));
    for shelf in &shelves {
        runtime.block_on(shelf.app.stop());
    }
}

/// Measures the same moves among few games and among many, in turns, so that other load on the machine affects both
/// alike.
fn beside(runtime: &Runtime, shelves: &mut [Shelf; 2]) {
    let rounds = if in_small() { 2 } else { 60 };
    for length in 0..2 {
        let mut took = [const { Vec::new() }; 2];
        for _ in 0..rounds {
            for (shelf, took) in shelves.iter_mut().zip(&mut took) {
                let Some((_, id, board)) = shelf.games.get_mut(length) else {
                    continue;
                };
                let step = runtime.block_on(step(&shelf.app, id, board));
                let begun = Instant::now();
                runtime.block_on(answer(&shelf.app, *id, step));
                took.push(begun.elapsed().as_secs_f64() * 1e3);
            }
        }
        let [few, many] = took.map(|mut took| {
            took.sort_by(f64::total_cmp);
            took.get(took.len() / 2).copied().unwrap_or_default()
        });
        let plies = shelves[0].games.get(length).map_or(0, |(plies, ..)| *plies);
        println!(
            "a move in a game of {plies} plies: {few:.2} ms among 2 games, {many:.2} ms among {}: {:.2} times as long",
            large(),
            many / few
        );
    }
}

/// Measures the longest time of a move while another game of maximal length is imported, and without an import among as
/// many moves.
async fn beside_an_import(shelf: &mut Shelf, path: &Path) {
    let moves = if in_small() { 40 } else { 2_000 };
    let (texts, _) = long_game(moves);
    let text = format!("Game: {}\n\n{}\n", GAMES[0].key, texts.join(" "));
    let (_, id, board) = &mut shelf.games[0];
    let app = &shelf.app;
    let done = AtomicBool::new(false);
    let import = async {
        let begun = Instant::now();
        let imported = app.import(request(ANN), &text).await;
        done.store(true, Ordering::Relaxed);
        imported.unwrap();
        begun.elapsed()
    };
    let others = async {
        let mut took = Vec::new();
        while !done.load(Ordering::Relaxed) {
            let step = step(app, id, board).await;
            let begun = Instant::now();
            answer(app, *id, step).await;
            took.push(begun.elapsed());
        }
        took
    };
    let (import, beside, held) = tokio::join!(import, others, longest_held(path, &done));
    let again = AtomicBool::new(false);
    let alone = async {
        let mut longest = Duration::ZERO;
        for _ in 0..beside.len() {
            let step = step(app, id, board).await;
            let begun = Instant::now();
            answer(app, *id, step).await;
            longest = longest.max(begun.elapsed());
        }
        again.store(true, Ordering::Relaxed);
        longest
    };
    let (alone, held_alone) = tokio::join!(alone, longest_held(path, &again));
    println!(
        "{moves} moves brought in within {import:.0?}; of {} moves beside it the longest took {:.1?}, of as many alone {alone:.1?}; \
         nobody could write for at most {held:.1?}, alone {held_alone:.1?}",
        beside.len(),
        beside.iter().max().copied().unwrap_or_default(),
    );
}

/// Returns the longest time for which another transaction kept one from beginning, until `done`.
async fn longest_held(path: &Path, done: &AtomicBool) -> Duration {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .busy_timeout(Duration::ZERO);
    let mut database = SqliteConnection::connect_with(&options).await.unwrap();
    let (mut longest, mut since) = (Duration::ZERO, None);
    while !done.load(Ordering::Relaxed) {
        if sqlx::query("BEGIN IMMEDIATE")
            .execute(&mut database)
            .await
            .is_ok()
        {
            sqlx::query("ROLLBACK")
                .execute(&mut database)
                .await
                .unwrap();
            since = None;
        } else {
            let since = since.get_or_insert_with(Instant::now);
            longest = longest.max(since.elapsed());
        }
        tokio::time::sleep(Duration::from_micros(500)).await;
    }
    database.close().await.unwrap();
    longest
}

criterion_group!(benches, store);
criterion_main!(benches);
