//! Notation of moves. Texts that the shared notation does not cover (rearrangements, multi-moves, returns and words
//! such as "swap" and "attach") are parsed here.

mod composite;

use super::board::{Arena, Square};
use super::pieces::Role;
use super::powers::Powers;
use super::turn::{Move, MoveEffect, Step, spell_step};
use super::{FourTowers, explain};
use crate::notation::{self, MoveText, ParsedMove, excerpt};
use crate::rules::{Choice, Notation, RuleError, RuleErrorKind};
use composite::{after_word, is_part, read_multi, read_rearrangement, role_of};

impl Notation for FourTowers {
    fn exact(&self, text: &str) -> Option<Move> {
        let mv = if let Some(to) = text.strip_prefix('@') {
            Move::Return(Square::parse(to)?)
        } else if text.contains(':') {
            let (arena, puts) = parse_rearrangement(self, text).ok()?;
            Move::Rearrange(arena, puts)
        } else if text.contains(',') {
            Move::Multi(parse_multi(self, text).ok()?)
        } else {
            Move::Step(step_of(text)?)
        };
        (self.move_text(&mv).text() == text && self.permits(&mv)).then_some(mv)
    }

    fn read(&self, text: &str) -> Result<Move, RuleError> {
        read(self, text)
    }

    fn move_text(&self, mv: &Move) -> MoveText {
        match mv {
            Move::Step(step) => spell_step(step),
            Move::Return(to) => MoveText {
                letter: "".into(),
                from: "".into(),
                op: '@',
                to: to.name().into(),
                promotion: None,
                tail: String::new(),
            },
            Move::Rearrange(arena, puts) => {
                let letter = |from: Square| {
                    self.board
                        .get(from)
                        .map_or('?', |piece| piece.role.letter())
                };
                let mut parts = puts.iter();
                let (first_from, first_to) = parts
                    .next()
                    .copied()
                    .unwrap_or((arena.square(0, 0), arena.square(0, 0)));
                MoveText {
                    letter: format!("{arena}:{}", letter(first_from)).into(),
                    from: first_from.name().into(),
                    op: '-',
                    to: first_to.name().into(),
                    promotion: None,
                    tail: parts
                        .map(|&(from, to)| format!(",{}{from}-{to}", letter(from)))
                        .collect(),
                }
            }
            Move::Multi(steps) => {
                let mut parts = steps.iter().map(spell_step);
                let mut spelling = parts.next().unwrap_or(MoveText {
                    letter: "".into(),
                    from: "".into(),
                    op: '-',
                    to: "".into(),
                    promotion: None,
                    tail: String::new(),
                });
                // The promotion of the first step precedes the tail, as `Display` writes it.
                spelling.tail = parts.map(|part| format!(",{part}")).collect();
                spelling
            }
        }
    }

    fn display(&self, mv: &Move) -> String {
        let text = self.move_text(mv).text();
        match mv {
            Move::Return(to) => match self.returning {
                Some(returning) => format!("{}@{to}", returning.role.letter()),
                None => text,
            },
            Move::Step(step) if step.is_en_passant(self) => format!("{text} e.p."),
            _ => text,
        }
    }

    fn is_square(&self, text: &str) -> bool {
        Square::parse(text).is_some()
    }

    fn is_letter(&self, text: &str) -> bool {
        let mut letters = text.chars();
        letters
            .next()
            .is_some_and(|letter| Role::of_letter(letter).is_some())
            && letters.next().is_none()
    }

    fn explain(&self, wanted: &ParsedMove, _: &[MoveText]) -> RuleError {
        explain::explain(self, wanted)
    }
}
pub use composite::{parse_multi, parse_rearrangement};

/// A word that restricts the kind of move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoveWord {
    Effect(MoveEffect),
    Detach,
    Direct,
    EnPassant,
}

/// The words, each with its meaning.
const WORDS: &[(&str, MoveWord)] = &[
    ("swaps", MoveWord::Effect(MoveEffect::Swap)),
    ("swap", MoveWord::Effect(MoveEffect::Swap)),
    ("attaches", MoveWord::Effect(MoveEffect::Attach)),
    ("attach", MoveWord::Effect(MoveEffect::Attach)),
    ("fuses", MoveWord::Effect(MoveEffect::Attach)),
    ("fuse", MoveWord::Effect(MoveEffect::Attach)),
    ("joins", MoveWord::Effect(MoveEffect::Attach)),
    ("join", MoveWord::Effect(MoveEffect::Attach)),
    ("captures", MoveWord::Effect(MoveEffect::Capture)),
    ("capture", MoveWord::Effect(MoveEffect::Capture)),
    ("takes", MoveWord::Effect(MoveEffect::Capture)),
    ("take", MoveWord::Effect(MoveEffect::Capture)),
    ("detaches", MoveWord::Detach),
    ("detach", MoveWord::Detach),
    ("direct", MoveWord::Direct),
    ("passant", MoveWord::EnPassant),
];

/// Words without a meaning beyond the rest of the text.
const FILLERS: &[&str] = &[
    "with", "to", "on", "onto", "by", "the", "from", "move", "en",
];

/// Returns the step that a canonical text spells, possible or not.
fn step_of(text: &str) -> Option<Step> {
    let (body, promotion) = match text.split_once('=') {
        Some((body, letter)) => (body, Some(role_of(letter)?)),
        None => (text, None),
    };
    let mut rest = body.chars();
    let role = Role::of_letter(rest.next()?)?;
    let rest = rest.as_str();
    let (from, to) = rest.split_once(|c| MoveEffect::of_operator(c).is_some())?;
    Some(Step {
        role,
        from: Square::parse(from)?,
        effect: MoveEffect::of_operator(rest.chars().nth(from.len())?)?,
        to: Square::parse(to)?,
        promotion,
    })
}

/// Upper bound of a text that is read as a move, in bytes; a rearrangement of nine pieces takes 90.
const LONGEST: usize = 400;

/// Reads a move of any kind.
pub fn read(position: &FourTowers, text: &str) -> Result<Move, RuleError> {
    let typed = text.trim();
    if typed.len() > LONGEST {
        return Err(RuleError::unreadable(format!(
            "A move is written in at most {LONGEST} characters."
        )));
    }
    if let Some(mv) = position.exact(typed) {
        return Ok(mv);
    }
    if let Some(rest) = after_word(typed, &["rearrangement", "rearrange"]) {
        return read_rearrangement(position, rest);
    }
    if let Some(rest) = after_word(typed, &["multi-move", "multimove", "multi"]) {
        return read_multi(position, rest);
    }
    if let Some((head, _)) = typed.split_once(':')
        && Arena::parse(head.trim()).is_some()
    {
        return read_rearrangement(position, typed);
    }
    if typed.contains([',', ';']) {
        return read_multi(position, typed);
    }
    if let Some(to) = returned_to(position, typed) {
        return read_return(position, to?);
    }
    let (kept, said) = without_words(typed);
    match read_listed(position, &kept, &said) {
        Err(refusal) if refusal.kind == RuleErrorKind::Unreadable => {
            // Several moves separated only by spaces.
            let parts: Vec<&str> = typed.split_whitespace().collect();
            if (2..=4).contains(&parts.len()) && parts.iter().all(|part| is_part(part)) {
                read_multi(position, &parts.join(","))
            } else if kept == typed {
                Err(refusal)
            } else {
                // The refusal repeats the typed text, including the words left out.
                let as_typed = notation::read_among(position, &position.listed(), typed);
                Err(as_typed.err().unwrap_or(refusal))
            }
        }
        read => read,
    }
}

fn read_listed(position: &FourTowers, text: &str, said: &[MoveWord]) -> Result<Move, RuleError> {
    let listed = position.listed();
    if said.is_empty() {
        return notation::read_among(position, &listed, text);
    }
    let fitting = of_role(position, &listed, said);
    let refusal = match notation::read_among(position, &fitting, text) {
        Err(refusal) if refusal.kind == RuleErrorKind::Illegal => refusal,
        other => return other,
    };
    match notation::read_among(position, &listed, text) {
        Ok(mv) => {
            let canonical = position.move_text(&mv).to_string();
            let what = match said.first() {
                Some(MoveWord::Effect(MoveEffect::Swap)) => "no swap",
                Some(MoveWord::Effect(MoveEffect::Attach)) => "no attachment",
                Some(MoveWord::Effect(MoveEffect::Capture)) => "no capture",
                Some(MoveWord::Detach) => "no detachment",
                Some(MoveWord::Direct) => "no direct move",
                _ => "not en passant",
            };
            Err(
                RuleError::illegal(format!("{canonical} is legal, but it is {what}."))
                    .suggest(vec![canonical]),
            )
        }
        Err(_) => Err(refusal),
    }
}

/// Returns the moves that fit all the words.
fn of_role(position: &FourTowers, moves: &[Move], said: &[MoveWord]) -> Vec<Move> {
    let powers = Powers::of(&position.board);
    let fits = |step: &Step| {
        said.iter().all(|said| match said {
            MoveWord::Effect(effect) => step.effect == *effect,
            MoveWord::Detach => step.is_detachment(position),
            MoveWord::Direct => step.is_direct(position, &powers),
            MoveWord::EnPassant => step.is_en_passant(position),
        })
    };
    moves
        .iter()
        .filter(|mv| said.is_empty() || matches!(mv, Move::Step(step) if fits(step)))
        .cloned()
        .collect()
}

/// Returns completions of a text of a single move, including words that [`read`] knows.
pub fn complete(position: &FourTowers, typed: &str, limit: usize) -> Vec<Choice> {
    let listed = position.listed();
    if typed.len() > LONGEST {
        return Vec::new();
    }
    let (kept, said) = without_words(typed);
    let fitting = of_role(position, &listed, &said);
    notation::complete_among(position, &fitting, &kept, limit)
}

/// Returns the square of `@c4`, `Q@c4`, `return c4` or `return the queen to c4`, or a refusal if the text names a
/// piece other than the returning piece; `None` if the text is not a return.
fn returned_to(position: &FourTowers, text: &str) -> Option<Result<String, RuleError>> {
    if let Some((what, to)) = text.split_once('@') {
        let to = notation::strip(to).to_ascii_lowercase();
        let what = notation::strip(what);
        let returning = position.returning.map(|returning| returning.role);
        return Some(match (role_of(&what), returning) {
            (Some(role), Some(is)) if role != is => {
                let (is, other) = (is.name(), role.name());
                let sentence = format!("The piece that returns is the {is}, not a {other}.");
                let legal = read_return(position, to.clone()).map(|_| format!("@{to}"));
                Err(RuleError::illegal(sentence).suggest(legal.into_iter().collect()))
            }
            (None, _) if !what.is_empty() => Err(RuleError::unreadable(format!(
                "\"{}\" is no piece. A return names the square to put the piece on, such as @c4.",
                excerpt(&what)
            ))),
            _ => Ok(to),
        });
    }
    let rest = after_word(text, &["returns", "return"])?;
    let role = position.returning.map(|returning| returning.role);
    let kept: String = rest
        .split_whitespace()
        .filter(|word| !FILLERS.contains(&word.to_ascii_lowercase().as_str()))
        .filter(|word| {
            role.is_none_or(|role| {
                !word.eq_ignore_ascii_case(role.name()) && *word != role.letter().to_string()
            })
        })
        .collect();
    Some(Ok(notation::strip(&kept).to_ascii_lowercase()))
}

fn read_return(position: &FourTowers, to: String) -> Result<Move, RuleError> {
    let Some(square) = Square::parse(&to) else {
        let wrong = match excerpt(&to).as_str() {
            "" => String::new(),
            named => format!("\"{named}\" is no square. "),
        };
        return Err(RuleError::unreadable(format!(
            "{wrong}A return names the square to put the piece on, such as @c4."
        )));
    };
    let mv = Move::Return(square);
    if position.return_squares().contains(square) && position.is_safe_after(&mv) {
        Ok(mv)
    } else {
        Err(explain::no_return(position, square))
    }
}

/// Splits a text into the part without words and the meanings of the words.
fn without_words(text: &str) -> (String, Vec<MoveWord>) {
    let mut said = Vec::new();
    let mut kept = Vec::new();
    for word in text.split_whitespace() {
        let lower = word.to_ascii_lowercase();
        if let Some((_, meaning)) = WORDS.iter().find(|(name, _)| *name == lower) {
            said.push(*meaning);
        } else if let Some(role) = Role::ALL.into_iter().find(|role| role.name() == lower) {
            kept.push(role.letter().to_string());
        } else if !FILLERS.contains(&lower.as_str()) {
            kept.push(word.to_owned());
        }
    }
    (kept.join(" "), said)
}

/// Returns a piece's letter and square.
pub fn named(position: &FourTowers, square: Square) -> String {
    position.board.get(square).map_or(String::new(), |piece| {
        format!("{}{square}", piece.role.letter())
    })
}
