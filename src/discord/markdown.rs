//! Text as Discord shows it: cut to its limits, and foreign texts without markdown.

/// Discord's limit for a message's text, in characters.
pub const CONTENT: usize = 2000;

/// Returns the text, or its beginning and an ellipsis if it has more than `limit` characters (as Discord counts them:
/// in UTF-16 units where that is stricter).
pub fn cut(text: &str, limit: usize) -> String {
    if text.encode_utf16().count() <= limit {
        return text.to_owned();
    }
    let mut units = 0;
    let mut kept: String = text
        .chars()
        .take_while(|c| {
            units += c.len_utf16();
            units < limit
        })
        .collect();
    kept.push('…');
    kept
}

/// True for an invisible character that changes how others look: a control, a change of direction, a space or filler of
/// no width, a tag. False for line breaks.
fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
        || c.is_control() && c != '\n'
}

/// True for a character that joins two others or keeps them apart, as within an emoji of several and in the writing of
/// Persian and the languages of India.
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}')
}

/// True for a character that a joiner may be next to: a letter, a mark on one, or an emoji with its modifier. ASCII is
/// never joined.
fn may_join(c: char) -> bool {
    !c.is_ascii() && !c.is_whitespace() && !is_hidden(c)
}

/// Returns a person's text or name without its invisible characters: it cannot turn round its surroundings, nor look
/// like something else. A joiner stays between two characters that it may join.
pub fn legible(text: &str) -> String {
    let mut seen = String::with_capacity(text.len());
    let mut joiner = None;
    for c in text.chars() {
        if is_joiner(c) && joiner.is_none() && seen.ends_with(may_join) {
            joiner = Some(c);
        } else if !is_hidden(c) {
            seen.extend(joiner.take().filter(|_| may_join(c)));
            seen.push(c);
        }
    }
    seen
}

/// Returns foreign text escaped so that Discord shows it letter for letter: no markdown, no mention, nothing hidden.
pub fn plain(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in legible(&text.replace("\r\n", "\n").replace('\r', "\n")).chars() {
        match c {
            '\\' | '`' | '*' | '_' | '~' | '|' | '<' | '>' | '[' | ']' | '(' | ')' | '#' | '-'
            | ':' | '@' => {
                safe.push('\\');
                safe.push(c);
                if c == '@' {
                    // A backslash does not keep "@everyone" from being a mention; a word joiner does.
                    safe.push('\u{2060}');
                }
            }
            '\n' => safe.push(' '),
            c => safe.push(c),
        }
    }
    safe
}

/// Returns a move or another text of the bot as code, in which nothing is markdown.
pub fn code(text: &str) -> String {
    let text = text.replace('`', "'").replace(['\n', '\r'], " ");
    format!("`{}`", legible(&text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_to_what_discord_takes() {
        assert_eq!(cut("abc", 3), "abc");
        assert_eq!(cut("abcd", 3), "ab…");
        assert_eq!(cut("♟♟♟♟", 3).chars().count(), 3);
        assert!(cut(&"😀".repeat(60), 100).encode_utf16().count() <= 100);
    }

    #[test]
    fn foreign_text_is_neither_markdown_nor_a_mention() {
        let safe = plain("**a** <@1> @everyone [x](http://y) `c`\n# h");
        for bad in ["**", "<@", "@e", "](", "\n", " #"] {
            assert!(!safe.contains(bad), "{safe}");
        }
        assert_eq!(code("a`b\nc"), "`a'b c`");
    }

    /// Unicode Standard Annex 9 and Technical Report 36: characters that change the direction, and invisible ones.
    #[test]
    fn nothing_is_hidden_in_what_people_write() {
        let hidden = [
            0x00, 0x1b, 0x7f, 0x9f, 0xad, 0x61c, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2028,
            0x202a, 0x202e, 0x2060, 0x2066, 0x2069, 0x206f, 0x3164, 0xfeff, 0xe0041,
        ];
        for c in hidden.map(|c| char::from_u32(c).unwrap()) {
            let text = format!("a{c}b");
            for shown in [legible(&text), plain(&text)] {
                assert_eq!(shown, "ab", "{c:?}");
            }
            assert_eq!(code(&text), "`ab`", "{c:?}");
        }
        for seen in [
            "Zoë",
            "Дмитрий",
            "李雷",
            "محمد",
            "שרה",
            "♟️ 👍",
            "a b",
            "👩‍🚀 Ada",
            "👩🏽‍❤️‍👨🏻",
            "🏳️‍🌈",
            "می‌خواهم",
            "क्‍ष",
        ] {
            assert_eq!(legible(seen), seen);
            assert_eq!(plain(seen), seen);
        }
        // A joiner with nothing to join is removed like the others.
        for (text, shown) in [
            ("\u{200d}♟", "♟"),
            ("♟\u{200d}", "♟"),
            ("♟\u{200d} ♟", "♟ ♟"),
            ("é\u{200d}\u{200d}\u{200c}é", "é\u{200d}é"),
            ("♟\u{200d}\u{202e}\u{200b}♟", "♟\u{200d}♟"),
        ] {
            assert_eq!(legible(text), shown);
            assert_eq!(plain(text), shown);
        }
        assert_eq!(legible("two\nlines"), "two\nlines");
    }
}
