//! Choices and completions for a move that is still being entered.

use super::typed::LONGEST;
use super::{MoveText, parse, strip, tidy};
use crate::rules::{Choice, Choices, Entry};

/// Returns the steps to a move: first the pieces that can move, then the moves of each, captures before other moves. A
/// move that names neither a piece nor an origin, such as a placement, is offered whole at once.
pub fn choices<P: Entry>(position: &P, partial: &str) -> Choices {
    let mut options: Vec<Choice> = Vec::new();
    let mut capturing: Vec<String> = Vec::new();
    for mv in position.legal_moves() {
        let spelling = position.move_text(&mv);
        let piece = format!("{}{}", spelling.letter, spelling.from);
        let choice = if piece == partial {
            Choice {
                text: position.write(&mv),
                label: position.label(&mv),
                whole: true,
            }
        } else if partial.is_empty() {
            Choice::part(piece.clone(), piece)
        } else {
            continue;
        };
        if spelling.op == 'x' {
            capturing.push(choice.text.clone());
        }
        if choice.whole || !options.iter().any(|other| other.text == choice.text) {
            options.push(choice);
        }
    }
    options.sort_by_cached_key(|choice| !capturing.contains(&choice.text));
    let all_whole = !options.is_empty() && options.iter().all(|choice| choice.whole);
    let prompt = if !partial.is_empty() {
        format!("Where does {} go?", super::excerpt(partial))
    } else if all_whole {
        "Which move?".to_owned()
    } else {
        "Which piece moves?".to_owned()
    };
    Choices { prompt, options }
}

/// Returns at most `limit` ways to continue the typed text. For an empty text: the pieces, preceded by moves that name
/// no square if the pieces alone exceed the limit. Otherwise: the exact move, moves whose text begins so, captures that
/// fit, then other moves that fit.
pub fn complete<P: Entry>(position: &P, typed: &str, limit: usize) -> Vec<Choice> {
    let typed = tidy(typed);
    if typed.is_empty() {
        let mut choices = position.choices("").options;
        if choices.len() > limit {
            let legal = position.legal_moves();
            let squareless = legal
                .iter()
                .filter(|mv| !names_square(position, &position.move_text(mv)));
            let squareless: Vec<String> = squareless.map(|mv| position.write(mv)).collect();
            choices.sort_by_cached_key(|choice| !squareless.contains(&choice.text));
            choices.truncate(limit);
        }
        return choices;
    }
    complete_among(position, &position.legal_moves(), &typed, limit)
}

/// Completes a text that is not empty, as [`complete`] does, among the given moves only.
pub fn complete_among<P: Entry>(
    position: &P,
    legal: &[P::Move],
    typed: &str,
    limit: usize,
) -> Vec<Choice> {
    let typed = tidy(typed);
    if !typed.is_ascii() || limit == 0 {
        return Vec::new();
    }
    let lower = typed.to_ascii_lowercase();
    let squares = without_signs(&lower);
    let meanings = parse(position, &strip(&typed));
    // A named piece excludes all others.
    let is_named = !meanings.is_empty() && meanings.iter().all(|wanted| wanted.letter.is_some());
    let mut ranked: Vec<(u8, &P::Move, String)> = Vec::new();
    for mv in legal {
        let text = position.write(mv);
        let plain = text.to_ascii_lowercase();
        let rank = if text == typed {
            0
        } else if plain.starts_with(&lower) {
            1
        } else {
            let spelling = position.move_text(mv);
            let named = meanings.iter().any(|wanted| match wanted.to {
                Some(_) => wanted.fits(&spelling),
                None => wanted.names_mover(&spelling),
            });
            let near = || {
                (!squares.is_empty() && !is_named && without_signs(&plain).contains(&squares))
                    || position
                        .display(mv)
                        .to_ascii_lowercase()
                        .starts_with(&lower)
            };
            if !(named || near()) {
                continue;
            }
            if spelling.op == 'x' { 2 } else { 3 }
        };
        ranked.push((rank, mv, text));
    }
    ranked.sort_by_cached_key(|(rank, ..)| *rank);
    ranked.truncate(limit);
    ranked
        .into_iter()
        .map(|(_, mv, text)| Choice {
            label: position.label(mv),
            text,
            whole: true,
        })
        .collect()
}

/// True if a move names a square of the board; a pass or a throw of dice does not.
fn names_square<P: Entry>(position: &P, spelling: &MoveText) -> bool {
    !spelling.from.is_empty() || position.is_square(&spelling.to)
}

/// Strips the signs that may be left out while typing: `g1f` is the beginning of `Ng1-f3`.
fn without_signs(text: &str) -> String {
    text.chars()
        .filter(|c| c.is_ascii_alphanumeric() && *c != 'x')
        .collect()
}

/// Returns the typed text with each other sign after the first square: `g1>f3` as `g1-f3`, `g1xf3` and `g1f3`. Empty if
/// nothing follows a square.
pub fn with_other_signs(typed: &str) -> Vec<String> {
    let typed = tidy(typed);
    if typed.len() > LONGEST {
        return Vec::new();
    }
    let after_square = |(at, sign): &(usize, char)| {
        let behind_digit = typed[..*at].ends_with(|c: char| c.is_ascii_digit());
        behind_digit && (matches!(sign, '-' | '>') || sign.is_ascii_alphabetic())
    };
    let Some((at, sign)) = typed.char_indices().find(after_square) else {
        return Vec::new();
    };
    let (from, rest) = typed.split_at(at);
    let is_sign = matches!(sign, '-' | '>' | 'x' | 'X');
    let to = if is_sign { &rest[1..] } else { rest };
    let signs = ["-", "x", ">", ""].into_iter();
    let texts = signs.map(|sign| format!("{from}{sign}{to}"));
    texts.filter(|text| *text != typed).collect()
}
