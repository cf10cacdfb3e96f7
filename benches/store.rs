//! The store: appending a move to a game and loading one, of 20 and of 500 plies, in a database of two games and in one
//! of 100,000; finding what is due; and, in turns, how much longer a move takes among 100,000 games than among two.
//!
//!     cargo bench --bench store -- [append] [load] [due]
//!
//! Appending waits for the disk (`synchronous = FULL`): it measures the disk under the folder for temporary files.
#![allow(missing_docs, clippy::unwrap_used)]

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use criterion::{Criterion, criterion_group, criterion_main};
use rookery::app::{App, NewGame, Place, Request, Side, Sources, Which};
use rookery::games::GAMES;
use rookery::rules::{Options, Seat};
use rookery::table::{ChannelId, GameId, UserId};
use sqlx::sqlite::{SqliteConnectOptions, SqliteSynchronous};
use sqlx::{Connection as _, SqliteConnection};
use tokio::runtime::Runtime;

/// Somebody who plays both sides.
fn request() -> Request {
    static NUMBER: AtomicU64 = AtomicU64::new(1);
    Request {
        user: UserId(1),
        place: Place {
            guild: None,
            channel: ChannelId(1),
        },
        interaction: NUMBER.fetch_add(1, Ordering::Relaxed),
    }
}

/// Plays a game that goes on for as long as it is asked to: the legal move after which the game is not over, the next
/// one in the list each time.
async fn game(app: &App, plies: u32) -> (GameId, Box<dyn rookery::rules::Game>) {
    'anew: for salt in 0.. {
        let kind = GAMES[0];
        let new = NewGame {
            game: kind.key.to_owned(),
            options: Options::new(),
            opponents: vec![UserId(1)],
            seat: Some(Seat::WHITE),
            terms: None,
        };
        let opened = app.open(request(), new).await.unwrap();
        let mut board = kind.new_game(&Options::new()).unwrap();
        let mut ply = opened.ply;
        let mut step = salt;
        while ply < plies {
            let moves = board.legal();
            // Quiet moves first: a game of 500 plies has few captures.
            let quiet: Vec<&String> = moves.iter().filter(|text| !text.contains('x')).collect();
            let found = (0..quiet.len()).find_map(|offset| {
                let text = quiet[(step * 7 + offset) % quiet.len()];
                let mut after = board.clone();
                after.play(text).unwrap();
                (!after.status().is_over()).then_some((text.clone(), after))
            });
            let Some((text, after)) = found else {
                continue 'anew;
            };
            ply = app
                .play(request(), Which::Game(opened.game), &text)
                .await
                .unwrap()
                .ply;
            board = after;
            step += 1;
        }
        return (opened.game, board);
    }
    unreachable!("a game can be played for long")
}

/// The games of a large database.
const MANY: i64 = 100_000;

/// A database with its two games, of 20 and of 500 plies.
struct Shelf {
    name: &'static str,
    app: App,
    games: Vec<(u32, GameId, Box<dyn rookery::rules::Game>)>,
}

/// Copies a game under new numbers, for other people and in other places, until there are so many.
async fn multiply(path: &Path, model: GameId, wanted: i64) {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .foreign_keys(false)
        .synchronous(SqliteSynchronous::Off);
    let mut database = SqliteConnection::connect_with(&options).await.unwrap();
    let copies = [
        "INSERT INTO game SELECT game.id + n, key, options, rules, guild, channel + n, channel + n, opened, ply, phase, \
         ending, since, moves, changed, deadline + n, runs, due + n, NULL FROM game, number WHERE game.id = ?1",
        "INSERT INTO event SELECT game + n, ply, at, kind, seat, user + n, text, next, NULL FROM event, number \
         WHERE game = ?1",
        "INSERT INTO seat SELECT game + n, number, tenure, user + n, since, until, live, awaited, quarters, placing \
         FROM seat, number AS copy WHERE game = ?1",
        "INSERT INTO checkpoint SELECT game + n, ply, standing, position, digest FROM checkpoint, number WHERE game = ?1",
    ];
    let numbers = "CREATE TEMP TABLE number AS WITH RECURSIVE count(n) AS \
                   (SELECT max(id) FROM game UNION ALL SELECT n + 1 FROM count WHERE n < ?1) SELECT n FROM count";
    sqlx::query(numbers)
        .bind(wanted)
        .execute(&mut database)
        .await
        .unwrap();
    sqlx::query("BEGIN").execute(&mut database).await.unwrap();
    for copy in copies {
        sqlx::query(copy)
            .bind(model.0)
            .execute(&mut database)
            .await
            .unwrap();
    }
    sqlx::query("COMMIT").execute(&mut database).await.unwrap();
    database.close().await.unwrap();
}

/// A legal move after which the game goes on, played on the board.
fn next(board: &mut Box<dyn rookery::rules::Game>) -> String {
    let moves = board.legal();
    let text = moves.into_iter().find(|text| {
        let mut after = board.clone();
        after.play(text).is_ok() && !after.status().is_over()
    });
    let text = text.unwrap();
    board.play(&text).unwrap();
    text
}

fn store(criterion: &mut Criterion) {
    let runtime = Runtime::new().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (few, many) = (folder.path().join("few.db"), folder.path().join("many.db"));
    let games: Vec<_> = runtime.block_on(async {
        let app = App::start(&few, Sources::system()).await.unwrap();
        let mut games = Vec::new();
        for plies in [20, 500] {
            let (id, board) = game(&app, plies).await;
            games.push((plies, id, board));
        }
        app.stop().await;
        std::fs::copy(&few, &many).unwrap();
        multiply(&many, games[0].1, MANY).await;
        games
    });
    let mut shelves = [("2 games", &few), ("100,000 games", &many)].map(|(name, path)| Shelf {
        name,
        app: runtime
            .block_on(App::start(path, Sources::system()))
            .unwrap(),
        games: games.clone(),
    });
    for Shelf { name, app, games } in &mut shelves {
        for (plies, id, board) in games {
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
                let show = || app.show(request(), Which::Game(id), Side::Public, None);
                bench.iter(|| runtime.block_on(show()).unwrap());
            });
            group.bench_function("append a move", |bench| {
                bench.iter(|| {
                    let text = next(board);
                    runtime
                        .block_on(app.play(request(), Which::Game(id), &text))
                        .unwrap()
                });
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
            bench.iter(|| runtime.block_on(app.store().games_of(UserId(1))).unwrap());
        });
        group.finish();
    }
    beside(&runtime, &mut shelves);
    for shelf in &shelves {
        runtime.block_on(shelf.app.stop());
    }
}

/// The same moves among few games and among many, in turns, so that what else the machine does concerns both alike.
fn beside(runtime: &Runtime, shelves: &mut [Shelf; 2]) {
    const ROUNDS: usize = 60;
    for length in 0..2 {
        let mut took = [const { Vec::new() }; 2];
        for _ in 0..ROUNDS {
            for (shelf, took) in shelves.iter_mut().zip(&mut took) {
                let Some((_, id, board)) = shelf.games.get_mut(length) else {
                    continue;
                };
                let text = next(board);
                let begun = Instant::now();
                runtime
                    .block_on(shelf.app.play(request(), Which::Game(*id), &text))
                    .unwrap();
                took.push(begun.elapsed().as_secs_f64() * 1e3);
            }
        }
        let [few, many] = took.map(|mut took| {
            took.sort_by(f64::total_cmp);
            took.get(took.len() / 2).copied().unwrap_or_default()
        });
        let plies = shelves[0].games.get(length).map_or(0, |(plies, ..)| *plies);
        println!(
            "a move in a game of {plies} plies: {few:.2} ms among 2 games, {many:.2} ms among {MANY}: {:.2} times as long",
            many / few
        );
    }
}

criterion_group!(benches, store);
criterion_main!(benches);
