//! Hostile texts for the rules of every game, for as long as one likes, with a new sample every time.
//!
//!     cargo bench --bench hostile -- [--seconds 60] [--seed 1]
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "../tests/hostile/entry.rs"]
mod entry;

use std::time::{Duration, Instant};

const CASES: u32 = 256;

fn main() {
    let number = |flag: &str, default: u64| {
        let mut arguments = std::env::args();
        arguments
            .find(|argument| argument == flag)
            .and_then(|_| arguments.next()?.parse().ok())
            .unwrap_or(default)
    };
    if std::env::args().any(|argument| argument == "--list" || argument == "--test") {
        return;
    }
    let span = Duration::from_secs(number("--seconds", 60));
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let seed = number("--seed", since.map_or(1, |since| since.as_secs()));
    let begun = Instant::now();
    let mut rounds = 0_u64;
    while begun.elapsed() < span {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&(seed + rounds).to_le_bytes());
        if let Err(error) = entry::run(CASES, bytes) {
            eprintln!("--seed {}: {error}", seed + rounds);
            std::process::exit(1);
        }
        rounds += 1;
    }
    let games = rookery::games::GAMES.len() as u64;
    println!(
        "{} hostile inputs ({rounds} rounds of {CASES} cases of 4 kinds for {games} games) from --seed {seed} in {:.0} s: \
         each was read or refused in words",
        rounds * u64::from(CASES) * 4 * games,
        begun.elapsed().as_secs_f64()
    );
}
