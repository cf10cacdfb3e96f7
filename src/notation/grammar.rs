//! Parses a text as a move, before any rule is applied.

use super::typed::LONGEST;
use super::{OPERATORS, ParsedMove};
use crate::rules::Notation;

/// Returns every meaning that a stripped text can have as `<letter><from><op><to>=<promotion>`, or with the part of the
/// origin before the letter; each part but one is optional. A capital that is a piece's letter and is followed by a
/// square is that piece and no file: only a text that begins with a square (`B5`) may be read in both ways.
pub fn parse<P: Notation>(position: &P, text: &str) -> Vec<ParsedMove> {
    let mut found: Vec<ParsedMove> = Vec::new();
    if text.is_empty() || text.len() > LONGEST || !text.is_ascii() {
        return found;
    }
    let capital = text.starts_with(|c: char| c.is_ascii_uppercase() || c == '+')
        && leading_square(position, &text.to_ascii_lowercase()).is_none();
    let mut named = Vec::new();
    let mut note = |wanted: ParsedMove, of_capital: bool| {
        let known = if of_capital { &mut named } else { &mut found };
        if !known.contains(&wanted) {
            known.push(wanted);
        }
    };
    for (body, promotion) in promotions(position, text) {
        for Lettered {
            before,
            letter,
            rest,
        } in letters(position, body)
        {
            let rest_lower = rest.to_ascii_lowercase();
            let before_lower = before.to_ascii_lowercase();
            let of_capital = capital && before.is_empty() && letter.is_some_and(is_upper);
            let base = ParsedMove {
                letter: letter.map(str::to_ascii_uppercase),
                promotion: promotion.map(str::to_ascii_uppercase),
                case_fits: promotion.is_none_or(is_upper)
                    && letter.is_none_or(is_upper)
                    && rest == rest_lower
                    && before == before_lower,
                ..ParsedMove::default()
            };
            // A piece alone: `Bc1`.
            if before.is_empty() && promotion.is_none() && position.is_square(&rest_lower) {
                let from = Some(rest_lower.clone());
                note(
                    ParsedMove {
                        from,
                        ..base.clone()
                    },
                    of_capital,
                );
            }
            for start in 0..rest_lower.len() {
                let (head, to) = rest_lower.split_at(start);
                if !position.is_square(to) {
                    continue;
                }
                let (head, op) = operator(head);
                let origin = match (before_lower.is_empty(), head.is_empty()) {
                    (false, false) => continue,
                    (false, true) => before_lower.as_str(),
                    (true, _) => head,
                };
                if !origin.is_empty() && !is_part(position, origin) {
                    continue;
                }
                let wanted = ParsedMove {
                    from: (!origin.is_empty()).then(|| origin.to_owned()),
                    op,
                    to: Some(to.to_owned()),
                    ..base.clone()
                };
                note(wanted, of_capital);
            }
        }
    }
    if named.is_empty() { found } else { named }
}

/// Splits the text before the destination into origin and operator. A colon captures, as in many books.
fn operator(head: &str) -> (&str, Option<char>) {
    match head.chars().next_back() {
        Some(':') => (&head[..head.len() - 1], Some('x')),
        Some(op) if OPERATORS.contains(&op) => (&head[..head.len() - 1], Some(op)),
        _ => (head, None),
    }
}

/// True if a text is a square, or could be a part of a square's name.
fn is_part<P: Notation>(position: &P, text: &str) -> bool {
    position.is_square(text)
        || text.bytes().all(|c| c.is_ascii_digit())
        || (text.len() <= 2 && text.bytes().all(|c| c.is_ascii_lowercase()))
}

/// True if the text after a piece letter has the case and form of short chess notation: no operator except a capture.
fn is_short(rest: &str) -> bool {
    !rest.contains(|c: char| c.is_ascii_uppercase() || (OPERATORS.contains(&c) && c != 'x'))
}

/// True if letters are the whole file of some square.
fn is_file<P: Notation>(position: &P, letters: &str) -> bool {
    const RANKS: [&str; 16] = [
        "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16",
    ];
    let mut name = letters.to_owned();
    (1..=2).contains(&letters.len())
        && RANKS.iter().any(|rank| {
            name.truncate(letters.len());
            name.push_str(rank);
            position.is_square(&name)
        })
}

/// True if the letters of a part of an origin, if it has any, begin the name of some square.
pub(super) fn is_real_part<P: Notation>(position: &P, part: &str) -> bool {
    let letters = part.trim_end_matches(|c: char| c.is_ascii_digit());
    letters.is_empty()
        || is_file(position, letters)
        || (letters.len() == 1
            && ('a'..='z').any(|second| is_file(position, &format!("{letters}{second}"))))
}

/// Returns the file and rank that a lower-case text begins with, on the board or not.
pub(super) fn leading_square<'t, P: Notation>(position: &P, text: &'t str) -> Option<&'t str> {
    let letters = text.bytes().take_while(u8::is_ascii_lowercase).count();
    let digits = (text.bytes().skip(letters))
        .take_while(u8::is_ascii_digit)
        .count();
    (digits > 0 && is_file(position, &text[..letters])).then(|| &text[..letters + digits])
}

/// Returns the first square named in a lower-case text that is not on the board: `b9` on a chessboard.
pub(super) fn square_off_board<'t, P: Notation>(position: &P, text: &'t str) -> Option<&'t str> {
    let is_start = |at: usize| {
        text.as_bytes()[at].is_ascii_lowercase()
            && leading_square(position, &text[at..]).is_some()
            // The longer file counts: `cc9` has no `c9` in it.
            && !(at > 0
                && text.as_bytes()[at - 1].is_ascii_lowercase()
                && leading_square(position, &text[at - 1..]).is_some())
    };
    (0..text.len())
        .filter(|&at| is_start(at))
        .filter_map(|at| leading_square(position, &text[at..]))
        .find(|square| !position.is_square(square))
}

/// Returns the text with and without its end read as a promotion: `g8=Q`, `g8(Q)`, `g8/Q`, `g8Q`, `aa7=+`.
fn promotions<'t, P: Notation>(position: &P, text: &'t str) -> Vec<(&'t str, Option<&'t str>)> {
    let bare = text.trim_end_matches(')');
    if let Some((body, letter)) = bare.rsplit_once(['=', '(', '/']) {
        // The sign can mean nothing else.
        let upper = letter.to_ascii_uppercase();
        return if position.is_letter(&upper) || upper == "+" {
            vec![(body, Some(letter))]
        } else {
            Vec::new()
        };
    }
    let mut ways = vec![(text, None)];
    if let Some(cut) = text.len().checked_sub(1).filter(|&cut| cut > 0) {
        let (body, letter) = text.split_at(cut);
        if position.is_letter(&letter.to_ascii_uppercase()) {
            ways.push((body, Some(letter)));
        }
    }
    ways
}

/// A text split at a piece letter.
struct Lettered<'t> {
    /// The origin, if it is before the letter.
    before: &'t str,
    letter: Option<&'t str>,
    rest: &'t str,
}

fn is_upper(letter: &str) -> bool {
    !letter.contains(|c: char| c.is_ascii_lowercase())
}

/// Returns the ways to read a piece letter, or none.
fn letters<'t, P: Notation>(position: &P, text: &'t str) -> Vec<Lettered<'t>> {
    let mut ways = vec![Lettered {
        before: "",
        letter: None,
        rest: text,
    }];
    let square_first = leading_square(position, &text.to_ascii_lowercase()).is_some();
    for start in 0..text.len().min(4) {
        for length in 1..=2 {
            let Some(letter) = text.get(start..start + length) else {
                continue;
            };
            if !position.is_letter(&letter.to_ascii_uppercase()) {
                continue;
            }
            // A text that begins with a square means that square: `b5-e8` is no bishop on the fifth rank, as `N1f3` may
            // be a knight on the first.
            if start == 0 && square_first && !(is_upper(letter) && is_short(&text[length..])) {
                continue;
            }
            let (before, rest) = (&text[..start], &text[start + length..]);
            if start > 0 && !is_part(position, &before.to_ascii_lowercase()) {
                continue;
            }
            ways.push(Lettered {
                before,
                letter: Some(letter),
                rest,
            });
        }
    }
    ways
}
