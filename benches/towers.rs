//! Four Towers: the legal list of rich positions, and the time to see that no move of any kind exists.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use rookery::games;
use rookery::rules::{Game, Options};

fn game(text: &str) -> Box<dyn Game> {
    games::find("towers")
        .and_then(|kind| kind.from_position(&Options::new(), text).ok())
        .unwrap_or_else(|| panic!("{text} is no position of Four Towers"))
}

/// From random play: 225 moves, direct ones over several links among them.
const RICH: &str = "1bk/d5/pm1l2b1l/p2cr3PN/2N2BBM1r/9/L2b6/P3R1R3/L4P3/6/K1D w N R - - 1";
/// From random play: 213 moves.
const PLAYED: &str =
    "2k/r4c/p1m1d3q/3bppn3/n1b3r2l/4Q1L2/P2B4R1/1P4P3/RNB1P1P1P/BN3R/KND w B N - - 7";

/// Measures the legal lists.
pub fn lists(c: &mut Criterion) {
    for (name, text) in [("rich", RICH), ("played", PLAYED)] {
        let game = game(text);
        c.bench_function(&format!("towers/legal/{name}"), |b| {
            b.iter(|| black_box(&game).legal());
        });
    }
}

/// Checkmates and near-checkmates, judged from the position text on; most time goes into showing that no multi-move
/// helps.
const JUDGED: &[(&str, &str)] = &[
    (
        "four steps save",
        "3/6/9/10/10/3m5/3d6/10/c4M2Q/1R4/kw1 b - - - - 0",
    ),
    (
        "mate of a crowd",
        "d2/M1LwW1/1w7/K1BD2B3/1dW7/2PPL4/6M3/1w8/1kq1w4/1m4/3 w - - - - 0",
    ),
    (
        "mate of more than a side can have",
        "3/6/3k1w3/RC5r2/P1M2P4/1CB6/1LRD2C3/W2WCw4/QC1RB4/BRCd2/2K w N - - - 0",
    ),
    (
        "mate with four wizards",
        "3/6/l2k1w3/RCQ4r1L/P1M2P4/1CBm1W3/1L1D2C3/3WCw3p/QC1RB4/BRCd2/1RK w KBN R - - 0",
    ),
    (
        "mate of a king who can move",
        "c2/2L1W1/1w7/K1BDW1B3/1dW2M3n/2PPL4/6M3/1w4Q1W1/1kq1w4/1m4/3 w RN B - - 0",
    ),
    (
        "mate behind three lancers",
        "d2/M1L3/1w1LL4/K1BD2Bw2/1mW7/2P1NW3/6M2M/1w8/1kq1w1W2/1m4/3 w RBN B - - 0",
    ),
    (
        "two steps save",
        "2Q/2kL2/9/3d2N3/10/9/3M6/10/9/6/3 b - - - - 0",
    ),
];

fn endings(c: &mut Criterion) {
    let kind = games::find("towers");
    for (name, text) in JUDGED {
        c.bench_function(&format!("towers/judge/{name}"), |b| {
            b.iter(|| kind.map(|kind| kind.from_position(&Options::new(), black_box(text))));
        });
    }
}

criterion_group!(benches, lists, endings);
criterion_main!(benches);
