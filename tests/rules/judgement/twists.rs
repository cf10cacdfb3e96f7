//! Tests that texts are judged correctly with twists, whose texts are not made of parts.

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::super::twists::twists;
use super::square;

/// Plies that a game with twists is played.
const TWISTED: usize = 8;

/// Returns the cubes that a text names, in order.
fn cubes(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_lowercase()) {
        rest = &rest[start..];
        let length = square(rest).max(1);
        found.extend(Some(&rest[..length]).filter(|_| length > 1));
        rest = &rest[length..];
    }
    found
}

/// Returns mistaken variants of a legal text: another operator, another end, no letter, another cube or none after the
/// colon, another promotion.
fn mistaken(text: &str, other: &str, dice: &mut ChaCha8Rng) -> Vec<String> {
    let mut texts: Vec<String> = ["x", "-", "&", "@"]
        .into_iter()
        .map(|op| text.replacen(['-', 'x', '&', '@'], op, 1))
        .collect();
    texts.push(
        text.trim_start_matches(|c: char| c.is_ascii_uppercase())
            .to_owned(),
    );
    if let (Some(to), Some(end)) = (cubes(text).get(1), cubes(other).last()) {
        texts.push(text.replacen(to, end, 1));
    }
    if let Some((head, _)) = text.rsplit_once(':') {
        texts.push(head.to_owned());
    }
    texts.extend(cubes(other).first().map(|cube| format!("{text}:{cube}")));
    texts.push(format!(
        "{text}={}",
        ['K', 'R', 'F', 'C'].choose(dice).unwrap()
    ));
    texts
}

/// A text accepted in a game with twists is listed and names the typed cubes, and every listed text is accepted.
#[test]
fn with_twists_a_text_is_played_only_if_the_rules_say_so() {
    let mut dice = ChaCha8Rng::seed_from_u64(2028);
    let (mut accepted, mut refused) = (0, 0);
    for (kind, options, count) in twists() {
        let mut game = kind.new_game(&options).unwrap();
        let mut before: Vec<String> = Vec::new();
        for _ in 0..TWISTED / count.pow(2) {
            let legal = game.legal();
            let (Some(one), Some(other)) = (legal.choose(&mut dice), legal.choose(&mut dice))
            else {
                break;
            };
            let mut texts = mistaken(one, other, &mut dice);
            texts.extend(before.choose(&mut dice).cloned());
            texts.push(one.clone());
            for text in texts {
                let place = || format!("{text:?} {options:?}: {}", game.text());
                let is_listed = |text: &str| {
                    legal
                        .binary_search_by(|legal| legal.as_str().cmp(text))
                        .is_ok()
                };
                match game.parse_move(&text) {
                    Ok(canonical) => {
                        assert!(is_listed(&canonical), "{canonical}: {}", place());
                        let done = cubes(&canonical);
                        let mut done = done.iter();
                        let stated = cubes(&text);
                        assert!(
                            stated.iter().all(|cube| done.any(|other| other == cube)),
                            "{canonical}: {}",
                            place()
                        );
                        accepted += 1;
                    }
                    Err(_) => {
                        assert!(!is_listed(&text), "{}", place());
                        refused += 1;
                    }
                }
            }
            let mv = one.clone();
            before.clone_from(&legal);
            game.play(&mv).unwrap();
        }
    }
    assert!(accepted > 250 && refused > 400, "{accepted} {refused}");
}
