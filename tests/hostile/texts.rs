//! Promises of the rules core for any text: typed as a move, pasted as a position, stored as a checkpoint, chosen as an
//! option.

use rand::RngExt as _;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use rookery::rules::{Game, GameInfo, Options, RuleError, RuleErrorKind};
use rookery::scene::View;

/// Returns everything that defines a game's state.
fn digest(game: &dyn Game) -> String {
    game.checkpoint()
}

/// Asserts that a refusal is a sentence for people, and mentions nobody.
fn must_be_fit(rejection: &RuleError) {
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
    assert!(
        rejection.suggestions.len() <= 10,
        "{:?}",
        rejection.suggestions
    );
}

/// Judges a text typed as a move, or as the beginning of one.
pub fn notation(game: &dyn Game, text: &str) {
    let before = digest(game);
    let mut played = game.boxed_clone();
    match game.parse_move(text) {
        Ok(canonical) => {
            assert_eq!(
                game.parse_move(&canonical).as_ref(),
                Ok(&canonical),
                "{text:?}"
            );
            assert_eq!(played.play(text).unwrap().canonical, canonical, "{text:?}");
        }
        Err(rejection) => {
            must_be_fit(&rejection);
            for suggestions in &rejection.suggestions {
                assert_eq!(
                    game.parse_move(suggestions).as_ref(),
                    Ok(suggestions),
                    "{text:?}"
                );
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

/// Judges a position text.
pub fn position(kind: &'static GameInfo, options: &Options, text: &str) {
    match kind.from_position(options, text) {
        Ok(game) => {
            let again = kind.from_position(options, &game.text()).unwrap();
            assert_eq!(again.text(), game.text(), "{text:?}");
            // A position that was read can be shown and played.
            let _ = (
                game.status(),
                game.check(),
                game.check_warning(),
                game.status_lines(),
            );
            let _ = (game.alt_text(1024), game.scene(&View::default()));
            if let Some(mv) = game.legal().first() {
                assert_eq!(game.parse_move(mv).as_ref(), Ok(mv), "{text:?}");
                game.boxed_clone().play(mv).unwrap();
            }
        }
        Err(rejection) => {
            assert!(
                matches!(
                    rejection.kind,
                    RuleErrorKind::BadPosition | RuleErrorKind::BadOptions
                ),
                "{rejection:?}"
            );
            must_be_fit(&rejection);
        }
    }
}

/// Judges a stored checkpoint.
pub fn checkpoint(game: &dyn Game, text: &str) {
    match game.resume(text) {
        Ok(resumed) => {
            let _ = (resumed.legal(), resumed.text());
        }
        Err(rejection) => must_be_fit(&rejection),
    }
}

/// Judges options of any keys and values.
pub fn options(kind: &'static GameInfo, options: &Options) {
    match kind.new_game(options) {
        Ok(game) => assert!(
            !game.legal().is_empty() || game.status().is_over() || !game.chance().is_empty()
        ),
        Err(rejection) => {
            assert_eq!(rejection.kind, RuleErrorKind::BadOptions, "{rejection:?}");
            must_be_fit(&rejection);
        }
    }
}

/// Returns a position of a random game, by its number.
pub fn walk(kind: &'static GameInfo, seed: u64) -> Box<dyn Game> {
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
