//! The benches of rules, pictures and the machine, run in small, so that they still work.

#![allow(dead_code, reason = "their own `main` is not called here")]
#![allow(
    clippy::duplicate_mod,
    reason = "each brings what it shares with others"
)]

#[path = "../../benches/dead.rs"]
mod dead;
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

/// Runs a bench with almost no measurements. Each is a separate test, so that several run at once.
fn measured_quickly(bench: fn(&mut Criterion)) {
    let folder = tempfile::tempdir().unwrap();
    bench(
        &mut Criterion::default()
            .sample_size(10)
            .warm_up_time(Duration::from_nanos(1))
            .measurement_time(Duration::from_nanos(1))
            .nresamples(2)
            .output_directory(folder.path()),
    );
}

#[test]
fn the_rules_of_every_game_can_be_measured() {
    measured_quickly(rules::rules);
}

#[test]
fn the_tower_game_can_be_measured() {
    measured_quickly(tower::legal_lists);
}

#[test]
fn mutators_can_be_measured() {
    measured_quickly(tower::mutators);
}

#[test]
fn games_with_mutators_can_be_played_to_the_end() {
    measured_quickly(tower::whole_games);
}

#[test]
fn four_towers_can_be_measured() {
    measured_quickly(towers::lists);
}

#[test]
fn four_fold_chess_can_be_measured() {
    measured_quickly(four_fold::legal);
}

#[test]
fn pictures_can_be_measured() {
    measured_quickly(render::pictures);
}

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn the_strength_of_the_machine_can_be_measured() {
    for line in [
        "--only abstract --games 1 --level 1 --against random",
        "--only seasons --games 2 legal",
        "--only towers --games 1 mates",
        "--only abstract --games 1 --level 2 memory time",
    ] {
        engine::run(&words(line));
    }
}

#[test]
fn dead_positions_can_be_proven() {
    for line in ["seasons", "fourfold", "board=chamber mutator=half"] {
        dead::run(&words(line));
    }
}

#[test]
fn puzzles_can_be_mined() {
    puzzles::run(&words("mine abstract --games 1 --plies 2"));
}
