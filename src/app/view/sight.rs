//! Sight: how much of a match a viewer may see. If the rules hide something until the end, the board and the moves
//! leave this layer only through a [`Sight`]: pictures, words and choices are made from a [`SeenGame`], which contains
//! nothing hidden, and the text of a move is read with a sight.

use crate::app::LastMove;

mod of_match;
use super::log_texts;
use crate::rules::{Game, Played, Seat, Viewer};

/// A viewer's sight of a match, derived from its current state and valid for everything before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) struct Sight(Viewer);

impl Sight {
    /// True if nothing is hidden.
    pub fn is_whole(self) -> bool {
        self.0 == Viewer::Umpire
    }

    /// True if the moves of a seat are visible.
    fn sees(self, seat: Seat) -> bool {
        match self.0 {
            Viewer::Umpire => true,
            Viewer::Seat(own) => own == seat,
            Viewer::Public => false,
        }
    }
}

/// The game of a match, with everything that is on the board.
#[derive(Clone, Debug)]
pub(in crate::app) struct Board(Box<dyn Game>);

impl Board {
    pub fn new(game: Box<dyn Game>) -> Board {
        Board(game)
    }

    /// Returns the whole game, for judging and searching. Nothing shown to people may be made from it: see
    /// [`Board::seen_by`].
    pub fn umpire(&self) -> &dyn Game {
        self.0.as_ref()
    }

    /// Returns the whole game, for playing on.
    pub fn umpire_mut(&mut self) -> &mut dyn Game {
        self.0.as_mut()
    }

    /// Returns the game as this sight shows it.
    pub fn seen_by(&self, sight: Sight) -> SeenGame {
        SeenGame(self.0.seen_by(sight.0))
    }
}

/// A game as a viewer sees it. Moves can be tried on it if nothing is hidden.
#[derive(Clone, Debug)]
pub(in crate::app) struct SeenGame(Box<dyn Game>);

impl SeenGame {
    /// Returns the umpire's public announcement in one sentence; `None` if nothing is hidden.
    pub fn announcement(&self) -> Option<String> {
        self.0
            .hides()
            .then(|| announcement(&self.0.announced()))
            .flatten()
    }
}

impl std::ops::Deref for SeenGame {
    type Target = dyn Game;

    fn deref(&self) -> &Self::Target {
        self.0.as_ref()
    }
}

impl std::ops::DerefMut for SeenGame {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.0.as_mut()
    }
}

fn announcement(said: &[String]) -> Option<String> {
    (!said.is_empty()).then(|| format!("The umpire says: {}.", said.join(", ")))
}

/// The texts of a move, which not everybody may read before the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) struct MoveTexts {
    seat: Seat,
    canonical: String,
    display: String,
    words: String,
    announced: Vec<String>,
}

impl MoveTexts {
    pub fn of(seat: Seat, played: &Played) -> MoveTexts {
        MoveTexts {
            seat,
            canonical: played.canonical.clone(),
            display: played.display.clone(),
            words: played.words.clone(),
            announced: played.announced.clone(),
        }
    }

    /// Returns the canonical text; `None` if it is hidden.
    pub fn canonical(&self, sight: Sight) -> Option<&str> {
        sight.sees(self.seat).then_some(self.canonical.as_str())
    }

    /// Returns the move in display notation; `None` if it is hidden.
    pub fn display(&self, sight: Sight) -> Option<&str> {
        sight.sees(self.seat).then_some(self.display.as_str())
    }

    /// Returns the move in words; `None` if anything is hidden: they name the captured piece, which its captor does not
    /// see.
    pub fn words(&self, sight: Sight) -> Option<&str> {
        sight.is_whole().then_some(self.words.as_str())
    }

    /// Returns the public announcements after the move, if moves are hidden.
    pub fn announced(&self, sight: Sight) -> &[String] {
        if sight.is_whole() {
            &[]
        } else {
            &self.announced
        }
    }
}

/// The last move of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) struct MadeMove {
    /// The number of its event.
    pub ply: u32,
    /// The name of the move's seat as shown to people.
    pub seat: String,
    /// The move's round.
    pub number: u32,
    /// True for a move made automatically: planned, or the only one.
    pub at_once: bool,
    pub texts: MoveTexts,
}

impl MadeMove {
    /// Returns the move as this sight shows it.
    pub fn seen_by(&self, sight: Sight) -> LastMove {
        LastMove {
            ply: self.ply,
            seat: self.seat.clone(),
            number: self.number,
            display: self.texts.display(sight).map(str::to_owned),
            words: self.texts.words(sight).unwrap_or_default().to_owned(),
            at_once: self.at_once,
        }
    }
}

/// An event shown before the last move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) enum Before {
    /// A move.
    Played(MadeMove),
    /// A remark about what followed it.
    Remark(String),
}

impl Before {
    /// Returns the event as this sight shows it, one sentence each.
    pub fn seen_by(&self, sight: Sight) -> Vec<String> {
        match self {
            Before::Remark(line) => vec![line.clone()],
            Before::Played(made) => {
                let mut lines = vec![log_texts::played(&made.seat, made.texts.display(sight))];
                lines.extend(announcement(made.texts.announced(sight)));
                lines
            }
        }
    }
}
