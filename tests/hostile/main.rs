//! Hostile texts for the rules of every game: a fixed sample, so that a failure is the same everywhere. For longer
//! runs with other samples: `cargo bench --bench hostile -- --seconds 600`.

mod entry;

#[test]
fn whatever_is_typed_or_stored_is_read_or_refused_in_words() {
    if let Err(error) = entry::run(40, [7; 32]) {
        panic!("{error}");
    }
}
