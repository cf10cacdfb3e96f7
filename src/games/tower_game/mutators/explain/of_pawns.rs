//! Why a pawn cannot go somewhere, or not become something, and why a turn has ended.

use super::super::super::board::Cube;
use super::super::super::describe::with_article;
use super::super::super::explain::PawnRules;
use super::super::super::pieces::{Piece, Role};
use super::super::{Changes, Field, Mutated, Mutator, Unit};
use crate::rules::RuleError;

impl Mutated {
    /// Why a pawn cannot go to a cube, in the terms of the plain game as far as they hold.
    pub(super) fn why_pawn_cannot(&self, pawn: Unit, from: Cube, to: Cube) -> String {
        let mut starts = vec![self.rules.rank_for(pawn.seat, 1)];
        if self.in_force().any(Mutator::pawns_on_first) {
            starts.insert(0, self.rules.rank_for(pawn.seat, 0));
        }
        let pawn_rules = PawnRules {
            starts: &starts,
            passing: &self.when_passing(),
            captureless: (self.in_force())
                .find(|mutator| !mutator.captures())
                .map(|mutator| mutator.name()),
            goal: (self.unit(to)).map(|other| with_article(&other.name(&self.rules))),
        };
        let piece = Piece::new(pawn.seat, Role::Pawn);
        self.plain(pawn.on_b)
            .why_pawn_cannot(piece, from, to, &pawn_rules)
    }

    /// When pawns capture en passant.
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
        "En passant is possible only on the turn right after an enemy pawn's double step over the cube.".to_owned()
    }

    /// Why the other side's turn may have ended before its second move; `None` where that is no question.
    pub(super) fn why_turn_ended(&self) -> Option<&'static str> {
        let mutator = (self.effects.iter()).find(|mutator| mutator.changes() == Changes::Turn)?;
        (self.left == 2 && self.in_check(self.turn)).then(|| mutator.rule())
    }

    /// Why a pawn cannot become the piece of a letter that is none here; `question` asks what it becomes.
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
        let name = Unit::new(self.turn, role).name(&self.rules);
        if mutator.field() == Some(Field::Prison)
            && !matches!(role, Role::King | Role::Fool | Role::Pawn)
        {
            return Some(RuleError::illegal(format!(
                "{}: a pawn becomes only a piece of its own side that the enemy holds, and no {name} is held. {question}",
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
