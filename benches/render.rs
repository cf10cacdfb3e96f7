//! Pictures of every game, at its start and from a rich position: drawing, writing the file, and its bytes; and the
//! moving picture of a game of 40 plies.
//!
//!     cargo bench --bench render                                # time of each picture
//!     cargo bench --bench render -- whole [--games 2]           # whole games of every variant, ply after ply
//!     cargo bench --bench render -- sizes [--games 2]           # the largest file of every variant, from random games
//!     cargo bench --bench render -- pillow [--rounds 9]         # compared with Pillow of the Python in PYTHON
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "pictures/beside.rs"]
mod beside;
#[path = "pictures/sizes.rs"]
mod sizes;
mod small;
#[path = "pictures/walk.rs"]
mod walk;
#[path = "pictures/whole.rs"]
mod whole;

use std::hint::black_box;

use criterion::{Criterion, criterion_group};
use rookery::games::GAMES;
use rookery::render::{Theme, file, gif, picture};
use rookery::rules::Options;
use rookery::scene::{Scene, View};
use small::in_small;

/// Returns the number after a flag of the command line, such as `--rounds 9`.
fn number(flag: &str, default: u64) -> u64 {
    let mut arguments = std::env::args();
    arguments
        .find(|argument| argument == flag)
        .and_then(|_| arguments.next()?.parse().ok())
        .unwrap_or(default)
}

pub fn pictures(criterion: &mut Criterion) {
    for kind in GAMES {
        let start = kind.new_game(&Options::new()).unwrap();
        let plies = if in_small() { 4 } else { 40 };
        let games = walk::walk(kind, &Options::new(), 8, plies);
        let rich = games.iter().max_by_key(|game| game.legal().len()).unwrap();
        for (name, game) in [("start", &start), ("rich", rich)] {
            let scene = game.scene(&View::default());
            let drawn = picture(&scene, Theme::Dark).unwrap();
            println!(
                "render/{}/{name}: {} by {} pixels, {} bytes",
                kind.key,
                drawn.pixels.width(),
                drawn.pixels.height(),
                file(&drawn).unwrap().len()
            );
            let mut group = criterion.benchmark_group(format!("render/{}/{name}", kind.key));
            group.sample_size(20);
            group.bench_function("scene", |bench| {
                bench.iter(|| black_box(game.scene(&View::default())));
            });
            group.bench_function("drawing", |bench| {
                bench.iter(|| picture(black_box(&scene), Theme::Dark).unwrap());
            });
            group.bench_function("encoding", |bench| {
                bench.iter(|| file(black_box(&drawn)).unwrap());
            });
            group.finish();
        }
        let scenes: Vec<Scene> = games
            .iter()
            .map(|game| game.scene(&View::default()))
            .collect();
        println!(
            "render/{}/gif: {} positions, {} bytes",
            kind.key,
            scenes.len(),
            gif(&scenes, Theme::Dark, usize::MAX).unwrap().file.len()
        );
        let mut group = criterion.benchmark_group(format!("render/{}", kind.key));
        group.sample_size(10);
        group.bench_function("gif", |bench| {
            bench.iter(|| gif(black_box(&scenes), Theme::Dark, usize::MAX).unwrap());
        });
        group.finish();
    }
}

criterion_group!(benches, pictures);

fn main() {
    let asked = |word: &str| std::env::args().any(|argument| argument == word);
    if asked("pillow") {
        beside::beside(number("--rounds", 9));
    } else if asked("whole") {
        whole::whole(number("--games", 2));
    } else if asked("sizes") {
        sizes::sizes(number("--games", 2));
    } else {
        benches();
        Criterion::default().configure_from_args().final_summary();
    }
}
