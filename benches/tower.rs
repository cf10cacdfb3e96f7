//! The legal list of the Tower Game, texts and sorting included, from rich positions of every variant, and of every
//! mutator and pair of them.
#![allow(missing_docs, clippy::unwrap_used)]

mod small;

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use rookery::games;
use rookery::rules::{Game, Options};
use small::in_small;

/// The option sets, and those that are dearest together.
const GAMES: &[(&str, &str)] = &[
    ("original", ""),
    ("alternate", "setup=alternate"),
    ("chamber", "board=chamber"),
    ("toroidal", "edges=toroidal"),
    ("berlin", "pawns=berlin"),
    ("tripunch-area", "riders=tripunch"),
    ("tripunch-hook", "riders=tripunch planar=hook"),
    ("shuffle", "setup=shuffle seed=1234567890"),
    ("shogi", "rules=shogi"),
    ("toroidal-tripunch-area", "edges=toroidal riders=tripunch"),
    (
        "toroidal-tripunch-hook",
        "edges=toroidal riders=tripunch planar=hook",
    ),
    (
        "toroidal-berlin-tripunch-hook",
        "edges=toroidal pawns=berlin riders=tripunch planar=hook",
    ),
];

/// A Shogi endgame with every kind of piece in hand: nearly every cube can be dropped on, nine times over.
const HANDS: &str = "4k/5/5/5/5|5/2g2/5/5/5|5/5/3p1/5/5|5/5/5/5/5|5/5/2P2/5/5|5/5/5/5/5|5/R4/5/5/4M|5/5/5/5/5|5/5/5/5/K4 \
                     b P9L4N4C4J4S4G2B1M1R1p9l4 0";

/// Of forty games of eighty random plies, the position with the most legal moves.
fn richest(options: &Options) -> Box<dyn Game> {
    let kind = games::find("tower").unwrap();
    let mut state = 2007_u32;
    let mut best: Option<(usize, Box<dyn Game>)> = None;
    for _ in 0..if in_small() { 1 } else { 40 } {
        let mut game = kind.new_game(options).unwrap();
        for _ in 0..if in_small() { 4 } else { 80 } {
            let legal = game.legal();
            if best.as_ref().is_none_or(|(most, _)| legal.len() > *most) {
                best = Some((legal.len(), game.clone()));
            }
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let Some(text) = legal.get((state >> 8) as usize % legal.len().max(1)) else {
                break;
            };
            game.play(text).unwrap();
        }
    }
    best.unwrap().1
}

pub fn legal_lists(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tower/legal");
    for (name, pairs) in GAMES {
        let options = pairs
            .split_whitespace()
            .filter_map(|pair| pair.split_once('='))
            .collect();
        let game = richest(&options);
        println!(
            "tower/legal/{name}: {} moves, {}",
            game.legal().len(),
            game.text()
        );
        group.bench_function(*name, |bench| bench.iter(|| black_box(&game).legal()));
    }
    let game = games::find("tower")
        .unwrap()
        .from_position(&[("rules", "shogi")].into_iter().collect(), HANDS)
        .unwrap();
    println!("tower/legal/shogi-hands: {} moves", game.legal().len());
    group.bench_function("shogi-hands", |bench| {
        bench.iter(|| black_box(&game).legal())
    });
    group.finish();
}

pub fn mutators(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tower/mutators");
    group
        .sample_size(10)
        .warm_up_time(Duration::from_millis(if in_small() { 1 } else { 100 }))
        .measurement_time(Duration::from_millis(if in_small() { 1 } else { 300 }));
    let kind = games::find("tower").unwrap();
    for value in kind.twists() {
        let game = richest(&kind.twisted(&value));
        println!(
            "tower/mutators/{value}: {} moves, {}",
            game.legal().len(),
            game.text()
        );
        group.bench_function(value, |bench| bench.iter(|| black_box(&game).legal()));
    }
    group.finish();
}

criterion_group!(benches, legal_lists, mutators);
criterion_main!(benches);
