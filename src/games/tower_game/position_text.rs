//! The position as one line: `<placement> <w|b> <castling> <ep> [<hand>] [<prison> <airfield>] [<left>] <noprogress>`;
//! a field in brackets is there with its mutator only. In Shogi `<placement> <b|w> <hand> <noprogress>`.

use super::board::{Cube, WIDTH};
use super::options::Rules;
use super::pieces::{Board, HAND_ORDER, Hand, Piece, Role, seat_name};
use super::position::{Effects, TowerGame};
use super::twist::Field;
use crate::notation::{count, excerpt};
use crate::rules::{RuleError, Seat};

mod fields;

/// Greatest count of a piece off the board in a text.
const MOST_BESIDE: u8 = 99;

impl TowerGame {
    /// The position text.
    pub(super) fn write_position(&self) -> String {
        let turn = if self.turn == Seat::WHITE { "w" } else { "b" };
        let mut fields = vec![self.write_placement(|_| true), turn.to_owned()];
        if !self.rules.shogi {
            fields.push(self.write_castling(&[Seat::WHITE, Seat::BLACK]));
            fields.push(self.write_passed());
        }
        if self.has_hands() {
            fields.push(self.write_hands(&self.hands));
        }
        if self.effects.has_field(Field::Prison) {
            fields.push(self.write_hands(&self.prison));
            fields.push(self.write_hands(&self.airfield));
        }
        if self.effects.has_field(Field::Left) {
            fields.push(self.left.to_string());
        }
        fields.push(self.no_progress.to_string());
        fields.join(" ")
    }

    /// True if sides hold pieces that they can put on the board.
    pub(super) fn has_hands(&self) -> bool {
        self.rules.shogi || self.effects.has_field(Field::Hand)
    }

    /// The placement of the pieces that are shown.
    pub(super) fn write_placement(&self, shown: impl Fn(Piece) -> bool) -> String {
        let mut text = String::with_capacity(320);
        for rank in (0..self.rules.space.ranks).rev() {
            for row in (0..WIDTH).rev() {
                let mut empty = 0;
                for column in 0..WIDTH {
                    let cube = Cube::on_file(row * WIDTH + column, rank);
                    match self.get(cube).filter(|piece| shown(*piece)) {
                        None => empty += 1,
                        Some(piece) => {
                            push_count(&mut text, &mut empty);
                            self.push_piece(&mut text, piece);
                        }
                    }
                }
                push_count(&mut text, &mut empty);
                text.push(if row > 0 { '/' } else { '|' });
            }
        }
        text.pop();
        text
    }

    fn push_piece(&self, text: &mut String, piece: Piece) {
        let letter = |role: Role| self.cased(piece.seat, role.letter());
        if piece.promoted {
            text.push('+');
        }
        match piece.second {
            None => text.push(letter(piece.role)),
            Some(second) => text.extend(['(', letter(piece.role), letter(second), ')']),
        }
        if piece.was_pawn {
            text.push('~');
        }
        if piece.board == Board::B {
            text.push('*');
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

    /// The side whose letters have the case of this one.
    fn side_of(&self, letter: char) -> Seat {
        let bottom = self.rules.bottom();
        if letter.is_ascii_uppercase() {
            bottom
        } else {
            bottom.other()
        }
    }

    /// Reads a position text.
    ///
    /// # Errors
    /// [`crate::rules::RuleErrorKind::BadPosition`], with the fault.
    pub(super) fn read_position(
        rules: Rules,
        effects: Effects,
        text: &str,
    ) -> Result<TowerGame, RuleError> {
        let mut game = TowerGame::empty(rules, effects);
        let fields: Vec<&str> = text.split(' ').collect();
        let mut names = vec!["placement", "side to move"];
        if !rules.shogi {
            names.extend(["castling", "en passant"]);
        }
        if game.has_hands() {
            names.push("hands");
        }
        if effects.has_field(Field::Prison) {
            names.extend(["prisons", "airfields"]);
        }
        if effects.has_field(Field::Left) {
            names.push("moves left");
        }
        names.push("count");
        if fields.len() != names.len() {
            let of = match effects.names() {
                _ if rules.shogi => " of the Shogi Tower Game".to_owned(),
                names if names.is_empty() => names,
                names => format!(" with {names}"),
            };
            return Err(RuleError::position(format!(
                "A position{of} has {} fields: {}.",
                ["four", "five", "six", "seven", "eight"][names.len().clamp(4, 8) - 4],
                names.join(", ")
            )));
        }
        let mut fields = fields.into_iter();
        let mut next = || fields.next().unwrap_or_default();
        game.read_placement(next())?;
        game.turn = match next() {
            "w" => Seat::WHITE,
            "b" => Seat::BLACK,
            other => {
                return Err(RuleError::position(format!(
                    "The side to move is w or b, not \"{}\".",
                    excerpt(other)
                )));
            }
        };
        let (castling, passed) = if rules.shogi {
            ("-", "-")
        } else {
            (next(), next())
        };
        if game.has_hands() {
            game.hands = game.read_hands(next(), "hands")?;
        }
        if effects.has_field(Field::Prison) {
            game.prison = game.read_hands(next(), "prisons")?;
            game.airfield = game.read_hands(next(), "airfields")?;
        }
        if effects.has_field(Field::Left) {
            game.left = match next() {
                "1" => 1,
                "2" => 2,
                other => {
                    return Err(RuleError::position(format!(
                        "The moves left are 1 or 2, not \"{}\".",
                        excerpt(other)
                    )));
                }
            };
        }
        game.no_progress = count(next())?;
        game.check_kings()?;
        game.read_castling(castling)?;
        game.read_passed(passed)?;
        game.check_danger()?;
        Ok(game)
    }

    fn read_placement(&mut self, text: &str) -> Result<(), RuleError> {
        let texts: Vec<&str> = text.split('|').collect();
        let ranks = self.rules.space.ranks;
        if texts.len() != usize::from(ranks) {
            return Err(RuleError::position(format!(
                "The tower has {ranks} levels, the placement {}.",
                texts.len()
            )));
        }
        for (rank, text) in (0..ranks).rev().zip(texts) {
            let rows: Vec<&str> = text.split('/').collect();
            if rows.len() != usize::from(WIDTH) {
                return Err(RuleError::position(format!(
                    "Level {} has {} rows instead of 5.",
                    rank + 1,
                    rows.len()
                )));
            }
            for (row, pieces) in (0..WIDTH).rev().zip(rows) {
                self.read_row(pieces, row, rank)?;
            }
        }
        Ok(())
    }

    fn read_row(&mut self, text: &str, row: u8, rank: u8) -> Result<(), RuleError> {
        let wrong = || {
            RuleError::position(format!(
                "Row {} of level {} is not five squares: \"{}\".",
                char::from(b'a' + row),
                rank + 1,
                excerpt(text)
            ))
        };
        let mut column = 0;
        let mut after_digit = false;
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            if let '1'..='5' = letter {
                if after_digit {
                    return Err(wrong());
                }
                column += letter as u8 - b'0';
                after_digit = true;
                continue;
            }
            after_digit = false;
            let mut piece = match letter {
                '(' => {
                    let pair = [letters.next(), letters.next(), letters.next()];
                    let [Some(one), Some(other), Some(')')] = pair else {
                        return Err(wrong());
                    };
                    self.compound(one, other)
                }
                '+' => {
                    (letters.next().and_then(|letter| self.piece_of(letter))).map(|piece| Piece {
                        promoted: true,
                        ..piece
                    })
                }
                letter => self.piece_of(letter),
            }
            .ok_or_else(wrong)?;
            piece.was_pawn = letters.next_if_eq(&'~').is_some();
            if letters.next_if_eq(&'*').is_some() {
                piece.board = Board::B;
            }
            if column >= WIDTH {
                return Err(wrong());
            }
            let cube = Cube::on_file(row * WIDTH + column, rank);
            self.check_piece(piece, cube)?;
            self.put(cube, piece);
            column += 1;
        }
        if column == WIDTH {
            Ok(())
        } else {
            Err(wrong())
        }
    }

    /// The piece of a letter of a placement.
    fn piece_of(&self, letter: char) -> Option<Piece> {
        let role = Role::of_letter(letter.to_ascii_uppercase())?;
        Some(Piece::new(self.side_of(letter), role))
    }

    /// The compound of two letters in the order of compounds.
    fn compound(&self, one: char, other: char) -> Option<Piece> {
        let (one, other) = (self.piece_of(one)?, self.piece_of(other)?);
        let joins = |role: Role| role == Role::King || Role::OFFICERS.contains(&role);
        let joined =
            one.seat == other.seat && one.role < other.role && joins(one.role) && joins(other.role);
        joined.then(|| Piece::joined(one.seat, one.role, other.role))
    }

    /// Refuses a piece on a cube where no such piece can be.
    fn check_piece(&self, piece: Piece, cube: Cube) -> Result<(), RuleError> {
        let no = |sentence: String| Err(RuleError::position(sentence).at([cube]));
        let rules = &self.rules;
        let name = piece.name(rules);
        let remembers = self.effects.iter().any(|mutator| mutator.remembers_pawns());
        if !self.has_piece(piece.role) {
            return no(format!("This game has no {name} ({cube})."));
        }
        if piece.promoted && (!rules.shogi || piece.role == Role::King) {
            return no(format!("The {name} on {cube} cannot be promoted."));
        }
        if piece.second.is_some() && !self.effects.iter().any(|mutator| mutator.joins()) {
            return no(format!("Without Fusion there is no {name} ({cube})."));
        }
        if piece.was_pawn && (!remembers || matches!(piece.role, Role::King | Role::Pawn)) {
            return no(format!(
                "The {name} on {cube} cannot be marked as promoted."
            ));
        }
        if remembers && piece.role == Role::Fool && !piece.was_pawn {
            return no(format!(
                "The fool on {cube} was a pawn, so it is written with ~ behind it."
            ));
        }
        if piece.board == Board::B && !self.has_board_b() {
            return no(format!("There is no board B, so {cube} cannot be on it."));
        }
        if rules.shogi {
            if self.is_dead_end(piece, cube) {
                return no(format!(
                    "An unpromoted {name} cannot be on {cube}: it could never move again."
                ));
            }
            if piece.is_pawn()
                && let Some(other) = self.pawn_of_file(piece.seat, cube)
            {
                return no(format!(
                    "Two unpromoted pawns of one side on one file: {other} and {cube}."
                ));
            }
            return Ok(());
        }
        let first = cube.rank() == rules.rank_for(piece.seat, 0);
        let at_home = first && !self.effects.iter().any(|mutator| mutator.pawns_on_first());
        if piece.is_pawn() && (at_home || cube.rank() == rules.last_rank(piece.seat)) {
            return no(format!(
                "A pawn cannot be on {cube}, on a first or last level."
            ));
        }
        Ok(())
    }

    /// True if the game has two boards, A and B (Alice).
    pub(super) fn has_board_b(&self) -> bool {
        self.effects.iter().any(|mutator| mutator.has_board_b())
    }

    /// True if the game can have a piece of the role at all.
    pub(super) fn has_piece(&self, role: Role) -> bool {
        if role != Role::Fool || self.effects.is_none() {
            return role.is_in(&self.rules);
        }
        let mut fool = vec![Role::Fool];
        for mutator in self.effects.iter() {
            mutator.promotions(self, &mut fool);
        }
        !self.effects.has_goal() && !fool.is_empty()
    }

    /// Refuses a number of kings that a side's rules do not allow.
    fn check_kings(&self) -> Result<(), RuleError> {
        if self.effects.has_goal() {
            return Ok(());
        }
        let kings = |seat: Seat| {
            let placed = self.pieces_of(seat).filter(|(_, piece)| piece.has_king());
            placed.count() + usize::from(self.hands[seat.index()].count(Role::King))
        };
        let (own, others) = (kings(self.turn), kings(self.turn.other()));
        let lost = !self.is_placing() && self.effects.iter().any(|mutator| mutator.loses_kings());
        let turns = self.effects.iter().any(|mutator| !mutator.captures());
        match (own, others) {
            (1, 1) => Ok(()),
            (0, 1) if lost && !turns => Ok(()),
            (0, 2) if lost && turns => Ok(()),
            _ => Err(RuleError::position("Each side has exactly one king.")),
        }
    }

    /// Refuses check against the side that is not to move, and any check while pieces are placed.
    fn check_danger(&self) -> Result<(), RuleError> {
        if self.is_placing() {
            let [white, black] = self.hands.map(Hand::total);
            let in_turn = match self.turn {
                Seat::WHITE => white == black,
                _ => black == white + 1,
            };
            if !in_turn {
                return Err(RuleError::position(
                    "The pieces are placed in turn, White first, so the hands and the side to move do not fit.",
                ));
            }
            let attacked = |seat| self.danger_to(seat).is_some();
            if !self.effects.has_goal() && (attacked(Seat::WHITE) || attacked(Seat::BLACK)) {
                return Err(RuleError::position(
                    "While the pieces are placed no king is attacked.",
                ));
            }
            return Ok(());
        }
        // A side without a king has lost; the other side's check does not matter.
        if self.king(self.turn).is_some() && self.in_check(self.turn.other()) {
            return Err(RuleError::position(
                "The side that is not to move is in check: its king could be captured at once.",
            ));
        }
        Ok(())
    }

    fn read_hands(&self, text: &str, what: &str) -> Result<[Hand; 2], RuleError> {
        let mut hands = [Hand::default(); 2];
        if text == "-" {
            return Ok(hands);
        }
        let held = HAND_ORDER
            .into_iter()
            .filter(|role| role.is_in(&self.rules));
        let wrong = || {
            let letters = held.clone().filter(|role| *role != Role::King);
            let letters: Vec<String> = letters.map(|role| role.letter().to_string()).collect();
            RuleError::position(format!(
                "The {what} are written like P2n1, {}'s first, in the order {}; not \"{}\".",
                seat_name(self.rules.bottom()),
                letters.join(" "),
                excerpt(text)
            ))
        };
        let places = self.effects.iter().any(|mutator| mutator.places());
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let may = |role: &Role| match role {
                Role::King => places,
                Role::Pawn => !places,
                _ => held.clone().any(|held| held == *role),
            };
            let role = Role::of_letter(letter.to_ascii_uppercase())
                .filter(may)
                .ok_or_else(wrong)?;
            rest = &rest[letter.len_utf8()..];
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let count = (rest[..digits].parse::<u8>().ok())
                .filter(|count| (1..=MOST_BESIDE).contains(count))
                .ok_or_else(wrong)?;
            rest = &rest[digits..];
            hands[self.side_of(letter).index()].set(role, count);
        }
        // Each letter once, in order, without leading zeros, so that the text is written back unchanged.
        if self.write_hands(&hands) == text {
            Ok(hands)
        } else {
            Err(wrong())
        }
    }

    /// Pieces off the board, those of the side that starts on rank 1 first.
    fn write_hands(&self, hands: &[Hand; 2]) -> String {
        let mut text = String::new();
        let bottom = self.rules.bottom();
        for seat in [bottom, bottom.other()] {
            for (role, count) in hands[seat.index()].iter() {
                text.push(self.cased(seat, role.letter()));
                text.push_str(&count.to_string());
            }
        }
        if text.is_empty() {
            text.push('-');
        }
        text
    }
}

fn push_count(text: &mut String, empty: &mut u8) {
    if *empty > 0 {
        text.push(char::from(b'0' + *empty));
        *empty = 0;
    }
}
