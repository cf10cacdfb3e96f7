//! What a mutator says of itself.

/// What a mutator changes: two that change the same do not go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Changes {
    /// How the game starts.
    Start,
    /// How the pieces go.
    Pieces,
    /// What follows a move.
    Follows,
    /// How many moves a turn has.
    Turn,
    /// What wins.
    Goal,
    /// What the players see.
    Sight,
}

impl Changes {
    /// What it changes, in words.
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
    /// What each side can put on the board.
    Hand,
    /// What is held, and what is freed.
    Prison,
    /// The moves left in this turn.
    Left,
}

/// What a mutator's page says and shows.
pub struct Page {
    /// The text, in Discord markdown.
    pub text: &'static str,
    /// What the board shows, in whole sentences.
    pub shown: &'static str,
    /// A position of the chamber, moves to play from it, and a piece to look at; each may be empty.
    pub board: [&'static str; 3],
    /// The ranks shown.
    pub ranks: &'static [u8],
}
