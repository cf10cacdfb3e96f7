//! Themes of puzzles; their predicates are in `point.rs`.

use std::fmt;

/// The theme of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Theme {
    /// A mate, of the last rival or of one of several.
    Mate,
    /// One move attacks two things that nothing could capture for gain before, and the next captures one of them.
    Fork,
    /// A move opens the line of a piece that stays, which captures what it could not capture for gain before.
    Discovery,
    /// A stone goes to a neighbouring stack.
    Transfer,
    /// A group of pieces goes on together without capturing.
    Group,
    /// Two pieces trade places.
    Swap,
    /// A piece joins a friend.
    Fusing,
    /// A part leaves a joined piece.
    Parting,
    /// A group of pieces captures in one move.
    Hit,
    /// A move that only the power of a tower allows.
    Power,
    /// A piece comes from the hand.
    Drop,
    /// A pawn is promoted.
    Promotion,
    /// A move changes more than its own piece and the captured one, as a mutator says.
    Twist,
    /// A piece is given up for more.
    Sacrifice,
    /// One move alone keeps the balance.
    Saving,
    /// A warm-up: no other move captures more.
    Material,
}

impl Theme {
    /// Returns every theme.
    pub const ALL: [Theme; 16] = [
        Theme::Mate,
        Theme::Fork,
        Theme::Discovery,
        Theme::Transfer,
        Theme::Group,
        Theme::Swap,
        Theme::Fusing,
        Theme::Parting,
        Theme::Hit,
        Theme::Power,
        Theme::Drop,
        Theme::Promotion,
        Theme::Twist,
        Theme::Sacrifice,
        Theme::Saving,
        Theme::Material,
    ];

    /// Returns the theme in machine notation.
    pub fn key(self) -> &'static str {
        match self {
            Theme::Mate => "mate",
            Theme::Fork => "fork",
            Theme::Discovery => "discovery",
            Theme::Transfer => "transfer",
            Theme::Group => "group",
            Theme::Swap => "swap",
            Theme::Fusing => "fusing",
            Theme::Parting => "parting",
            Theme::Hit => "hit",
            Theme::Power => "power",
            Theme::Drop => "drop",
            Theme::Promotion => "promotion",
            Theme::Twist => "twist",
            Theme::Sacrifice => "sacrifice",
            Theme::Saving => "saving",
            Theme::Material => "material",
        }
    }

    /// Returns the theme that a machine notation names.
    pub fn read(key: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.key() == key)
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}
