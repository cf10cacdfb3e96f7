//! Hostile input: a fixed sample, so that a failure is the same everywhere. For longer runs with other samples:
//! `cargo bench --bench hostile -- --seconds 600`; for a search guided by coverage: `.ci/fuzz`.

#[path = "../hostile/mod.rs"]
mod input;

#[test]
fn whatever_is_typed_or_stored_is_read_or_refused_in_words() {
    if let Err(error) = input::sample::run(40, [7; 32]) {
        panic!("{error}");
    }
}

#[test]
fn whatever_is_sent_is_answered_in_words_and_shows_nothing_of_anybody_elses() {
    if let Err(error) = input::sample::aim(60, [7; 32]) {
        panic!("{error}");
    }
}
