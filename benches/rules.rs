//! The rules of every game: listing the legal moves, counting sequences, reading a move and refusing one; from the
//! start and from a rich position, which random play reaches.
//!
//!     cargo bench --bench rules -- [--warm-up-time 1 --measurement-time 2] [tower]
#![allow(missing_docs, clippy::unwrap_used)]

mod small;
#[path = "pictures/walk.rs"]
mod walk;

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use rookery::games::GAMES;
use rookery::rules::{Game, GameInfo, Options};
use small::in_small;

/// Plies of a walk.
fn walked() -> usize {
    if in_small() { 14 } else { 60 }
}

/// Plies of a walk before which a position is not looked at.
const EARLY: usize = 12;

/// Of the positions of some fixed random walks, the one that offers the most moves.
fn rich(kind: &'static GameInfo) -> Box<dyn Game> {
    let walks = (0..if in_small() { 1 } else { 4 })
        .map(|seed| walk::walk(kind, &Options::new(), seed, walked()));
    walks
        .flat_map(|games| games.into_iter().skip(EARLY))
        .filter(|game| game.chance().is_empty())
        .max_by_key(|game| game.legal().len())
        .unwrap()
}

pub fn rules(criterion: &mut Criterion) {
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
            group.sample_size(10);
            group.bench_function("legal", |bench| bench.iter(|| black_box(game.legal())));
            group.bench_function("perft 2", |bench| bench.iter(|| black_box(game.perft(2))));
            let some = legal[legal.len() / 2].clone();
            group.bench_function("read", |bench| {
                bench.iter(|| game.parse_move(black_box(&some)).unwrap());
            });
            group.bench_function("refuse", |bench| {
                bench.iter(|| game.parse_move(black_box("Na1-a1")).unwrap_err());
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
