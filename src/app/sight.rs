//! What somebody may see of a match. Where the rules of a game hide something until the end, nothing of the board and of
//! the moves leaves this layer but through a [`Sight`]: pictures, words and choices are made of a [`SeenGame`], which has
//! nothing in it that is hidden, and the text of a move is asked for with a sight.

use super::LastMove;

mod of_match;
use super::log_texts;
use crate::rules::{Game, Played, Seat, Viewer};

/// What somebody may see of a match. It is asked of the match as it stands, and holds for all that came before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sight(Viewer);

impl Sight {
    /// Whether nothing is hidden.
    pub fn is_whole(self) -> bool {
        self.0 == Viewer::Umpire
    }

    /// Whether the moves of a seat may be seen.
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
pub(super) struct Board(Box<dyn Game>);

impl Board {
    pub fn new(game: Box<dyn Game>) -> Board {
        Board(game)
    }

    /// The whole game, to be judged and thought about. Nothing that people read or see may be made of it: see
    /// [`Board::seen_by`].
    pub fn umpire(&self) -> &dyn Game {
        self.0.as_ref()
    }

    /// The whole game, to be played on.
    pub fn umpire_mut(&mut self) -> &mut dyn Game {
        self.0.as_mut()
    }

    /// What may be shown of it.
    pub fn seen_by(&self, sight: Sight) -> SeenGame {
        SeenGame(self.0.seen_by(sight.0))
    }
}

/// A game as somebody may see it. Where nothing is hidden from them, moves can be tried on it.
#[derive(Clone, Debug)]
pub(super) struct SeenGame(Box<dyn Game>);

impl SeenGame {
    /// What the umpire says, in one sentence for everybody; nothing where nothing is hidden.
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

/// What a move came to, in texts that not everybody may read before the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MoveTexts {
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

    /// The canonical text; `None` where it is hidden.
    pub fn canonical(&self, sight: Sight) -> Option<&str> {
        sight.sees(self.seat).then_some(self.canonical.as_str())
    }

    /// In display notation; `None` where it is hidden.
    pub fn display(&self, sight: Sight) -> Option<&str> {
        sight.sees(self.seat).then_some(self.display.as_str())
    }

    /// In words; `None` where something is hidden: they name what was captured, which its captor does not see.
    pub fn words(&self, sight: Sight) -> Option<&str> {
        sight.is_whole().then_some(self.words.as_str())
    }

    /// What was said to all after it, where moves are hidden.
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
pub(super) struct MadeMove {
    /// Whose it was, as the seat is called for people.
    pub seat: String,
    /// The round it belongs to.
    pub number: u32,
    /// Whether it was planned, or the only move, and made automatically.
    pub at_once: bool,
    pub texts: MoveTexts,
}

impl MadeMove {
    /// The move as it may be shown.
    pub fn seen_by(&self, sight: Sight) -> LastMove {
        LastMove {
            seat: self.seat.clone(),
            number: self.number,
            display: self.texts.display(sight).map(str::to_owned),
            words: self.texts.words(sight).unwrap_or_default().to_owned(),
            at_once: self.at_once,
        }
    }
}

/// One thing that happened before an answer that was made at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Before {
    /// A move.
    Played(MadeMove),
    /// What followed it.
    Remark(String),
}

impl Before {
    /// It as it may be shown, one sentence each.
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
