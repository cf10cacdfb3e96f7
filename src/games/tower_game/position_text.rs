//! The position as one line: `<placement> <turn> <castling> <en passant> <no progress>`, in Shogi
//! `<placement> <turn> <hand> <no progress>`.

use super::TowerGame;
use super::board::{Cube, WIDTH};
use super::moves::{CORNERS, EnPassant, KING_FILE};
use super::options::Rules;
use super::pieces::{Piece, Role};
use super::{board, shogi};
use crate::notation::{count, excerpt};
use crate::rules::{RuleError, Seat};

pub(super) mod parts;

use parts::{
    bad_castling, bad_en_passant, bad_row, could_be_captured, not_one_king, pawn_at_an_end,
    rows_of, side_to_move,
};

/// How many of a piece a hand in a position text may hold: the digits of a count.
const MOST_IN_HAND: u8 = 99;

impl TowerGame {
    /// The position text.
    pub(super) fn write_position(&self) -> String {
        let mut text = String::with_capacity(320);
        for rank in (0..self.rules.space.ranks).rev() {
            for row in (0..WIDTH).rev() {
                self.write_row(row, rank, &mut text);
                text.push(if row > 0 { '/' } else { '|' });
            }
        }
        text.pop();
        text.push_str(if self.turn == Seat::WHITE {
            " w "
        } else {
            " b "
        });
        if self.rules.shogi {
            text.push_str(&self.write_hands());
        } else {
            text.push_str(&self.write_castling());
            text.push(' ');
            text.push_str(&self.write_en_passant());
        }
        text.push_str(&format!(" {}", self.no_progress));
        text
    }

    fn write_row(&self, row: u8, rank: u8, text: &mut String) {
        let mut empty = b'0';
        for column in 0..WIDTH {
            let Some(piece) = self.piece(Cube::on_file(row * WIDTH + column, rank)) else {
                empty += 1;
                continue;
            };
            if empty > b'0' {
                text.push(char::from(empty));
                empty = b'0';
            }
            if piece.promoted {
                text.push('+');
            }
            text.push(self.cased(piece.seat, piece.role.letter()));
        }
        if empty > b'0' {
            text.push(char::from(empty));
        }
    }

    /// Upper case for the side that starts on rank 1, lower for the other.
    fn cased(&self, seat: Seat, letter: char) -> char {
        if self.rules.goes_up(seat) {
            letter
        } else {
            letter.to_ascii_lowercase()
        }
    }

    fn write_castling(&self) -> String {
        let mut files = Vec::new();
        for seat in [Seat::WHITE, Seat::BLACK] {
            for (index, corner) in CORNERS.into_iter().enumerate() {
                if self.castling[seat.index()][index] {
                    let name = board::file_name(corner);
                    files.push(if seat == Seat::WHITE {
                        name.to_ascii_uppercase()
                    } else {
                        name
                    });
                }
            }
        }
        if files.is_empty() {
            "-".to_owned()
        } else {
            files.join(",")
        }
    }

    fn write_en_passant(&self) -> String {
        match self.en_passant {
            None => "-".to_owned(),
            Some(EnPassant { passed, pawn }) if self.rules.berlin => format!("{passed}>{pawn}"),
            Some(EnPassant { passed, .. }) => passed.to_string(),
        }
    }

    fn write_hands(&self) -> String {
        let mut text = String::new();
        for seat in [Seat::BLACK, Seat::WHITE] {
            for role in shogi::hand_order() {
                let held = self.hands[seat.index()][role as usize];
                if held > 0 {
                    text.push(self.cased(seat, role.letter()));
                    text.push_str(&held.to_string());
                }
            }
        }
        if text.is_empty() {
            text.push('-');
        }
        text
    }

    /// Reads a position text.
    ///
    /// # Errors
    /// [`crate::rules::RuleErrorKind::BadPosition`], saying what is wrong.
    pub(super) fn read_position(rules: Rules, text: &str) -> Result<TowerGame, RuleError> {
        let fields: Vec<&str> = text.split(' ').collect();
        let (placement, turn, special, no_progress) = match (fields.as_slice(), rules.shogi) {
            ([placement, turn, hand, count], true) => (placement, turn, [*hand, ""], count),
            ([placement, turn, castling, passed, count], false) => {
                (placement, turn, [*castling, *passed], count)
            }
            _ => {
                return Err(RuleError::position(if rules.shogi {
                    "A position of the Shogi Tower Game has four fields: placement, side to move, hands, count."
                } else {
                    "A position has five fields: placement, side to move, castling, en passant, count."
                }));
            }
        };
        let mut game = TowerGame::empty(rules);
        game.read_placement(placement)?;
        game.turn = side_to_move(turn)?;
        let [first, second] = special;
        if rules.shogi {
            game.read_hands(first)?;
        } else {
            game.read_castling(first)?;
            game.read_en_passant(second)?;
        }
        game.no_progress = count(no_progress)?;
        if game.in_check(game.turn.other()) {
            return Err(could_be_captured());
        }
        Ok(game)
    }

    fn read_placement(&mut self, text: &str) -> Result<(), RuleError> {
        let mut kings = [None; 2];
        for (row, rank, pieces) in rows_of(self.rules.space.ranks, text)? {
            self.read_row(pieces, row, rank, &mut kings)?;
        }
        let [Some(white), Some(black)] = kings else {
            return Err(not_one_king());
        };
        self.kings = [white, black];
        Ok(())
    }

    fn read_row(
        &mut self,
        text: &str,
        row: u8,
        rank: u8,
        kings: &mut [Option<Cube>; 2],
    ) -> Result<(), RuleError> {
        let wrong = || bad_row(text, row, rank);
        let mut column = 0;
        let mut promoted = false;
        let mut after_digit = false;
        for letter in text.chars() {
            match letter {
                '1'..='5' if !promoted && !after_digit => {
                    column += letter as u8 - b'0';
                    after_digit = true;
                    continue;
                }
                '+' if !promoted => {
                    promoted = true;
                    continue;
                }
                _ => after_digit = false,
            }
            let role = Role::of_letter(letter.to_ascii_uppercase()).ok_or_else(wrong)?;
            if column >= WIDTH {
                return Err(wrong());
            }
            let bottom = self.rules.bottom();
            let piece = Piece {
                seat: if letter.is_ascii_uppercase() {
                    bottom
                } else {
                    bottom.other()
                },
                role,
                promoted,
            };
            let cube = Cube::on_file(row * WIDTH + column, rank);
            self.may_stand(piece, cube)?;
            self.set(cube, Some(piece));
            if role == Role::King && kings[piece.seat.index()].replace(cube).is_some() {
                return Err(not_one_king());
            }
            promoted = false;
            column += 1;
        }
        if column != WIDTH || promoted {
            return Err(wrong());
        }
        Ok(())
    }

    /// Whether a piece can be on a cube at all, by the shape of things.
    fn may_stand(&self, piece: Piece, cube: Cube) -> Result<(), RuleError> {
        let no = |sentence: String| Err(RuleError::position(sentence).at([cube]));
        let rules = &self.rules;
        if !piece.role.is_in(rules) {
            return no(format!("This game has no {} ({cube}).", piece.name(rules)));
        }
        if piece.promoted && (!rules.shogi || piece.role == Role::King) {
            return no(format!(
                "The {} on {cube} cannot be promoted.",
                piece.name(rules)
            ));
        }
        if rules.shogi {
            if self.is_dead_end(piece, cube) {
                return no(format!(
                    "An unpromoted {} cannot be on {cube}: it could never move again.",
                    piece.name(rules)
                ));
            }
            if piece == Piece::new(piece.seat, Role::Pawn)
                && let Some(other) = self.pawn_of_file(piece.seat, cube)
            {
                return no(format!(
                    "Two unpromoted pawns of one side on one file: {other} and {cube}."
                ));
            }
        } else if piece.role == Role::Pawn {
            let (first, last) = (rules.rank_for(piece.seat, 0), rules.last_rank(piece.seat));
            if cube.rank() == first || cube.rank() == last {
                return Err(pawn_at_an_end(cube));
            }
        }
        Ok(())
    }

    fn read_castling(&mut self, text: &str) -> Result<(), RuleError> {
        if text == "-" {
            return Ok(());
        }
        for name in text.split(',') {
            let seat = if name == name.to_ascii_uppercase() {
                Seat::WHITE
            } else {
                Seat::BLACK
            };
            let home = self.rules.rank_for(seat, 0);
            let index = CORNERS.into_iter().position(|corner| {
                let file = board::file_name(corner);
                name == file || name == file.to_ascii_uppercase()
            });
            let fits = |index: &usize| {
                let rook = Some(Piece::new(seat, Role::Rook));
                self.rules.castling()
                    && !self.castling[seat.index()][*index]
                    && self.kings[seat.index()] == Cube::on_file(KING_FILE, home)
                    && self.piece(Cube::on_file(CORNERS[*index], home)) == rook
            };
            let Some(index) = index.filter(fits) else {
                return Err(bad_castling(name));
            };
            self.castling[seat.index()][index] = true;
        }
        if self.write_castling() == text {
            Ok(())
        } else {
            Err(RuleError::position(
                "The castling field lists files in the order AA,AE,EA,EE,aa,ae,ea,ee.",
            ))
        }
    }

    fn read_en_passant(&mut self, text: &str) -> Result<(), RuleError> {
        if text == "-" {
            return Ok(());
        }
        let wrong = || bad_en_passant(text);
        let cube = |name: &str| Cube::named(name).filter(|cube| self.rules.space.has(*cube));
        let mover = self.turn.other();
        let (passed, pawn) = if self.rules.berlin {
            let (passed, pawn) = text.split_once('>').ok_or_else(wrong)?;
            (
                cube(passed).ok_or_else(wrong)?,
                cube(pawn).ok_or_else(wrong)?,
            )
        } else {
            let passed = cube(text).ok_or_else(wrong)?;
            let pawn = self.rules.space.shift(passed, self.ahead(mover));
            (passed, pawn.ok_or_else(wrong)?)
        };
        let came = self.quiet_ways(mover).iter().any(|&way| {
            let space = self.rules.space;
            let from = space.shift(passed, way.times(-1));
            space.shift(passed, way) == Some(pawn)
                && from.is_some_and(|from| {
                    from.rank() == self.rules.rank_for(mover, 1) && self.piece(from).is_none()
                })
        });
        if !came
            || self.piece(passed).is_some()
            || self.piece(pawn) != Some(Piece::new(mover, Role::Pawn))
        {
            return Err(wrong());
        }
        self.en_passant = Some(EnPassant { passed, pawn });
        Ok(())
    }

    fn read_hands(&mut self, text: &str) -> Result<(), RuleError> {
        if text == "-" {
            return Ok(());
        }
        let wrong = || {
            RuleError::position(format!(
                "The hands are written like P2n1, Black's first, in the order P L N C J S G B M R; not \"{}\".",
                excerpt(text)
            ))
        };
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let role = Role::of_letter(letter.to_ascii_uppercase())
                .filter(|role| shogi::hand_order().any(|held| held == *role))
                .ok_or_else(wrong)?;
            let seat = if letter.is_ascii_uppercase() {
                Seat::BLACK
            } else {
                Seat::WHITE
            };
            rest = &rest[letter.len_utf8()..];
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let count = plain_number(&rest[..digits])
                .and_then(|count| u8::try_from(count).ok())
                .filter(|count| (1..=MOST_IN_HAND).contains(count))
                .ok_or_else(wrong)?;
            rest = &rest[digits..];
            self.hands[seat.index()][role as usize] = count;
        }
        // Each letter once and in order: what was read is written back the same.
        if self.write_hands() == text {
            Ok(())
        } else {
            Err(wrong())
        }
    }
}

/// A number in digits alone, without a sign or leading zeros.
fn plain_number(text: &str) -> Option<u32> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let leading = text.len() > 1 && text.starts_with('0');
    (digits && !leading).then(|| text.parse().ok()).flatten()
}
