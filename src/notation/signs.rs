//! What keyboards, telephones and copying make of the signs of the notation, and those signs again.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization as _;

/// The longest text that is looked at, in bytes. A label that was picked and typed on has fewer.
const LONGEST: usize = 2_000;

/// What chats put round a text, as it begins and as it ends.
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

/// Letters of other alphabets, each with the Latin one that it looks like. Capitals that name another piece where they are
/// written (a Russian `К` is a knight, a Greek `Β` a queen) are not among them: what they mean is not known.
const LOOK_ALIKES: [(&str, &str); 2] = [
    ("АВЕНІЈМОРЅХаеіјорсухһԁԛѕ", "ABEHIJMOPSXaeijopcyxhdqs"),
    ("ΑΕΖΗΚΜΝΟΤΥΧαεικορχβıɡ", "AEZHKMNOTYXaeikopxbig"),
];

/// The zeros of other digits; the other nine follow each.
const ZEROS: [char; 18] = [
    '\u{660}', '\u{6f0}', '\u{7c0}', '\u{966}', '\u{9e6}', '\u{a66}', '\u{ae6}', '\u{b66}',
    '\u{be6}', '\u{c66}', '\u{ce6}', '\u{d66}', '\u{e50}', '\u{ed0}', '\u{f20}', '\u{1040}',
    '\u{17e0}', '\u{1810}',
];

/// What somebody says of a move by a sign behind it.
const REMARKS: [char; 14] = [
    '±', '∓', '⩲', '⩱', '∞', '□', '⌓', '↑', '↓', '⇆', '∆', '†', '‡', '≠',
];

/// A text in the signs of the notation, letters and spaces as they were typed: in Unicode's compatibility form, without
/// what a chat puts round it, without the number of a move before it and remarks behind it. Most are that already.
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

/// True if nothing is to be done about a text, such as a canonical one.
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

/// True if a character cannot be seen: joiners, marks of direction, selectors of a style.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{20e3}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{e0000}'..='\u{e0fff}'
    )
}

/// The sign of the notation for a character; `None` for one without meaning.
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

/// A text without what is round the move: wrappers, bullets, the number of the move, remarks.
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

/// A text without the number of a move before it: `12.`, `3...`, `1)`, `12 `, or the dots alone.
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

/// A text without one of the numbers by which books remark on a move, `$14`, at its end.
fn without_code(text: &str) -> &str {
    let code = text.trim_end_matches(|c: char| c.is_ascii_digit());
    match code.strip_suffix('$') {
        Some(rest) if code.len() < text.len() => rest.trim_end(),
        _ => text,
    }
}

/// The first sign of a text that is no part of any move, in words that are safe to repeat; `None` without one.
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

/// What of a text is no part of any move, in words that are safe to repeat: a sign, or a word that is not known. `None`
/// where all of it might be one.
pub(super) fn leftover(text: &str) -> Option<String> {
    odd_sign(text).or_else(|| {
        let mut words = text.split(|c: char| !c.is_ascii_alphanumeric());
        let is_word = |word: &&str| {
            (3..=40).contains(&word.len()) && word.bytes().all(|c| c.is_ascii_alphabetic())
        };
        words.find(is_word).map(|word| format!("the word {word}"))
    })
}
