//! Text as Discord shows it: cut to what it takes, and texts that come from somewhere else without their markdown.

/// Discord's limit for a message's text, in characters.
pub const CONTENT: usize = 2000;

/// The text, or its beginning and an ellipsis where it has more than `limit` characters (as Discord counts them:
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

/// Text that comes from somewhere else, such that Discord shows it letter for letter: no markdown, no mention.
pub fn plain(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '`' | '*' | '_' | '~' | '|' | '<' | '>' | '[' | ']' | '(' | ')' | '#' | '-'
            | ':' | '@' => {
                safe.push('\\');
                safe.push(c);
                if c == '@' {
                    // A backslash does not keep "@everyone" from being one; a word joiner does.
                    safe.push('\u{2060}');
                }
            }
            '\n' | '\r' => safe.push(' '),
            c if c.is_control() => {}
            c => safe.push(c),
        }
    }
    safe
}

/// A move or another text of ours as code, in which nothing is markdown.
pub fn code(text: &str) -> String {
    format!("`{}`", text.replace('`', "'").replace(['\n', '\r'], " "))
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
}
