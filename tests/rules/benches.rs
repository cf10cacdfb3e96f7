//! What the benches of rules and pictures do, in small, so that one nobody runs for a while still works.

#![allow(dead_code, reason = "their own `main` is not called here")]
#![allow(
    clippy::duplicate_mod,
    reason = "each brings what it shares with others"
)]

#[path = "../../benches/four_fold.rs"]
mod four_fold;
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
        towers::lists,
        four_fold::legal,
        render::pictures,
    ] {
        bench(criterion);
    }
}
