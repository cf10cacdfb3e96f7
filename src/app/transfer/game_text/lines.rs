//! The lines of a game's text before its moves.

use crate::app::AppError;
use crate::notation::excerpt;

/// Maximum number of lines before the moves.
const MOST_LINES: usize = 200;

/// A line before the moves.
pub(super) struct Line {
    /// The name in lower case.
    pub name: String,
    pub value: String,
    /// The whole line as it was written.
    pub whole: String,
}

impl Line {
    /// Returns the line in quotation marks, for a sentence.
    pub fn shown(&self) -> String {
        format!("“{}”", excerpt(&self.whole))
    }
}

/// Returns the refusal of a text that cannot be read.
pub(super) fn no(why: &str) -> AppError {
    AppError::Plain(format!(
        "That is not a game text of mine: {why}. `/export` writes one."
    ))
}

/// Removes what chats and editors put around a text: a byte order mark, carriage returns, a code block, quotation
/// marks, the `>` of a quoted message.
pub(super) fn unwrapped(text: &str) -> Result<String, AppError> {
    let text = text
        .trim_start_matches('\u{feff}')
        .replace("\r\n", "\n")
        .replace('\r', "\n");
    let parts: Vec<&str> = text.split("```").collect();
    if parts.len().is_multiple_of(2) {
        return Err(no("a code block (```) in it is not closed"));
    }
    let parts = parts
        .iter()
        .enumerate()
        .map(|(index, part)| match part.split_once('\n') {
            // The first line of a code block may name a language.
            Some((language, rest))
                if index % 2 == 1 && language.chars().all(|c| c.is_ascii_alphanumeric()) =>
            {
                rest
            }
            _ => *part,
        });
    let text = parts.collect::<Vec<_>>().join("\n");
    let lines = text.lines().map(|line| {
        let line = line.trim_start();
        line.trim_start_matches('>').trim_start()
    });
    let text = lines.collect::<Vec<_>>().join("\n");
    let text = text.trim();
    for (open, close) in [
        ("`", "`"),
        ("\"", "\""),
        ("“", "”"),
        ("„", "“"),
        ("«", "»"),
        ("||", "||"),
    ] {
        let Some(inside) = text.strip_prefix(open) else {
            continue;
        };
        return match inside.strip_suffix(close) {
            Some(inside) => Ok(inside.trim().to_owned()),
            None => Err(no(&format!("the {open} at its beginning is not closed"))),
        };
    }
    Ok(text.to_owned())
}

/// Returns the lines before the moves, and the rest; counts the remarks among the lines.
pub(super) fn lines<'a>(
    text: &'a str,
    remarks: &mut usize,
) -> Result<(Vec<Line>, &'a str), AppError> {
    let mut found = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        if found.len() > MOST_LINES {
            return Err(no(&format!(
                "it has more than {MOST_LINES} lines before its moves"
            )));
        }
        let (whole, after) = rest.split_once('\n').unwrap_or((rest, ""));
        let line = whole.trim();
        if line.starts_with(['%', ';']) {
            *remarks += 1;
        } else if line.starts_with('[') {
            let (tag, more) = tag(line)?;
            found.push(tag);
            if !more.is_empty() {
                // Another tag, or a move, in the same line.
                rest = &rest[whole.trim_end().len() - more.len()..];
                continue;
            }
        } else if let Some(header) = header(line) {
            found.push(header);
        } else if !line.is_empty() {
            break;
        }
        rest = after;
    }
    Ok((found, rest))
}

/// Reads a line `Name: value`. The space may be missing after a known name.
fn header(line: &str) -> Option<Line> {
    let (name, value) = line.split_once(':')?;
    let name = name.trim().to_lowercase();
    let is_name = !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_ascii_alphabetic() || " _-".contains(c));
    let known = ["game", "title", "variant", "option", "rules", "result"].contains(&name.as_str());
    let apart = value.is_empty() || value.starts_with(char::is_whitespace);
    (is_name && (known || apart)).then(|| Line {
        name,
        value: value.trim().to_owned(),
        whole: line.to_owned(),
    })
}

/// Reads the tag at the beginning of a line, such as `[Event "a cup"]`, and returns it with the rest of the line.
fn tag(line: &str) -> Result<(Line, &str), AppError> {
    let quote = |c: char| matches!(c, '"' | '“' | '”' | '„');
    let read = || {
        let inside = line.strip_prefix('[')?.trim_start();
        let name = inside.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))?;
        let (name, rest) = inside.split_at(name);
        let mut letters = rest.trim_start().char_indices();
        let quoted = rest.trim_start();
        letters.next().filter(|(_, c)| quote(*c))?;
        let (mut value, mut end) = (String::new(), None);
        while let Some((at, c)) = letters.next() {
            match c {
                '\\' => value.push(letters.next()?.1),
                c if quote(c) => {
                    end = Some(at + c.len_utf8());
                    break;
                }
                c => value.push(c),
            }
        }
        let rest = quoted[end?..].trim_start().strip_prefix(']')?;
        let whole = &line[..line.len() - rest.len()];
        let tag = Line {
            name: name.to_lowercase(),
            value: value.trim().to_owned(),
            whole: whole.to_owned(),
        };
        (!name.is_empty()).then_some((tag, rest.trim()))
    };
    read().ok_or_else(|| {
        AppError::Plain(format!(
            "“{}” is no whole tag. A tag is written as `[Event \"a cup\"]`. Nothing was imported.",
            excerpt(line)
        ))
    })
}
