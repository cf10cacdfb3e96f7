//! The rules of every game: listing the legal moves, counting sequences, reading a move and refusing one; from the
//! start and from a rich position, which a fixed random walk reaches.
//!
//!     cargo bench --bench rules -- [--warm-up-time 1 --measurement-time 2] [tower]
#![allow(missing_docs, clippy::unwrap_used)]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use rookery::games::GAMES;
use rookery::rules::{Game, Kind, Options};

/// Plies of the walk.
const WALK: usize = 30;

/// The position of a fixed random walk that offers the most moves.
fn rich(kind: &'static Kind) -> Box<dyn Game> {
    let mut dice = ChaCha8Rng::seed_from_u64(64);
    let mut game = kind.new_game(&Options::new()).unwrap();
    let mut best = (game.legal().len(), game.clone());
    for _ in 0..WALK {
        let outcomes = game.chance();
        let moves = if outcomes.is_empty() {
            game.legal()
        } else {
            outcomes
        };
        if moves.is_empty() {
            break;
        }
        let text = moves[dice.random_range(0..moves.len())].clone();
        game.play(&text).unwrap();
        let offered = game.legal().len();
        if offered > best.0 && game.chance().is_empty() {
            best = (offered, game.clone());
        }
    }
    best.1
}

fn rules(criterion: &mut Criterion) {
    for kind in GAMES {
        let start = kind.new_game(&Options::new()).unwrap();
        for (name, game) in [("start", start), ("rich", rich(kind))] {
            let legal = game.legal();
            println!(
                "rules/{}/{name}: {} moves; {}",
                kind.key,
                legal.len(),
                game.text()
            );
            let mut group = criterion.benchmark_group(format!("rules/{}/{name}", kind.key));
            group.sample_size(20);
            group.bench_function("legal", |bench| bench.iter(|| black_box(game.legal())));
            group.bench_function("perft 2", |bench| bench.iter(|| black_box(game.perft(2))));
            let some = legal[legal.len() / 2].clone();
            group.bench_function("read", |bench| {
                bench.iter(|| game.judge(black_box(&some)).unwrap());
            });
            group.bench_function("refuse", |bench| {
                bench.iter(|| game.judge(black_box("Na1-a1")).unwrap_err());
            });
            group.bench_function("play", |bench| {
                bench.iter_batched(
                    || game.clone(),
                    |mut game| game.play(&some).unwrap(),
                    BatchSize::SmallInput,
                );
            });
            group.finish();
        }
    }
}

criterion_group!(benches, rules);
criterion_main!(benches);
