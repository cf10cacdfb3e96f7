//! What the benches of rules, pictures and the machine do, in small, so that one nobody runs for a while still works.

#![allow(dead_code, reason = "their own `main` is not called here")]
#![allow(
    clippy::duplicate_mod,
    reason = "each brings what it shares with others"
)]

#[path = "../../benches/engine/main.rs"]
mod engine;
#[path = "../../benches/four_fold.rs"]
mod four_fold;
#[path = "../../benches/puzzles.rs"]
mod puzzles;
#[path = "../../benches/render.rs"]
mod render;
#[path = "../../benches/rules.rs"]
mod rules;
#[path = "../../benches/tower.rs"]
mod tower;
#[path = "../../benches/towers.rs"]
mod towers;

use std::time::Duration;

use criterion::Criterion;

/// Measures next to nothing.
fn quick(folder: &std::path::Path) -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_nanos(1))
        .measurement_time(Duration::from_nanos(1))
        .nresamples(2)
        .output_directory(folder)
}

#[test]
fn the_benches_of_rules_and_pictures_work() {
    let folder = tempfile::tempdir().unwrap();
    let criterion = &mut quick(folder.path());
    for bench in [
        rules::rules,
        tower::legal_lists,
        tower::mutators,
        tower::whole_games,
        towers::lists,
        four_fold::legal,
        render::pictures,
    ] {
        bench(criterion);
    }
}

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn the_strength_of_the_machine_can_be_measured() {
    for line in [
        "--only abstract --games 1 --level 1 --against random",
        "--only seasons --games 2 legal",
    ] {
        engine::run(&words(line));
    }
}

#[test]
fn puzzles_can_be_mined() {
    puzzles::run(&words("mine abstract --games 1 --plies 2"));
}
