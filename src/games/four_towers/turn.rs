//! A turn, and the steps that it is made of.

use super::board::{Arena, Square};
use super::pieces::Role;
use crate::notation::{MoveText, letter_text};

/// The effect of a move on its destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveEffect {
    /// Moves to an empty square.
    Quiet,
    /// Captures an enemy; en passant if the destination is empty.
    Capture,
    /// Fuses with a friend.
    Attach,
    /// Trades places with a friend.
    Swap,
}

impl MoveEffect {
    /// Returns the effect's operator in the notation.
    pub fn operator(self) -> char {
        match self {
            MoveEffect::Quiet => '-',
            MoveEffect::Capture => 'x',
            MoveEffect::Attach => '&',
            MoveEffect::Swap => '~',
        }
    }

    /// Returns the effect of an operator of the notation.
    pub fn of_operator(operator: char) -> Option<Self> {
        [
            MoveEffect::Quiet,
            MoveEffect::Capture,
            MoveEffect::Attach,
            MoveEffect::Swap,
        ]
        .into_iter()
        .find(|effect| effect.operator() == operator)
    }
}

/// A move of one piece or part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// The piece that moves, or the part that leaves one.
    pub role: Role,
    /// The origin.
    pub from: Square,
    /// The effect on the destination.
    pub effect: MoveEffect,
    /// The destination.
    pub to: Square,
    /// The role that a pawn or lancer promotes to.
    pub promotion: Option<Role>,
}

/// A turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// A move of one piece or part.
    Step(Step),
    /// The return of the piece captured on a tower.
    Return(Square),
    /// Pieces of one arena change places: pairs of origin and destination, sorted by the origins' names.
    Rearrange(Arena, Vec<(Square, Square)>),
    /// Steps by two to four pieces, one after the other.
    Multi(Vec<Step>),
}

/// Returns a step as machine notation spells it.
pub fn spell_step(step: &Step) -> MoveText {
    MoveText {
        letter: letter_text(step.role.letter()),
        from: step.from.name().into(),
        op: step.effect.operator(),
        to: step.to.name().into(),
        promotion: step.promotion.map(|role| letter_text(role.letter())),
        tail: String::new(),
    }
}
