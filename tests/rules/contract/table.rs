//! Tests of the table of games.

use super::showing::check_scene;
use super::*;

/// Rules pages fit a Discord message, and texts of the table of games fit its commands.
#[test]
fn the_table_of_games_fits_discord() {
    let mut keys = BTreeSet::new();
    let mut unsaid: Vec<String> = Vec::new();
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
            assert!(
                lesson.caption.is_empty() || lesson.diagram.is_some(),
                "{}: {} says what a picture shows that it does not have",
                kind.key,
                lesson.key
            );
            // A diagram of an illegal move is marked as such. The first page has the sheet of pieces.
            assert!(
                pages.len() == 1
                    || lesson.diagram.is_some()
                    || !lesson.text.to_lowercase().contains("in the picture"),
                "{}: {} speaks of a picture that it does not have",
                kind.key,
                lesson.key
            );
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
            let all = format!("{} {}", lesson.text, lesson.caption);
            assert!(all.chars().count() <= 1_900, "{}", lesson.title);
            assert!(
                !lesson.text.contains("  "),
                "{}: stray spaces",
                lesson.title
            );
            if let Some(diagram) = &lesson.diagram {
                check_scene(diagram, &lesson.title);
                let marks = not_said(diagram, &all.to_lowercase());
                unsaid.extend(
                    marks
                        .iter()
                        .map(|mark| format!("{} {}: {mark:?}", kind.key, lesson.key)),
                );
            }
        }
    }
    assert!(unsaid.is_empty(), "not explained: {unsaid:#?}");
}

/// Returns the marks that neither a page's words nor the sheet of pieces explain. The sheet explains dots and rings; a
/// cross has another meaning on each page, and the reason of a king's danger is seldom a page's subject.
fn not_said(diagram: &Scene, words: &str) -> Vec<Mark> {
    let cells = diagram.grids.iter().flat_map(|grid| &grid.cells).flatten();
    let marks: Vec<Mark> = cells.flat_map(|cell| cell.marks.clone()).collect();
    let needed = [
        (Mark::Special, ["cross", "corner"]),
        (Mark::Danger, ["check", "attacked"]),
    ];
    let unsaid = needed.into_iter().filter(move |(mark, said)| {
        marks.contains(mark) && !said.iter().any(|said| words.contains(said))
    });
    unsaid.map(|(mark, _)| mark).collect()
}

/// Returns the words within backquotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Pages refer to pages by their keys: the word after "see" and the entries of a list of pages are keys. No text gives
/// a number that no page has.
#[test]
fn the_pages_that_pages_lead_to_are_there() {
    let mut led = 0;
    for kind in GAMES {
        let lessons = (kind.lessons)();
        for lesson in &lessons {
            let mut named: Vec<&str> = Vec::new();
            for (at, _) in lesson.text.match_indices("see `") {
                named.extend(quoted(&lesson.text[at..]).next());
            }
            for line in lesson.text.lines() {
                if let Some((_, pages)) = line.split_once("ages: ") {
                    named.extend(quoted(pages));
                }
            }
            for key in named {
                let mut keys = lessons.iter().map(|lesson| lesson.key);
                assert!(
                    keys.any(|known| known.starts_with(key)),
                    "{key}: {lesson:?}"
                );
                led += 1;
            }
            let numbered = |word: &str| {
                let rest = lesson.text.split(word).skip(1);
                rest.into_iter()
                    .any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
            };
            for word in ["rule ", "rules ", "Rule ", "Rules "] {
                assert!(!numbered(word), "{}: {}", kind.name, lesson.text);
            }
        }
    }
    assert!(led > 20, "{led}");
}

/// A message holds four menus of 25 pages and a row of buttons.
#[test]
fn every_page_is_in_a_menu() {
    for kind in GAMES {
        let lessons = (kind.lessons)();
        let keys: Vec<&str> = kind.sections.iter().map(|(first, _)| *first).collect();
        let starts = lessons.iter().filter(|page| keys.contains(&page.key));
        let starts: Vec<&str> = starts.map(|page| page.key).collect();
        assert_eq!(starts, keys, "{}: first pages in order", kind.name);
        assert!(
            keys.is_empty() || lessons[0].key == keys[0],
            "{}",
            kind.name
        );
        let sections = lessons.chunk_by(|_, page| !keys.contains(&page.key));
        let sizes: Vec<usize> = sections.map(<[_]>::len).collect();
        assert!(sizes.len() <= 4, "{}: {sizes:?}", kind.name);
        assert!(
            sizes.iter().all(|size| *size <= 25),
            "{}: {sizes:?}",
            kind.name
        );
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
