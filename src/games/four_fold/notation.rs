//! Notation of moves. Moves of single pieces use the shared notation; a text with `>` is a unit's move: `d4>e5` (all
//! pieces), `d4>e5:PK` (by letters), `d4>e5:g8,h7` (by cells), each with promotions after `=`.

use super::board::{Cell, Quad, Role};
use super::moves;
use super::position::FourFold;
use super::turn::Move;
use super::unit::Unit;
use super::{board, explain};
use crate::notation::{self, MoveText, ParsedMove};
use crate::rules::{Notation, RuleError, RuleErrorKind};

impl Notation for FourFold {
    fn exact(&self, text: &str) -> Option<Move> {
        let candidates = match text.split_once('>') {
            Some((from, _)) => moves::legal_units(&self.board, self.turn, Quad::parse(from)?),
            None if text.is_ascii() && text.len() >= 6 => {
                let origin = text[1..].split_once(['-', 'x'])?.0;
                let origin = Cell::parse(origin)?;
                if self.board.get(origin)?.seat != self.turn {
                    return None;
                }
                moves::legal_of_piece(&self.board, self.turn, origin)
            }
            None => return None,
        };
        candidates.into_iter().find(|mv| self.write(mv) == text)
    }

    /// Reads a move of either kind.
    ///
    /// # Errors
    /// The text is unreadable, illegal or ambiguous.
    fn read(&self, text: &str) -> Result<Move, RuleError> {
        if let Some(mv) = self.exact(text) {
            return Ok(mv);
        }
        let mut typed = notation::strip(text).to_ascii_lowercase();
        // The word means the same as the sign: `quad d4 to e5`, `move the whole quad d4 to e5`.
        if let Some((before, rest)) = typed.split_once("quad")
            && before.bytes().all(|c| c.is_ascii_lowercase())
        {
            typed = rest.replace("quad", "").replace("to", "-");
            if let Some((from, to)) = as_quad_move(&typed) {
                typed = format!("{from}>{to}");
            }
        }
        match typed.split_once('>') {
            Some((from, rest)) if typed.is_ascii() => read_unit(self, text, from, rest),
            _ => {
                let pieces = moves::legal_pieces(&self.board, self.turn);
                notation::read_among(self, &pieces, text)
                    .map_err(|refused| suggest_quads(self, &typed, refused))
            }
        }
    }

    fn move_text(&self, mv: &Move) -> MoveText {
        let letter_of = |role: Role| notation::letter_text(role.letter());
        match *mv {
            Move::Piece {
                from,
                to,
                promotion,
            } => MoveText {
                letter: self
                    .board
                    .get(from)
                    .map(|piece| letter_of(piece.role))
                    .unwrap_or_default(),
                from: from.name().into(),
                op: if self.board.get(to).is_some() {
                    'x'
                } else {
                    '-'
                },
                to: to.name().into(),
                promotion: promotion.map(letter_of),
                tail: String::new(),
            },
            Move::Unit { from, to, .. } => {
                let mut tail = String::new();
                push_who_goes(&mut tail, *mv);
                MoveText {
                    letter: "".into(),
                    from: from.name().into(),
                    op: '>',
                    to: to.name().into(),
                    promotion: None,
                    tail,
                }
            }
        }
    }

    /// Writes the text of [`Notation::move_text`]; a unit's in one allocation, since a position has hundreds of units.
    fn write(&self, mv: &Move) -> String {
        let Move::Unit { from, to, .. } = *mv else {
            return self.move_text(mv).text();
        };
        let mut text = String::with_capacity(24);
        text.push_str(from.name());
        text.push('>');
        text.push_str(to.name());
        push_who_goes(&mut text, *mv);
        text
    }

    fn display(&self, mv: &Move) -> String {
        let Move::Unit {
            from, to, members, ..
        } = *mv
        else {
            return self.move_text(mv).text();
        };
        let mut letters = String::new();
        for (cell, _, promotion) in mv.steps() {
            letters.extend(self.board.get(cell).map(|piece| piece.role.letter()));
            if let Some(role) = promotion {
                letters.push('=');
                letters.push(role.letter());
            }
        }
        let captures = mv
            .steps()
            .filter(|(_, landing, _)| self.board.get(*landing).is_some())
            .count();
        let taken = match captures {
            0 => String::new(),
            1 => " x".to_owned(),
            count => format!(" x{count}"),
        };
        let all = self.board.corners(self.turn, from) == members;
        if all || !is_ambiguous(self, from, members) {
            format!("{from}>{to} {letters}{taken}")
        } else {
            let cells: Vec<String> = mv.steps().map(|(cell, ..)| cell.to_string()).collect();
            format!("{from}>{to} {letters} ({}){taken}", cells.join(" "))
        }
    }

    fn is_square(&self, text: &str) -> bool {
        board::Cell::parse(text).is_some()
    }

    fn is_letter(&self, text: &str) -> bool {
        matches!(text, "K" | "Q" | "R" | "B" | "N" | "P")
    }

    fn explain(&self, wanted: &ParsedMove, _: &[MoveText]) -> RuleError {
        explain::piece(self, wanted)
    }
}

/// Writes the members of a unit's move, such as `:g8,h7=Q`: its cells, sorted by their names.
fn push_who_goes(text: &mut String, mv: Move) {
    let mut cells = [("", None); 4];
    let mut count = 0;
    for (place, (cell, _, promotion)) in cells.iter_mut().zip(mv.steps()) {
        *place = (cell.name(), promotion);
        count += 1;
    }
    cells[..count].sort_unstable();
    let mut sign = ':';
    for (cell, promotion) in &cells[..count] {
        text.push(sign);
        text.push_str(cell);
        if let Some(role) = promotion {
            text.push('=');
            text.push(role.letter());
        }
        sign = ',';
    }
}

/// Returns true if other pieces of the quad have the same letters as these.
fn is_ambiguous(position: &FourFold, quad: Quad, members: u8) -> bool {
    let letter = |corner: usize| {
        position
            .board
            .get(quad.cell(corner))
            .map(|piece| piece.role)
    };
    (0..4)
        .filter(|&corner| members & 1 << corner != 0)
        .any(|inside| {
            (0..4).any(|outside| {
                members & 1 << outside == 0
                    && letter(outside).is_some()
                    && letter(outside) == letter(inside)
            })
        })
}

/// Reads a text without `>` as the quad move that it resembles: `d2-d4`, `d2xd4` and `d2d4` as `d2` and `d4`. The part
/// after the first quad may be incomplete.
pub fn as_quad_move(typed: &str) -> Option<(Quad, &str)> {
    let from = Quad::parse(typed.get(..2)?)?;
    let rest = &typed[2..];
    let to = rest.strip_prefix(['-', 'x']).unwrap_or(rest);
    let separated = to.len() < rest.len();
    (separated || to.starts_with(|c: char| ('a'..='h').contains(&c))).then_some((from, to))
}

/// Adds the quad move between quads of the same names to the suggestions of a refused move between cells.
fn suggest_quads(position: &FourFold, typed: &str, refused: RuleError) -> RuleError {
    let Some((from, to)) = as_quad_move(typed).filter(|_| refused.kind != RuleErrorKind::Ambiguous)
    else {
        return refused;
    };
    let text = format!("{from}>{to}");
    let Ok(mv) = read_unit(position, &text, &from.to_string(), to) else {
        return refused;
    };
    if refused.kind == RuleErrorKind::Unreadable {
        let text = position.write(&mv);
        return RuleError::illegal(format!("A quad move is written with >: {text}."))
            .suggest(vec![text]);
    }
    let of_cells = refused.suggestions.iter().take(2).cloned();
    let suggestions = std::iter::once(position.write(&mv))
        .chain(of_cells)
        .collect();
    refused.suggest(suggestions)
}

fn read_unit(position: &FourFold, text: &str, from: &str, rest: &str) -> Result<Move, RuleError> {
    let (to, tail) = match rest.split_once([':', '/', '(']) {
        Some((to, tail)) => (to, tail.trim_end_matches(')')),
        // The colon may be left out: `d4>e5 PK`.
        None => match rest.split_at_checked(2) {
            Some((to, tail)) if !tail.starts_with(|c: char| c.is_ascii_digit()) => (to, tail),
            _ => (rest, ""),
        },
    };
    let tail = if tail == "all" { "" } else { tail };
    let Some(from) = quad_named(position, from) else {
        return Err(RuleError::unreadable(format!(
            "\"{}\" is no quad. Quads go from a1 to h8: the move d4>e5 takes quad d4 (squares g7 h7 g8 h8) to quad e5.",
            notation::excerpt(from)
        )));
    };
    if to.is_empty() {
        return Err(explain::destinations(position, from));
    }
    let Some(to) = Quad::parse(to) else {
        return Err(RuleError::unreadable(format!(
            "\"{}\" is no quad to go to. Quads go from a1 to h8.",
            notation::excerpt(to)
        )));
    };
    let legal: Vec<Move> = moves::legal_units(&position.board, position.turn, from)
        .into_iter()
        .filter(|mv| matches!(mv, Move::Unit { to: there, .. } if *there == to))
        .collect();
    let Some(unit) = Unit::parse(position, from, tail) else {
        return Err(explain::who_goes(position, from, text, tail));
    };
    let fits: Vec<Move> = legal.iter().copied().filter(|mv| unit.fits(mv)).collect();
    if let Some(cell) = unit.named_twice {
        return Err(
            RuleError::illegal(format!("{cell} is named twice: every piece goes once."))
                .at([cell])
                .suggest(fits.iter().take(3).map(|mv| position.write(mv)).collect()),
        );
    }
    match fits[..] {
        [] => Err(explain::unit(position, from, to, &unit, &legal)),
        [mv] => Ok(mv),
        _ => {
            // A canonical text means itself, in either case.
            let whole = format!("{from}>{rest}");
            let itself = |mv: &&Move| position.write(mv).eq_ignore_ascii_case(&whole);
            if let Some(mv) = fits.iter().find(itself) {
                return Ok(*mv);
            }
            // Two sets of pieces that result in the same position are one move under two names.
            let mut after = fits.iter().map(|mv| {
                let mut next = position.clone();
                next.make(*mv);
                next.board
            });
            let first = after.next();
            if after.all(|board| Some(board) == first) {
                return Ok(fits[0]);
            }
            Err(notation::ambiguous(
                fits.iter().map(|mv| position.write(mv)).collect(),
            ))
        }
    }
}

/// Returns the quad with a name, or the quad of the named cell if the name can be no quad (`g8>h10`).
fn quad_named(position: &FourFold, text: &str) -> Option<Quad> {
    if let Some(quad) = Quad::parse(text) {
        return Some(quad);
    }
    let cell = Cell::parse(text)?;
    position.board.get(cell).map(|_| cell.quad())
}
