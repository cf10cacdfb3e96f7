//! Ways into the rules core for anything that anybody can type, paste or have stored, one plain function each. They
//! say what must hold whatever comes; who calls them decides what comes: the property tests beside this file in
//! seconds, `cargo bench --bench hostile` for as long as one likes. (cargo-fuzz could call the same functions; it needs
//! a nightly compiler, which the project does not ask for.)
#![allow(clippy::unwrap_used, dead_code)]

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use rookery::games::GAMES;
use rookery::rules::{Game, Kind, Options, Rejection, RejectionKind, Values};
use rookery::scene::View;

/// All that can be told of a game.
fn digest(game: &dyn Game) -> String {
    game.checkpoint()
}

/// A refusal is a sentence for people, and mentions nobody.
fn must_be_fit(rejection: &Rejection) {
    let said = &rejection.sentence;
    assert!(
        said.ends_with(['.', '!', '?']) && said.chars().count() <= 1000,
        "{said}"
    );
    assert!(
        !said.contains("@everyone") && !said.contains("<@"),
        "{said}"
    );
    assert!(
        !said.chars().any(|c| c.is_control() && c != '\n'),
        "{said:?}"
    );
    assert!(rejection.meant.len() <= 10, "{:?}", rejection.meant);
}

/// A text typed as a move, or as the beginning of one.
pub fn notation(game: &dyn Game, text: &str) {
    let before = digest(game);
    let mut played = game.boxed_clone();
    match game.judge(text) {
        Ok(canonical) => {
            assert_eq!(game.judge(&canonical).as_ref(), Ok(&canonical), "{text:?}");
            assert_eq!(played.play(text).unwrap().canonical, canonical, "{text:?}");
        }
        Err(rejection) => {
            must_be_fit(&rejection);
            for meant in &rejection.meant {
                assert_eq!(game.judge(meant).as_ref(), Ok(meant), "{text:?}");
            }
            assert_eq!(played.play(text), Err(rejection));
            assert_eq!(digest(&*played), before, "{text:?}");
        }
    }
    for choice in game.complete(text, 25) {
        assert!(
            !choice.text.is_empty() && choice.label.chars().count() <= 100,
            "{choice:?}"
        );
    }
    let _ = game.choices(text);
    let _ = game.preview(text, &View::default());
}

/// A position text.
pub fn position(kind: &'static Kind, options: &Options, text: &str) {
    match kind.from_position(options, text) {
        Ok(game) => {
            let again = kind.from_position(options, &game.text()).unwrap();
            assert_eq!(again.text(), game.text(), "{text:?}");
            // What was read can be looked at and played.
            let _ = (game.status(), game.check(), game.danger(), game.standing());
            let _ = (
                game.words(1024),
                game.scene(&View::default()),
                game.closeup(&View::default()),
            );
            if let Some(mv) = game.legal().first() {
                assert_eq!(game.judge(mv).as_ref(), Ok(mv), "{text:?}");
                game.boxed_clone().play(mv).unwrap();
            }
        }
        Err(rejection) => {
            assert!(
                matches!(
                    rejection.kind,
                    RejectionKind::BadPosition | RejectionKind::BadOptions
                ),
                "{rejection:?}"
            );
            must_be_fit(&rejection);
        }
    }
}

/// A stored checkpoint.
pub fn checkpoint(game: &dyn Game, text: &str) {
    match game.resume(text) {
        Ok(resumed) => {
            let _ = (resumed.legal(), resumed.text());
        }
        Err(rejection) => must_be_fit(&rejection),
    }
}

/// Options of any keys and values.
pub fn options(kind: &'static Kind, options: &Options) {
    match kind.new_game(options) {
        Ok(game) => assert!(
            !game.legal().is_empty() || game.status().is_over() || !game.chance().is_empty()
        ),
        Err(rejection) => {
            assert_eq!(rejection.kind, RejectionKind::BadOptions, "{rejection:?}");
            must_be_fit(&rejection);
        }
    }
}

/// A position of a random game, by its number.
pub fn walk(kind: &'static Kind, seed: u64) -> Box<dyn Game> {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let variants = kind.variants.len();
    let options: Options = match dice.random_range(0..=variants) {
        0 => Options::new(),
        index => kind.variants[index - 1].options.iter().copied().collect(),
    };
    let mut game = kind.new_game(&options).unwrap();
    for _ in 0..dice.random_range(0..12) {
        let outcomes = game.chance();
        let moves = if outcomes.is_empty() {
            game.legal()
        } else {
            outcomes
        };
        if moves.is_empty() || game.status().is_over() {
            break;
        }
        let text = moves[dice.random_range(0..moves.len())].clone();
        game.play(&text).unwrap();
    }
    game
}

/// A change to a text: where, and what is put there.
type Edit = (prop::sample::Index, u8, char);

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let letter = prop_oneof![
        4 => proptest::char::ranges(std::borrow::Cow::Borrowed(&['a'..='h', '0'..='9', 'A'..='Z'])),
        2 => prop::sample::select(vec!['-', 'x', '+', '@', ',', ':', '=', '>', '~', '&', '/', ' ', '(', '|', ';', '.']),
        1 => any::<char>(),
    ];
    prop::collection::vec((any::<prop::sample::Index>(), 0_u8..5, letter), 0..4)
}

fn edited(text: &str, edits: &[Edit]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for (at, what, letter) in edits {
        let place = at.index(letters.len() + 1);
        match what {
            0 => letters.insert(place, *letter),
            1 if place < letters.len() => {
                letters.remove(place);
            }
            2 if place < letters.len() => letters[place] = *letter,
            3 => letters.truncate(place),
            4 => {
                let copy: Vec<char> = letters[place..].to_vec();
                letters.extend(copy);
            }
            _ => {}
        }
    }
    letters.into_iter().collect()
}

/// What may stand in for a value that somebody chooses.
fn odd() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[a-hA-Z0-9@,:=>~&+x./| -]{0,16}",
        2 => "\\PC{0,24}",
        1 => any::<String>(),
        1 => (any::<char>(), 0_usize..20_000).prop_map(|(letter, count)| letter.to_string().repeat(count)),
    ]
}

/// Runs so many cases of every kind of input for every game.
///
/// # Errors
/// The smallest input found that breaks a promise.
pub fn run(cases: u32, seed: [u8; 32]) -> Result<(), String> {
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    let mut runner =
        TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    for kind in GAMES.iter().copied() {
        let told = |what: &str, error: String| format!("{}: {what}: {error}", kind.key);
        runner
            .run(
                &(
                    0_u64..64,
                    any::<prop::sample::Index>(),
                    edits(),
                    odd(),
                    any::<bool>(),
                ),
                |(seed, pick, edits, odd, wild)| {
                    let game = walk(kind, seed);
                    let legal = game.legal();
                    let text = match legal.get(pick.index(legal.len().max(1))) {
                        Some(mv) if !wild => edited(mv, &edits),
                        _ => odd,
                    };
                    notation(&*game, &text);
                    Ok::<_, TestCaseError>(())
                },
            )
            .map_err(|error| told("notation", error.to_string()))?;
        runner
            .run(
                &(0_u64..64, edits(), odd(), 0_u8..8),
                |(seed, edits, odd, wild)| {
                    let game = walk(kind, seed);
                    let text = if wild == 0 {
                        odd
                    } else {
                        edited(&game.text(), &edits)
                    };
                    position(kind, game.options(), &text);
                    Ok::<_, TestCaseError>(())
                },
            )
            .map_err(|error| told("position", error.to_string()))?;
        runner
            .run(&(0_u64..64, edits()), |(seed, edits)| {
                let game = walk(kind, seed);
                checkpoint(&*game, &edited(&game.checkpoint(), &edits));
                Ok::<_, TestCaseError>(())
            })
            .map_err(|error| told("checkpoint", error.to_string()))?;
        let keys: Vec<&'static str> = kind
            .options
            .iter()
            .map(|spec| spec.key)
            .chain(["nonsense"])
            .collect();
        let values: Vec<String> = kind
            .options
            .iter()
            .flat_map(|spec| match spec.values {
                Values::OneOf(values) => values
                    .iter()
                    .map(|(value, _)| (*value).to_owned())
                    .collect(),
                Values::Number { min, max, .. } => {
                    vec![min.to_string(), max.to_string(), u64::MAX.to_string()]
                }
            })
            .chain(["".to_owned()])
            .collect();
        let value = prop_oneof![3 => prop::sample::select(values), 1 => odd()];
        let pairs = prop::collection::vec((prop::sample::select(keys), value), 0..6);
        runner
            .run(&pairs, |pairs| {
                options(kind, &pairs.into_iter().collect());
                Ok::<_, TestCaseError>(())
            })
            .map_err(|error| told("options", error.to_string()))?;
    }
    Ok(())
}
