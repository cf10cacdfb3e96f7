//! Reasons why a pawn cannot go somewhere, or cannot be promoted to a role, and why a turn has ended.

use super::super::board::{Cube, Vector};
use super::super::describe::{how_it_goes, with_article};
use super::super::pieces::{Piece, Role};
use super::super::position::{Mutator, TowerGame};
use super::super::twist::{Changes, Field};
use super::sentences::too_far;
use crate::rules::RuleError;

impl TowerGame {
    /// Explains why a pawn cannot go to a cube.
    pub(super) fn why_pawn_cannot(&self, pawn: Piece, from: Cube, to: Cube) -> String {
        let space = self.rules.space;
        let ahead = self.ahead(pawn.seat);
        let difference = space.difference(from, to);
        let reaches = |way: &Vector| space.shift(from, *way) == Some(to);
        let twice = |way: &&Vector| space.shift(from, way.times(2)) == Some(to);
        let quiet = self.quiet_ways(pawn.seat);
        let goal = self.get_on(to, pawn.board);
        let (straight, sideways) = if self.rules.berlin {
            ("diagonally or triagonally", "straight ahead")
        } else {
            ("straight ahead", "diagonally or triagonally")
        };
        if difference.rank.signum() == -ahead.rank {
            return "Pawns never go back.".to_owned();
        }
        if let (true, Some(other)) = (quiet.iter().any(&reaches), goal) {
            let other = with_article(&other.name(&self.rules));
            return format!(
                "The pawn on {from} can't go to {to}: {other} is there, and {straight} a pawn goes without capturing."
            );
        }
        if self.capturing_ways(pawn.seat).iter().any(reaches) {
            if let Some(mutator) = self.in_force().find(|mutator| !mutator.captures()) {
                return format!(
                    "{}: nothing is captured, so a pawn never goes {sideways}: not from {from} to {to}.",
                    mutator.name()
                );
            }
            return format!(
                "A pawn goes {sideways} only to capture, and there is nothing to capture on {to}. {}",
                self.when_passing()
            );
        }
        if let Some(way) = quiet.iter().find(twice) {
            let starts: Vec<u8> = self.double_ranks(pawn.seat).collect();
            if !starts.contains(&from.rank()) {
                let starts: Vec<String> =
                    starts.iter().map(|rank| (rank + 1).to_string()).collect();
                return format!(
                    "Only a pawn on its starting level, level {}, may go two steps.",
                    starts.join(" or ")
                );
            }
            let blocked = [space.shift(from, *way), Some(to)]
                .into_iter()
                .flatten()
                .find(|cube| self.get_on(*cube, pawn.board).is_some())
                .unwrap_or(to);
            return format!(
                "A double step needs both squares empty, and {blocked} is not: pawns do not jump."
            );
        }
        let how = how_it_goes(pawn, &self.rules);
        too_far("pawn", from, to, space, how)
    }

    /// Describes when pawns capture en passant.
    fn when_passing(&self) -> String {
        if let Some(mutator) = self.in_force().find(|mutator| !mutator.passes()) {
            return format!("{}: there is no en passant.", mutator.name());
        }
        if let Some(mutator) = self.in_force().find(|mutator| mutator.keeps_passed()) {
            return format!(
                "{}: en passant is possible with the first move of a turn, and with the second after another such capture, \
                 against the double steps of the enemy's last turn.",
                mutator.name()
            );
        }
        "En passant is possible only on the turn right after an enemy pawn's double step over the square.".to_owned()
    }

    /// Explains why the other side's turn may have ended before its second move; `None` if it cannot have.
    pub(super) fn why_turn_ended(&self) -> Option<&'static str> {
        let mutator = (self.effects.iter()).find(|mutator| mutator.changes() == Changes::Turn)?;
        (self.left == 2 && self.in_check(self.turn)).then(|| mutator.rule())
    }

    /// Explains why a pawn cannot be promoted to the piece of a letter; `question` asks for the piece.
    pub(in super::super) fn why_no_promotion(
        &self,
        letter: char,
        question: &str,
    ) -> Option<RuleError> {
        let role = Role::of_letter(letter.to_ascii_uppercase())?;
        let forbids = |mutator: &&'static dyn Mutator| {
            let mut roles = vec![role];
            mutator.promotions(self, &mut roles);
            mutator.changes() == Changes::Goal || roles.is_empty()
        };
        let mutator = self.effects.iter().find(forbids)?;
        let name = Piece::new(self.turn, role).name(&self.rules);
        if mutator.field() == Some(Field::Prison)
            && !matches!(role, Role::King | Role::Fool | Role::Pawn)
        {
            return Some(RuleError::illegal(format!(
                "{}: a pawn becomes only a piece of its side that the enemy holds, and no {name} is held. {question}",
                mutator.name()
            )));
        }
        let piece = with_article(&name);
        Some(RuleError::illegal(format!(
            "{}: a pawn cannot become {piece}. {question}",
            mutator.name()
        )))
    }
}
