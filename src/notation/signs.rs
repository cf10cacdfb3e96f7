//! Normalizes signs: what keyboards, telephones and copying put in the place of the notation's signs is put right.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization as _;

/// Longest text that is examined, in bytes. A label that was picked and typed on is shorter.
const LONGEST: usize = 2_000;

/// Wrappers that chats put around a text, each as it begins and as it ends.
const WRAPPERS: [(&str, &str); 13] = [
    ("```", "```"),
    ("`", "`"),
    ("***", "***"),
    ("**", "**"),
    ("__", "__"),
    ("~~", "~~"),
    ("||", "||"),
    ("*", "*"),
    ("_", "_"),
    ("(", ")"),
    ("[", "]"),
    ("{", "}"),
    ("<", ">"),
];

/// Letters of other alphabets, each with the Latin one that it looks like. Capitals that name another piece in their
/// own language (a Russian `К` is a knight, a Greek `Β` a queen) are left out, since their meaning is unknown.
const LOOK_ALIKES: [(&str, &str); 2] = [
    ("АВЕНІЈМОРЅХаеіјорсухһԁԛѕ", "ABEHIJMOPSXaeijopcyxhdqs"),
    ("ΑΕΖΗΚΜΝΟΤΥΧαεικορχβıɡ", "AEZHKMNOTYXaeikopxbig"),
];

/// The zero of each other script; its other nine digits follow it.
const ZEROS: [char; 18] = [
    '\u{660}', '\u{6f0}', '\u{7c0}', '\u{966}', '\u{9e6}', '\u{a66}', '\u{ae6}', '\u{b66}',
    '\u{be6}', '\u{c66}', '\u{ce6}', '\u{d66}', '\u{e50}', '\u{ed0}', '\u{f20}', '\u{1040}',
    '\u{17e0}', '\u{1810}',
];

/// Signs that remark on a move, written after it.
const REMARKS: [char; 14] = [
    '±', '∓', '⩲', '⩱', '∞', '□', '⌓', '↑', '↓', '⇆', '∆', '†', '‡', '≠',
];

/// Returns a text in the signs of the notation, letters and spaces as typed: in Unicode's compatibility form, without
/// chat wrappers, a move number before it or remarks after it. Most texts already are.
pub fn plain(text: &str) -> Cow<'_, str> {
    if text.len() > LONGEST || is_plain(text) {
        return Cow::Borrowed(text);
    }
    let mut signs: String = if text.is_ascii() {
        text.chars().filter_map(sign).collect()
    } else {
        text.nfkc().filter_map(sign).collect()
    };
    for arrow in ["->", "=>", "--"] {
        while signs.contains(arrow) {
            signs = signs.replace(arrow, "-");
        }
    }
    Cow::Owned(unwrapped(&signs).to_owned())
}

/// True if a text needs no normalizing, as a canonical one does not.
fn is_plain(text: &str) -> bool {
    let known = |c: u8| c.is_ascii_alphanumeric() || b" +@:,&#!?~".contains(&c);
    let bytes = text.as_bytes();
    let sign = |(at, c): (usize, &u8)| match c {
        b'-' | b'=' => !matches!(bytes.get(at + 1), Some(b'-' | b'>')),
        b'>' => at > 0,
        b'~' => bytes.get(at + 1) != Some(&b'~'),
        c => known(*c),
    };
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '+' || c == '@')
        && bytes.iter().enumerate().all(sign)
}

/// True if a character is invisible: a joiner, a mark of direction, a selector of style.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{20e3}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Returns the notation's sign for a character; `None` for a character without meaning.
fn sign(c: char) -> Option<char> {
    if c.is_ascii() {
        return (!matches!(c, '"' | '\'')).then_some(c);
    }
    if is_invisible(c) {
        return None;
    }
    for (letters, latin) in LOOK_ALIKES {
        if let Some(at) = letters.chars().position(|letter| letter == c) {
            return latin.chars().nth(at);
        }
    }
    if let Some(digit) = (ZEROS.iter())
        .filter_map(|zero| (c as u32).checked_sub(*zero as u32))
        .find_map(|digit| char::from_digit(digit, 10))
    {
        return Some(digit);
    }
    Some(match c {
        '\u{2010}'..='\u{2015}' | '\u{2043}' | '\u{2212}' | '\u{2796}' | '\u{30fc}' => '-',
        '→' | '➔' | '➙' | '➜' | '➝' | '➞' | '➡' | '⟶' | '⟹' | '⇒' | '⇨' | '↦' | '⭢' | '▶' | '🡒'
        | '🡆' => '-',
        '×' | '✕' | '✖' | '✗' | '✘' | '⨯' | '❌' => 'x',
        '\u{2795}' => '+',
        '∼' | '〜' => '~',
        '❗' | '❕' => '!',
        '❓' | '❔' => '?',
        '∶' | '꞉' => ':',
        // The pieces of chess as signs, of either colour.
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '♙' | '♟' => 'P',
        '“' | '”' | '„' | '‟' | '«' | '»' | '‘' | '’' | '‚' | '‛' | '‹' | '›' | '´' | '′' | '″' =>
        {
            return None;
        }
        c if c.is_whitespace() => ' ',
        c => c,
    })
}

/// Strips what surrounds the move: wrappers, bullets, the move number, remarks.
fn unwrapped(text: &str) -> &str {
    let mut rest = text.trim();
    loop {
        let before = rest.len();
        for bullet in ["> ", "- ", "* ", "• "] {
            rest = rest.strip_prefix(bullet).unwrap_or(rest).trim_start();
        }
        for (open, close) in WRAPPERS {
            let bare = rest.trim_end_matches(['.', '!', '?']);
            let inside = bare.strip_prefix(open);
            if let Some(inside) = inside.and_then(|inside| inside.strip_suffix(close))
                && !inside.contains(close)
            {
                rest = inside.trim();
            }
        }
        rest = unnumbered(rest);
        rest = rest.trim_end_matches(|c| REMARKS.contains(&c)).trim_end();
        rest = without_code(rest);
        if rest.len() == before {
            return rest;
        }
    }
}

/// Strips a move number from the start: `12.`, `3...`, `1)`, `12 `, or the dots alone.
fn unnumbered(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let behind = rest.trim_start();
    let is_number = rest.len() < text.len()
        && (behind.starts_with(['.', ')'])
            || behind.len() < rest.len() && behind.starts_with(|c: char| c.is_ascii_alphabetic()));
    if is_number || behind.starts_with("..") {
        behind.trim_start_matches(['.', ')', ' '])
    } else {
        text
    }
}

/// Strips a numbered annotation, such as `$14`, from the end.
fn without_code(text: &str) -> &str {
    let code = text.trim_end_matches(|c: char| c.is_ascii_digit());
    match code.strip_suffix('$') {
        Some(rest) if code.len() < text.len() => rest.trim_end(),
        _ => text,
    }
}

/// Returns the first sign of a text that belongs to no move, worded so that it is safe to repeat; `None` without one.
pub fn odd_sign(text: &str) -> Option<String> {
    let is_known = |c: char| {
        c.is_ascii_alphanumeric() || c.is_whitespace() || "-x&~>+@=:,;#!?./()*".contains(c)
    };
    let text = plain(text);
    let sign = text.chars().find(|c| !is_known(*c))?;
    let name = match sign {
        '_' => "the underscore",
        '`' => "the backtick",
        '|' => "the vertical bar",
        '<' => "the angle bracket",
        '[' | ']' => "the square bracket",
        '\\' => "the backslash",
        '{' | '}' => "the curly bracket",
        sign if sign.is_control() || is_invisible(sign) => {
            return Some(format!("the sign U+{:04X}", sign as u32));
        }
        sign => return Some(format!("the sign {sign}")),
    };
    Some(name.to_owned())
}

/// Returns a part of a text that belongs to no move, worded so that it is safe to repeat: a sign or an unknown word.
/// `None` if all of the text may belong to a move.
pub(super) fn leftover(text: &str) -> Option<String> {
    odd_sign(text).or_else(|| {
        let mut words = text.split(|c: char| !c.is_ascii_alphanumeric());
        let is_word = |word: &&str| {
            (3..=40).contains(&word.len()) && word.bytes().all(|c| c.is_ascii_alphabetic())
        };
        words.find(is_word).map(|word| format!("the word {word}"))
    })
}
