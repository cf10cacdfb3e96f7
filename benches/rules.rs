//! The rules of every game: listing the legal moves, counting sequences, reading a move and refusing one; from the
//! start and from a rich position, which random play reaches. Next to the times are the moves listed and the sequences
//! counted in a second.
//!
//!     cargo bench --bench rules -- [--warm-up-time 1 --measurement-time 2] [tower]
#![allow(missing_docs, clippy::unwrap_used)]

mod small;
#[path = "pictures/walk.rs"]
mod walk;

use std::hint::black_box;
use std::time::Instant;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use rookery::games::GAMES;
use rookery::rules::{Game, GameInfo, Options};
use small::in_small;

/// Returns the plies of a walk.
fn walked() -> usize {
    if in_small() { 14 } else { 60 }
}

/// Share of a walk before which positions are skipped: the first fifth.
const EARLY: usize = 5;

/// Returns the positions of some fixed random walks.
fn positions(kind: &'static GameInfo) -> Vec<Box<dyn Game>> {
    let walks = (0..if in_small() { 1 } else { 4 })
        .map(|seed| walk::walk(kind, &Options::new(), seed, walked()));
    walks
        .flat_map(|games| {
            let early = games.len() / EARLY;
            games.into_iter().skip(early)
        })
        .filter(|game| game.chance().is_empty())
        .collect()
}

/// Returns the move whose refusal takes the longest, of moves that are legal in another position and not in this one.
/// There need not be any.
fn slowest_refusal(game: &dyn Game, positions: &[Box<dyn Game>]) -> Option<String> {
    let some = if in_small() { 2 } else { 20 };
    let legal = positions.iter().flat_map(|other| {
        let legal = other.legal();
        let step = (legal.len() / some).max(1);
        legal.into_iter().step_by(step)
    });
    legal
        .filter(|text| game.parse_move(text).is_err())
        .max_by_key(|text| {
            // The shortest of some is least disturbed by other load on the machine.
            let times = (0..5).map(|_| {
                let begun = Instant::now();
                let _ = black_box(game.parse_move(black_box(text)));
                begun.elapsed()
            });
            times.min()
        })
}

pub fn rules(criterion: &mut Criterion) {
    for kind in GAMES {
        let start = kind.new_game(&Options::new()).unwrap();
        let positions = positions(kind);
        let rich = positions.iter().max_by_key(|game| game.legal().len());
        let rich = rich.unwrap().clone();
        for (name, game) in [("start", start), ("rich", rich)] {
            let legal = game.legal();
            let slowest = slowest_refusal(&*game, &positions);
            println!(
                "rules/{}/{name}: {} moves; {}",
                kind.key,
                legal.len(),
                game.text()
            );
            let mut group = criterion.benchmark_group(format!("rules/{}/{name}", kind.key));
            group.sample_size(10);
            group.throughput(Throughput::Elements(legal.len() as u64));
            group.bench_function("legal", |bench| bench.iter(|| black_box(game.legal())));
            // Without the history, as `rookery rules perft` counts: with it every new position is compared.
            let alone = (kind.read)(kind, game.options(), &game.text()).unwrap();
            group.throughput(Throughput::Elements(alone.perft(2)));
            group.bench_function("perft 2", |bench| bench.iter(|| black_box(alone.perft(2))));
            group.throughput(Throughput::Elements(1));
            let some = legal[legal.len() / 2].clone();
            group.bench_function("read", |bench| {
                bench.iter(|| game.parse_move(black_box(&some)).unwrap());
            });
            group.bench_function("refuse", |bench| {
                bench.iter(|| game.parse_move(black_box("Na1-a1")).unwrap_err());
            });
            if let Some(slowest) = slowest {
                println!("the slowest refusal: {slowest}");
                group.bench_function("refuse, slowest", |bench| {
                    bench.iter(|| game.parse_move(black_box(&slowest)).unwrap_err());
                });
            }
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
