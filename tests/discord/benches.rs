//! Runs the benches that play through the socket in small (`driver::number`), so that they still work.

#![allow(
    clippy::duplicate_mod,
    reason = "each brings the driver that they share"
)]

#[path = "../../benches/chaos.rs"]
mod chaos;
#[path = "../../benches/faults.rs"]
mod faults;
#[path = "../../benches/load.rs"]
mod load;
#[path = "../../benches/reply.rs"]
mod reply;
#[path = "../../benches/spoiling.rs"]
mod spoiling;

#[test]
fn replies_are_measured() {
    reply::main();
}

#[test]
fn games_are_played_compared_and_kept() {
    load::main();
}

#[test]
fn quiet_people_are_measured_beside_busy_ones() {
    spoiling::main();
}

#[test]
fn everything_goes_wrong_at_once() {
    chaos::main();
}

#[test]
fn the_program_is_killed_and_started() {
    faults::main();
}
