//! Reading and writing moves, beyond what all games share: the inventor's short algebraic notation.
//!
//! Inventor's page: "Notation of the movement is as handled in Short Algebraic Notation; except that in case of ambiguity, the
//! file where the piece starts is prefixed to its name" (`dbJcd6`); pawns have no letter (`cc4`, `ccxcb5`, `cbxcc6 e.p.`);
//! "Castling is notated as a King's move", and "It is possible to write something like O-B".

use super::TowerGame;
use super::board::Cube;
use super::explain::sentences::with_cube_names;
use super::moves::{CORNERS, Move, Promotion};
use super::pieces::Role;
use crate::notation::{self, MoveText, ParsedMove, ambiguous, strip};
use crate::rules::{Notation, Position, RuleError, RuleErrorKind};

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

    fn pawns_unlettered(&self) -> bool {
        true
    }

    /// In the Shogi Tower `+` behind a move promotes.
    fn marks_check(&self) -> bool {
        !self.rules.shogi
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

/// The letter of the piece that a castling is named by, `O-B`; nothing where only castling is said, as by `O-O`. `None`
/// for other texts, `O` alone among them.
pub(super) fn castling_named(text: &str) -> Option<Option<char>> {
    let text = strip(text).to_ascii_uppercase().replace('0', "O");
    let name = text.strip_prefix('O')?.replace('-', "");
    let mut letters = name.chars();
    match (letters.next()?, letters.as_str()) {
        ('O', "" | "O") => Some(None),
        (letter, "") => Some(Some(letter)),
        _ => None,
    }
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
            return self.read_shogi(&text.replace('*', "@"), &legal);
        }
        notation::read_among(self, &legal, text)
    }

    /// Reads a move of the Shogi Tower: `=+` at its end promotes and `=` does not, and `+` promotes where what moves can.
    fn read_shogi(&self, text: &str, legal: &[Move]) -> Result<Move, RuleError> {
        let text = text.trim_end_matches(|c: char| "!?.# ".contains(c));
        if let Some(bare) = text.strip_suffix("=+") {
            return self.read_promoted(bare, true, legal);
        }
        if let Some(bare) = text.strip_suffix('=') {
            return self.read_promoted(bare, false, legal);
        }
        let bare = text.trim_end_matches('+');
        if bare.len() == text.len() {
            return notation::read_among(self, legal, text);
        }
        let step = |mv: &Move| (mv.piece, mv.from, mv.to);
        let (promoting, mut others): (Vec<Move>, Vec<Move>) =
            legal.iter().partition(|mv| mv.promotion.is_some());
        others.retain(|mv| promoting.iter().all(|other| step(other) != step(mv)));
        let promoted = notation::read_among(self, &promoting, bare);
        // What cannot promote gives check by it.
        match (promoted, notation::read_among(self, &others, bare)) {
            (Ok(mv), Ok(other)) => Err(ambiguous(
                [mv, other].iter().map(|mv| move_text(mv).text()).collect(),
            )),
            (Ok(mv), Err(why)) if why.kind != RuleErrorKind::Ambiguous => Ok(mv),
            (Err(why), _) if why.kind == RuleErrorKind::Ambiguous => Err(why),
            _ => notation::read_among(self, legal, bare),
        }
    }

    /// Reads a move of which it is said whether it promotes.
    fn read_promoted(&self, text: &str, promotes: bool, legal: &[Move]) -> Result<Move, RuleError> {
        let fitting: Vec<Move> = (legal.iter())
            .filter(|mv| mv.promotion.is_some() == promotes)
            .copied()
            .collect();
        match notation::read_among(self, &fitting, text) {
            Err(rejection) => match notation::read_among(self, legal, text) {
                // It fits a move, but not one that promotes (or one that must).
                Ok(other) => Err(self.why_not_promoted(&other, promotes)),
                Err(_) => Err(rejection),
            },
            read => read,
        }
    }

    /// Reads `O-B`; `None` where the text is nothing of the kind.
    fn read_castling_name(&self, text: &str, legal: &[Move]) -> Option<Result<Move, RuleError>> {
        let wanted = match castling_named(text)? {
            None => None,
            Some(letter) => Some(self.piece_named(&letter.to_string())?.0),
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
