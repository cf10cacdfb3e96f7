//! A turn, and the steps that it is made of.

use super::board::{Arena, Square};
use super::pieces::PieceKind;
use crate::notation::{MoveText, letter_text};

/// What a move does where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveEffect {
    /// Comes to an empty square.
    Quiet,
    /// Takes an enemy, en passant where the square is empty.
    Capture,
    /// Fuses with a friend.
    Attach,
    /// Trades places with a friend.
    Swap,
}

impl MoveEffect {
    /// Its operator in the notation.
    pub fn operator(self) -> char {
        match self {
            MoveEffect::Quiet => '-',
            MoveEffect::Capture => 'x',
            MoveEffect::Attach => '&',
            MoveEffect::Swap => '~',
        }
    }

    /// What an operator of the notation stands for.
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
    /// The piece, or the part that leaves one.
    pub kind: PieceKind,
    /// Where it starts.
    pub from: Square,
    /// What it does.
    pub effect: MoveEffect,
    /// Where it ends.
    pub to: Square,
    /// What a pawn or lancer becomes.
    pub promotion: Option<PieceKind>,
}

/// A turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// One piece or part moves.
    Step(Step),
    /// The piece captured on a tower comes back.
    Return(Square),
    /// Pieces of one arena change places: from and to, by the names of the squares they leave.
    Rearrange(Arena, Vec<(Square, Square)>),
    /// Two to four pieces move one after the other.
    Multi(Vec<Step>),
}

/// How a step is spelt.
pub fn spell_step(step: &Step) -> MoveText {
    MoveText {
        letter: letter_text(step.kind.letter()),
        from: step.from.name().into(),
        op: step.effect.operator(),
        to: step.to.name().into(),
        promotion: step.promotion.map(|kind| letter_text(kind.letter())),
        tail: String::new(),
    }
}
