//! Comments and texts that a stranger reads without stopping: docs open with a noun or a verb, worn phrases stay out,
//! and texts have one word for each thing.

use std::fs;
use std::path::{Path, PathBuf};

use crate::layers::{Kept, is_test, literal, production, sources, stripped};

/// Words that no doc opens with: it names the thing with a noun, or begins with a verb.
const OPENINGS: &[&str] = &[
    "What", "How", "Whether", "Who", "Whom", "Whose", "Where", "When", "Which", "Why", "That",
    "Of", "As", "By", "If", "Since", "Those", "These", "It", "The same", "Nothing", "Nobody", "Is",
    "Are", "Like", "Without",
];

/// Phrases that say less than a plain word would; each with what to write instead.
const WORN: &[(&str, &str)] = &[
    ("is to be", "must, will"),
    ("are to be", "must, will"),
    ("of its own", "its own, custom, separate"),
    ("of their own", "their own"),
    ("the one who", "the player, the caller"),
    ("the one that", "the noun itself"),
    ("for ever", "forever, without end"),
    ("all the same", "still, even so"),
    ("comes to", "reaches, results in"),
    ("becomes of", "the result of"),
    ("become of", "the result of"),
    ("there is none", "`None` if absent"),
    ("is told", "is notified, hears, learns"),
    ("is said", "the subject and an active verb"),
    ("beside", "next to, besides, alongside"),
    ("indeed", "nothing"),
];

/// Phrases and words that stay out of texts, besides the worn ones; each with what to write instead. The words for
/// players are listed in the crate documentation.
const NOT_IN_TEXTS: &[(&str, &str)] = &[
    ("stands", "is"),
    ("stand still", "stop"),
    ("are told", "I tell them"),
    ("of your own", "your own"),
    ("whoever", "if somebody"),
    ("anew", "again"),
    ("kept from", "can't join games here"),
    ("nobody can have more", "which is the limit"),
    ("as many as one person may", "the daily limit"),
    ("thinking too long", "running out of time"),
    ("brought in", "imported"),
    ("bring in", "import"),
    ("take out", "remove"),
    ("takes out", "removes"),
    ("cell", "square"),
    ("cells", "squares"),
    ("unit", "group"),
    ("units", "groups"),
    ("leap", "jump"),
    ("leaps", "jumps"),
    ("fuse", "join"),
    ("fuses", "joins"),
    ("fused", "joined"),
    ("mutator", "twist"),
    ("mutators", "twists"),
    ("in check from", "attacked by"),
    ("threatens", "attacks"),
    ("threatened by", "attacked by"),
];

/// Words for a level and a square of the Tower Game, each with the glossary's word.
const NOT_IN_THE_TOWER: &[(&str, &str)] = &[
    ("cube", "square"),
    ("cubes", "squares"),
    ("ranks", "levels"),
    ("a rank", "a level"),
    ("the rank", "the level"),
    ("last rank", "last level"),
    ("next rank", "next level"),
];

/// The Rust files of the crate, its tests and its benches.
fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![root.join("src"), root.join("tests"), root.join("benches")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| kind == "rs") {
                files.push(path);
            }
        }
    }
    files
}

/// The comment of a line that holds nothing else, without code in it; with true for a doc.
fn comment(line: &str) -> Option<(String, bool)> {
    let text = line.trim_start().strip_prefix("//")?;
    let doc = text.strip_prefix(['/', '!']);
    let text = doc.unwrap_or(text);
    let prose = text.split('`').step_by(2).collect::<Vec<_>>().join("``");
    let text = if text.starts_with("     ") {
        ""
    } else {
        prose.trim()
    };
    Some((text.to_owned(), doc.is_some()))
}

/// True if `text` holds `phrase` as whole words.
fn holds(text: &str, phrase: &str) -> bool {
    text.match_indices(phrase).any(|(at, _)| {
        let joins = |c: char| c.is_alphanumeric() || c == '_';
        !text[..at].ends_with(joins) && !text[at + phrase.len()..].starts_with(joins)
    })
}

/// The faults of a source, a line each.
fn faults(source: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let mut in_doc = false;
    for line in source.lines() {
        let Some((text, is_doc)) = comment(line) else {
            in_doc = false;
            continue;
        };
        if is_doc && !in_doc {
            let opening = OPENINGS.iter().find(|word| {
                text.strip_prefix(**word)
                    .is_some_and(|rest| rest.starts_with([' ', ',']))
            });
            faults.extend(opening.map(|word| format!("a doc opens with {word:?}: {text}")));
        }
        in_doc = is_doc;
        for (phrase, instead) in WORN {
            if holds(&text, phrase) {
                faults.push(format!("{phrase:?} (better: {instead}): {text}"));
            }
        }
    }
    faults
}

#[test]
fn docs_open_with_a_noun_or_a_verb_and_no_phrase_is_worn() {
    let mut all = Vec::new();
    let mut read = 0;
    for file in files() {
        let source = fs::read_to_string(&file).unwrap();
        // This file quotes them.
        if file.ends_with("tests/rules/prose.rs") {
            continue;
        }
        read += 1;
        let found = faults(&source).into_iter();
        all.extend(found.map(|fault| format!("{}: {fault}", file.display())));
    }
    assert!(read > 500, "{read} files were read");
    assert!(all.is_empty(), "{} faults\n{}", all.len(), all.join("\n"));
}

#[test]
fn faults_are_found() {
    let found = faults(
        "/// Whether it is to be.\n/// Whether goes on.\nfn a() {}\n// Beside it, beside.\n/// A queue.\n",
    );
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(faults("/// Whichever comes first, in its own time.\n").is_empty());
}

/// The string literals of several words in production code, without placeholders and code spans. Keys and SQL are
/// left out: they are not read by people.
fn texts(source: &str) -> Vec<String> {
    let code = stripped(source, Kept::Texts);
    let code = production(&code);
    let mut texts = Vec::new();
    let mut at = 0;
    while let Some(first) = code[at..].chars().next() {
        let Some(length) = literal(&code[at..]) else {
            at += first.len_utf8();
            continue;
        };
        let is_key = code[..at].ends_with("key: ");
        let written = &code[at..at + length];
        at += length;
        let is_sql = ["SELECT ", "INSERT ", "UPDATE ", "DELETE ", "WITH "]
            .iter()
            .any(|verb| {
                written
                    .trim_start_matches(['r', '#', '"'])
                    .starts_with(verb)
            });
        if is_key || is_sql || first == '\'' || !written.contains(' ') {
            continue;
        }
        let lines = written.split("\\\n").map(str::trim_start);
        let text = lines.collect::<String>().replace("\\n", " ");
        let text = text.split('`').step_by(2).collect::<Vec<_>>().join("``");
        let text = text.split(['{', '}']).step_by(2).collect::<Vec<_>>();
        texts.push(text.join("{}"));
    }
    texts
}

/// The worn phrases and the words for another thing in a source's texts, a line each.
fn faults_of_texts(source: &str, words: &[(&str, &str)]) -> Vec<String> {
    let mut faults = Vec::new();
    for text in texts(source) {
        let lower = text.to_lowercase();
        for (phrase, instead) in WORN.iter().chain(NOT_IN_TEXTS).chain(words) {
            if holds(&lower, phrase) {
                faults.push(format!("{phrase:?} (better: {instead}): {text}"));
            }
        }
    }
    faults
}

#[test]
fn texts_have_no_worn_phrase_and_one_word_for_a_thing() {
    let mut all = Vec::new();
    for (file, source) in sources() {
        if is_test(&file) {
            continue;
        }
        let tower = file.starts_with("games/tower_game/");
        let words = if tower { NOT_IN_THE_TOWER } else { &[] };
        let found = faults_of_texts(&source, words).into_iter();
        all.extend(found.map(|fault| format!("{file}: {fault}")));
    }
    assert!(all.is_empty(), "{} faults\n{}", all.len(), all.join("\n"));
}

#[test]
fn faults_of_texts_are_found() {
    let found = faults_of_texts(
        "f(\"A unit\\nstands \\\n     beside {cell} `a cell`.\"); // \"A unit leaps.\"\n",
        &[],
    );
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(faults_of_texts("f('\"', \"unit\", \"It is united.\");", &[]).is_empty());
    assert!(faults_of_texts("Page { key: \"unit powers\" }", &[]).is_empty());
    assert!(faults_of_texts("sql(\"SELECT stands FROM seat\");", &[]).is_empty());
}
