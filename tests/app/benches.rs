//! Runs the benches with few games, so that they still work.

#[path = "../../benches/growing.rs"]
#[allow(
    dead_code,
    clippy::duplicate_mod,
    reason = "it brings what others share"
)]
mod growing;
#[path = "../../benches/months.rs"]
#[allow(
    dead_code,
    clippy::duplicate_mod,
    reason = "it brings what others share"
)]
mod months;
#[path = "../../benches/store.rs"]
#[allow(
    dead_code,
    clippy::duplicate_mod,
    reason = "its own `main` is not called here, and it brings what others share"
)]
mod store;

use std::collections::BTreeSet;
use std::time::Duration;

use criterion::Criterion;
use rookery::discord::dry_run;

use crate::many::answers::{Sizes, measure};
use crate::many::questions::paths;

#[test]
fn several_processes_and_postgresql_can_be_measured() {
    growing::main();
}

#[test]
fn a_month_of_leagues_and_events_passes() {
    months::main();
}

#[test]
fn the_store_can_be_measured() {
    let folder = crate::scratch::folder();
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_nanos(1))
        .measurement_time(Duration::from_nanos(1))
        .nresamples(2)
        .output_directory(folder.path());
    store::store(&mut criterion);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_answer_can_be_measured_among_few_games_and_among_many() {
    let folder = crate::scratch::folder();
    let sizes = Sizes {
        games: 300,
        live: 100,
        busy: 60,
        people: 20,
        rounds: 1,
    };
    // Without optimisation the future is too large for the stack of a test's thread.
    let (figures, asked) = Box::pin(measure(folder.path(), sizes, |_| {})).await;
    for figure in figures {
        assert!(figure.median.iter().all(|took| *took > 0.0), "{figure:?}");
    }
    let registered: BTreeSet<String> = dry_run::commands().iter().flat_map(paths).collect();
    assert_eq!(asked, registered, "a command that is not measured");
}
