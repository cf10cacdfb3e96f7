//! Tests of the layers, read from the source (invariants 1, 2 and 8 of the crate documentation): what each layer may
//! name, and that a game is known only in its own folder and in the table of games.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use rookery::games::GAMES;

/// Returns every source file in `src/`, as its path from there with `/` and its code without comments and texts.
pub fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![root.clone()];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path: PathBuf = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let name = path.strip_prefix(&root).unwrap();
                let name = name.to_str().unwrap().replace('\\', "/");
                sources.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    assert!(sources.len() > 20, "the source was found");
    sources.sort();
    sources
}

/// The parts of a source text that are kept.
#[derive(Clone, Copy, PartialEq)]
pub enum Kept {
    /// Code alone, to find imports and calls.
    Code,
    /// Code and string literals, to find keys that are spelt out.
    Texts,
}

/// Returns the source without comments, and without the contents of string literals unless they are kept.
pub fn stripped(source: &str, kept: Kept) -> String {
    let mut code = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let taken = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if let Some(length) = literal(rest) {
            if kept == Kept::Texts {
                code.push_str(&rest[..length]);
            } else {
                code.push_str("\"\"");
            }
            length
        } else {
            code.push(first);
            first.len_utf8()
        };
        rest = &rest[taken..];
    }
    code
}

/// Returns the length of the string or character literal that a text begins with.
pub fn literal(text: &str) -> Option<usize> {
    if let Some(raw) = text.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let body = raw[hashes..].strip_prefix('"')?;
        let close = format!("\"{}", "#".repeat(hashes));
        let end = body.find(&close)?;
        return Some(1 + hashes + 1 + end + close.len());
    }
    let mark = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == mark => return Some(at + 1),
            // A lifetime, not a character.
            _ if mark == '\'' && at > 12 => return None,
            ' ' | ',' | '>' | ')' if mark == '\'' && at > 1 => return None,
            _ => {}
        }
    }
    None
}

/// True if a word is in a text, and not as a part of a longer one.
fn names(text: &str, word: &str) -> bool {
    let joins = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word)
        .any(|(at, _)| !text[..at].ends_with(joins) && !text[at + word.len()..].starts_with(joins))
}

/// True if a file belongs to a layer: `rules` is `rules.rs` and all in `rules/`.
pub fn is_in(file: &str, layer: &str) -> bool {
    file == format!("{layer}.rs") || file.starts_with(&format!("{layer}/"))
}

/// True if a file contains only tests, which may use what the code next to them may not.
pub fn is_test(file: &str) -> bool {
    file.ends_with("/tests.rs") || file.contains("/tests/")
}

/// Returns code without the test module at its end.
pub fn production(code: &str) -> &str {
    code.split("#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or(code)
}

fn assert_names_none(layers: &[&str], forbidden: &[&str]) {
    let mut seen = 0;
    for (file, source) in sources() {
        if !layers.iter().any(|layer| is_in(&file, layer)) || is_test(&file) {
            continue;
        }
        seen += 1;
        let code = stripped(&source, Kept::Code);
        let code = production(&code);
        for word in forbidden {
            assert!(!names(code, word), "src/{file} names {word}");
        }
    }
    assert!(seen > 0, "{layers:?} were found");
}

/// Invariant 1: no input or output, no clock, no randomness, no async in the rules core.
#[test]
fn the_rules_core_is_pure() {
    assert_names_none(
        &["rules", "notation", "geometry", "scene", "games"],
        &[
            "serenity",
            "sqlx",
            "image",
            "imageproc",
            "tokio",
            "rand",
            "axum",
            "std::time",
            "Instant",
            "SystemTime",
            "std::fs",
            "std::io",
            "std::net",
            "std::env",
            "std::process",
            "std::thread",
            "async",
            "await",
            "println",
            "eprintln",
            "unsafe",
            "crate::render",
            "crate::match_state",
            "crate::store",
            "crate::app",
            "crate::discord",
            "crate::sandbox",
            "crate::config",
            "crate::rules_cli",
        ],
    );
}

/// Invariant 1: `render` draws scenes, whichever game made them.
#[test]
fn render_sees_scenes_only() {
    for (file, source) in sources() {
        if !is_in(&file, "render") || is_test(&file) {
            continue;
        }
        let code = stripped(&source, Kept::Code);
        for (at, _) in production(&code).match_indices("crate::") {
            let used = &code[at + "crate::".len()..];
            assert!(
                // A scene names seats, so a picture may too.
                used.starts_with("scene")
                    || used.starts_with("render")
                    || used.starts_with("rules::Seat"),
                "src/{file} uses crate::{}",
                used.split(';').next().unwrap_or_default()
            );
        }
    }
}

/// Invariant 1: the store keeps events and knows no game; nor does the match state.
#[test]
fn store_and_table_know_no_game() {
    assert_names_none(
        &["store"],
        // Seats and options are data; positions and games do not concern the store.
        &[
            "crate::games",
            "GameInfo",
            "Game",
            "Position",
            "crate::notation",
            "crate::scene",
            "crate::render",
            "crate::app",
            "crate::discord",
            "serenity",
            "image",
        ],
    );
    assert_names_none(
        &["match_state"],
        &[
            "crate::games",
            "crate::store",
            "crate::app",
            "crate::render",
            "crate::discord",
            "serenity",
            "sqlx",
            "tokio",
            "rand",
            "std::time",
            "async",
        ],
    );
}

/// The draw and the standings of a tournament are numbers: the same players and results give the same round everywhere.
#[test]
fn the_draw_is_pure() {
    assert_names_none(
        &["tournament"],
        &[
            "crate::games",
            "crate::match_state",
            "crate::store",
            "crate::app",
            "crate::discord",
            "crate::render",
            "serenity",
            "sqlx",
            "image",
            "tokio",
            "rand",
            "std::time",
            "async",
        ],
    );
}

/// Invariant 8: views are made of what their viewer may see. Only these files hold the whole game, to judge it, play it
/// and search it.
#[test]
fn the_whole_game_is_shown_to_nobody() {
    const JUDGES: &[&str] = &[
        "app/deadlines/expiry.rs",
        "app/matches/loaded.rs",
        "app/matches/loaded/partial.rs",
        "app/machine.rs",
        "app/machine/giving_up.rs",
        "app/machine/hint.rs",
        "app/server/moderation.rs",
        "app/play/moves.rs",
        "app/play/plan/follow.rs",
        "app/matches/seats.rs",
        "app/view/sight.rs",
        "app/matches/throws.rs",
        "app/transfer.rs",
        "app/matches/upgrade.rs",
    ];
    let mut seen = 0;
    for (file, source) in sources() {
        let code = stripped(&source, Kept::Code);
        if is_test(&file) || !(names(&code, "umpire") || names(&code, "umpire_mut")) {
            continue;
        }
        if is_in(&file, "app") {
            assert!(
                JUDGES.contains(&file.as_str()),
                "src/{file} takes the whole game"
            );
            seen += 1;
        }
    }
    assert!(seen > 5, "the use cases were found");
}

/// Invariant 1: the use cases know neither Discord nor pixels.
#[test]
fn app_knows_no_discord_and_no_pixels() {
    assert_names_none(
        &["app"],
        &[
            "serenity",
            "image",
            "imageproc",
            "png",
            "axum",
            "crate::discord",
            "crate::render",
            "crate::sandbox",
        ],
    );
}

/// Invariant 2: no file outside a game's folder names it, by module, key or name, except for its two lines in the table
/// of games.
#[test]
fn a_game_is_one_folder_and_two_lines() {
    let sources = sources();
    let table = stripped(
        &sources
            .iter()
            .find(|(file, _)| file == "games.rs")
            .unwrap()
            .1,
        Kept::Texts,
    );
    let modules: Vec<&str> = table
        .lines()
        .filter_map(|line| line.trim().strip_prefix("mod ")?.strip_suffix(';'))
        .collect();
    assert_eq!(modules.len(), GAMES.len());
    for module in &modules {
        let lines = table.lines().filter(|line| names(line, module)).count();
        assert_eq!(lines, 2, "{module} in src/games.rs");
    }
    for (file, source) in &sources {
        // Tests may play a game; they then say which.
        if file == "games.rs" || is_test(file) {
            continue;
        }
        let code = stripped(source, Kept::Texts);
        let code = production(&code);
        for module in &modules {
            assert!(
                is_in(file, &format!("games/{module}")) || !names(code, module),
                "src/{file} names {module}"
            );
        }
        for kind in GAMES {
            // In the folders of games a key may be a word of another game: a tower is also a square.
            let in_games = file.starts_with("games/");
            let own = in_games && defines(&sources, file, kind.key);
            assert!(
                own || !code.contains(&format!("\"{}\"", kind.name)),
                "src/{file} names {}",
                kind.name
            );
            assert!(
                in_games || !code.contains(&format!("\"{}\"", kind.key)),
                "src/{file} names {}",
                kind.key
            );
        }
    }
}

/// True if a file is in the folder of the game of that key.
fn defines(sources: &[(String, String)], file: &str, key: &str) -> bool {
    let folder = file
        .strip_prefix("games/")
        .and_then(|path| path.split('/').next());
    sources.iter().any(|(other, source)| {
        folder.is_some_and(|folder| *other == format!("games/{folder}/mod.rs"))
            && source.contains(&format!("key: \"{key}\","))
    })
}

/// The Tower Game's core knows a mutator only as a trait, `Mutator`: the list of mutators is for the start and reading of
/// a game, its pages and the table of four.
#[test]
fn the_core_of_the_tower_meets_no_mutator() {
    let meeting: BTreeSet<String> = sources()
        .into_iter()
        .filter(|(name, _)| {
            name.starts_with("games/tower_game/")
                && !name.starts_with("games/tower_game/mutators/")
                && !name.starts_with("games/tower_game/lessons/")
        })
        .filter(|(_, text)| names(&stripped(text, Kept::Code), "mutators"))
        .map(|(name, _)| name.replace("games/tower_game/", ""))
        .collect();
    let expected = ["interface.rs", "lessons.rs", "mod.rs", "table_of_four.rs"];
    assert_eq!(meeting, expected.map(str::to_owned).into());
}

#[test]
fn comments_and_texts_are_told_from_code() {
    let source = "use a; // rand\n/* tokio */ let s = \"sqlx // not a comment\"; let c = '\"'; fn f<'a>(x: &'a str) { rand }";
    let code = stripped(source, Kept::Code);
    assert!(
        names(&code, "rand") && !names(&code, "tokio") && !names(&code, "sqlx"),
        "{code}"
    );
    assert!(names(&stripped(source, Kept::Texts), "sqlx"));
    assert!(
        !names("operand", "rand") && !names("rand_chacha", "rand") && names("x::rand;", "rand")
    );
}
