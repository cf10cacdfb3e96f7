//! The contract that every game must fulfil, between [`rookery::rules::Game`] and the rest.
//!
//! Games are played at random from a fixed seed, over the variants and over a sample of the option combinations; the
//! promises that are checked in each position are in the files next to this one, one test for each promise.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use rookery::games::GAMES;
use rookery::rules::{
    Choice, Game, GameInfo, Options, PieceName, Reason, RuleError, RuleErrorKind, Seat, Status,
    Values, Viewer,
};
use rookery::scene::{Grid, Mark, Scene, View};

mod entry;
mod reading;
mod records;
mod showing;
mod table;

/// Option combinations of a game that are tested besides its variants.
const COMBINATIONS: usize = 6;

/// Joined values that are tested.
const JOINED: usize = 5;

/// Most plies of a game.
const PLIES: usize = 40;

/// Texts that are no moves, and that must cause no trouble.
const HOSTILE: &[&str] = &[
    "",
    " ",
    "\0",
    "\n",
    ",",
    ",,",
    "-",
    "+",
    "x",
    "=",
    "@",
    ":",
    ">",
    "~",
    "&",
    "=Q",
    "e.p.",
    "ep",
    "O-O",
    "0-0-0",
    "a",
    "1",
    "a1",
    "A1A1A1A1A1A1",
    "a1-a1",
    "a0-a9",
    "z9",
    "-1",
    "99999999999999999999999999",
    "roll:0",
    "roll:7",
    "drop:",
    "drop:nobody",
    "I:",
    "X:",
    "I:I:I:",
    "P@",
    "@@",
    "++R",
    "é4",
    "e²-e4",
    "Ｎｇ１－ｆ３",
    "ß-ẞ",
    "İ",
    "♞g1-f3",
    "\u{202e}3f-1gN",
    "\u{200b}",
    "👑🏳️‍🌈",
    "e\u{301}2-e\u{301}3",
    "@everyone",
    "<@123456789012345678>",
    "`rm -rf /`",
    "'; DROP TABLE games; --",
    "{}",
    "null",
    "%s%n",
    "undefined",
    "Bc1-",
    "-c1",
    "(=Q)",
    "a1=",
    "a1-b2=",
    "a1-b2=Z",
    "a1-b2,",
    ",a1-b2",
    "a1-b2,c3-d4,e5-f6,g7-h8",
];

/// A position of a random game, and the moves to it.
struct Sample {
    kind: &'static GameInfo,
    options: Options,
    moves: Vec<String>,
    game: Box<dyn Game>,
}

impl Sample {
    fn name(&self) -> String {
        format!(
            "{} {:?} after {:?}: {}",
            self.kind.key,
            self.options.iter().collect::<Vec<_>>(),
            self.moves,
            self.game.text()
        )
    }

    fn fresh(&self) -> Box<dyn Game> {
        self.kind.new_game(&self.options).unwrap()
    }
}

/// Some positions of random games of every kind, from a fixed seed.
static SAMPLES: LazyLock<Vec<Sample>> = LazyLock::new(|| {
    let mut samples = Vec::new();

    for kind in GAMES {
        let mut dice = ChaCha8Rng::seed_from_u64(1283);
        let settings = settings(kind, &mut dice);
        for options in settings.into_iter().chain(joined(kind, &mut dice)) {
            samples.extend(play_out(kind, &options, &mut dice));
        }
    }
    samples
});

/// Returns the variants, and a sample of the option combinations that can be played.
pub fn settings(kind: &'static GameInfo, dice: &mut ChaCha8Rng) -> Vec<Options> {
    let mut settings = vec![Options::new()];
    for variant in kind.variants {
        settings.push(variant.options.iter().copied().collect());
    }
    for _ in 0..COMBINATIONS {
        let combination: Options = kind
            .options
            .iter()
            .map(|spec| {
                let value = match spec.values {
                    Values::OneOf(values) => values.choose(dice).unwrap().0.to_owned(),
                    // See `joined`.
                    Values::Joined { values, .. } => values[0].0.to_owned(),
                    Values::Number { min, max, .. } => dice.random_range(min..=max).to_string(),
                };
                (spec.key, value)
            })
            .collect();
        match kind.new_game(&combination) {
            Ok(_) => settings.push(combination),
            Err(rejection) => assert_eq!(
                rejection.kind,
                RuleErrorKind::BadOptions,
                "{combination:?}: {rejection}"
            ),
        }
    }
    for options in &mut settings {
        let resolved = kind.resolve(options).unwrap();
        if let Some((key, values)) = (kind.chance_option)(&resolved) {
            options.set(key, dice.random_range(0..values).to_string());
        }
    }
    let mut distinct: Vec<Options> = Vec::new();
    for options in settings {
        if !distinct.contains(&options) {
            distinct.push(options);
        }
    }
    distinct
}

/// Returns some of the values that can be joined, and some of their pairs, with which games can be opened; and all that
/// change the number of seats.
fn joined(kind: &'static GameInfo, dice: &mut ChaCha8Rng) -> Vec<Options> {
    let twists = kind.twists().into_iter();
    let playable: Vec<Options> = twists.map(|value| kind.twisted(&value)).collect();
    let more_seats = |options: &&Options| kind.under(options).seats.len() > kind.seats.len();
    let mut found: Vec<Options> = playable.iter().filter(more_seats).cloned().collect();
    found.extend(playable.sample(dice, JOINED).cloned());
    // Options that hide something have separate promises.
    let hides = |options: &&Options| kind.new_game(options).is_ok_and(|game| game.hides());
    found.extend(playable.iter().filter(hides).take(2).cloned());
    found
}

/// Plays at random, and keeps the start, the end, and some positions between.
fn play_out(kind: &'static GameInfo, options: &Options, dice: &mut ChaCha8Rng) -> Vec<Sample> {
    let mut game = kind
        .new_game(options)
        .unwrap_or_else(|rejection| panic!("{} {options:?}: {rejection}", kind.key));
    let kind = game.kind();
    let mut moves = Vec::new();
    let mut samples = Vec::new();
    for ply in 0..=PLIES {
        let legal = game.legal();
        let over = game.status().is_over();
        if over || ply == PLIES || ply % 20 == 0 {
            samples.push(Sample {
                kind,
                options: options.clone(),
                moves: moves.clone(),
                game: game.clone(),
            });
        }
        if over {
            assert!(legal.is_empty(), "{}: moves after the end", game.text());
            break;
        }
        assert!(!legal.is_empty(), "{}: no move, no end", game.text());
        let leaver = Seat(dice.random_range(0..kind.seats.len()) as u8);
        let text = match game.resign_move(leaver) {
            Some(text) if dice.random_ratio(1, 60) => text,
            _ => legal.choose(dice).unwrap().clone(),
        };
        let played = game
            .play(&text)
            .unwrap_or_else(|rejection| panic!("{}: {text}: {rejection}", game.text()));
        assert_eq!(played.canonical, text, "{}", game.text());
        assert!(!played.display.is_empty() && played.display.chars().count() <= 200);
        assert!(!played.words.is_empty() && played.words.chars().count() <= 800);
        moves.push(text);
    }
    samples
}

fn digest(game: &dyn Game) -> (String, String, Status, Vec<String>) {
    (game.text(), game.checkpoint(), game.status(), game.legal())
}

/// Returns texts that are no moves: all of them at a game's start, some later.
fn hostile(sample: &Sample, dice: &mut ChaCha8Rng) -> Vec<&'static str> {
    let count = if sample.moves.is_empty() {
        HOSTILE.len()
    } else {
        8
    };
    HOSTILE.sample(dice, count).copied().collect()
}

/// Returns texts near to legal ones: halves of two joined, a character lost, doubled or changed, other case.
fn near_misses(legal: &[String], dice: &mut ChaCha8Rng, count: usize) -> Vec<String> {
    let mut texts = Vec::new();
    if legal.is_empty() {
        return texts;
    }
    for _ in 0..count {
        let one: Vec<char> = legal.choose(dice).unwrap().chars().collect();
        let two: Vec<char> = legal.choose(dice).unwrap().chars().collect();
        let at = dice.random_range(0..one.len());
        let from = dice.random_range(0..two.len());
        let mut text: Vec<char> = match dice.random_range(0..6) {
            0 => one[..at].iter().chain(&two[from..]).copied().collect(),
            1 => one[..at].iter().chain(&one[at + 1..]).copied().collect(),
            2 => one[..=at].iter().chain(&one[at..]).copied().collect(),
            3 => one.iter().map(char::to_ascii_lowercase).collect(),
            4 => one.iter().map(char::to_ascii_uppercase).collect(),
            _ => one[..at].to_vec(),
        };
        if dice.random_ratio(1, 3) && !text.is_empty() {
            let at = dice.random_range(0..text.len());
            text[at] = *"abcdefgh12345678xKQRBNP-+&~>@=,: ×é"
                .chars()
                .collect::<Vec<_>>()
                .choose(dice)
                .unwrap();
        }
        texts.push(text.into_iter().collect());
    }
    texts
}
