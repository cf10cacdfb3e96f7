//! Accepted and refused texts, and the sentences of the refusals.

use std::collections::BTreeSet;

use super::*;

/// Most texts of a list that are read back.
const LISTED: usize = 300;

fn check_rejection(game: &dyn Game, rejection: &RuleError, about: &str) {
    let sentence = &rejection.sentence;
    if game.hides() && rejection.kind == RuleErrorKind::Illegal {
        // The reason would reveal what is hidden.
        assert!(
            ["No.", "Nonsense."].contains(&sentence.as_str()),
            "{sentence}"
        );
        assert!(rejection.suggestions.is_empty() && rejection.squares.is_empty());
        return;
    }
    if game.hides() {
        // Unreadable and ambiguous texts are answered by what the player may know.
        let seen = game.seen_by(Viewer::Seat(game.turn()));
        let same = seen.parse_move(about).err();
        assert_eq!(same.as_ref(), Some(rejection), "{about:?}");
        let extra = game.extra();
        let (_, asks) = extra.iter().find(|(key, _)| *key == "asks").unwrap();
        let asks: Vec<&str> = asks
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|ask| ask.as_str())
            .collect();
        for suggestion in &rejection.suggestions {
            assert!(
                asks.contains(&suggestion.as_str()),
                "{about:?}: {suggestion}"
            );
        }
        return;
    }
    let length = sentence.chars().count();
    assert!(
        (10..=1000).contains(&length) && sentence.ends_with(['.', '!', '?']),
        "{about:?}: {sentence}"
    );
    assert!(
        !sentence.contains("@everyone") && !sentence.contains("<@"),
        "{about:?}: {sentence}"
    );
    assert!(
        rejection.suggestions.len() <= 10,
        "{about:?}: {:?}",
        rejection.suggestions
    );
    for suggestions in &rejection.suggestions {
        assert_eq!(
            game.parse_move(suggestions).as_ref(),
            Ok(suggestions),
            "{}: suggested for {about:?} ({sentence})",
            game.text()
        );
    }
}

/// True if an accepted text is listed, or is of the kind that a game keeps off its list.
fn is_known(game: &dyn Game, legal: &BTreeSet<String>, text: &str) -> bool {
    let composite = game.has_unlisted_moves() && text.contains([',', ':']);
    let resign_move = || {
        game.kind()
            .all_seats()
            .any(|seat| game.resign_move(seat).as_deref() == Some(text))
    };
    legal.contains(text) || composite || resign_move()
}

/// Listed texts are accepted, verbatim.
#[test]
fn the_list_is_accepted() {
    for sample in SAMPLES.iter() {
        let legal = sample.game.legal();
        let mut sorted = legal.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(
            legal,
            sorted,
            "sorted by bytes, nothing twice: {}",
            sample.name()
        );
        // All of them, or some of a long list.
        let some = legal.len().div_ceil(LISTED);
        for text in legal.into_iter().step_by(some.max(1)) {
            assert_eq!(sample.game.parse_move(&text), Ok(text), "{}", sample.name());
        }
        if !sample.game.status().is_over() {
            for seat in sample.kind.all_seats() {
                if let Some(text) = sample.game.resign_move(seat) {
                    assert_eq!(sample.game.parse_move(&text), Ok(text), "{}", sample.name());
                }
            }
        }
    }
}

/// Every accepted text is listed; every refusal changes nothing and gives a reason.
#[test]
fn odd_texts_are_refused_with_a_sentence_and_change_nothing() {
    let mut dice = ChaCha8Rng::seed_from_u64(2009);
    let giants = ["a1".repeat(50_000), "♞".repeat(50_000), ",".repeat(100_000)];
    for sample in SAMPLES.iter() {
        let legal = sample.game.legal();
        let listed: BTreeSet<String> = legal.iter().cloned().collect();
        let mut texts = near_misses(&legal, &mut dice, 30);
        texts.extend(hostile(sample, &mut dice).into_iter().map(str::to_owned));
        texts.push(giants.choose(&mut dice).unwrap().clone());
        let is_over = sample.game.status().is_over();
        // One after the other on the same game; after one that is played, on a fresh game.
        let mut game = sample.game.clone();
        for text in texts {
            match game.play(&text) {
                Ok(played) => {
                    let canonical = played.canonical;
                    assert!(
                        is_known(&*sample.game, &listed, &canonical),
                        "{text:?} means {canonical}: {}",
                        sample.name()
                    );
                    for text in [&text, &canonical] {
                        let read = sample.game.parse_move(text);
                        assert_eq!(read.as_ref(), Ok(&canonical), "{text:?}");
                    }
                    game = sample.game.clone();
                }
                Err(rejection) => {
                    assert_eq!(game.text(), sample.game.text(), "{text:?}");
                    if is_over {
                        assert_eq!(rejection.kind, RuleErrorKind::Finished);
                    }
                    check_rejection(&*sample.game, &rejection, &text);
                }
            }
        }
        assert_eq!(digest(&*game), digest(&*sample.game), "{}", sample.name());
    }
}

/// Case matters only if two legal moves differ by nothing else; spaces and the suffixes `+ # ! ?` mean nothing.
#[test]
fn case_spaces_and_suffixes_do_not_matter() {
    for sample in SAMPLES.iter() {
        let legal = sample.game.legal();
        let lower: Vec<String> = legal.iter().map(|text| text.to_lowercase()).collect();
        let step = legal.len().div_ceil(12).max(1);
        for (text, plain) in legal.iter().zip(&lower).step_by(step) {
            let alone = lower.iter().filter(|other| *other == plain).count() == 1;
            let spaced: String = text.chars().flat_map(|letter| [letter, ' ']).collect();
            let mut ways = vec![
                spaced,
                format!(" {text}!?"),
                format!("{text}+"),
                format!("{text}#"),
            ];
            if alone {
                ways.push(plain.clone());
                ways.push(text.to_uppercase());
            }
            for way in ways {
                assert_eq!(
                    sample.game.parse_move(&way).as_ref(),
                    Ok(text),
                    "{way:?}: {}",
                    sample.name()
                );
            }
        }
    }
}

/// A kind of piece alone, by its letter or by a name, is no move: the refusal asks which one moves or where it goes, or
/// reports that none can move.
#[test]
fn a_kind_of_piece_alone_is_asked_about() {
    let (mut asked, mut idle) = (0, 0);
    for sample in SAMPLES.iter() {
        let game = &*sample.game;
        if game.status().is_over() || !game.chance().is_empty() {
            continue;
        }
        let legal = game.legal();
        for PieceName { name, letter } in game.piece_names() {
            let moves = |text: &String| {
                let own = text.strip_prefix(&*letter);
                own.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()))
            };
            let is_listed = legal.iter().any(moves);
            for typed in [&letter, &name] {
                let about = || format!("{typed:?} in {}", sample.name());
                let refusal = game.parse_move(typed).unwrap_err();
                check_rejection(game, &refusal, typed);
                if game.hides() {
                    continue;
                }
                if is_listed {
                    assert_eq!(refusal.kind, RuleErrorKind::Ambiguous, "{}", about());
                    asked += 1;
                } else {
                    assert_ne!(refusal.kind, RuleErrorKind::Unreadable, "{}", about());
                    idle += 1;
                }
            }
        }
    }
    assert!(asked > 400 && idle > 400, "{asked} {idle}");
}

/// A legal move with the sign of a capture that takes nothing, or with a promotion that does not happen, is not called
/// impossible: the refusal names the mistake and suggests the move.
#[test]
fn a_move_that_is_spelt_wrong_is_not_called_impossible() {
    let mut judged = 0;
    for sample in SAMPLES.iter() {
        let game = &*sample.game;
        if game.status().is_over() || game.hides() || !game.chance().is_empty() {
            continue;
        }
        let legal = game.legal();
        let is_plain = |text: &&String| {
            let body = text.strip_prefix(|c: char| c.is_ascii_uppercase());
            let is_name = |name: &str| {
                name.bytes()
                    .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
            };
            let squares = body.and_then(|body| body.split_once('-'));
            squares.is_some_and(|(from, to)| is_name(from) && is_name(to))
        };
        let plain: Vec<&String> = legal.iter().filter(is_plain).collect();
        for text in plain.iter().step_by(plain.len().div_ceil(8).max(1)) {
            let names = game.piece_names();
            let knight = names.iter().find(|piece| piece.letter == "N");
            let PieceName { letter, .. } = knight.unwrap_or(&names[names.len() / 2]);
            for (typed, word) in [
                (text.replace('-', "x"), "captur"),
                (format!("{text}={letter}"), "promot"),
            ] {
                if legal.contains(&typed) {
                    continue;
                }
                let refusal = game.parse_move(&typed).unwrap_err();
                let about = format!("{typed}: {} ({})", refusal.sentence, sample.name());
                let says = [word, "written otherwise"];
                assert!(
                    says.iter().any(|it| refusal.sentence.contains(it)),
                    "{about}"
                );
                // In the Tower Game the same letters in the other order may be intended.
                let other = refusal.sentence.contains("Did you mean");
                assert!(other || refusal.suggestions.contains(text), "{about}");
                judged += 1;
            }
        }
    }
    assert!(judged > 500, "{judged}");
}

/// A legal move with another piece's letter is refused with the name of the piece on the square. Games in which a piece
/// may be several have separate tests.
#[test]
fn a_wrong_letter_is_told_which_piece_stands_there() {
    let mut judged = 0;
    for sample in SAMPLES.iter() {
        let (game, key) = (&*sample.game, sample.kind.key);
        let has_several = ["tower", "towers"].contains(&key);
        if has_several || game.status().is_over() || !game.chance().is_empty() {
            continue;
        }
        for text in game.legal().iter().step_by(9) {
            let Some(rest) = text.strip_prefix(|c: char| c.is_ascii_uppercase()) else {
                continue;
            };
            let names = game.piece_names();
            let letters: BTreeSet<&str> = names.iter().map(|piece| &piece.letter[..]).collect();
            for letter in letters.into_iter().filter(|it| !text.starts_with(it)) {
                let refusal = game.parse_move(&format!("{letter}{rest}")).unwrap_err();
                let about = format!("{letter}{rest}: {} ({})", refusal.sentence, sample.name());
                assert!(refusal.sentence.starts_with("The piece on "), "{about}");
                assert!(refusal.sentence.contains(", not a "), "{about}");
                judged += 1;
            }
        }
    }
    assert!(judged > 300, "{judged}");
}
