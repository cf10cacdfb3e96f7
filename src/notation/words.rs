//! Replaces words, as in dictated or written-out moves, by the letters and signs of the notation.

use super::typed::LONGEST;
use crate::rules::PieceName;

/// Filler words next to the names of pieces.
const FILLERS: &[&str] = &[
    "my", "the", "from", "on", "to", "onto", "at", "goes", "go", "moves", "move", "plays", "play",
    "please",
];
/// Words for a capture.
const CAPTURES: &[&str] = &[
    "takes",
    "take",
    "captures",
    "capture",
    "taking",
    "capturing",
];
/// Words for putting a piece on the board.
const DROPS: &[&str] = &["drop", "drops", "place", "places", "put", "puts"];
/// Words for a promotion.
const PROMOTES: &[&str] = &["promotes", "promote", "promoting", "becomes", "equals"];
/// Words for castling.
const CASTLES: &[&str] = &["castle", "castles", "castling"];
/// Words that only remark on a move, at its end.
const REMARKS: &[&str] = &[
    "and",
    "with",
    "discovered",
    "double",
    "check",
    "checkmate",
    "mate",
];
/// Numbers of ranks, from one.
const NUMBERS: &[&str] = &[
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen",
];
/// Words that dictation writes in the place of a number after a file.
const HEARD: &[(&str, &str)] = &[
    ("won", "1"),
    ("too", "2"),
    ("tree", "3"),
    ("for", "4"),
    ("fore", "4"),
    ("ate", "8"),
];
/// Other words for pieces.
const SYNONYMS: &[(&str, &str)] = &[("night", "knight"), ("nite", "knight"), ("horse", "knight")];

/// True if a text may contain one of these words. Up to four letters before a digit are a square and a piece, as in all
/// canonical texts, so that these are decided quickly.
pub fn has_word(text: &str) -> bool {
    let mut rest = text.as_bytes();
    while !rest.is_empty() {
        let letters = rest.iter().take_while(|c| c.is_ascii_alphabetic()).count();
        let (word, after) = rest.split_at(letters);
        let place = after.first().is_some_and(u8::is_ascii_digit);
        let filler = |filler: &&str| word.eq_ignore_ascii_case(filler.as_bytes());
        if letters >= if place { 5 } else { 3 } || letters == 2 && FILLERS.iter().any(filler) {
            return true;
        }
        rest = after.get(1..).unwrap_or_default();
    }
    false
}

/// Replaces the names of pieces by their letters, which `names` has: `captain ac1 bb3` becomes
/// `C ac1 bb3`, `the bishop takes d5` becomes `B xd5`, `drop a pawn on cc5` becomes `P@ cc5`. Numbers of ranks become
/// digits (`f three` is `f3`), and filler words go (`from b1 to c3` is `b1 c3`). A space after a letter marks it as a
/// piece's. `None` if the text contains no such words.
pub fn in_letters(text: &str, names: &[PieceName]) -> Option<String> {
    if text.len() > 2 * LONGEST || !text.is_ascii() {
        return None;
    }
    let lower = text.to_ascii_lowercase();
    let names = Names::of(names);
    let mut reader = Reader::default();
    let mut rest = lower.as_str();
    while let Some(first) = rest.chars().next() {
        let at = lower.len() - rest.len();
        let behind = lower[..at].ends_with(|c: char| c.is_ascii_alphanumeric());
        if behind || !first.is_ascii_alphabetic() {
            reader.copy(&text[at..=at]);
            rest = &rest[1..];
        } else {
            rest = reader.word(text, rest, &names)?;
        }
    }
    reader.finish()
}

/// Names of a game's pieces, the longest first.
struct Names<'n>(Vec<(&'n str, &'n str)>);

impl<'n> Names<'n> {
    fn of(names: &'n [PieceName]) -> Names<'n> {
        let mut names: Vec<(&str, &str)> = (names.iter())
            .map(|piece| (&*piece.name, &*piece.letter))
            .collect();
        // `gold` is enough for the gold general.
        let firsts: Vec<(&str, &str)> = (names.iter())
            .filter_map(|(name, letter)| Some((name.split_once(' ')?.0, *letter)))
            .collect();
        let is_only = |first: &str| firsts.iter().filter(|(other, _)| *other == first).count() == 1;
        names.extend(firsts.iter().filter(|(first, _)| is_only(first)));
        let heard: Vec<(&str, &str)> = (SYNONYMS.iter())
            .filter(|(word, _)| names.iter().all(|(name, _)| name != word))
            .filter_map(|(word, meant)| {
                let (_, letter) = names.iter().find(|(name, _)| name == meant)?;
                Some((*word, *letter))
            })
            .collect();
        names.extend(heard);
        names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        Names(names)
    }

    /// Returns the letter of the piece that a text begins with, and the text after the name: at most a square may
    /// follow within the same word.
    fn first<'t>(&self, text: &'t str) -> Option<(&'n str, &'t str)> {
        self.0.iter().find_map(|(name, letter)| {
            let after = text.strip_prefix(name)?;
            let plural = after.strip_prefix("'s").or(after.strip_prefix('s'));
            let mut ends = plural.into_iter().chain([after]);
            let after = ends.find(|after| {
                let letters = after.bytes().take_while(u8::is_ascii_alphabetic).count();
                let digit = after[letters..].starts_with(|c: char| c.is_ascii_digit());
                letters == 0 && !digit || (1..=2).contains(&letters) && digit
            })?;
            Some((*letter, after))
        })
    }
}

/// Progress of reading a text.
#[derive(Default)]
struct Reader {
    read: String,
    /// True if any of it differs from the typed text.
    changed: bool,
    /// True if a piece is dropped; the sign for a drop is put after the first piece.
    drops: bool,
    behind: Option<usize>,
    /// True if the last word was one letter, which may be a file.
    file: bool,
}

impl Reader {
    fn copy(&mut self, typed: &str) {
        self.read.push_str(typed);
        self.file &= typed == " ";
    }

    fn say(&mut self, said: &str) {
        self.read.push_str(said);
        self.changed = true;
        self.file = false;
    }

    /// Reads the word that `rest`, the lower-case end of a text, begins with, and returns the text after it. `None` if
    /// the text must be read as typed.
    fn word<'t>(&mut self, text: &str, rest: &'t str, names: &Names<'_>) -> Option<&'t str> {
        if let Some((letter, after)) = names.first(rest) {
            self.say(letter);
            self.behind.get_or_insert(self.read.len());
            self.read.push(' ');
            return Some(after.trim_start());
        }
        let (word, after) = split_word(rest);
        let next = after.trim_start();
        let at = text.len() - rest.len();
        // A square, or a part of one: not a word.
        if after.starts_with(|c: char| c.is_ascii_digit()) {
            self.copy(&text[at..at + word.len()]);
            return Some(after);
        }
        let number = NUMBERS.iter().position(|number| *number == word);
        let heard = HEARD.iter().find(|(heard, _)| self.file && *heard == word);
        if let Some(rank) = (number.map(|number| (number + 1).to_string()))
            .or(heard.map(|(_, rank)| (*rank).to_owned()))
        {
            if self.file {
                self.read.truncate(self.read.trim_end().len());
            }
            self.say(&rank);
            return Some(after);
        }
        let says_nothing = |word: &str| FILLERS.contains(&word);
        let article = matches!(word, "a" | "an") && names.first(next).is_some();
        // `I play Nc3`: not a column.
        let speaks = word == "i" && self.read.is_empty() && says_nothing(split_word(next).0);
        if CAPTURES.contains(&word) {
            self.say("x");
        } else if DROPS.contains(&word) {
            self.drops = true;
        } else if CASTLES.contains(&word) && self.read.trim().is_empty() {
            self.say(&castling(next, names)?);
            return Some("");
        } else if PROMOTES.contains(&word) {
            let named = !next
                .trim_matches(|c: char| !c.is_ascii_alphanumeric())
                .is_empty();
            self.say(if named { "=" } else { "=+" });
        } else if matches!(word, "without" | "not") && next.starts_with("promot") {
            self.say("=");
            return Some(split_word(next).1);
        } else if is_remark(rest) {
            self.say("");
            return Some("");
        } else if says_nothing(word) || speaks || article {
            self.say("");
        } else {
            self.copy(&text[at..at + word.len()]);
            self.file = word.len() == 1;
            return Some(after);
        }
        Some(next)
    }

    fn finish(mut self) -> Option<String> {
        if self.drops && !self.read.contains('@') {
            self.read.insert(self.behind?, '@');
        }
        let read = self.read.trim();
        self.changed.then(|| read.to_owned())
    }
}

/// Splits a lower-case text into its first word and the rest.
fn split_word(text: &str) -> (&str, &str) {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    text.split_at(letters)
}

/// True if the rest of a text only remarks on a move.
fn is_remark(rest: &str) -> bool {
    let mut words = rest
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .peekable();
    words.peek().is_some() && words.all(|word| REMARKS.contains(&word))
}

/// Returns the castling named after the word for it, such as `bishop side`: `O-B`.
fn castling(rest: &str, names: &Names<'_>) -> Option<String> {
    let mut read = String::from("O-");
    let mut rest = rest.trim_start();
    while !rest.is_empty() {
        if let Some((letter, after)) = names.first(&rest.replacen("side", " side", 1)) {
            read.push_str(letter);
            rest = rest.get(rest.len().checked_sub(after.trim_start().len())?..)?;
            continue;
        }
        let (word, after) = split_word(rest);
        match word {
            "" => rest = rest[1..].trim_start(),
            "to" | "on" | "the" | "side" | "towards" | "toward" => rest = after.trim_start(),
            _ if is_remark(rest) => break,
            _ => return None,
        }
    }
    if read == "O-" {
        read.push('O');
    }
    Some(read)
}
