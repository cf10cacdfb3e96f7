//! A mutator's description of itself.

/// The part of the game that a mutator changes: two that change the same part do not go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changes {
    /// The start of the game.
    Start,
    /// The movement of the pieces.
    Pieces,
    /// The consequences of a move.
    Follows,
    /// The number of moves in a turn.
    Turn,
    /// The goal of the game.
    Goal,
    /// The players' view.
    Sight,
}

impl Changes {
    /// Describes the change in words.
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
    /// The pieces held, and the pieces freed.
    Prison,
    /// The moves left in this turn.
    Left,
}

/// The texts and pictures of a mutator's page.
pub struct Page {
    /// The text, in Discord markdown.
    pub text: &'static str,
    /// A description of the board in whole sentences.
    pub shown: &'static str,
    /// A position of the chamber, moves to play from it, and a piece whose moves are marked; each may be empty.
    pub board: [&'static str; 3],
    /// The ranks shown.
    pub ranks: &'static [u8],
}
