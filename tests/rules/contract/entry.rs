//! Tests of what is offered on the way to a move, and to whom.

use super::*;

/// Checks a choice. `read` holds the whole moves of this game that have already been read back.
fn check_choice(game: &dyn Game, choice: &Choice, name: &str, read: &mut BTreeSet<String>) {
    for shown in [&choice.text, &choice.label] {
        assert!(
            (1..=100).contains(&shown.chars().count()),
            "{choice:?}: {name}"
        );
    }
    if !choice.whole || !read.insert(choice.text.clone()) {
        return;
    }
    if game.hides() {
        // Legality is unknown before it is tried.
        if let Err(refused) = game.parse_move(&choice.text) {
            assert_eq!(refused.sentence, "No.", "{choice:?}: {name}");
        }
    } else {
        assert_eq!(
            game.parse_move(&choice.text).as_ref(),
            Ok(&choice.text),
            "{name}"
        );
    }
}

/// Returns the moves that the side to move may try: the legal moves, or if something is hidden those that its knowledge
/// allows.
fn offered(game: &dyn Game) -> Vec<String> {
    let extra = game.extra();
    let asks = extra.iter().find(|(key, _)| *key == "asks");
    match asks.and_then(|(_, asks)| asks.as_array()) {
        Some(asks) if game.hides() => (asks.iter())
            .filter_map(|ask| Some(ask.as_str()?.to_owned()))
            .collect(),
        _ => game.legal(),
    }
}

/// Autocomplete offers moves that can be played, or steps to them, and keeps to its limit.
#[test]
fn completions_are_legal() {
    let mut dice = ChaCha8Rng::seed_from_u64(2001);
    for sample in SAMPLES.iter() {
        let (game, name) = (&*sample.game, sample.name());
        let legal = game.legal();
        let mut read = BTreeSet::new();
        // Before chance has chosen, a player has nothing to enter.
        let nothing = game.status().is_over() || !game.chance().is_empty();
        assert_eq!(game.complete("", 25).is_empty(), nothing, "{name}");
        for choice in game.complete("", 25) {
            check_choice(game, &choice, &name, &mut read);
            if !choice.whole {
                // The parser accepts the beginning too: it asks which move instead of refusing to understand.
                match game.parse_move(&choice.text) {
                    Ok(text) => panic!("{choice:?} alone plays {text}: {name}"),
                    Err(rejection) => {
                        assert_ne!(
                            rejection.kind,
                            RuleErrorKind::Unreadable,
                            "{choice:?}: {name}"
                        );
                    }
                }
            }
        }
        let mut prompts = near_misses(&legal, &mut dice, 6);
        prompts.push("♞".repeat(6000));
        prompts.push("a1".repeat(3000));
        prompts.extend(HOSTILE.sample(&mut dice, 8).map(|&text| text.to_owned()));
        for prompt in &prompts {
            let choices = game.complete(prompt, 25);
            assert!(choices.len() <= 25, "{prompt:?}: {name}");
            for choice in choices {
                check_choice(game, &choice, &name, &mut read);
            }
        }
        let offered = offered(game);
        let entered = offered.iter().filter(|_| !nothing);
        for text in entered.step_by(offered.len().div_ceil(3).max(1)) {
            for end in 1..=text.len() {
                let Some(prompt) = text.get(..end) else {
                    continue;
                };
                let choices = game.complete(prompt, 25);
                assert!(!choices.is_empty(), "{prompt:?}: {name}");
                let texts: BTreeSet<&String> = choices.iter().map(|choice| &choice.text).collect();
                assert_eq!(
                    texts.len(),
                    choices.len(),
                    "{prompt:?}, nothing twice: {name}"
                );
                if end == text.len() {
                    assert_eq!(choices[0].text, *text, "{prompt:?}: {name}");
                }
            }
            assert!(game.complete(text, 0).is_empty(), "{name}");
        }
    }
}

/// Returns the squares of a text such as `Ng1-f3`, with the text before the first; `None` for any other kind of text.
fn two_squares(text: &str) -> Option<(&str, &str, &str)> {
    let square = |text: &str| {
        let letters = text.bytes().take_while(u8::is_ascii_lowercase).count();
        let digits = text.bytes().skip(letters);
        let digits = digits.take_while(u8::is_ascii_digit).count();
        (letters > 0 && digits > 0).then_some(letters + digits)
    };
    let head = text.len()
        - text
            .trim_start_matches(|c: char| !c.is_ascii_lowercase())
            .len();
    let (before, rest) = text.split_at(head);
    let (from, rest) = rest.split_at(square(rest)?);
    let rest = rest.strip_prefix(['-', 'x', '>'])?;
    Some((before, from, &rest[..square(rest)?]))
}

/// Autocomplete forgives the sign between two squares, and a missing piece letter.
#[test]
fn signs_between_squares_are_forgiven_while_typing() {
    let mut tried = 0;
    for sample in SAMPLES.iter() {
        let (game, name) = (&*sample.game, sample.name());
        let offered = offered(game);
        for text in offered.iter().step_by(offered.len().div_ceil(3).max(1)) {
            let Some((letter, from, to)) = two_squares(text) else {
                continue;
            };
            for sign in ["-", "x", ">", " ", ""] {
                for typed in [
                    format!("{letter}{from}{sign}{to}"),
                    format!("{from}{sign}{to}"),
                ] {
                    let choices = game.complete(&typed, 25);
                    let leads = |text: &str| {
                        two_squares(text)
                            .is_some_and(|(_, other, there)| other == from && there == to)
                    };
                    assert!(
                        choices.iter().any(|choice| leads(&choice.text)),
                        "{typed:?} for {text}: {choices:?} ({name})"
                    );
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 500, "{tried}");
}

/// Every step of the guided way leads on, and ends in a legal move.
#[test]
fn choices_lead_to_moves() {
    let mut dice = ChaCha8Rng::seed_from_u64(2011);
    for sample in SAMPLES.iter() {
        let (game, name) = (&*sample.game, sample.name());
        if game.status().is_over() || !game.chance().is_empty() {
            assert!(game.choices("").options.is_empty(), "{name}");
            continue;
        }
        let mut read = BTreeSet::new();
        for _ in 0..4 {
            let mut partial = String::new();
            for depth in 0.. {
                assert!(depth < 40, "{partial} leads nowhere: {name}");
                let choices = game.choices(&partial);
                assert!(!choices.options.is_empty(), "{partial:?}: {name}");
                assert!(
                    (1..=150).contains(&choices.prompt.chars().count()),
                    "{choices:?}"
                );
                for choice in &choices.options {
                    check_choice(game, choice, &name, &mut read);
                }
                game.preview(&partial, &View::default());
                let choice = choices.options.choose(&mut dice).unwrap();
                if choice.whole {
                    break;
                }
                partial.clone_from(&choice.text);
            }
        }
        for text in hostile(sample, &mut dice) {
            game.choices(text);
            game.preview(text, &View::default());
        }
    }
}

/// A view is made of what its viewer may know: choices come from the mover's view alone, it has no history, and a
/// single legal move is not revealed. A game that hides nothing is shown unchanged.
#[test]
fn what_is_hidden_is_not_in_what_is_shown() {
    let mut hidden = 0;
    for sample in SAMPLES.iter() {
        let (game, name) = (&*sample.game, sample.name());
        let public = game.seen_by(Viewer::Public);
        if !game.hides() {
            assert_eq!(digest(&*public), digest(game), "{name}");
            continue;
        }
        hidden += 1;
        assert_eq!(game.only_move(), None, "{name}");
        assert_eq!(
            digest(&*game.seen_by(Viewer::Umpire)),
            digest(game),
            "{name}"
        );
        let own = game.seen_by(Viewer::Seat(game.turn()));
        for seen in [&public, &own] {
            assert_eq!(seen.turn(), game.turn(), "{name}");
            assert_eq!(seen.status(), game.status(), "{name}");
            assert_eq!(seen.announced(), game.announced(), "{name}");
            assert!(seen.checkpoint().contains("\"history\":[]"), "{name}");
            assert_ne!(seen.text(), game.text(), "{name}");
            assert_ne!(seen.alt_text(1024), game.alt_text(1024), "{name}");
            assert_ne!(
                seen.scene(&View::default()),
                game.scene(&View::default()),
                "{name}"
            );
        }
        assert!(public.choices("").options.is_empty(), "{name}");
        assert_eq!(own.choices(""), game.choices(""), "{name}");
        for typed in ["", "P", "K", "a", "Raa1"] {
            assert_eq!(
                own.complete(typed, 25),
                game.complete(typed, 25),
                "{typed}: {name}"
            );
        }
        assert_eq!(offered(&*own), offered(game), "{name}");
    }
    assert!(
        hidden > 5,
        "{hidden} positions in which something is hidden"
    );
}

/// A piece may be named by its name, as by its letter: `knight g1 f3`, `the knight from g1 to f3`.
#[test]
fn pieces_are_named_by_their_names() {
    for kind in GAMES {
        let game = kind.new_game(&Options::new()).unwrap();
        for specimen in game.specimens() {
            let legal = game.legal();
            let Some((canonical, from, to)) = legal.iter().find_map(|text| {
                let (from, to) = text.strip_prefix(&specimen.letter)?.split_once('-')?;
                Some((text, from, to))
            }) else {
                continue;
            };
            for typed in [
                format!("{} {from} {to}", specimen.name),
                format!("the {} from {from} to {to}", specimen.name.to_uppercase()),
            ] {
                let read = game.parse_move(&typed);
                assert_eq!(read.as_ref(), Ok(canonical), "{}: {typed}", kind.key);
            }
            let offered = game.complete(&format!("{} {from}", specimen.name), 25);
            assert!(
                offered.iter().any(|choice| choice.text == *canonical),
                "{}: {canonical} in {offered:?}",
                kind.key
            );
        }
    }
}
