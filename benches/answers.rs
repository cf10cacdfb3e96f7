//! Cost of every answer of the bot among 80 games and among 1,000,000 of 10,000 people, one of whom plays 3,000.
//!
//!     cargo bench --bench answers -- [--games 1000000] [--live 100000] [--people 10000] [--rounds 40]
//!
//! No answer may take more than 1.5 times as long among many games, nor more than 5 ms of processor time without the
//! engine's search: the last line counts those that do. The databases need 1 GB in the folder for temporary files.
#![allow(missing_docs, clippy::unwrap_used)]

mod many;

use many::answers::{Figure, Sizes, measure};

/// Returns the number after a flag.
fn number(flag: &str, default: i64) -> i64 {
    let mut arguments = std::env::args();
    arguments
        .find(|argument| argument == flag)
        .and_then(|_| arguments.next()?.parse().ok())
        .unwrap_or(default)
}

#[tokio::main]
async fn main() {
    if std::env::args().any(|argument| argument == "--list" || argument == "--test") {
        return;
    }
    let sizes = Sizes {
        games: number("--games", 1_000_000),
        live: number("--live", 100_000),
        busy: number("--busy", 3_000),
        people: number("--people", 10_000),
        rounds: usize::try_from(number("--rounds", 40)).unwrap(),
    };
    let folder = tempfile::tempdir().unwrap();
    let (figures, _) = measure(folder.path(), sizes, |said| println!("{said}")).await;
    println!(
        "{:<42} {:>9} {:>9} {:>6} {:>9} {:>9}",
        "", "few, ms", "many, ms", "ratio", "few, cpu", "many, cpu"
    );
    for figure in &figures {
        let Figure {
            name,
            median: [few, many],
            processor,
            ..
        } = figure;
        println!(
            "{name:<42} {few:>9.2} {many:>9.2} {:>6.2} {:>9.2} {:>9.2}",
            many / few,
            processor[0],
            processor[1]
        );
    }
    let dear = |figure: &&Figure| {
        let [few, many] = figure.median;
        many / few > 1.5 || (figure.processor[1] > 5.0 && !figure.searches)
    };
    println!(
        "{} of {} cost too much",
        figures.iter().filter(dear).count(),
        figures.len()
    );
}
