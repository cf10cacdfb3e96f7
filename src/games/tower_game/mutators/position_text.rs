//! The position as one line:
//! `<placement> <w|b> <castling> <ep> [<hand>] [<prison> <airfield>] [<left>] <noprogress>`; a field in brackets is there
//! with its mutator only.

use super::super::board::{Cube, WIDTH};
use super::super::moves::EnPassant;
use super::super::options::Rules;
use super::super::pieces::Role;
use super::super::position_text::parts::{
    bad_row, could_be_captured, not_one_king, pawn_at_an_end, rows_of, side_to_move,
};
use super::{Effects, Field, Hand, Mutated, Unit, alice};
use crate::notation::{count, excerpt};
use crate::rules::{RuleError, Seat};

mod fields;

use fields::write_hands;

impl Mutated {
    /// The position text.
    pub(super) fn write_position(&self) -> String {
        let mut fields = vec![
            self.write_placement(|_| true),
            if self.turn == Seat::WHITE { "w" } else { "b" }.to_owned(),
            self.write_castling(&[Seat::WHITE, Seat::BLACK]),
            self.write_passed(),
        ];
        if self.effects.has_field(Field::Hand) {
            fields.push(write_hands(&self.hands));
        }
        if self.effects.has_field(Field::Prison) {
            fields.push(write_hands(&self.prison));
            fields.push(write_hands(&self.airfield));
        }
        if self.effects.has_field(Field::Left) {
            fields.push(self.left.to_string());
        }
        fields.push(self.no_progress.to_string());
        fields.join(" ")
    }

    /// The placement of those units that are shown.
    pub(super) fn write_placement(&self, shown: impl Fn(Unit) -> bool) -> String {
        let mut text = String::with_capacity(320);
        for rank in (0..self.rules.space.ranks).rev() {
            for row in (0..WIDTH).rev() {
                let mut empty = 0;
                for column in 0..WIDTH {
                    let cube = Cube::on_file(row * WIDTH + column, rank);
                    match self.unit(cube).filter(|unit| shown(*unit)) {
                        None => empty += 1,
                        Some(unit) => {
                            push_count(&mut text, &mut empty);
                            self.push_unit(&mut text, unit);
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

    fn push_unit(&self, text: &mut String, unit: Unit) {
        let letter = |role: Role| cased(unit.seat, role.letter());
        match unit.second {
            None => text.push(letter(unit.role)),
            Some(second) => text.extend(['(', letter(unit.role), letter(second), ')']),
        }
        if unit.promoted {
            text.push('~');
        }
        if unit.on_b {
            text.push('*');
        }
    }

    /// Reads a position text.
    ///
    /// # Errors
    /// [`crate::rules::RuleErrorKind::BadPosition`], saying what is wrong.
    pub(super) fn read_position(
        rules: Rules,
        effects: Effects,
        text: &str,
    ) -> Result<Mutated, RuleError> {
        let mut game = Mutated::empty(rules, effects);
        let fields: Vec<&str> = text.split(' ').collect();
        let mut names = vec!["placement", "side to move", "castling", "en passant"];
        if effects.has_field(Field::Hand) {
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
            return Err(RuleError::position(format!(
                "A position with {} has {} fields: {}.",
                effects.names(),
                names.len(),
                names.join(", ")
            )));
        }
        let mut fields = fields.into_iter();
        let mut next = || fields.next().unwrap_or_default();
        game.read_placement(next())?;
        game.turn = side_to_move(next())?;
        let (castling, passed) = (next(), next());
        if effects.has_field(Field::Hand) {
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
        for (row, rank, pieces) in rows_of(self.rules.space.ranks, text)? {
            self.read_row(pieces, row, rank)?;
        }
        Ok(())
    }

    fn read_row(&mut self, text: &str, row: u8, rank: u8) -> Result<(), RuleError> {
        let wrong = || bad_row(text, row, rank);
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
            let mut unit = if letter == '(' {
                let pair = [letters.next(), letters.next(), letters.next()];
                let [Some(one), Some(other), Some(')')] = pair else {
                    return Err(wrong());
                };
                compound(one, other).ok_or_else(wrong)?
            } else {
                piece(letter).ok_or_else(wrong)?
            };
            unit.promoted = letters.next_if_eq(&'~').is_some();
            unit.on_b = letters.next_if_eq(&'*').is_some();
            if column >= WIDTH {
                return Err(wrong());
            }
            let cube = Cube::on_file(row * WIDTH + column, rank);
            self.check_unit(unit, cube)?;
            self.put(cube, unit);
            column += 1;
        }
        if column == WIDTH {
            Ok(())
        } else {
            Err(wrong())
        }
    }

    /// Whether a unit can be on a cube at all, by the shape of things.
    fn check_unit(&self, unit: Unit, cube: Cube) -> Result<(), RuleError> {
        let no = |sentence: String| Err(RuleError::position(sentence).at([cube]));
        let name = unit.name(&self.rules);
        let remembers = self.effects.iter().any(|mutator| mutator.remembers_pawns());
        if !self.has_piece(unit.role) {
            return no(format!("This game has no {name} ({cube})."));
        }
        if unit.second.is_some() && !self.effects.has("fusion") {
            return no(format!("Without Fusion there is no {name} ({cube})."));
        }
        if unit.promoted && (!remembers || matches!(unit.role, Role::King | Role::Pawn)) {
            return no(format!(
                "The {name} on {cube} cannot be marked as promoted."
            ));
        }
        if remembers && unit.role == Role::Fool && !unit.promoted {
            return no(format!(
                "The fool on {cube} was a pawn, so it is written with ~ behind it."
            ));
        }
        if unit.on_b && !self.effects.has(alice::KEY) {
            return no(format!("There is no board B, so {cube} cannot be on it."));
        }
        let first = cube.rank() == self.rules.rank_for(unit.seat, 0);
        let at_home = first && !self.effects.iter().any(|mutator| mutator.pawns_on_first());
        if unit.is_pawn() && (at_home || cube.rank() == self.rules.last_rank(unit.seat)) {
            return Err(pawn_at_an_end(cube));
        }
        Ok(())
    }

    /// Whether the game can have a piece at all.
    pub(super) fn has_piece(&self, role: Role) -> bool {
        match role {
            Role::Silver | Role::Gold | Role::Lance => false,
            Role::Fool => {
                !self.effects.has_goal()
                    && !self.effects.has("doppelganger")
                    && !self.effects.has("hostage")
            }
            _ => true,
        }
    }

    /// Each side has as many kings as its rules let it have.
    fn check_kings(&self) -> Result<(), RuleError> {
        if self.effects.has_goal() {
            return Ok(());
        }
        let kings = |seat: Seat| {
            let standing = self.units_of(seat).filter(|(_, unit)| unit.has_king());
            let placed = self.hands[seat.index()].count(Role::King);
            standing.count() + usize::from(placed)
        };
        let (own, others) = (kings(self.turn), kings(self.turn.other()));
        let lost = !self.is_placing() && self.effects.iter().any(|mutator| mutator.loses_kings());
        let turns = self.effects.iter().any(|mutator| !mutator.captures());
        match (own, others) {
            (1, 1) => Ok(()),
            (0, 1) if lost && !turns => Ok(()),
            (0, 2) if lost && turns => Ok(()),
            _ => Err(not_one_king()),
        }
    }

    /// The side that is not to move cannot be in check, and while pieces are placed nobody.
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
        // A side whose king is gone has lost; nobody asks for the other's check.
        if self.king(self.turn).is_some() && self.in_check(self.turn.other()) {
            return Err(could_be_captured());
        }
        Ok(())
    }
}

/// Upper case for White, lower for Black.
fn cased(seat: Seat, letter: char) -> char {
    if seat == Seat::WHITE {
        letter
    } else {
        letter.to_ascii_lowercase()
    }
}

fn push_count(text: &mut String, empty: &mut u8) {
    if *empty > 0 {
        text.push(char::from(b'0' + *empty));
        *empty = 0;
    }
}

/// The piece of a letter of a placement.
fn piece(letter: char) -> Option<Unit> {
    let seat = if letter.is_ascii_uppercase() {
        Seat::WHITE
    } else {
        Seat::BLACK
    };
    Role::of_letter(letter.to_ascii_uppercase()).map(|role| Unit::new(seat, role))
}

/// The compound of two letters, which stand in the order of compounds.
fn compound(one: char, other: char) -> Option<Unit> {
    let (one, other) = (piece(one)?, piece(other)?);
    let joined = one.seat == other.seat
        && one.role < other.role
        && [one, other]
            .iter()
            .all(|unit| super::fusion::joins(*unit) || unit.role == Role::King);
    joined.then(|| Unit::joined(one.seat, one.role, other.role))
}
