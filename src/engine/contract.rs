//! Contract of [`Search`] for every position of every game.

use std::collections::HashMap;

use super::hooks::Search;

/// Checks that the candidates that can be advanced are the listed legal moves, that captures are a part of them, and
/// that an advanced position equals the played one.
pub fn check<P: Search>(position: &P) {
    let legal: Vec<String> = sorted(position, &position.legal_moves());
    let advanced = |moves: Vec<P::Move>| -> Vec<P::Move> {
        moves
            .into_iter()
            .filter(|mv| position.clone().advance(mv))
            .collect()
    };
    let candidates = advanced(position.candidates());
    assert_eq!(
        sorted(position, &candidates),
        legal,
        "candidates of {}",
        position.to_text()
    );
    let taking = advanced(position.captures_and_promotions());
    for mv in &taking {
        assert!(
            candidates.contains(mv),
            "{mv:?} is no candidate of {}",
            position.to_text()
        );
    }
    for mv in candidates.iter().take(20) {
        let (mut advanced, mut played) = (position.clone(), position.clone());
        assert!(advanced.advance(mv));
        played.play(mv);
        assert_eq!(advanced.to_text(), played.to_text());
        assert_eq!(advanced.key(), played.key());
    }
    for mv in position.unlisted() {
        assert!(position.is_legal(&mv), "{mv:?} in {}", position.to_text());
    }
    check_keys(position);
}

/// Checks that different positions have different keys, for some positions after a move and a reply.
fn check_keys<P: Search>(position: &P) {
    let mut keys: HashMap<u64, String> = HashMap::new();
    let mut add = |position: &P| {
        let now = position.repetition_key();
        let known = keys.entry(position.key()).or_insert_with(|| now.clone());
        assert_eq!(*known, now, "two positions with one key");
    };
    add(position);
    for after in some_after(position) {
        add(&after);
        some_after(&after).for_each(|replied| add(&replied));
    }
}

/// Returns the positions after at most eight moves from all over the list.
fn some_after<P: Search>(position: &P) -> impl Iterator<Item = P> {
    let moves = position.legal_moves();
    let step = moves.len() / 8 + 1;
    moves.into_iter().step_by(step).map(|mv| {
        let mut after = position.clone();
        after.play(&mv);
        after
    })
}

fn sorted<P: Search>(position: &P, moves: &[P::Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(|mv| position.write(mv)).collect();
    texts.sort_unstable();
    texts
}
