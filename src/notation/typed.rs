//! Cleans up a typed text before it is read as a move.

use super::signs::{is_invisible, plain};
use crate::rules::RuleError;

/// Longest text that can be a move, in bytes, after [`tidy`].
pub(super) const LONGEST: usize = 64;

/// Returns a typed text without spaces, in the plain signs of the notation.
pub fn tidy(text: &str) -> String {
    let kept = |c: &char| !c.is_whitespace() && *c != '`';
    plain(text).chars().filter(kept).collect()
}

/// Returns a typed text as [`tidy`] does, also without `e.p.` and `+ # ! ? .` at the end.
pub fn strip(text: &str) -> String {
    let mut rest = tidy(text);
    loop {
        let before = rest.len();
        while rest.ends_with(['+', '#', '!', '?', '.']) && !rest.ends_with("=+") {
            rest.pop();
        }
        for ending in ["e.p.", "e.p", "ep", "enpassant"] {
            let cut = rest.len().saturating_sub(ending.len());
            if cut > 0
                && rest
                    .get(cut..)
                    .is_some_and(|end| end.eq_ignore_ascii_case(ending))
            {
                rest.truncate(cut);
            }
        }
        if rest.len() == before {
            return rest;
        }
    }
}

/// True if a text may be a bare square, such as `e4` or `cc5`, which leaves open which piece goes there. The game knows
/// which names are squares ([`Game::names_square`](crate::rules::Game::names_square)).
pub fn is_bare_square(text: &str) -> bool {
    let text = strip(text).to_ascii_lowercase();
    let letters = text.bytes().take_while(u8::is_ascii_lowercase).count();
    let digits = &text[letters.min(text.len())..];
    (1..=2).contains(&letters)
        && (1..=2).contains(&digits.len())
        && digits.bytes().all(|c| c.is_ascii_digit())
}

/// True if a canonical text is a pawn's move, with or without the name of a board before it.
pub fn is_pawn_move(canonical: &str) -> bool {
    let on_a_board = canonical.split_once(':').filter(|(name, _)| {
        let mut letters = name.chars();
        letters
            .next()
            .is_some_and(|letter| letter.is_ascii_uppercase())
            && letters.next().is_none()
    });
    let text = on_a_board.map_or(canonical, |(_, text)| text);
    text.starts_with('P') && !text.contains('@')
}

/// Returns a part of the input that is safe to repeat in a sentence: at most 40 characters, without invisible
/// characters or those that Discord's markdown or a mention could use. A `>` between two letters or digits stays, as it
/// belongs to a move.
pub fn excerpt(text: &str) -> String {
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    let mut kept = String::new();
    while let Some(c) = letters.next() {
        let inside =
            before.is_alphanumeric() && letters.peek().is_some_and(|next| next.is_alphanumeric());
        let plain = match c {
            '>' => inside,
            '`' | '*' | '_' | '~' | '|' | '<' | '@' | '[' | ']' | '\\' => false,
            // Signs beyond ASCII, and pictures.
            '\u{a1}'..='\u{bf}' | '\u{2010}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}' => {
                !c.is_whitespace() && !is_invisible(c)
            }
            _ => c.is_ascii_graphic() || c.is_alphanumeric() || c == ' ',
        };
        before = c;
        if plain {
            kept.push(c);
        }
        if kept.len() > 4 * 40 {
            break;
        }
    }
    if let Some((cut, _)) = kept.char_indices().nth(40) {
        kept.truncate(cut);
        kept.push('…');
    }
    kept
}

/// Reads the last field of a position text: plies since the last step that cannot be undone.
///
/// # Errors
/// [`RuleErrorKind::BadPosition`](crate::rules::RuleErrorKind::BadPosition) if it is not a plain decimal number from 0
/// to 4294967295.
pub fn count(text: &str) -> Result<u32, RuleError> {
    let plain = text == "0" || !text.starts_with(['0', '+']);
    text.parse::<u32>().ok().filter(|_| plain).ok_or_else(|| {
        RuleError::position(format!(
            "The last field counts turns without progress: a whole number from 0 to {}, without leading zeros, not \"{}\".",
            u32::MAX,
            excerpt(text)
        ))
    })
}
