//! Tests of what lessons and pages of the rules claim: the pieces, marks and moves that their sentences name are looked
//! up in their pictures and positions.
//!
//! A piece with its square ("the rook on e8") and a mark ("a cross") are found in each sentence. A sentence that names
//! another square or counts something is in `claims.txt`, with a position and moves that prove it.

use std::collections::BTreeMap;

use rookery::games::{self, GAMES};
use rookery::rules::{Game, GameInfo, Lesson, Options, Outcome};
use rookery::scene::{Mark, Scene, View};

use crate::tutorial::exercises;

mod claim;

use claim::{CLAIMS, Claim};

/// Words for the pieces of Abstract Chess, by their height.
const STACKS: [&[&str]; 7] = [
    &["royal stone"],
    &["single stone", "pawn"],
    &["two-stack", "stack of 2", "knight", "mao"],
    &["three-stack", "stack of 3", "bishop"],
    &["four-stack", "stack of 4", "rook"],
    &["five-stack", "stack of 5", "rook", "cardinal"],
    &["six-stack", "stack of 6", "queen"],
];

/// Names of armies, as descriptions of pictures begin with them.
const ARMIES: [&str; 5] = ["White", "Black", "Red", "Green", "Frozen"];

/// Returns true if a text ends with a word, which begins where another ends.
fn ends(text: &str, word: &str) -> bool {
    let before = text.strip_suffix(word);
    before.is_some_and(|before| !before.ends_with(|c: char| c.is_alphanumeric() || c == '-'))
}

/// Returns the squares that a text names, with their places in it: a quad's name, a move and a number are none.
fn squares<'t>(kind: &GameInfo, text: &'t str) -> Vec<(usize, &'t str)> {
    let (files, ranks): (&[u8], u8) = match kind.key {
        "fourfold" => (b"abcdefghijklmnop", 16),
        "towers" => (b"abcdefghijk", 11),
        "tower" => (b"abcde", 9),
        _ => (b"abcdefgh", 8),
    };
    let letters = if kind.key == "tower" { 2 } else { 1 };
    let is_part = |c: char| c.is_alphanumeric() || "-&~@>+=:'".contains(c);
    let mut found = Vec::new();
    let mut at = 0;
    for word in text.split_inclusive(|c: char| !is_part(c)) {
        let bare = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        let (file, rank) = bare.split_at(bare.find(|c: char| c.is_ascii_digit()).unwrap_or(0));
        let fits = file.len() == letters && file.bytes().all(|byte| files.contains(&byte));
        let within = rank
            .parse::<u8>()
            .is_ok_and(|rank| (1..=ranks).contains(&rank));
        if fits && within && !ends(&text[..at].trim_end().to_lowercase(), "quad") {
            found.push((at, bare));
        }
        at += word.len();
    }
    found
}

/// Returns the pieces of a picture by their squares.
fn pieces(scene: &Scene) -> BTreeMap<String, String> {
    let described = scene.described();
    let list = described.split(". ").next().unwrap_or_default();
    let mut pieces = BTreeMap::new();
    for part in list.trim_end_matches('.').split("; ") {
        let Some((piece, places)) = part.rsplit_once(" on ") else {
            continue;
        };
        for square in places.replace(" and ", ", ").split(", ") {
            pieces.insert(square.to_owned(), piece.to_owned());
        }
    }
    pieces
}

/// Returns the words that may name a piece.
fn names(piece: &str) -> Vec<String> {
    let name = ARMIES.iter().find_map(|army| piece.strip_prefix(army));
    let name = name.unwrap_or(piece).trim();
    let mut names = vec![name.to_owned(), "piece".to_owned()];
    for (height, words) in STACKS.iter().enumerate() {
        if words.contains(&name) {
            names.extend(words.iter().map(|word| (*word).to_owned()));
            names.extend((height > 0).then(|| "stack".to_owned()));
            names.extend((height == 1).then(|| "stone".to_owned()));
        }
    }
    names
}

/// Returns every word for a piece of any game.
fn all_names() -> Vec<String> {
    let mut all: Vec<String> = STACKS
        .concat()
        .iter()
        .map(|word| (*word).to_owned())
        .collect();
    all.extend(["stack", "stone", "piece"].map(str::to_owned));
    for kind in GAMES {
        let variants = kind.variants.iter();
        let variants = variants.map(|variant| variant.options.iter().copied().collect());
        for options in std::iter::once(Options::new()).chain(variants) {
            let game = kind.new_game(&options).unwrap();
            let named = game.piece_names().into_iter().map(|piece| piece.name);
            all.extend(named.chain(game.specimens().into_iter().map(|one| one.name)));
        }
    }
    all
}

/// Returns the sentences of a text.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let lines = text
        .lines()
        .flat_map(|line| line.split_inclusive(['.', '!', '?', ';']));
    lines.map(str::trim).filter(|sentence| !sentence.is_empty())
}

/// Returns the squares that a sentence names, except those on which it puts a piece that is there in one of the
/// pictures.
fn not_looked_up<'t>(
    kind: &GameInfo,
    sentence: &'t str,
    mover: Option<&str>,
    pictures: &[BTreeMap<String, String>],
    words: &[String],
) -> Vec<&'t str> {
    let is_shown = |(at, square): &(usize, &str)| {
        let before = sentence[..*at].trim_end_matches('`').trim_end();
        let piece = ["is now on", "is on", "on"].iter().find_map(|on| {
            let piece = before.strip_suffix(on)?.trim_end();
            words.iter().any(|word| ends(piece, word)).then_some(piece)
        });
        let is_there = |shown: &BTreeMap<String, String>| {
            let (piece, there) = (piece?, shown.get(*square)?);
            let named = names(there);
            let word = named.iter().find(|word| ends(piece, word))?;
            let owner = piece.strip_suffix(word.as_str())?.trim_end();
            let said = ARMIES.iter().find(|army| {
                let small = army.to_lowercase();
                let own = [army.to_string(), small, format!("{army}'s")];
                own.iter().any(|own| ends(owner, own))
            });
            let own = mover.filter(|_| ends(owner, "your") || ends(owner, "Your"));
            let army = said.copied().or(own);
            army.is_none_or(|army| there.starts_with(army))
                .then_some(())
        };
        pictures.iter().any(|shown| is_there(shown).is_some())
    };
    let named = squares(kind, sentence).into_iter();
    let others = named.filter(|square| !is_shown(square));
    others.map(|(_, square)| square).collect()
}

/// Asserts that the marks which a text names are in a picture.
fn check_marks(name: &str, text: &str, scene: &Scene) {
    let cells = scene
        .grids
        .iter()
        .flat_map(|grid| grid.cells.iter().flatten());
    let marks: Vec<Mark> = cells.flat_map(|cell| cell.marks.iter().copied()).collect();
    let small = text.to_lowercase();
    assert!(
        !small.contains("red ring"),
        "{name}: a frame is no ring: {text}"
    );
    let words: Vec<&str> = small.split(|c: char| !c.is_alphanumeric()).collect();
    for (wanted, mark) in [
        (["ring", "rings"], Mark::Capture),
        (["cross", "crosses"], Mark::Special),
        (["frame", "framed"], Mark::Danger),
    ] {
        let named = words.iter().any(|word| wanted.contains(word));
        assert!(
            !named || marks.contains(&mark),
            "{name}: no {mark:?}: {text}"
        );
    }
}

/// Numbers in words, as far as texts count with them.
const NUMBERS: [&str; 9] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "both",
];

/// The nouns that texts count.
const COUNTED: [&str; 15] = [
    "squares",
    "square",
    "directions",
    "jumps",
    "dots",
    "crosses",
    "rings",
    "turns",
    "moves",
    "level",
    "levels",
    "step",
    "steps",
    "quad",
    "quads",
];

/// True if a sentence counts places, ways, marks or turns, or says how often a position may occur.
fn counts(sentence: &str) -> bool {
    let outside: String = sentence.split('`').step_by(2).collect();
    let small = outside.to_lowercase();
    let words: Vec<&str> = small
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let third = ["third time", "third occurrence"];
    let occurs = third.iter().any(|words| outside.contains(words));
    occurs
        || words.iter().enumerate().any(|(at, word)| {
            let number = word.bytes().all(|byte| byte.is_ascii_digit()) || NUMBERS.contains(word);
            let after = words.iter().skip(at + 1).take(2);
            number && after.into_iter().any(|after| COUNTED.contains(after))
        })
}

/// Returns a page's text without the moves that it writes out: squares in backquotes stay.
fn without_moves(kind: &GameInfo, text: &str) -> String {
    let parts = text.split('`').enumerate();
    let kept = parts.filter(|(at, part)| {
        let [(0, square)] = squares(kind, part)[..] else {
            return at % 2 == 0;
        };
        at % 2 == 0 || square.len() == part.len()
    });
    kept.map(|(_, part)| part).collect()
}

/// Returns the pictures before and after each of some moves.
fn pictures(
    game: &dyn Game,
    moves: impl IntoIterator<Item = String>,
) -> Vec<BTreeMap<String, String>> {
    let view = View::default();
    let mut pictures = vec![pieces(&game.scene(&view))];
    for text in moves {
        let mut after = game.boxed_clone();
        if after.play(&text).is_ok() {
            assert!(
                !after.alt_text(1_024).contains(": ."),
                "an empty list after {text}"
            );
            pictures.push(pieces(&after.scene(&view)));
        }
    }
    pictures
}

/// Lessons are right about their positions: pieces with their squares, marks, and moves that they write out. All else
/// that names a square is in the table.
#[test]
fn what_a_lesson_says_of_its_position_is_so() {
    let words = all_names();
    let mut missing = Vec::new();
    for (kind, exercise) in exercises() {
        let game = exercise.game(kind).unwrap();
        let seat = kind.seat_name(game.turn());
        let mover = ARMIES
            .iter()
            .find(|army| army.eq_ignore_ascii_case(seat))
            .copied();
        let view = View {
            from: Some(game.turn()),
            reach: exercise.marked.map(str::to_owned),
            ..View::default()
        };
        let all = [exercise.text, exercise.task].join("\n");
        let scene = game.scene(&view);
        check_marks(exercise.title, &all, &scene);
        // An alarm in the picture is what the lesson is about.
        let cells = scene
            .grids
            .iter()
            .flat_map(|grid| grid.cells.iter().flatten());
        let alarm = cells
            .into_iter()
            .any(|cell| cell.marks.contains(&Mark::Danger));
        let heeded = ["attack", "check", "danger"]
            .iter()
            .any(|word| all.contains(word));
        assert!(
            !alarm || heeded,
            "{}: an alarm that the text ignores",
            exercise.title
        );
        let solved =
            |text: &String| matches!(exercise.parse_move(kind, text), Ok(Outcome::Done { .. }));
        let quoted = [exercise.text, exercise.task]
            .into_iter()
            .flat_map(|text| text.split('`').skip(1).step_by(2));
        let written = quoted
            .map(str::to_owned)
            .filter(|text| game.parse_move(text).is_ok());
        let solutions: Vec<String> = game
            .legal()
            .into_iter()
            .chain(written)
            .filter(solved)
            .collect();
        let mut said = vec![(all, Vec::new()), (exercise.success.to_owned(), solutions)];
        for mistake in exercise.mistakes {
            said.push((mistake.reason.to_owned(), vec![mistake.example.to_owned()]));
        }
        for (text, moves) in said {
            let pictures = pictures(&*game, moves);
            for text in text.split('`').skip(1).step_by(2) {
                let is_move =
                    text.contains(['-', 'x', '>', '+', '&', '~', '@', '/']) && text.len() > 3;
                let is_command = text.starts_with('/') || text.ends_with('@');
                let is_legal = game.parse_move(text).is_ok();
                assert!(
                    !is_move || is_command || is_legal,
                    "{}: {text} is no move",
                    exercise.title
                );
            }
            for sentence in sentences(&text) {
                let plain: String = sentence.split('`').step_by(2).collect();
                let others = not_looked_up(kind, &plain, mover, &pictures, &words);
                let is_bound =
                    |claim: &&Claim| claim.at == exercise.title && sentence.contains(claim.says);
                if (!others.is_empty() || counts(sentence))
                    && !CLAIMS.iter().any(|claim| is_bound(&claim))
                {
                    missing.push(format!("{} {}: {sentence}", kind.key, exercise.title));
                }
            }
        }
    }
    assert!(missing.is_empty(), "not proven: {missing:#?}");
}

/// Pages of the rules are right about their diagrams, and all else that they say of squares is in the table.
#[test]
fn what_a_page_says_of_its_diagram_is_so() {
    let words = all_names();
    let mut missing = Vec::new();
    for kind in GAMES {
        for Lesson {
            key,
            text,
            caption,
            diagram,
            ..
        } in (kind.lessons)()
        {
            let name = format!("{} {key}", kind.key);
            let shown = diagram.as_ref().map(pieces).unwrap_or_default();
            if let Some(scene) = &diagram {
                check_marks(&name, &caption, scene);
            }
            if key == "notation" {
                missing.extend(unread_examples(kind, &text));
                continue;
            }
            for sentence in sentences(&text).chain(sentences(&caption)) {
                let is_bound = |claim: &Claim| {
                    claim.game == kind.key && claim.at == key && sentence.contains(claim.says)
                };
                if CLAIMS.iter().any(is_bound) {
                    continue;
                }
                let plain = without_moves(kind, sentence);
                let others =
                    not_looked_up(kind, &plain, None, std::slice::from_ref(&shown), &words);
                if !others.is_empty() || counts(sentence) {
                    missing.push(format!("{name}: {sentence}"));
                }
            }
        }
    }
    assert!(missing.is_empty(), "not proven: {missing:#?}");
}

/// Returns the examples of texts on the page on writing moves that the table does not play.
fn unread_examples(kind: &GameInfo, text: &str) -> Vec<String> {
    let examples = text.split('`').skip(1).step_by(2);
    let written = examples.filter(|text| text.contains(|c: char| c.is_ascii_digit()));
    let unread = written.filter(|text| {
        let quoted = format!("`{text}`");
        let typed = text.replace(' ', "_");
        !CLAIMS.iter().any(|claim| {
            claim.game == kind.key
                && claim.at == "notation"
                && claim.says.contains(&quoted)
                && claim.proof.split(' ').any(|step| step == typed)
        })
    });
    let named = unread.map(|text| format!("{} notation: `{text}`", kind.key));
    named.collect()
}

/// Every claim of the table is made somewhere, and proven.
#[test]
fn the_claims_of_the_table_are_made_and_true() {
    for claim in CLAIMS.iter() {
        let kind = games::find(claim.game).unwrap();
        let exercise = exercises().find(|(of, one)| of.key == claim.game && one.title == claim.at);
        let exercise = exercise.map(|(_, exercise)| exercise);
        let mut page = None;
        let said = match exercise {
            Some(one) => {
                let reasons = one.mistakes.iter().map(|mistake| mistake.reason);
                let texts = [one.text, one.task, one.success].into_iter().chain(reasons);
                texts.collect::<Vec<_>>().join("\n")
            }
            None => {
                let mut pages = (kind.lessons)().into_iter();
                let found = pages
                    .find(|page| page.key == claim.at)
                    .unwrap_or_else(|| panic!("{}", claim.at));
                page = found.diagram;
                [found.text, found.caption].join("\n")
            }
        };
        assert!(
            said.contains(claim.says),
            "{}: {:?} is not said",
            claim.at,
            claim.says
        );
        claim.prove(kind, exercise, page.as_ref());
    }
}
