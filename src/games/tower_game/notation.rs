//! Reading and writing of moves, beyond the notation that all games share: the inventor's short algebraic notation, and
//! for mutators exchanges, joinings, and cubes behind a colon.
//!
//! Inventor's page: "Notation of the movement is as handled in Short Algebraic Notation; except that in case of
//! ambiguity, the file where the piece starts is prefixed to its name" (`dbJcd6`); pawns have no letter (`cc4`,
//! `ccxcb5`, `cbxcc6 e.p.`); "Castling is notated as a King's move", and "It is possible to write something like O-B".

use super::board::Cube;
use super::explain::sentences::with_cube_names;
use super::moves::{CORNERS, Move, MoveKind, passed};
use super::pieces::{Piece, Role};
use super::position::TowerGame;
use super::setup;
use crate::notation::{self, MoveText, ParsedMove, ambiguous, strip};
use crate::rules::{Hidden, Notation, Position, RuleError, RuleErrorKind};

mod tails;

impl Notation for TowerGame {
    fn exact(&self, text: &str) -> Option<Move> {
        if !self.effects.is_none() {
            return self.legal().into_iter().find(|mv| write(mv) == text);
        }
        let named = text.find(|c: char| c.is_ascii_lowercase() || c == '@')?;
        let mut moves = Vec::new();
        if text[named..].starts_with('@') {
            self.drops(self.hands[self.turn.index()], &mut moves);
        } else {
            let from = Cube::parse(text.get(named..named + 3)?)?;
            if self.rules.space.has(from) {
                moves = self.moves_on(from);
            }
        }
        moves
            .into_iter()
            .find(|mv| write(mv) == text && self.is_legal(mv))
    }

    fn read(&self, text: &str) -> Result<Move, RuleError> {
        if self.hides() {
            self.read_asked(text)
        } else {
            self.read_move(text)
        }
    }

    fn move_text(&self, mv: &Move) -> MoveText {
        move_text(mv)
    }

    fn write(&self, mv: &Move) -> String {
        write(mv)
    }

    fn display(&self, mv: &Move) -> String {
        if self.effects.is_none() {
            self.short(mv, &self.legal_moves())
        } else {
            shown(mv)
        }
    }

    fn is_square(&self, text: &str) -> bool {
        Cube::parse(text).is_some_and(|cube| self.rules.space.has(cube))
    }

    fn is_letter(&self, text: &str) -> bool {
        self.piece_named(text).is_some()
    }

    fn pawns_unlettered(&self) -> bool {
        true
    }

    fn explain(&self, wanted: &ParsedMove, _: &[MoveText]) -> RuleError {
        self.why_not(wanted)
    }
}

/// Spells a move: the cubes behind colons, and the piece given in an exchange, are the tail.
pub fn move_text(mv: &Move) -> MoveText {
    let mut tail: String = [mv.passer, mv.double, mv.second]
        .into_iter()
        .flatten()
        .map(|cube| format!(":{cube}"))
        .collect();
    if let MoveKind::Exchanges(given) = mv.kind {
        tail.push(':');
        tail.push(given.letter());
    }
    MoveText {
        letter: mv.piece.letter(),
        from: mv.from.map_or("", Cube::name).into(),
        op: operator(mv),
        to: mv.to.name().into(),
        promotion: match mv.promotion {
            _ if mv.plus => Some("+".into()),
            role => role.map(|role| notation::letter_text(role.letter())),
        },
        tail,
    }
}

/// Returns the move's operator, from [`OPERATORS`](crate::notation::OPERATORS).
pub fn operator(mv: &Move) -> char {
    match mv.kind {
        MoveKind::Captures(_) => 'x',
        MoveKind::Drops | MoveKind::Exchanges(_) => '@',
        MoveKind::Joins => '&',
        MoveKind::Goes | MoveKind::Castles | MoveKind::Parts => '-',
    }
}

/// The canonical text: `N:B@cc5`, `Raa1xaa5:ca5`, `Pcc7xdc8:ea2=C:ba4`. Not made of [`move_text`]: a list may have two
/// thousand of them.
pub fn write(mv: &Move) -> String {
    let mut text = base(mv);
    for cube in [mv.passer, mv.double].into_iter().flatten() {
        text.push(':');
        text.push_str(cube.name());
    }
    if mv.plus {
        text.push_str("=+");
    } else if let Some(role) = mv.promotion {
        text.push('=');
        text.push(role.letter());
    }
    if let Some(cube) = mv.second {
        text.push(':');
        text.push_str(cube.name());
    }
    text
}

/// The beginning of a move's text: its piece and cube, or the piece put on the board.
pub fn mover(mv: &Move) -> String {
    let mut text = String::with_capacity(24);
    if let MoveKind::Exchanges(given) = mv.kind {
        text.push(given.letter());
        text.push(':');
    }
    if mv.piece.promoted {
        text.push('+');
    }
    text.extend(mv.piece.parts().map(Role::letter));
    text.push_str(mv.from.map_or("@", Cube::name));
    text
}

/// A move's text as far as the cube it goes to.
pub fn base(mv: &Move) -> String {
    let mut text = mover(mv);
    if mv.from.is_some() {
        text.push(operator(mv));
    }
    text.push_str(mv.to.name());
    text
}

/// The move for people to read where mutators are in effect: as it is stored, pawns without their letter.
pub fn shown(mv: &Move) -> String {
    let text = write(mv);
    match text.strip_prefix('P') {
        Some(rest) if mv.from.is_some() => rest.to_owned(),
        _ => text,
    }
}

/// Writes a move as an ask: without an operator.
pub fn ask(mv: &Move) -> String {
    let promotion = mv.promotion.map(|role| format!("={}", role.letter()));
    let from = mv.from.map(|from| from.to_string()).unwrap_or_default();
    format!(
        "{}{from}{}{}",
        mv.piece.letter(),
        mv.to,
        promotion.unwrap_or_default()
    )
}

/// Reads the letter of the piece that a castling is named by, as in `O-B`; `Some(None)` for a bare castling such as
/// `O-O`. `None` for other texts, `O` alone among them.
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
    /// The piece of a letter of this game (`N`, `+R`) or of a compound's letters, upper case, for the side to move.
    pub(super) fn piece_named(&self, text: &str) -> Option<Piece> {
        let bare = text.strip_prefix('+').unwrap_or(text);
        let role = |letter: char| Role::of_letter(letter).filter(|role| self.has_piece(*role));
        let roles: Option<Vec<Role>> = bare.chars().map(role).collect();
        match roles?[..] {
            [one] => {
                let promoted = bare.len() < text.len();
                let fits = !promoted || (self.rules.shogi && one != Role::King);
                fits.then_some(Piece {
                    promoted,
                    ..Piece::new(self.turn, one)
                })
            }
            [one, other] => {
                let joins = self.effects.iter().any(|mutator| mutator.joins());
                let fits = one < other && !matches!(other, Role::Fool | Role::Pawn);
                (joins && fits && bare == text).then(|| Piece::joined(self.turn, one, other))
            }
            _ => None,
        }
    }

    /// Reads a move, leniently.
    pub(super) fn read_move(&self, text: &str) -> Result<Move, RuleError> {
        let ordered = self.in_order(text.trim());
        let text = ordered.as_str();
        if let Some(mv) = self.exact(text) {
            return Ok(mv);
        }
        let legal = self.legal();
        if let Some(found) = self.read_castling_name(text, &legal) {
            return found;
        }
        if let Some(question) = self.question(text, &legal) {
            return Err(question);
        }
        if self.effects.is_none() {
            let read = if self.rules.shogi {
                self.read_shogi(&text.replace('*', "@"), &legal)
            } else {
                notation::read_among(self, &legal, text)
            };
            return read.map_err(|refusal| with_cube_names(refusal, self.rules.space));
        }
        let typed = strip(text);
        if let Some(mv) = self.read_tailed(&typed, &legal) {
            return Ok(mv);
        }
        let read = match self.unnamed_exchange(text, &legal) {
            Some(read) => read,
            None => notation::read_among(self, &legal, text),
        };
        read.map_err(|refusal| {
            if (refusal.kind == RuleErrorKind::Unreadable || typed.contains('='))
                && let Some(why) = self.why_not_tailed(&typed, &legal, &refusal)
            {
                return why;
            }
            if refusal.kind == RuleErrorKind::Unreadable
                && let Some(why) = self.why_one_at_a_time(text, &legal)
            {
                return why;
            }
            with_cube_names(refusal, self.rules.space)
        })
    }

    /// Reads a move of the Shogi Tower: `=+` at its end promotes and `=` does not, and `+` promotes if the piece can.
    fn read_shogi(&self, text: &str, legal: &[Move]) -> Result<Move, RuleError> {
        let text = text.trim_end_matches(|c: char| "!?.# ".contains(c));
        let (promoting, mut others): (Vec<Move>, Vec<Move>) = legal.iter().partition(|mv| mv.plus);
        if let Some(bare) = text.strip_suffix("=+") {
            return self.read_promoted(bare, &promoting, legal);
        }
        if let Some(bare) = text.strip_suffix('=') {
            return self.read_promoted(bare, &others, legal);
        }
        let bare = text.trim_end_matches('+');
        if bare.len() == text.len() {
            return notation::read_among(self, legal, text);
        }
        let step = |mv: &Move| (mv.piece, mv.from, mv.to);
        others.retain(|mv| promoting.iter().all(|other| step(other) != step(mv)));
        let promoted = notation::read_among(self, &promoting, bare);
        // What cannot promote gives check by it.
        match (promoted, notation::read_among(self, &others, bare)) {
            (Ok(mv), Ok(other)) => Err(ambiguous([mv, other].iter().map(write).collect())),
            (Ok(mv), Err(why)) if why.kind != RuleErrorKind::Ambiguous => Ok(mv),
            (Err(why), _) if why.kind == RuleErrorKind::Ambiguous => Err(why),
            _ => notation::read_among(self, legal, bare),
        }
    }

    /// Reads one of the fitting moves: those that promote, or those that do not.
    fn read_promoted(
        &self,
        text: &str,
        fitting: &[Move],
        legal: &[Move],
    ) -> Result<Move, RuleError> {
        notation::read_among(self, fitting, text).map_err(|rejection| {
            notation::read_among(self, legal, text)
                .map_or(rejection, |other| self.why_not_promoted(&other))
        })
    }

    /// Reads `O-B`, castling towards the corner whose rook is diagonally next to a bishop in the starting setup.
    fn read_castling_name(&self, text: &str, legal: &[Move]) -> Option<Result<Move, RuleError>> {
        let wanted = match castling_named(text)? {
            None => None,
            Some(letter) => Some(self.piece_named(&letter.to_string())?.role),
        };
        let is_meant =
            |corner: u8| wanted.is_none_or(|role| self.castling_name(corner) == Some(role));
        let fitting: Vec<&Move> = (legal.iter())
            .filter(|mv| mv.kind == MoveKind::Castles && is_meant(mv.to.file()))
            .collect();
        Some(match fitting[..] {
            [mv] => Ok(*mv),
            [] => {
                let corners = CORNERS.into_iter().filter(|corner| is_meant(*corner));
                Err(self.why_no_castling(corners.collect(), wanted))
            }
            _ => Err(ambiguous(fitting.into_iter().map(write).collect())),
        })
    }

    /// The piece by which the side to move calls castling towards a corner: the piece next to its rook at the start.
    pub(super) fn castling_name(&self, corner: u8) -> Option<Role> {
        setup::starts_with(&self.rules, self.turn, passed(corner), 0)
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
        let is_pawn = mv.piece.is_pawn();
        let letter = if is_pawn { "" } else { &spelling.letter };
        let rivals = || {
            legal.iter().filter(|other| {
                other.to == mv.to
                    && other.piece == mv.piece
                    && other.captured().is_some() == mv.captured().is_some()
                    && other.from.is_some_and(|other| other != from)
            })
        };
        let same_file = |other: &Move| other.from.map(Cube::file) == Some(from.file());
        // A pawn's capture names its file in any case, as in `ccxcb5`.
        let named = is_pawn && mv.captured().is_some();
        let origin = if rivals().any(same_file) {
            from.to_string()
        } else if named || rivals().next().is_some() {
            from.file_name()
        } else {
            String::new()
        };
        let captures = if mv.captured().is_some() { "x" } else { "" };
        let passing = if mv.is_en_passant() { " e.p." } else { "" };
        format!(
            "{origin}{letter}{captures}{}{promotion}{passing}",
            spelling.to
        )
    }
}
