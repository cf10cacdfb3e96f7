//! Pictures of every game at its start: drawing, writing the file, and how many bytes it has.
#![allow(missing_docs, clippy::unwrap_used)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use rookery::games::GAMES;
use rookery::render::{Theme, picture, png};
use rookery::rules::Options;
use rookery::scene::View;

fn pictures(criterion: &mut Criterion) {
    for kind in GAMES {
        let game = kind.new_game(&Options::new()).unwrap();
        let scene = game.scene(&View::default());
        let drawn = picture(&scene, Theme::Dark).unwrap();
        let file = png(&scene, Theme::Dark).unwrap();
        println!(
            "render/{}: {} by {} pixels, {} bytes",
            kind.key,
            drawn.pixels.width(),
            drawn.pixels.height(),
            file.len()
        );
        let mut group = criterion.benchmark_group(format!("render/{}", kind.key));
        group.bench_function("scene", |bench| {
            bench.iter(|| black_box(game.scene(&View::default())));
        });
        group.bench_function("drawing", |bench| {
            bench.iter(|| picture(black_box(&scene), Theme::Dark).unwrap());
        });
        group.bench_function("png", |bench| {
            bench.iter(|| png(black_box(&scene), Theme::Dark).unwrap());
        });
        group.finish();
    }
}

criterion_group!(benches, pictures);
criterion_main!(benches);
