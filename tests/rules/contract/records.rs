//! Tests of what is stored of a game and read back.

use std::collections::BTreeSet;

use super::*;

/// Canonical texts are stored, listed and compared: played again they make the same game.
#[test]
fn stored_moves_replay_to_the_same_game() {
    for sample in SAMPLES.iter() {
        let mut again = sample.fresh();
        for text in &sample.moves {
            assert_eq!(again.play(text).unwrap().canonical, *text);
        }
        assert_eq!(digest(&*again), digest(&*sample.game), "{}", sample.name());
    }
}

/// A position text is one line, from which play can go on with no other knowledge (history for repetition aside).
#[test]
fn position_texts_read_back() {
    for sample in SAMPLES.iter() {
        let text = sample.game.text();
        assert!(!text.contains(['\n', '\t']) && text.len() <= 2000, "{text}");
        let read = sample
            .kind
            .from_position(&sample.options, &text)
            .unwrap_or_else(|rejection| panic!("{}: {rejection}", sample.name()));
        assert_eq!(read.text(), text, "{}", sample.name());
        assert_eq!(read.turn(), sample.game.turn(), "{}", sample.name());
        assert_eq!(read.check(), sample.game.check(), "{}", sample.name());
        assert_eq!(
            read.alt_text(1024),
            sample.game.alt_text(1024),
            "{}",
            sample.name()
        );
        if sample.game.status() != Status::Drawn(Reason::Repetition) {
            assert_eq!(read.status(), sample.game.status(), "{}", sample.name());
            assert_eq!(read.legal(), sample.game.legal(), "{}", sample.name());
            // Their values may reveal earlier moves, as a ledger does; their presence must not.
            let keys = |game: &dyn Game| {
                game.extra()
                    .into_iter()
                    .map(|(key, _)| key)
                    .collect::<Vec<_>>()
            };
            assert_eq!(keys(&*read), keys(&*sample.game), "{}", sample.name());
        }
    }
}

/// A game ends for reasons that its description lists: the store reads no others back.
#[test]
fn the_reasons_of_endings_are_read_back() {
    let mut dice = ChaCha8Rng::seed_from_u64(6);
    let mut ended = BTreeSet::new();
    for kind in GAMES {
        for options in settings(kind, &mut dice) {
            let mut game = kind.new_game(&options).unwrap();
            for _ in 0..400 {
                let chance = game.chance();
                let moves = if chance.is_empty() {
                    game.legal()
                } else {
                    chance
                };
                let captures = moves.iter().filter(|text| text.contains('x'));
                let captures: Vec<&String> = captures.collect();
                let chosen = match captures.choose(&mut dice) {
                    Some(text) => (*text).clone(),
                    None => moves.choose(&mut dice).unwrap().clone(),
                };
                game.play(&chosen).unwrap();
                if game.status().is_over() {
                    break;
                }
            }
            if let Status::Won { reason, .. } | Status::Drawn(reason) = game.status() {
                let read = Reason::read(kind, &reason.to_string());
                assert_eq!(read, Some(reason), "{} {options:?}", kind.name);
                ended.insert((kind.key, reason.to_string()));
            }
        }
    }
    assert!(ended.len() > 4, "{ended:?}");
}

#[test]
fn damaged_position_texts_are_refused_or_read_back() {
    let mut dice = ChaCha8Rng::seed_from_u64(2003);
    for sample in SAMPLES.iter() {
        let whole: Vec<char> = sample.game.text().chars().collect();
        let mut texts: Vec<String> = hostile(sample, &mut dice)
            .into_iter()
            .map(str::to_owned)
            .collect();
        texts.push("8/".repeat(10_000));
        for _ in 0..40 {
            let mut damaged = whole.clone();
            for _ in 0..dice.random_range(1..4) {
                if damaged.is_empty() {
                    break;
                }
                let at = dice.random_range(0..damaged.len());
                match dice.random_range(0..3) {
                    0 => {
                        damaged.remove(at);
                    }
                    1 => damaged.insert(at, *whole.choose(&mut dice).unwrap()),
                    _ => damaged[at] = *whole.choose(&mut dice).unwrap(),
                }
            }
            texts.push(damaged.into_iter().collect());
        }
        for text in texts {
            match sample.kind.from_position(&sample.options, &text) {
                Ok(game) => {
                    // The text written may differ from the text read, but must then stay the same.
                    let written = game.text();
                    let again = sample
                        .kind
                        .from_position(&sample.options, &written)
                        .unwrap_or_else(|rejection| panic!("{text:?}, {written:?}: {rejection}"));
                    assert_eq!(again.text(), written, "read from {text:?}");
                    game.scene(&View::default());
                    game.legal();
                }
                Err(rejection) => {
                    assert_eq!(rejection.kind, RuleErrorKind::BadPosition, "{text:?}");
                    assert!(rejection.sentence.chars().count() <= 500, "{rejection}");
                }
            }
        }
    }
}

/// A game resumed from a checkpoint goes on as it would have, repetition included.
#[test]
fn checkpoints_resume() {
    for sample in SAMPLES.iter() {
        for cut in [0, sample.moves.len() / 2, sample.moves.len()] {
            let (before, after) = sample.moves.split_at(cut);
            let mut game = sample.fresh();
            for text in before {
                game.play(text).unwrap();
            }
            let mut resumed = sample.fresh().resume(&game.checkpoint()).unwrap();
            assert_eq!(digest(&*resumed), digest(&*game), "{}", sample.name());
            for text in after {
                resumed.play(text).unwrap();
            }
            assert_eq!(
                digest(&*resumed),
                digest(&*sample.game),
                "{}",
                sample.name()
            );
        }
        let checkpoint = sample.game.checkpoint();
        assert!(!checkpoint.contains('\n'));
        for damaged in [
            "",
            "{}",
            "null",
            &checkpoint[..checkpoint.len() / 2],
            &checkpoint.replace(':', ";"),
            &checkpoint.replace("\"position\":\"", "\"position\":\"?"),
        ] {
            let rejection = sample.game.resume(damaged).unwrap_err();
            assert_eq!(rejection.kind, RuleErrorKind::BadPosition, "{damaged}");
        }
    }
}
