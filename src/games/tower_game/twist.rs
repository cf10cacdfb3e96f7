//! A mutator's words about itself.

/// The part of the game that a mutator changes: two that change the same do not go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changes {
    /// The start.
    Start,
    /// The ways of the pieces.
    Pieces,
    /// The consequences of a move.
    Follows,
    /// The number of moves in a turn.
    Turn,
    /// The goal.
    Goal,
    /// The sight of the players.
    Sight,
}

impl Changes {
    /// The part of the game, in words.
    pub fn in_words(self) -> &'static str {
        match self {
            Changes::Start => "how the game starts",
            Changes::Pieces => "how the pieces move",
            Changes::Follows => "what follows a move",
            Changes::Turn => "the turn",
            Changes::Goal => "what wins",
            Changes::Sight => "what the players see",
        }
    }
}

/// The fields that a mutator adds to the position text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// The pieces that each side can put on the board.
    Hand,
    /// The pieces that are held, and those that are freed.
    Prison,
    /// The moves left in this turn.
    Left,
}

/// A mutator's page of the rules.
pub struct Page {
    /// The text, in Discord markdown.
    pub text: &'static str,
    /// A description of the board, in whole sentences.
    pub shown: &'static str,
    /// A position of the chamber, moves to play from it, and a piece to look at; each may be empty.
    pub board: [&'static str; 3],
    /// The ranks shown.
    pub ranks: &'static [u8],
}
