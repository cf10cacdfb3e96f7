//! Reading of rearrangements and multi-moves: texts of several parts, each a piece with an origin and a destination.

use super::super::FourTowers;
use super::super::board::{Arena, Square, SquareSet};
use super::super::explain;
use super::super::multi_move::Underway;
use super::super::pieces::Role;
use super::super::turn::{Move, Step, spell_step};
use crate::notation::{self, excerpt};
use crate::rules::RuleError;

/// A part of a composite move: a piece letter, an origin and a destination with a promotion.
struct PartOf {
    letter: Option<Role>,
    from: Square,
    to: Square,
    promotion: Option<Role>,
}

/// Reads `Na3-b4`, `na3b4`, `a3-b4` or `Pc10-c11=Q`.
fn parts_of(text: &str) -> Option<PartOf> {
    let text = notation::strip(text);
    let (body, promotion) = match text.split_once('=') {
        Some((body, letter)) => (body, Some(role_of(letter)?)),
        None => (text.as_str(), None),
    };
    let (head, to) = last_square(body)?;
    let head = head.trim_end_matches(['-', '>', '→', '–']);
    let (head, from) = last_square(head)?;
    let letter = if head.is_empty() {
        None
    } else {
        Some(role_of(head)?)
    };
    Some(PartOf {
        letter,
        from,
        to,
        promotion,
    })
}

/// Returns true if a text reads as one part of a composite move.
pub fn is_part(text: &str) -> bool {
    parts_of(text).is_some()
}

/// Returns the role of a letter, in either case.
pub fn role_of(letter: &str) -> Option<Role> {
    let mut letters = letter.chars();
    let first = letters.next()?.to_ascii_uppercase();
    letters.next().is_none().then_some(())?;
    Role::of_letter(first)
}

/// Returns the square that a text ends with, and the text before it.
fn last_square(text: &str) -> Option<(&str, Square)> {
    let at = text.rfind(|c: char| c.is_ascii_alphabetic())?;
    let (head, square) = (text.get(..at)?, text.get(at..)?);
    Some((head, Square::parse(&square.to_ascii_lowercase())?))
}

/// Splits a composite text at commas and spaces, except spaces around a dash.
fn split_parts(text: &str) -> Vec<String> {
    let mut joined = String::new();
    for word in text.split_whitespace() {
        let continues = word.starts_with(['-', '>', '→', '–'])
            || joined.ends_with(['-', '>', '→', '–'])
            // A single letter belongs to the next word.
            || (joined.chars().last().is_some_and(|c| c.is_ascii_alphabetic())
                && joined
                    .rsplit([' ', ','])
                    .next()
                    .is_some_and(|last| last.len() == 1 && role_of(last).is_some()));
        if !joined.is_empty() && !continues {
            joined.push(' ');
        }
        joined.push_str(word);
    }
    joined
        .split([',', ';', ' '])
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Reads the arena and placements of a text such as `I:Na3-b4,Rb4-a3` or `I Na3-b4 Rb4-a3`, legal or not.
pub fn parse_rearrangement(
    position: &FourTowers,
    text: &str,
) -> Result<(Arena, Vec<(Square, Square)>), RuleError> {
    let text = after_word(text, &["arena"]).unwrap_or(text);
    let (named, rest) = match text.split_once([':', ' ']) {
        Some((head, rest)) if Arena::parse(head.trim()).is_some() => {
            (Arena::parse(head.trim()), rest)
        }
        _ if Arena::parse(text.trim()).is_some() => (Arena::parse(text.trim()), ""),
        _ => (None, text),
    };
    let mut puts = Vec::new();
    for part in split_parts(rest) {
        let Some(read) = parts_of(&part).filter(|read| read.promotion.is_none()) else {
            return Err(RuleError::unreadable(format!(
                "\"{}\" does not read as a part of a rearrangement, which is written like I:Na3-b4,Rb4-a3.",
                excerpt(&part)
            )));
        };
        if let (Some(role), Some(piece)) = (read.letter, position.board.get(read.from))
            && piece.seat == position.turn
            && piece.role != role
        {
            return Err(RuleError::other_piece(
                read.from,
                piece.role.name(),
                role.name(),
            ));
        }
        puts.push((read.from, read.to));
    }
    let arena = named
        .or_else(|| puts.first().and_then(|(from, _)| from.arena()))
        .ok_or_else(|| {
            RuleError::unreadable(
                "A rearrangement names its arena and who goes where, such as I:Na3-b4,Rb4-a3.",
            )
        })?;
    puts.sort_by_cached_key(|(from, _)| from.to_string());
    Ok((arena, puts))
}

/// Reads a legal rearrangement.
pub fn read_rearrangement(position: &FourTowers, text: &str) -> Result<Move, RuleError> {
    let (arena, puts) = parse_rearrangement(position, text)?;
    position
        .judge_rearrangement(arena, &puts)
        .map_err(|why| explain::no_rearrangement(position, arena, why))?;
    let mv = Move::Rearrange(arena, puts);
    if position.is_safe_after(&mv) {
        Ok(mv)
    } else {
        Err(explain::unsafe_composite(position, &mv))
    }
}

/// Reads the steps of a text such as `Ng5-i6,Ni6-j8`, each pseudo-legal at its point. Parts may be written as freely
/// as whole moves.
pub fn parse_multi(position: &FourTowers, text: &str) -> Result<Vec<Step>, RuleError> {
    let towers = position.multi_towers();
    if towers.is_empty() {
        return Err(explain::no_dragon());
    }
    let mut underway = Underway::new(position);
    let mut steps: Vec<Step> = Vec::new();
    for (number, part) in split_parts(text).iter().enumerate() {
        if number >= 4 {
            return Err(RuleError::illegal(
                "A multi-move has two to four moves, one from each arena of the tower.",
            ));
        }
        let possible: Vec<Step> = towers
            .iter()
            .flat_map(|tower| tower.touches())
            .collect::<SquareSet>()
            .flat_map(|from| underway.steps_from(from))
            .collect();
        let step = match read_part(position, &possible, part)[..] {
            [step] => step,
            [] => {
                return Err(match parts_of(&part.replace(['x', '&', '~'], "-")) {
                    Some(read) => explain::no_multi_part(&underway, &steps, read.from, read.to),
                    None => RuleError::unreadable(format!(
                        "\"{}\" does not fit here. A multi-move is written like Ng5-i6,Ni6-j8.",
                        excerpt(part)
                    )),
                });
            }
            ref several => {
                // A single step need not be a legal move, so none is suggested.
                let texts = several.iter().map(|step| spell_step(step).text()).collect();
                return Err(notation::ambiguous(texts).suggest(Vec::new()));
            }
        };
        underway.take(&step);
        steps.push(step);
    }
    Ok(steps)
}

/// Returns the steps that one part of a multi-move's text can mean.
fn read_part(position: &FourTowers, possible: &[Step], part: &str) -> Vec<Step> {
    let typed = notation::strip(part);
    let spelt = |step: &Step| spell_step(step).text();
    let same = |fits: &dyn Fn(&str) -> bool| possible.iter().find(|step| fits(&spelt(step)));
    if let Some(step) =
        same(&|text| text == typed).or_else(|| same(&|text| text.eq_ignore_ascii_case(&typed)))
    {
        return vec![*step];
    }
    let meanings = notation::parse(position, &typed);
    possible
        .iter()
        .filter(|step| {
            let spelling = spell_step(step);
            meanings.iter().any(|wanted| wanted.fits(&spelling))
        })
        .copied()
        .collect()
}

/// Reads a legal multi-move.
pub fn read_multi(position: &FourTowers, text: &str) -> Result<Move, RuleError> {
    let steps = parse_multi(position, text)?;
    position
        .judge_multi(&steps)
        .map_err(|why| explain::no_multi(position, &steps, why))?;
    let mv = Move::Multi(steps);
    if position.is_safe_after(&mv) {
        Ok(mv)
    } else {
        Err(explain::unsafe_composite(position, &mv))
    }
}

/// Returns the rest of a text that begins with one of these words, without a colon after it.
pub(super) fn after_word<'t>(text: &'t str, words: &[&str]) -> Option<&'t str> {
    words.iter().find_map(|word| {
        let head = text.get(..word.len())?;
        let rest = text.get(word.len()..)?;
        (head.eq_ignore_ascii_case(word) && !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
            .then(|| rest.trim_start_matches([':', ' ']))
    })
}
