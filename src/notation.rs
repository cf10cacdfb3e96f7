//! From text to one legal move, in two stages: a grammar that says what the text may mean, and a match of that
//! against the legal moves. Unreadable, illegal and ambiguous are kept apart. Writing is canonical.
//!
//! The grammar knows pieces and squares only through [`Position::is_letter`] and [`Position::is_square`]; a game
//! with composite moves splits them up itself and reads the parts with [`wanted`].

use std::fmt;

use crate::rules::{Choice, Choices, Position, Rejection, RejectionKind};

/// The operators of the machine notation: quiet move, capture, fuse, swap, quad move, transfer, placement.
pub const OPERATORS: [char; 7] = ['-', 'x', '&', '~', '>', '+', '@'];

/// The parts of a canonical text, in the order they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelling {
    /// The piece letter, upper case; empty where the notation has none.
    pub letter: String,
    /// The square of origin; empty where there is none.
    pub from: String,
    /// One of [`OPERATORS`].
    pub op: char,
    /// The square of destination.
    pub to: String,
    /// The letter after `=`, if any.
    pub promotion: Option<String>,
    /// All that follows, its separator included (`,h2+g2`); usually empty.
    pub tail: String,
}

impl fmt::Display for Spelling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Spelling {
            letter,
            from,
            op,
            to,
            promotion,
            tail,
        } = self;
        write!(f, "{letter}{from}{op}{to}")?;
        if let Some(promotion) = promotion {
            write!(f, "={promotion}")?;
        }
        f.write_str(tail)
    }
}

/// One thing that a text may mean. What the text leaves out is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The piece letter, upper case.
    pub letter: Option<String>,
    /// The square of origin, or a part of its name (`b` or `1` for `b1`; the file `db` for `db8`).
    pub from: Option<String>,
    /// One of [`OPERATORS`].
    pub op: Option<char>,
    /// The square of destination. `None` where only a piece was named.
    pub to: Option<String>,
    /// The letter to promote to, upper case.
    pub promotion: Option<String>,
    /// Whether the text's upper and lower case are those of the notation.
    pub case_fits: bool,
}

impl Wanted {
    /// Whether a legal move, spelt so, is what is wanted. The tail is not looked at.
    pub fn fits(&self, spelling: &Spelling) -> bool {
        self.letter
            .as_ref()
            .is_none_or(|letter| *letter == spelling.letter)
            && self
                .from
                .as_ref()
                .is_none_or(|from| names(from, &spelling.from))
            && self.op.is_none_or(|op| op == spelling.op)
            && self.to.as_ref().is_some_and(|to| *to == spelling.to)
            && match &self.promotion {
                Some(promotion) => spelling.promotion.as_ref() == Some(promotion),
                None => true,
            }
    }

    /// How much of a move is spelt out: the more, the likelier it is what was meant.
    fn weight(&self) -> usize {
        self.from.as_ref().map_or(0, |from| 1 + from.len())
            + 4 * usize::from(self.to.is_some())
            + usize::from(self.letter.is_some())
            + usize::from(self.case_fits)
    }
}

/// Whether `part` names `square`, wholly or by its beginning or end.
fn names(part: &str, square: &str) -> bool {
    square.starts_with(part) || square.ends_with(part)
}

/// What was typed without what carries no meaning: spaces, `e.p.`, and `+ # ! ?` at the end.
pub fn strip(text: &str) -> String {
    let mut rest: String = text
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '`')
        .collect();
    loop {
        let before = rest.len();
        let trimmed = rest.trim_end_matches(['+', '#', '!', '?']).len();
        rest.truncate(trimmed);
        for ending in ["e.p.", "e.p", "ep"] {
            let cut = rest.len().saturating_sub(ending.len());
            if cut > 0 && rest.is_char_boundary(cut) && rest[cut..].eq_ignore_ascii_case(ending) {
                rest.truncate(cut);
            }
        }
        if rest.len() == before {
            return rest;
        }
    }
}

/// A piece of input that is safe to repeat in a sentence: at most 40 characters, nothing that Discord's markdown
/// or a mention could use.
pub fn excerpt(text: &str) -> String {
    let mut kept: String = text
        .chars()
        .filter(|c| c.is_ascii_graphic() || c.is_alphanumeric() || *c == ' ')
        .take(40)
        .collect();
    kept.retain(|c| {
        !matches!(
            c,
            '`' | '*' | '_' | '~' | '|' | '<' | '>' | '@' | '[' | ']' | '\\'
        )
    });
    if text.chars().count() > 40 {
        kept.push('…');
    }
    kept
}

/// Every meaning that a stripped text can have as `<letter><from><op><to>=<promotion>`, or with the part of the
/// origin before the letter, each part but one optional.
pub fn wanted<P: Position>(position: &P, text: &str) -> Vec<Wanted> {
    let mut found = Vec::new();
    if text.is_empty() || text.len() > 64 || !text.is_ascii() {
        return found;
    }
    for (body, promotion, promotion_case) in promotions(position, text) {
        for (letter, before, rest, letter_case) in letters(position, body) {
            let rest_lower = rest.to_ascii_lowercase();
            let base = Wanted {
                letter: letter.clone(),
                promotion: promotion.clone(),
                case_fits: promotion_case
                    && letter_case
                    && rest == rest_lower
                    && before == before.to_ascii_lowercase(),
                ..Wanted::default()
            };
            let before = before.to_ascii_lowercase();
            // A piece alone: `Bc1`.
            if before.is_empty() && promotion.is_none() && position.is_square(&rest_lower) {
                found.push(Wanted {
                    from: Some(rest_lower.clone()),
                    ..base.clone()
                });
            }
            for start in 0..rest_lower.len() {
                let (head, to) = rest_lower.split_at(start);
                if !position.is_square(to) {
                    continue;
                }
                let (head, op) = match head.chars().last() {
                    Some(':') => (&head[..head.len() - 1], Some('x')),
                    Some(op) if OPERATORS.contains(&op) => (&head[..head.len() - 1], Some(op)),
                    _ => (head, None),
                };
                let origin = match (before.is_empty(), head.is_empty()) {
                    (false, false) => continue,
                    (false, true) => before.as_str(),
                    (true, _) => head,
                };
                if !origin.is_empty() && !is_part(position, origin) {
                    continue;
                }
                let from = (!origin.is_empty()).then(|| origin.to_owned());
                found.push(Wanted {
                    from,
                    op,
                    to: Some(to.to_owned()),
                    ..base.clone()
                });
            }
        }
    }
    found.dedup();
    found
}

/// Whether a text is a square, or could be a part of a square's name.
fn is_part<P: Position>(position: &P, text: &str) -> bool {
    position.is_square(text)
        || text.chars().all(|c| c.is_ascii_digit())
        || (text.len() <= 2 && text.chars().all(|c| c.is_ascii_lowercase()))
}

/// The text with and without its end read as a promotion.
fn promotions<'t, P: Position>(
    position: &P,
    text: &'t str,
) -> Vec<(&'t str, Option<String>, bool)> {
    let mut ways = vec![(text, None, true)];
    let bare = text.trim_end_matches(')');
    if let Some((body, letter)) = bare.rsplit_once(['=', '(', '/']) {
        let upper = letter.to_ascii_uppercase();
        if position.is_letter(&upper) || upper == "+" {
            ways.push((body, Some(upper.clone()), upper == letter));
        }
        // `g8=Q`: the `=` can mean nothing else.
        ways.remove(0);
    } else if bare.len() > 1 && bare.is_char_boundary(bare.len() - 1) {
        let (body, letter) = bare.split_at(bare.len() - 1);
        let upper = letter.to_ascii_uppercase();
        if position.is_letter(&upper) {
            ways.push((body, Some(upper.clone()), upper == letter));
        }
    }
    ways
}

/// The ways to read a piece letter: `(letter, origin before it, rest, whether its case is right)`.
fn letters<'t, P: Position>(
    position: &P,
    text: &'t str,
) -> Vec<(Option<String>, &'t str, &'t str, bool)> {
    let mut ways = vec![(None, "", text, true)];
    for start in 0..text.len().min(3) {
        for length in 1..=2 {
            let Some(letter) = text.get(start..start + length) else {
                continue;
            };
            let upper = letter.to_ascii_uppercase();
            if !position.is_letter(&upper) {
                continue;
            }
            let (before, rest) = (&text[..start], &text[start + length..]);
            if start > 0 && !is_part(position, &before.to_ascii_lowercase()) {
                continue;
            }
            let fits = upper == letter;
            ways.push((Some(upper), before, rest, fits));
        }
    }
    ways
}

/// Reads a move of a game whose canonical texts are single [`Spelling`]s.
///
/// # Errors
/// Unreadable, illegal (by [`Position::explain`]) or ambiguous.
pub fn read<P: Position>(position: &P, text: &str) -> Result<P::Move, Rejection> {
    let legal = position.legal_moves();
    read_among(position, &legal, text)
}

/// [`read`], with the legal moves already at hand.
///
/// # Errors
/// Unreadable, illegal (by [`Position::explain`]) or ambiguous.
pub fn read_among<P: Position>(
    position: &P,
    legal: &[P::Move],
    text: &str,
) -> Result<P::Move, Rejection> {
    let typed = strip(text);
    let spelt: Vec<(Spelling, String)> = legal
        .iter()
        .map(|mv| {
            let spelling = position.spell(mv);
            let canonical = position.write(mv);
            (spelling, canonical)
        })
        .collect();
    let exact = |wanted: &str| spelt.iter().position(|(_, canonical)| canonical == wanted);
    if let Some(index) = exact(text).or_else(|| exact(&typed)) {
        return Ok(legal[index].clone());
    }
    let loose: Vec<usize> = (0..spelt.len())
        .filter(|&index| spelt[index].1.eq_ignore_ascii_case(&typed))
        .collect();
    if let [index] = loose[..] {
        return Ok(legal[index].clone());
    }
    let meanings = wanted(position, &typed);
    let matching = |case: bool, tails: bool| -> Vec<usize> {
        (0..spelt.len())
            .filter(|&index| {
                let spelling = &spelt[index].0;
                (tails || spelling.tail.is_empty())
                    && meanings
                        .iter()
                        .any(|wanted| (!case || wanted.case_fits) && wanted.fits(spelling))
            })
            .collect()
    };
    // A move without a tail is what was meant where the text has none; case decides only between several.
    for fitting in [
        matching(false, false),
        matching(true, false),
        matching(false, true),
    ] {
        if let [index] = fitting[..] {
            return Ok(legal[index].clone());
        }
    }
    // A pawn that may promote or not does not where the text names no piece to become.
    let fitting = matching(false, false);
    let mut plain = fitting
        .iter()
        .filter(|&&index| spelt[index].0.promotion.is_none());
    if let (Some(&index), None) = (plain.next(), plain.next()) {
        let step = |index: usize| {
            let Spelling {
                letter,
                from,
                op,
                to,
                ..
            } = &spelt[index].0;
            (letter, from, op, to)
        };
        if fitting.iter().all(|&other| step(other) == step(index)) {
            return Ok(legal[index].clone());
        }
    }
    let several = matching(false, true);
    if !several.is_empty() {
        return Err(ambiguous(
            several
                .iter()
                .map(|&index| spelt[index].1.clone())
                .collect(),
        ));
    }
    let Some(best) = meanings.iter().max_by_key(|wanted| wanted.weight()) else {
        return Err(Rejection::unreadable(format!(
            "\"{}\" does not read as a move. A move names a piece and where it goes, such as {}.",
            excerpt(text),
            spelt
                .first()
                .map_or("Pe2-e3", |(_, canonical)| canonical.as_str())
        ))
        .suggest(nearest(
            &typed,
            spelt.iter().map(|(_, canonical)| canonical.as_str()),
        )));
    };
    let mut rejection = position.explain(best);
    if rejection.meant.is_empty() {
        let near = spelt.iter().filter(|(spelling, _)| {
            best.to.as_ref() == Some(&spelling.to)
                || best
                    .from
                    .as_ref()
                    .is_some_and(|from| *from == spelling.from)
        });
        rejection.meant = nearest(&typed, near.map(|(_, canonical)| canonical.as_str()));
    }
    Err(rejection)
}

/// The refusal of a text that fits several legal moves.
pub fn ambiguous(mut texts: Vec<String>) -> Rejection {
    let count = texts.len();
    texts.truncate(10);
    let list = texts.join(", ");
    let more = if count > texts.len() {
        format!(" and {} more", count - texts.len())
    } else {
        String::new()
    };
    Rejection::new(
        RejectionKind::Ambiguous,
        format!("That could be {count} moves: {list}{more}. Say which."),
    )
    .suggest(texts)
}

/// Up to three texts nearest to what was typed.
pub fn nearest<'t>(typed: &str, texts: impl Iterator<Item = &'t str>) -> Vec<String> {
    let typed = typed.to_ascii_lowercase();
    let mut ranked: Vec<(usize, &str)> = texts
        .map(|text| (distance(&typed, &text.to_ascii_lowercase()), text))
        .collect();
    ranked.sort();
    ranked.dedup();
    ranked
        .into_iter()
        .take(3)
        .map(|(_, text)| text.to_owned())
        .collect()
}

/// The number of single-byte insertions, deletions and changes from one text to the other (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut corner = i;
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let changed = corner + usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = changed.min(corner + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

/// The steps to a move: first the pieces that can move, then what each can do.
pub fn choices<P: Position>(position: &P, partial: &str) -> Choices {
    let mut pieces: Vec<Choice> = Vec::new();
    let mut moves = Vec::new();
    for mv in position.legal_moves() {
        let spelling = position.spell(&mv);
        let piece = format!("{}{}", spelling.letter, spelling.from);
        if partial.is_empty() {
            if !pieces.iter().any(|choice| choice.text == piece) {
                pieces.push(Choice {
                    label: piece.clone(),
                    text: piece,
                    whole: false,
                });
            }
        } else if piece == partial {
            moves.push(Choice {
                text: position.write(&mv),
                label: position.display(&mv),
                whole: true,
            });
        }
    }
    if partial.is_empty() {
        Choices {
            prompt: "Which piece moves?".to_owned(),
            options: pieces,
        }
    } else {
        Choices {
            prompt: format!("Where does {partial} go?"),
            options: moves,
        }
    }
}

/// Ways to go on from what was typed: the pieces where nothing was; else moves whose text begins with it, then
/// captures that fit, then the others that fit.
pub fn complete<P: Position>(position: &P, typed: &str, limit: usize) -> Vec<Choice> {
    let typed = strip(typed);
    if typed.is_empty() {
        let mut choices = position.choices("").options;
        choices.truncate(limit);
        return choices;
    }
    complete_among(position, &position.legal_moves(), &typed, limit)
}

/// [`complete`] for a text that is not empty, among these moves only.
pub fn complete_among<P: Position>(
    position: &P,
    legal: &[P::Move],
    typed: &str,
    limit: usize,
) -> Vec<Choice> {
    let typed = strip(typed);
    let lower = typed.to_ascii_lowercase();
    let meanings = wanted(position, &typed);
    let mut ranked: Vec<(u8, Choice)> = Vec::new();
    for mv in legal {
        let (text, label) = (position.write(mv), position.display(mv));
        let spelling = position.spell(mv);
        let begins = |text: &str| text.to_ascii_lowercase().starts_with(&lower);
        let named = meanings.iter().any(|wanted| match wanted.to {
            Some(_) => wanted.fits(&spelling),
            None => wanted.from.as_ref() == Some(&spelling.from),
        });
        let rank = if begins(&text) || begins(&label) {
            0
        } else if !(named || text.to_ascii_lowercase().contains(&lower)) {
            continue;
        } else if spelling.op == 'x' {
            1
        } else {
            2
        };
        ranked.push((
            rank,
            Choice {
                text,
                label,
                whole: true,
            },
        ));
    }
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.truncate(limit);
    ranked.into_iter().map(|(_, choice)| choice).collect()
}

/// Reads the last field of a position text: plies since the last step that cannot be undone.
///
/// # Errors
/// [`RejectionKind::BadPosition`] where it is not a plain decimal number.
pub fn count(text: &str) -> Result<u32, Rejection> {
    let plain = text == "0" || !text.starts_with(['0', '+']);
    text.parse::<u32>().ok().filter(|_| plain).ok_or_else(|| {
        Rejection::position(format!(
            "The last field counts plies without progress: a whole number, not \"{}\".",
            excerpt(text)
        ))
    })
}
