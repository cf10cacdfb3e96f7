//! The store: appending a move to a game and loading one, of 20 and of 500 plies, with the games around it that a
//! database has after a while.
//!
//!     cargo bench --bench store -- [append] [load]
//!
//! Appending waits for the disk (`synchronous = FULL`): it measures the disk under the folder for temporary files.
#![allow(missing_docs, clippy::unwrap_used)]

use std::sync::atomic::{AtomicU64, Ordering};

use criterion::{Criterion, criterion_group, criterion_main};
use rookery::app::{App, NewGame, Place, Request, Side, Sources, Which};
use rookery::games::GAMES;
use rookery::rules::{Options, Seat};
use rookery::table::{ChannelId, GameId, UserId};
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

fn store(criterion: &mut Criterion) {
    let runtime = Runtime::new().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rookery.db");
    for plies in [20, 500] {
        let app = runtime
            .block_on(App::start(&path, Sources::system()))
            .unwrap();
        let (id, mut board) = runtime.block_on(game(&app, plies));
        let mut group = criterion.benchmark_group(format!("store/{plies} plies"));
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
                let text = board
                    .legal()
                    .into_iter()
                    .find(|text| {
                        let mut after = board.clone();
                        after.play(text).is_ok() && !after.status().is_over()
                    })
                    .unwrap();
                board.play(&text).unwrap();
                runtime
                    .block_on(app.play(request(), Which::Game(id), &text))
                    .unwrap()
            });
        });
        group.finish();
        runtime.block_on(app.stop());
    }
}

criterion_group!(benches, store);
criterion_main!(benches);
