//! Four-Fold Chess: the legal list of the start and of crowded middle games, with units in every quarter of the board,
//! and perft from the start. `cargo bench --bench four_fold`.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use rookery::games;
use rookery::rules::{Game, Options};

/// Opened lines, four kings a side, riders with companies in the middle.
const CROWDED: &str = "rr1nnbb1qkk2nnr/r1n1bbqq1kkb1nnr/1ppp2pp2pppp1p/pp2pp2ppp3pp/2nn2pp4bb2/2p1b1qq2rr2p1/4pp2nn2p2p/3p8n3\
/3P8N3/4PP2NN2P2P/2P1B1QQ2RR2P1/2NN2PP4BB2/PP2PP2PPP3PP/1PPP2PP2PPPP1P/R1N1BBQQ1KKB1NNR/RR1NNBB1QKK2NNR w 0";

/// A single king each, so that every move must be tried against attacks.
const LAST_KINGS: &str = "8k7/16/4qq2rr6/4nb2bb6/16/2pp4pp4pp/2pp4pp4pp/16/16/2PP4PP4PP/2PP4PP4PP/16/4NB2BB6/4QQ2RR6/16/8K7 w 0";

fn game(position: Option<&str>) -> Box<dyn Game> {
    let kind = games::find("fourfold").expect("the game is in the table");
    match position {
        Some(text) => kind.from_position(&Options::new(), text),
        None => kind.new_game(&Options::new()),
    }
    .expect("the position can be read")
}

/// Measures the legal lists, perft, and a move read and refused.
pub fn legal(c: &mut Criterion) {
    for (name, position) in [
        ("start", None),
        ("crowded", Some(CROWDED)),
        ("last kings", Some(LAST_KINGS)),
    ] {
        let game = game(position);
        c.bench_function(
            &format!("four_fold/list of {}: {} moves", name, game.perft(1)),
            |b| {
                b.iter(|| black_box(&game).perft(1));
            },
        );
        c.bench_function(&format!("four_fold/texts of {name}"), |b| {
            b.iter(|| black_box(&game).legal())
        });
    }
    let start = game(None);
    c.bench_function("four_fold/perft 2 from the start", |b| {
        b.iter(|| black_box(&start).perft(2))
    });
    c.bench_function("four_fold/read a unit's move", |b| {
        b.iter(|| start.parse_move(black_box("d2>d4")))
    });
    c.bench_function("four_fold/refuse a unit's move", |b| {
        b.iter(|| start.parse_move(black_box("d2>e5")))
    });
}

criterion_group!(benches, legal);
criterion_main!(benches);
