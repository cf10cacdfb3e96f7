//! Reading and writing moves, beyond what all games share: the inventor's short algebraic notation.
//!
//! Inventor's page: "Notation of the movement is as handled in Short Algebraic Notation; except that in case of ambiguity, the
//! file where the piece starts is prefixed to its name" (`dbJcd6`); pawns have no letter (`cc4`, `ccxcb5`, `cbxcc6 e.p.`);
//! "Castling is notated as a King's move", and "It is possible to write something like O-B".

use super::TowerGame;
use super::board::Cube;
use super::explain::sentences::with_cube_names;
use super::moves::{CORNERS, Move, Promotion};
use super::pieces::{Piece, Role};
use crate::notation::{self, MoveText, ParsedMove, ambiguous, strip};
use crate::rules::{Notation, Position, RuleError};

impl Notation for TowerGame {
    fn exact(&self, text: &str) -> Option<Move> {
        let named = text.find(|c: char| c.is_ascii_lowercase() || c == '@')?;
        let mut moves = Vec::new();
        if text[named..].starts_with('@') {
            if self.rules.shogi {
                self.drops(self.turn, &mut moves);
            }
        } else {
            let from = Cube::named(text.get(named..named + 3)?)?;
            let piece = self.rules.space.has(from).then(|| self.piece(from))??;
            self.moves_from(from, piece, &mut moves);
        }
        moves
            .into_iter()
            .find(|mv| move_text(mv).text() == text && self.is_legal(mv))
    }

    fn read(&self, text: &str) -> Result<Move, RuleError> {
        self.read_move(text)
    }

    fn move_text(&self, mv: &Move) -> MoveText {
        move_text(mv)
    }

    fn display(&self, mv: &Move) -> String {
        self.short(mv, &self.legal_moves())
    }

    fn is_square(&self, text: &str) -> bool {
        Cube::named(text).is_some_and(|cube| self.rules.space.has(cube))
    }

    fn is_letter(&self, text: &str) -> bool {
        self.piece_named(text).is_some()
    }

    fn explain(&self, wanted: &ParsedMove, legal: &[MoveText]) -> RuleError {
        self.why_not(wanted, legal)
    }
}

/// How a move is spelt in canonical text.
pub fn move_text(mv: &Move) -> MoveText {
    MoveText {
        letter: mv.piece.letter(),
        from: mv.from.map_or("", Cube::name).into(),
        op: match (mv.from, mv.captured) {
            (None, _) => '@',
            (_, Some(_)) => 'x',
            _ => '-',
        },
        to: mv.to.name().into(),
        promotion: mv.promotion.map(|promotion| match promotion {
            Promotion::To(role) => notation::letter_text(role.letter()),
            Promotion::Plus => "+".into(),
        }),
        tail: String::new(),
    }
}

/// A text read strictly as short algebraic notation. What it leaves out is `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Short {
    /// The letter; pawns have none.
    letter: Option<String>,
    /// The file, or the cube, before the letter.
    origin: Option<String>,
    captures: bool,
    to: String,
    promotion: Option<String>,
}

impl TowerGame {
    /// The piece, and whether it is promoted, of an upper-case letter of this game (`N`, `+R`).
    pub(super) fn piece_named(&self, text: &str) -> Option<(Role, bool)> {
        let (bare, promoted) = match text.strip_prefix('+') {
            Some(bare) => (bare, true),
            None => (text, false),
        };
        let mut letters = bare.chars();
        let role = Role::of_letter(letters.next()?)?;
        let fits = letters.next().is_none()
            && role.is_in(&self.rules)
            && (!promoted || (self.rules.shogi && role != Role::King));
        fits.then_some((role, promoted))
    }

    /// Reads a move, leniently.
    pub(super) fn read_move(&self, text: &str) -> Result<Move, RuleError> {
        self.read_among(text)
            .map_err(|refusal| with_cube_names(refusal, self.rules.space))
    }

    fn read_among(&self, text: &str) -> Result<Move, RuleError> {
        if let Some(mv) = self.exact(text.trim()) {
            return Ok(mv);
        }
        let legal = self.legal_moves_of(self.turn);
        if let Some(found) = self.read_castling_name(text, &legal) {
            return found;
        }
        if let Some(question) = self.question(text, &legal) {
            return Err(question);
        }
        if self.rules.shogi {
            let text = text.trim();
            if let Some(bare) = text.strip_suffix("=+") {
                return self.read_shogi(bare, true, &legal);
            }
            if let Some(bare) = text.strip_suffix('=') {
                return self.read_shogi(bare, false, &legal);
            }
            return self.read_plain(&text.replace('*', "@"), &legal);
        }
        self.read_plain(text, &legal)
    }

    /// Reads a move whose promotion is settled (Shogi: `=+` promotes, `=` alone declines).
    fn read_shogi(&self, text: &str, promotes: bool, legal: &[Move]) -> Result<Move, RuleError> {
        let fitting: Vec<Move> = legal
            .iter()
            .filter(|mv| mv.promotion.is_some() == promotes)
            .copied()
            .collect();
        let read = self.read_plain(&text.replace('*', "@"), &fitting);
        match read {
            Err(rejection) => match self.read_plain(text, legal) {
                // It fits a move, but not one that promotes (or one that must).
                Ok(other) => Err(self.why_not_promoted(&other, promotes)),
                Err(_) => Err(rejection),
            },
            read => read,
        }
    }

    /// Reads a move in short algebraic notation or else as all games do.
    fn read_plain(&self, text: &str, legal: &[Move]) -> Result<Move, RuleError> {
        let typed = strip(text);
        if let Some(mv) = self.exact(&typed).filter(|mv| legal.contains(mv)) {
            return Ok(mv);
        }
        if let Some(short) = self.short_of(&typed) {
            let mut fitting: Vec<&Move> = legal.iter().filter(|mv| short.fits(mv)).collect();
            // `cc6` is the pawn's step even where another could take en passant there: that is `cbxcc6`.
            if !short.captures && fitting.iter().any(|mv| mv.captured.is_none()) {
                fitting.retain(|mv| mv.captured.is_none());
            }
            match fitting[..] {
                [mv] => return Ok(*mv),
                [] => {}
                _ if short.letter.is_none() || short.origin.is_some() => {
                    return Err(ambiguous(
                        fitting.iter().map(|mv| move_text(mv).text()).collect(),
                    ));
                }
                _ => {}
            }
        }
        notation::read_among(self, legal, text)
    }

    /// The text read as short algebraic notation, upper and lower case as it writes them.
    fn short_of(&self, typed: &str) -> Option<Short> {
        let (body, promotion) = match typed.rsplit_once('=') {
            Some((body, letter)) => (body, Some(letter.to_owned())),
            None => (typed, None),
        };
        let body = body.trim_end_matches(['+', '#']);
        let split = body.len().checked_sub(3)?;
        let to = body.get(split..).filter(|to| self.is_cube(to))?;
        let head = body.get(..split)?;
        let captures = head.ends_with(['x', ':']);
        let head = head.trim_end_matches(['x', ':', '-']);
        let letter_at = head.find(|c: char| c.is_ascii_uppercase() || c == '+');
        let (origin, letter) = head.split_at(letter_at.unwrap_or(head.len()));
        let letter = match letter {
            "" | "P" => None,
            letter if self.piece_named(letter).is_some() => Some(letter.to_owned()),
            _ => return None,
        };
        let file = |text: &str| {
            text.len() == 2 && text.bytes().all(|letter| (b'a'..=b'e').contains(&letter))
        };
        if !(origin.is_empty() || file(origin) || self.is_cube(origin)) {
            return None;
        }
        Some(Short {
            letter,
            origin: (!origin.is_empty()).then(|| origin.to_owned()),
            captures,
            to: to.to_owned(),
            promotion,
        })
    }

    fn is_cube(&self, text: &str) -> bool {
        Cube::named(text).is_some_and(|cube| self.rules.space.has(cube))
    }

    /// Reads `O-B`; `None` where the text is nothing of the kind.
    fn read_castling_name(&self, text: &str, legal: &[Move]) -> Option<Result<Move, RuleError>> {
        let text = strip(text).to_ascii_uppercase().replace('0', "O");
        let name = text.strip_prefix('O')?.replace(['-', '–'], "");
        // `O-O` asks for castling without saying where to.
        let wanted = match name.as_str() {
            "O" | "OO" => None,
            letter => Some(self.piece_named(letter)?.0),
        };
        let seat = self.turn;
        let is_meant =
            |corner: u8| wanted.is_none_or(|role| self.castling_name(seat, corner) == Some(role));
        let fitting: Vec<&Move> = legal
            .iter()
            .filter(|mv| mv.castles && is_meant(mv.to.file()))
            .collect();
        if let [mv] = fitting[..] {
            return Some(Ok(*mv));
        }
        if fitting.len() > 1 {
            return Some(Err(ambiguous(
                fitting.iter().map(|mv| move_text(mv).text()).collect(),
            )));
        }
        let corners: Vec<u8> = CORNERS
            .into_iter()
            .filter(|corner| is_meant(*corner))
            .collect();
        Some(Err(self.why_no_castling(&corners, wanted)))
    }

    /// The move in the inventor's short algebraic notation, told apart from the other legal moves.
    pub(super) fn short(&self, mv: &Move, legal: &[Move]) -> String {
        let spelling = move_text(mv);
        let promotion = spelling
            .promotion
            .map(|letter| format!("={letter}"))
            .unwrap_or_default();
        let Some(from) = mv.from else {
            return format!("{}@{}", spelling.letter, spelling.to);
        };
        let is_pawn = mv.piece.role == Role::Pawn && !mv.piece.promoted;
        let letter = if is_pawn { "" } else { &spelling.letter };
        let rivals = || {
            legal.iter().filter(|other| {
                other.to == mv.to
                    && other.piece == mv.piece
                    && other.captured.is_some() == mv.captured.is_some()
                    && other.from.is_some_and(|other| other != from)
            })
        };
        let same_file = |other: &Move| other.from.map(Cube::file) == Some(from.file());
        // A pawn's capture names its file in any case, as in `ccxcb5`.
        let named = is_pawn && mv.captured.is_some();
        let origin = if rivals().any(same_file) {
            from.to_string()
        } else if named || rivals().next().is_some() {
            from.file_name()
        } else {
            String::new()
        };
        let captures = if mv.captured.is_some() { "x" } else { "" };
        let passing = if mv.is_en_passant() { " e.p." } else { "" };
        format!(
            "{origin}{letter}{captures}{}{promotion}{passing}",
            spelling.to
        )
    }
}

impl Short {
    /// Whether a legal move is what the text says. A text without a capture sign may be a capture.
    fn fits(&self, mv: &&Move) -> bool {
        let Some(from) = mv.from else {
            return false;
        };
        let spelling = move_text(mv);
        let pawn = Piece::new(mv.piece.seat, Role::Pawn);
        (match &self.letter {
            None => mv.piece == pawn,
            Some(letter) => *letter == spelling.letter,
        }) && self.to == spelling.to
            && (!self.captures || mv.captured.is_some())
            && self
                .origin
                .as_ref()
                .is_none_or(|origin| *origin == from.file_name() || *origin == spelling.from)
            && match &self.promotion {
                Some(promotion) => spelling.promotion.as_deref() == Some(promotion),
                None => true,
            }
    }
}
