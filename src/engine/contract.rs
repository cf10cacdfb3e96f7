//! What [`Search`] promises of every position of every game.

use super::hooks::Search;

/// Checks a position: the candidates that can be advanced are the listed legal moves, captures are a part of them, and
/// an advanced position is the played one.
pub fn check<P: Search>(position: &P) {
    let legal: Vec<String> = sorted(position, &position.legal_moves());
    let advanced = |moves: Vec<P::Move>| -> Vec<P::Move> {
        moves
            .into_iter()
            .filter(|mv| position.clone().advance(mv))
            .collect()
    };
    let candidates = advanced(position.candidates(false));
    assert_eq!(
        sorted(position, &candidates),
        legal,
        "candidates of {}",
        position.to_text()
    );
    let taking = advanced(position.candidates(true));
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
}

fn sorted<P: Search>(position: &P, moves: &[P::Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(|mv| position.write(mv)).collect();
    texts.sort_unstable();
    texts
}
