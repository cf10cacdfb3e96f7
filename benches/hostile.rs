//! Hostile input of every kind, for as long as wanted, with a new sample every time.
//!
//!     cargo bench --bench hostile -- [--seconds 60] [--seed 1]
//!
//! Built with `--cfg fuzzing`, as `.ci/fuzz` does it, the same targets are libFuzzer's, which keeps every input that
//! reaches new code, and goes on from there.
#![allow(missing_docs, clippy::unwrap_used)]
#![cfg_attr(fuzzing, no_main)]

#[path = "../tests/hostile/mod.rs"]
mod hostile;

#[cfg(not(fuzzing))]
fn main() {
    use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

    const CASES: u32 = 256;
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
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let first = number("--seed", since.map_or(1, |since| since.as_secs()));
    let begun = Instant::now();
    let mut rounds = 0_u64;
    while begun.elapsed() < span {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&(first + rounds).to_le_bytes());
        let tried =
            hostile::sample::run(CASES, bytes).and_then(|()| hostile::sample::aim(CASES, bytes));
        if let Err(error) = tried {
            eprintln!("--seed {}: {error}", first + rounds);
            std::process::exit(1);
        }
        rounds += 1;
    }
    let games = rookery::games::GAMES.len() as u64;
    let targets = hostile::targets::TARGETS.len() as u64;
    println!(
        "{} hostile inputs ({rounds} rounds of {CASES} cases: 4 kinds of text for {games} games, {targets} targets, \
         and interactions by their parts) from --seed {first} in {:.0} s: each was read or refused in words",
        rounds * u64::from(CASES) * (4 * games + targets + 1),
        begun.elapsed().as_secs_f64()
    );
}

#[cfg(fuzzing)]
mod fuzz {
    use std::path::Path;
    use std::sync::OnceLock;

    use super::hostile::targets::{TARGETS, Target};

    /// Returns the target that `ROOKERY_FUZZ` names; if `ROOKERY_SEEDS` names a folder, its good inputs are written
    /// there first.
    fn target() -> &'static Target {
        static TARGET: OnceLock<&'static Target> = OnceLock::new();
        TARGET.get_or_init(|| {
            let name = std::env::var("ROOKERY_FUZZ").unwrap_or_default();
            let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
            let found = TARGETS.iter().find(|target| target.name == name);
            let target = found.unwrap_or_else(|| panic!("ROOKERY_FUZZ is one of {names:?}"));
            if let Ok(folder) = std::env::var("ROOKERY_SEEDS") {
                for (number, seed) in (target.seeds)().iter().enumerate() {
                    std::fs::write(Path::new(&folder).join(format!("seed-{number}")), seed)
                        .unwrap();
                }
            }
            target
        })
    }

    libfuzzer_sys::fuzz_target!(
        init: {
            target();
        },
        |bytes: &[u8]| (target().run)(bytes)
    );
}
