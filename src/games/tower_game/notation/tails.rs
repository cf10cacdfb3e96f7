//! Moves with their choices in the text: a piece given in an exchange, cubes behind colons.

use super::super::board::Cube;
use super::super::moves::{Move, MoveKind};
use super::super::pieces::Role;
use super::super::position::TowerGame;
use super::super::twist::Changes;
use super::write;
use crate::notation;
use crate::rules::{Notation, RuleError, RuleErrorKind};

impl TowerGame {
    /// Reads a text in a position with exchanges as another move; if it fits only an exchange, the refusal asks for the
    /// piece to give.
    pub(super) fn unnamed_exchange(
        &self,
        text: &str,
        legal: &[Move],
    ) -> Option<Result<Move, RuleError>> {
        let (exchanges, others): (Vec<Move>, Vec<Move>) =
            (legal.iter()).partition(|mv| matches!(mv.kind, MoveKind::Exchanges(_)));
        if exchanges.is_empty() {
            return None;
        }
        let read = notation::read_among(self, &others, text);
        let Err(refusal) = &read else {
            return Some(read);
        };
        if refusal.kind == RuleErrorKind::Ambiguous {
            return Some(read);
        }
        let texts = match notation::read_among(self, &exchanges, text) {
            Ok(mv) => vec![write(&mv)],
            Err(several) if several.kind == RuleErrorKind::Ambiguous => several.suggestions,
            Err(_) => return Some(read),
        };
        let sentence = format!(
            "An exchange names the piece that you give first: {}.",
            texts.join(", ")
        );
        Some(Err(
            RuleError::new(RuleErrorKind::Ambiguous, sentence).suggest(texts)
        ))
    }

    /// The text with the letters of a compound in their order, whichever was typed first: `NMbb1` is `MNbb1`. In the
    /// name of a piece on `ca3` in capitals the second letter is a column's, so the text stays.
    pub(super) fn in_order(&self, text: &str) -> String {
        let mut letters = text.chars();
        if let (Some(one), Some(other)) = (letters.next(), letters.next())
            && let [column, row, rank, ..] = letters.as_str().as_bytes()
            && column.is_ascii_alphabetic()
            && row.is_ascii_alphabetic()
            && rank.is_ascii_digit()
            && !self.is_letter(&format!("{one}{other}"))
            && self.is_letter(&format!("{other}{one}"))
        {
            return format!("{other}{one}{}", letters.as_str());
        }
        text.to_owned()
    }

    /// Reads a move with its choices: cubes behind colons, or a piece given before one.
    pub(super) fn read_tailed(&self, typed: &str, legal: &[Move]) -> Option<Move> {
        let lower = typed.to_ascii_lowercase();
        if let Some((given, rest)) = lower.split_once(':')
            && let [letter] = *given.as_bytes()
        {
            let given = Role::of_letter(char::from(letter.to_ascii_uppercase()))?;
            let fitting: Vec<Move> = (legal.iter())
                .filter(|mv| mv.kind == MoveKind::Exchanges(given))
                .copied()
                .collect();
            return self.read_bare(rest, &fitting);
        }
        let mut head = lower.as_str();
        let (mut after, mut before, mut promotion) = (Vec::new(), Vec::new(), None);
        loop {
            if let Some((rest, cube)) = head.rsplit_once(':')
                && let Some(cube) = Cube::parse(cube)
                && !rest.is_empty()
            {
                before.insert(0, cube);
                head = rest;
            } else if let Some((rest, letter)) = head.rsplit_once('=')
                && promotion.is_none()
            {
                promotion = Some(letter.to_ascii_uppercase());
                after = std::mem::take(&mut before);
                head = rest;
            } else {
                break;
            }
        }
        if after.is_empty() && before.is_empty() {
            return None;
        }
        let fitting: Vec<Move> = (legal.iter())
            .filter(|mv| {
                let named: Vec<Cube> = [mv.passer, mv.double].into_iter().flatten().collect();
                let second: Vec<Cube> = mv.second.into_iter().collect();
                let letter = mv.promotion.map(|role| role.letter().to_string());
                named == before && second == after && letter == promotion
            })
            .map(|mv| Move {
                passer: None,
                double: None,
                second: None,
                promotion: None,
                ..*mv
            })
            .collect();
        let mv = self.read_bare(head, &fitting)?;
        (legal.iter())
            .find(|other| {
                let named: Vec<Cube> = [other.passer, other.double].into_iter().flatten().collect();
                (other.piece, other.from, other.to) == (mv.piece, mv.from, mv.to)
                    && named == before
                    && other.second == after.first().copied()
                    && other.promotion.map(|role| role.letter().to_string()) == promotion
            })
            .copied()
    }

    /// Explains why the choice behind a colon or a promotion sign cannot be made: an exchange that the rule does not
    /// allow, a cube outside the choice, a piece that no pawn is promoted to.
    pub(super) fn why_not_tailed(
        &self,
        typed: &str,
        legal: &[Move],
        rejection: &RuleError,
    ) -> Option<RuleError> {
        if let Some((head, letter)) = typed.split_once('=')
            && !letter.contains(':')
        {
            let question = self.question(head, legal)?;
            let refusal = self.why_no_promotion(letter.chars().next()?, &question.sentence);
            return refusal.map(|refusal| refusal.suggest(rejection.suggestions.clone()));
        }
        let (head, tail) = typed.split_once(':')?;
        if self.effects.has("hostage") && head.len() == 1 {
            let to = tail.get(tail.len().checked_sub(3)?..)?;
            let to = Cube::parse(&to.to_ascii_lowercase())?;
            let role = |text: &str| Role::of_letter(text.chars().next()?.to_ascii_uppercase());
            let got = tail.get(..tail.len() - 3).and_then(role);
            let refusal = self.why_no_exchange(role(head)?, got, to);
            return Some(refusal.suggest(rejection.suggestions.clone()));
        }
        let unsigned = |text: &str| {
            let signs = |sign: &char| sign.is_ascii_alphanumeric() && !matches!(sign, 'x' | 'X');
            text.chars()
                .filter(signs)
                .collect::<String>()
                .to_ascii_lowercase()
        };
        let all = unsigned(typed);
        if let Some(text) = legal.iter().map(write).find(|text| unsigned(text) == all) {
            let sentence = format!("That move is written otherwise: {text}.");
            return Some(RuleError::illegal(sentence).suggest(vec![text]));
        }
        let (head, cube) = typed.rsplit_once(':')?;
        let question = self.question(head, legal);
        let bare = |text: &str| unsigned(text.split([':', '=']).next().unwrap_or(text));
        let named = legal.iter().find(|mv| bare(&write(mv)) == bare(head));
        let cube = Cube::parse(&cube.to_ascii_lowercase());
        let (Some(mv), Some(cube)) = (named.filter(|_| self.effects.has("doppelganger")), cube)
        else {
            return question;
        };
        let why = self.why_no_double(mv, cube, head.contains('='));
        let asked = question.unwrap_or_else(|| RuleError::illegal("").suggest(vec![write(mv)]));
        let sentence = format!("{why} {}", asked.sentence);
        Some(RuleError::illegal(sentence.trim_end()).suggest(asked.suggestions))
    }

    /// The refusal of two moves in one text where a turn has two, each an entry.
    pub(super) fn why_one_at_a_time(&self, text: &str, legal: &[Move]) -> Option<RuleError> {
        let mutator = self
            .effects
            .iter()
            .find(|mutator| mutator.changes() == Changes::Turn)?;
        let parts = text.split([',', ';', ' ']).filter(|part| !part.is_empty());
        let moves: Vec<Result<Move, RuleError>> = parts
            .map(|part| notation::read_among(self, legal, part))
            .collect();
        let are_moves = (moves.iter().flat_map(|read| read.as_ref().err()))
            .all(|refusal| refusal.kind != RuleErrorKind::Unreadable);
        let first = moves.first()?.as_ref().ok().map(write);
        (moves.len() > 1 && are_moves).then(|| {
            let sentence = format!(
                "{}: make one move at a time; the second one comes after the first is made.",
                mutator.name()
            );
            RuleError::illegal(sentence).suggest(first.into_iter().collect())
        })
    }

    /// The single move among these that a text without colons means.
    pub(super) fn read_bare(&self, text: &str, among: &[Move]) -> Option<Move> {
        notation::read_among(self, among, text).ok()
    }
}
