//! What every game must keep to, whichever it is: the contract between [`rookery::rules::Game`] and the rest.
//!
//! Games are played at random from a fixed seed, over the variants and over a sample of the option combinations; what
//! is asked of each position met is below, one test for each promise.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use rookery::games::GAMES;
use rookery::rules::{
    Choice, Game, GameInfo, Options, Reason, RuleError, RuleErrorKind, Seat, Status, Values, Viewer,
};
use rookery::scene::{Mark, Scene, View};

/// How many option combinations of a game are looked at besides its variants.
const COMBINATIONS: usize = 6;
/// How many of the values that can be joined are looked at.
const JOINED: usize = 5;
/// How many plies a game goes on at most.
const PLIES: usize = 40;

/// Texts that are no moves, and that nobody may stumble over.
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

/// A position met in a random game, and how it was reached.
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

/// Random games of every kind, from a fixed seed: some positions of each.
static STAGES: LazyLock<Vec<Sample>> = LazyLock::new(|| {
    let mut stages = Vec::new();
    for kind in GAMES {
        let mut dice = ChaCha8Rng::seed_from_u64(1283);
        let settings = settings(kind, &mut dice);
        for options in settings.into_iter().chain(joined(kind, &mut dice)) {
            stages.extend(play_out(kind, &options, &mut dice));
        }
    }
    stages
});

/// The variants, and a sample of the option combinations that can be played.
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
        if let Some((key, values)) = (kind.draws)(&resolved) {
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

/// Some of the values that can be joined, and some of the pairs of them, of games that can be opened; all that change
/// how many seats there are.
fn joined(kind: &'static GameInfo, dice: &mut ChaCha8Rng) -> Vec<Options> {
    let twists = kind.twists().into_iter();
    let playable: Vec<Options> = twists.map(|value| kind.twisted(&value)).collect();
    let more_seats = |options: &&Options| kind.under(options).seats.len() > kind.seats.len();
    let mut found: Vec<Options> = playable.iter().filter(more_seats).cloned().collect();
    found.extend(playable.sample(dice, JOINED).cloned());
    // What hides something has promises of its own.
    let hides = |options: &&Options| kind.new_game(options).is_ok_and(|game| game.hides());
    found.extend(playable.iter().filter(hides).take(2).cloned());
    found
}

/// Plays at random, and keeps the start, the end, and some of what lies between.
fn play_out(kind: &'static GameInfo, options: &Options, dice: &mut ChaCha8Rng) -> Vec<Sample> {
    let mut game = kind
        .new_game(options)
        .unwrap_or_else(|rejection| panic!("{} {options:?}: {rejection}", kind.key));
    let kind = game.kind();
    let mut moves = Vec::new();
    let mut stages = Vec::new();
    for ply in 0..=PLIES {
        let legal = game.legal();
        let over = game.status().is_over();
        if over || ply == PLIES || ply % 20 == 0 {
            stages.push(Sample {
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
    stages
}

fn digest(game: &dyn Game) -> (String, String, Status, Vec<String>) {
    (game.text(), game.checkpoint(), game.status(), game.legal())
}

/// A text that was accepted is listed, or is one of those that a game keeps off its list.
fn is_known(game: &dyn Game, legal: &BTreeSet<String>, text: &str) -> bool {
    let composite = game.has_unlisted_moves() && text.contains([',', ':']);
    let resign_move = || {
        game.kind()
            .all_seats()
            .any(|seat| game.resign_move(seat).as_deref() == Some(text))
    };
    legal.contains(text) || composite || resign_move()
}

fn check_rejection(game: &dyn Game, rejection: &RuleError, about: &str) {
    let sentence = &rejection.sentence;
    if game.hides() {
        // The reason would tell what is hidden.
        assert_eq!(rejection.kind, RuleErrorKind::Illegal, "{about:?}");
        assert!(
            ["No.", "Nonsense."].contains(&sentence.as_str()),
            "{sentence}"
        );
        assert!(rejection.suggestions.is_empty() && rejection.squares.is_empty());
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

/// Texts near to legal ones: halves of two put together, a character lost, doubled or changed, other case.
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

/// The rules core README: "Canonical move text is what is stored, listed and compared".
#[test]
fn stored_moves_replay_to_the_same_game() {
    for stage in STAGES.iter() {
        let mut again = stage.fresh();
        for text in &stage.moves {
            assert_eq!(again.play(text).unwrap().canonical, *text);
        }
        assert_eq!(digest(&*again), digest(&*stage.game), "{}", stage.name());
    }
}

/// The rules core README: "Position text is one line ... from which play can go on with nothing else known (history
/// for repetition aside)".
#[test]
fn position_texts_read_back() {
    for stage in STAGES.iter() {
        let text = stage.game.text();
        assert!(!text.contains(['\n', '\t']) && text.len() <= 2000, "{text}");
        let read = stage
            .kind
            .from_position(&stage.options, &text)
            .unwrap_or_else(|rejection| panic!("{}: {rejection}", stage.name()));
        assert_eq!(read.text(), text, "{}", stage.name());
        assert_eq!(read.turn(), stage.game.turn(), "{}", stage.name());
        assert_eq!(read.check(), stage.game.check(), "{}", stage.name());
        assert_eq!(
            read.alt_text(1024),
            stage.game.alt_text(1024),
            "{}",
            stage.name()
        );
        if stage.game.status() != Status::Drawn(Reason::Repetition) {
            assert_eq!(read.status(), stage.game.status(), "{}", stage.name());
            assert_eq!(read.legal(), stage.game.legal(), "{}", stage.name());
            // Their values may tell of the moves before, as a ledger does; that they are there must not.
            let keys = |game: &dyn Game| {
                game.extra()
                    .into_iter()
                    .map(|(key, _)| key)
                    .collect::<Vec<_>>()
            };
            assert_eq!(keys(&*read), keys(&*stage.game), "{}", stage.name());
        }
    }
}

#[test]
fn damaged_position_texts_are_refused_or_read_back() {
    let mut dice = ChaCha8Rng::seed_from_u64(2003);
    for stage in STAGES.iter() {
        let whole: Vec<char> = stage.game.text().chars().collect();
        let mut texts: Vec<String> = HOSTILE.iter().map(|&text| text.to_owned()).collect();
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
            match stage.kind.from_position(&stage.options, &text) {
                Ok(game) => {
                    // What is written may differ from what was read, but then it must stay.
                    let written = game.text();
                    let again = stage
                        .kind
                        .from_position(&stage.options, &written)
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

/// Every listed text is accepted, verbatim.
#[test]
fn the_list_is_accepted() {
    for stage in STAGES.iter() {
        let legal = stage.game.legal();
        let mut sorted = legal.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(
            legal,
            sorted,
            "sorted by bytes, nothing twice: {}",
            stage.name()
        );
        for text in legal {
            assert_eq!(stage.game.parse_move(&text), Ok(text), "{}", stage.name());
        }
        if !stage.game.status().is_over() {
            for seat in stage.kind.all_seats() {
                if let Some(text) = stage.game.resign_move(seat) {
                    assert_eq!(stage.game.parse_move(&text), Ok(text), "{}", stage.name());
                }
            }
        }
    }
}

/// Whatever is accepted is listed; whatever is refused changes nothing and says why.
#[test]
fn odd_texts_are_refused_with_a_sentence_and_change_nothing() {
    let mut dice = ChaCha8Rng::seed_from_u64(2009);
    let giants = ["a1".repeat(50_000), "♞".repeat(50_000), ",".repeat(100_000)];
    for stage in STAGES.iter() {
        let legal = stage.game.legal();
        let listed: BTreeSet<String> = legal.iter().cloned().collect();
        let mut texts = near_misses(&legal, &mut dice, 30);
        // All of them at every start; later some.
        let hostile = if stage.moves.is_empty() {
            HOSTILE.len()
        } else {
            8
        };
        texts.extend(
            HOSTILE
                .sample(&mut dice, hostile)
                .map(|&text| text.to_owned()),
        );
        texts.push(giants.choose(&mut dice).unwrap().clone());
        let before = digest(&*stage.game);
        for text in texts {
            let mut game = stage.game.clone();
            match game.parse_move(&text) {
                Ok(canonical) => {
                    assert!(
                        is_known(&*game, &listed, &canonical),
                        "{text:?} means {canonical}: {}",
                        stage.name()
                    );
                    assert_eq!(game.parse_move(&canonical).as_ref(), Ok(&canonical));
                    let played = game.play(&text).unwrap();
                    assert_eq!(played.canonical, canonical);
                }
                Err(rejection) => {
                    assert_eq!(game.play(&text), Err(rejection.clone()));
                    assert_eq!(digest(&*game), before, "{text:?}: {}", stage.name());
                    if stage.game.status().is_over() {
                        assert_eq!(rejection.kind, RuleErrorKind::Finished);
                    }
                    check_rejection(&*game, &rejection, &text);
                }
            }
        }
    }
}

/// The rules core README: "upper/lower case do not matter unless two legal moves differ only by it; spaces,
/// `+ # ! ?` suffixes".
#[test]
fn case_spaces_and_suffixes_do_not_matter() {
    for stage in STAGES.iter() {
        let legal = stage.game.legal();
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
                    stage.game.parse_move(&way).as_ref(),
                    Ok(text),
                    "{way:?}: {}",
                    stage.name()
                );
            }
        }
    }
}

/// A game taken up from a checkpoint goes on as it would have, repetition included.
#[test]
fn checkpoints_resume() {
    for stage in STAGES.iter() {
        for cut in [0, stage.moves.len() / 2, stage.moves.len()] {
            let (before, after) = stage.moves.split_at(cut);
            let mut game = stage.fresh();
            for text in before {
                game.play(text).unwrap();
            }
            let mut resumed = stage.fresh().resume(&game.checkpoint()).unwrap();
            assert_eq!(digest(&*resumed), digest(&*game), "{}", stage.name());
            for text in after {
                resumed.play(text).unwrap();
            }
            assert_eq!(digest(&*resumed), digest(&*stage.game), "{}", stage.name());
        }
        let checkpoint = stage.game.checkpoint();
        assert!(!checkpoint.contains('\n'));
        for damaged in [
            "",
            "{}",
            "null",
            &checkpoint[..checkpoint.len() / 2],
            &checkpoint.replace(':', ";"),
            &checkpoint.replace("\"position\":\"", "\"position\":\"?"),
        ] {
            let rejection = stage.game.resume(damaged).unwrap_err();
            assert_eq!(rejection.kind, RuleErrorKind::BadPosition, "{damaged}");
        }
    }
}

fn check_choice(game: &dyn Game, choice: &Choice, name: &str) {
    for shown in [&choice.text, &choice.label] {
        assert!(
            (1..=100).contains(&shown.chars().count()),
            "{choice:?}: {name}"
        );
    }
    if choice.whole && game.hides() {
        // Whether it can be played is not known before it is tried.
        if let Err(refused) = game.parse_move(&choice.text) {
            assert_eq!(refused.sentence, "No.", "{choice:?}: {name}");
        }
    } else if choice.whole {
        assert_eq!(
            game.parse_move(&choice.text).as_ref(),
            Ok(&choice.text),
            "{name}"
        );
    }
}

/// What the side to move may try: the legal moves, or where something is hidden what is possible as far as it knows.
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

/// What is shown to somebody is made of what they may know: it is offered to the side to move from its own view alone, no
/// history is in it, and that there is but one legal move is not told. A game that hides nothing is shown as it is.
#[test]
fn what_is_hidden_is_not_in_what_is_shown() {
    let mut hidden = 0;
    for stage in STAGES.iter() {
        let (game, name) = (&*stage.game, stage.name());
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

/// Autocomplete offers what can be played, or what leads there, and never more than it may.
#[test]
fn completions_are_legal() {
    let mut dice = ChaCha8Rng::seed_from_u64(2001);
    for stage in STAGES.iter() {
        let (game, name) = (&*stage.game, stage.name());
        let legal = game.legal();
        // Where chance comes first there is nothing for a player to enter.
        let nothing = game.status().is_over() || !game.chance().is_empty();
        assert_eq!(game.complete("", 25).is_empty(), nothing, "{name}");
        for choice in game.complete("", 25) {
            check_choice(game, &choice, &name);
            if !choice.whole {
                // The parser takes the beginning too: it asks which, rather than not understanding.
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
                check_choice(game, &choice, &name);
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

/// The guided way: every step leads on, and ends in a legal move.
#[test]
fn choices_lead_to_moves() {
    let mut dice = ChaCha8Rng::seed_from_u64(2011);
    for stage in STAGES.iter() {
        let (game, name) = (&*stage.game, stage.name());
        if game.status().is_over() || !game.chance().is_empty() {
            assert!(game.choices("").options.is_empty(), "{name}");
            continue;
        }
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
                    check_choice(game, choice, &name);
                }
                game.preview(&partial, &View::default());
                let choice = choices.options.choose(&mut dice).unwrap();
                if choice.whole {
                    break;
                }
                partial.clone_from(&choice.text);
            }
        }
        for hostile in HOSTILE.iter().skip(1) {
            game.choices(hostile);
            game.preview(hostile, &View::default());
        }
    }
}

/// Discord's limit for a picture's words is 1,024 characters; less must do too.
#[test]
fn words_keep_to_their_limit() {
    for stage in STAGES.iter() {
        for limit in [0, 1, 2, 10, 100, 400, 1024] {
            let words = stage.game.alt_text(limit);
            assert!(words.chars().count() <= limit, "{limit}: {words}");
            assert!(!words.is_empty() || limit < 10, "{}", stage.name());
        }
        let danger = stage.game.check_warning();
        assert!(
            danger.is_none_or(|line| line.chars().count() <= 300),
            "{}",
            stage.name()
        );
        for line in stage.game.status_lines() {
            assert!((1..=300).contains(&line.chars().count()), "{line}");
        }
        for topic in stage.game.topics() {
            assert!(topic.key.starts_with(stage.kind.key), "{topic:?}");
            assert!((1..=300).contains(&topic.line.chars().count()), "{topic:?}");
        }
        if stage.kind.seats.len() > 2 && stage.game.status().is_over() {
            let placings = stage.game.placings().unwrap();
            assert_eq!(placings.len(), stage.kind.seats.len(), "{}", stage.name());
            assert!(placings.contains(&1), "{}", stage.name());
        }
    }
}

/// What a picture marks of a piece's moves is also said.
fn check_reach(scene: &Scene, said: Option<&str>, square: &str) {
    let marks = scene.grids.iter().flat_map(|grid| &grid.cells).flatten();
    let mut marks = marks.flat_map(|cell| &cell.marks);
    let shown = marks.any(|mark| matches!(mark, Mark::Reach | Mark::Capture | Mark::Special));
    let told = said.is_some_and(|said| said.contains(" can "));
    assert_eq!(shown, told, "{square}: {said:?}");
}

fn check_scene(scene: &Scene, name: &str) {
    let at_most = |limit: usize, text: &str| {
        assert!(text.chars().count() <= limit, "{text:?}: {name}");
    };
    assert!(!scene.grids.is_empty() && scene.columns >= 1, "{name}");
    assert!((24..=120).contains(&scene.cell), "{name}");
    for grid in &scene.grids {
        assert_eq!(
            grid.cells.len(),
            usize::from(grid.width) * usize::from(grid.height),
            "{name}"
        );
        assert!(grid.scale > 0.0 && grid.scale <= 2.0, "{name}");
        if let Some(badge) = &grid.badge {
            at_most(4, &badge.text);
            at_most(24, &badge.note);
        }
        for label in &grid.labels {
            at_most(24, &label.text);
            let (width, height) = (f32::from(grid.width), f32::from(grid.height));
            assert!(
                (-1.0..=width + 1.0).contains(&label.x) && (-1.0..=height + 1.0).contains(&label.y),
                "{label:?}: {name}"
            );
        }
        for token in grid
            .cells
            .iter()
            .flatten()
            .filter_map(|cell| cell.token.as_ref())
        {
            at_most(3, &token.count);
            assert!(token.pips.is_none_or(|pips| pips <= 3), "{name}");
        }
    }
    for tray in &scene.trays {
        at_most(24, &tray.title);
        for item in &tray.items {
            at_most(24, &item.text);
        }
    }
    if let Some(turn) = &scene.turn {
        at_most(24, &turn.text);
        at_most(32, &turn.detail);
    }
}

/// Wherever a picture rings a piece in danger, words warn of it.
#[test]
fn what_a_picture_rings_is_warned_of_in_words() {
    let mut rings = 0;
    for stage in STAGES.iter().filter(|stage| !stage.game.status().is_over()) {
        let scene = stage.game.scene(&View::default());
        let mut cells = scene.grids.iter().flat_map(|grid| &grid.cells).flatten();
        if cells.any(|cell| cell.marks.contains(&Mark::Danger)) {
            rings += 1;
            let warned = stage.game.check_warning().is_some() || !stage.game.exposed().is_empty();
            assert!(warned, "{}: {}", stage.name(), stage.game.text());
        }
    }
    assert!(rings > 0, "no position has a piece in danger");
}

/// What [`rookery::scene`] says of its texts and numbers.
#[test]
fn scenes_keep_to_their_form() {
    for stage in STAGES.iter() {
        let name = stage.name();
        let mut views = vec![View::default()];
        for seat in stage.kind.all_seats().chain([Seat(250)]) {
            views.push(View {
                from: Some(seat),
                ..View::default()
            });
        }
        for layout in ["wide", "no such layout"] {
            views.push(View {
                layout: Some(layout.to_owned()),
                ..View::default()
            });
        }
        for choice in stage.game.choices("").options {
            let square: String = choice
                .text
                .trim_start_matches(|letter: char| !letter.is_lowercase())
                .to_owned();
            let said = stage.game.reach(&square);
            let square = View {
                reach: Some(square),
                ..View::default()
            };
            check_reach(&stage.game.scene(&square), said.as_deref(), &name);
            views.push(square);
        }
        for reach in HOSTILE {
            views.push(View {
                reach: Some((*reach).to_owned()),
                ..View::default()
            });
        }
        for view in &views {
            check_scene(&stage.game.scene(view), &name);
        }
    }
}

/// The public picture never turns by itself: it is the first seat's.
#[test]
fn the_public_picture_is_the_first_seats() {
    for stage in STAGES.iter() {
        let first = View {
            from: Some(Seat(0)),
            ..View::default()
        };
        if stage.kind.seats.len() == 2 {
            assert_eq!(
                stage.game.scene(&View::default()),
                stage.game.scene(&first),
                "{}",
                stage.name()
            );
        }
    }
}

/// Rules pages fit a Discord message, and what the table of games says fits its commands.
#[test]
fn the_table_of_games_fits_discord() {
    let mut keys = BTreeSet::new();
    assert!(!GAMES.is_empty() && GAMES.len() <= 25);
    for kind in GAMES {
        let plain = |key: &str| {
            !key.is_empty()
                && key.len() <= 32
                && key
                    .chars()
                    .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-".contains(c))
        };
        assert!(keys.insert(kind.key) && plain(kind.key), "{}", kind.key);
        assert!((2..=25).contains(&kind.seats.len()));
        assert!(
            (1..=100).contains(&kind.summary.chars().count()),
            "{}",
            kind.summary
        );
        assert!((1..=100).contains(&kind.name.chars().count()));
        assert!((1..=100).contains(&kind.credit.chars().count()));
        for spec in kind.options {
            assert!(plain(spec.key), "{}", spec.key);
            assert!(
                (1..=100).contains(&spec.about.chars().count()),
                "{}",
                spec.about
            );
            if let Values::OneOf(values) | Values::Joined { values, .. } = spec.values {
                assert!((1..=25).contains(&values.len()), "{}", spec.key);
                for (value, meaning) in values {
                    assert!(plain(value), "{value}");
                    assert!((1..=100).contains(&meaning.chars().count()), "{meaning}");
                }
            }
        }
        let mut variants = BTreeSet::new();
        for variant in kind.variants {
            assert!(
                variants.insert(variant.key) && plain(variant.key),
                "{}",
                variant.key
            );
            assert!((1..=80).contains(&variant.name.chars().count()));
            kind.new_game(&variant.options.iter().copied().collect())
                .unwrap_or_else(|rejection| panic!("{} {}: {rejection}", kind.key, variant.key));
        }
        let mut pages = BTreeSet::new();
        let lessons = (kind.lessons)();
        assert!(!lessons.is_empty(), "{}", kind.key);
        for lesson in lessons {
            assert!(pages.insert(lesson.key), "{}", lesson.key);
            assert_eq!(lesson.key, lesson.key.to_lowercase());
            assert!(
                (1..=100).contains(&lesson.key.chars().count()),
                "{}",
                lesson.key
            );
            assert!(
                (1..=100).contains(&lesson.title.chars().count()),
                "{}",
                lesson.title
            );
            assert!(
                (1..=1800).contains(&lesson.text.chars().count()),
                "{}",
                lesson.title
            );
            assert!(
                !lesson.text.contains("  "),
                "{}: stray spaces",
                lesson.title
            );
            if let Some(diagram) = &lesson.diagram {
                check_scene(diagram, &lesson.title);
            }
        }
    }
}

#[test]
fn unknown_options_are_refused() {
    for kind in GAMES {
        for (key, value) in [("no such option", "x"), ("", ""), ("@everyone", "`")] {
            let options: Options = [(key, value)].into_iter().collect();
            let rejection = kind.new_game(&options).unwrap_err();
            assert_eq!(rejection.kind, RuleErrorKind::BadOptions);
        }
        for spec in kind.options {
            for value in [
                "",
                "no such value",
                "-1",
                "1.5",
                "99999999999999999999999",
                "é",
            ] {
                let options: Options = [(spec.key, value)].into_iter().collect();
                let rejection = kind.new_game(&options).unwrap_err();
                assert_eq!(
                    rejection.kind,
                    RuleErrorKind::BadOptions,
                    "{}={value}",
                    spec.key
                );
            }
        }
    }
}
