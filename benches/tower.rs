//! The legal list of the Tower Game, texts and sorting included, from rich positions of every variant, and of every
//! mutator and pair of them; and a game of the machine to the end with each of these.
#![allow(missing_docs, clippy::unwrap_used)]

mod small;

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use rookery::engine::{Level, Limits, Request, unseen};
use rookery::games;
use rookery::rules::{Game, Options};
use small::in_small;

/// Option sets, among them the most expensive combinations.
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

/// Longest time that a legal list with mutators may take.
const MOST: Duration = Duration::from_millis(1);

/// Returns the position with the most legal moves of forty games of eighty random plies.
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
    let mut slowest = (Duration::ZERO, String::new());
    for value in kind.twists() {
        let game = richest(&kind.twisted(&value));
        let once = median(game.as_ref());
        if once > slowest.0 {
            slowest = (once, format!("{value}, {} moves", game.legal().len()));
        }
        println!(
            "tower/mutators/{value}: {} moves, {}",
            game.legal().len(),
            game.text()
        );
        group.bench_function(value, |bench| bench.iter(|| black_box(&game).legal()));
    }
    group.finish();
    let (once, which) = slowest;
    let held = if once <= MOST { "HELD" } else { "NOT HELD" };
    println!("slowest legal list with mutators: {once:?} ({which}); at most {MOST:?}: {held}");
}

/// Returns the time of one legal list, the median of many.
fn median(game: &dyn Game) -> Duration {
    let mut times: Vec<Duration> = (0..if in_small() { 1 } else { 101 })
        .map(|_| {
            let begun = Instant::now();
            black_box(black_box(game).legal());
            begun.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[times.len() / 2]
}

/// Most plies of a game of the machine.
const PLIES: usize = 3_000;

/// Plays a game of the weakest machine against itself to the end with every mutator and every pair, by legal moves
/// alone.
pub fn whole_games(_: &mut Criterion) {
    let kind = games::find("tower").unwrap();
    for value in kind.twists() {
        let mut game = kind.new_game(&kind.twisted(&value)).unwrap();
        let mut plies = 0;
        while !game.status().is_over() && plies < if in_small() { 1 } else { PLIES } {
            let legal = game.legal();
            let text = machine_move(game.as_ref(), plies).unwrap();
            assert!(legal.contains(&text), "{value}: {text} in {}", game.text());
            game.play(&text).unwrap();
            plies += 1;
        }
        let status = game.status().to_text(game.kind());
        println!("tower/whole/{value}: {plies} plies, {status}");
        assert!(
            in_small() || game.status().is_over(),
            "{value}: {}",
            game.text()
        );
    }
}

/// Returns the machine's move at its first level; if pieces are hidden, by what its player may know.
fn machine_move(game: &dyn Game, ply: usize) -> Option<String> {
    if game.hides() {
        return unseen::choose(game, 1, ply as u32);
    }
    let request = Request {
        level: Level::numbered(1),
        seed: ply as u64,
        ..Request::strongest(Limits::nodes(30))
    };
    Some(game.search(&request)?.text)
}

criterion_group!(benches, legal_lists, mutators, whole_games);
criterion_main!(benches);
