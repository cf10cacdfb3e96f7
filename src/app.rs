//! The use cases: open a table, join, move, look, resign. Joins the table, the store and the games; knows neither
//! Discord nor pixels.
//!
//! Every call is one answer to one person. What changes anything is committed before the call returns.

use crate::rules::{Choice, Options, Rejection, Seat};
use crate::scene::Scene;
use crate::table::{ChannelId, GameId, GuildId, UserId};

/// Where somebody speaks from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The server; `None` in direct messages.
    pub guild: Option<GuildId>,
    /// The channel, thread or direct message.
    pub channel: ChannelId,
}

/// One thing somebody asks for, known by the snowflake that Discord gave it, so that a repeated delivery is
/// recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Who asks.
    pub user: UserId,
    /// From where.
    pub place: Place,
    /// The interaction's snowflake.
    pub interaction: u64,
}

/// Which match is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The one of this thread or channel, or the asker's only one that waits for a move.
    Here,
    /// This one.
    Game(GameId),
    /// This one, as it stood when that many events had happened: a button that may be stale.
    At(GameId, u32),
}

/// Who sits where in a new match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// The game's key.
    pub game: String,
    /// Its options, unresolved.
    pub options: Options,
    /// Invited players besides the opener. Fewer than the seats leave seats open to anyone.
    pub opponents: Vec<UserId>,
    /// The opener's seat; `None` draws it.
    pub seat: Option<Seat>,
}

/// How far a match is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Seats are still open, or invited players have not accepted.
    Open {
        /// The invited who have not answered.
        invited: Vec<UserId>,
        /// How many seats nobody sits on.
        empty: u8,
    },
    /// It is being played.
    Playing,
    /// It is over.
    Over {
        /// The ending in one sentence ("White wins: the royal stone was captured.").
        ending: String,
    },
}

/// A match as it is to be shown: all that a message says about it, without a word of Discord.
#[derive(Clone, Debug)]
pub struct Shown {
    /// Which match.
    pub game: GameId,
    /// How many events it had when this was made; buttons carry it.
    pub ply: u32,
    /// The game's key.
    pub key: &'static str,
    /// The game's name, with its variant where it has one ("Abstract Chess (Aronson)").
    pub title: String,
    /// Who sits where, in turn order, with the seat's name for people ("White").
    pub seats: Vec<(String, Option<UserId>)>,
    /// How far it is.
    pub phase: Phase,
    /// The thread or channel it lives in, once known.
    pub home: Option<ChannelId>,
    /// The last move: who made it, in display notation and in words. `None` before the first.
    pub last: Option<LastMove>,
    /// What followed the move by itself, in order, one sentence each.
    pub told: Vec<String>,
    /// Whose turn it is.
    pub next: Vec<(Seat, UserId)>,
    /// A warning for who is to move.
    pub danger: Option<String>,
    /// What else must be seen with the board, a line each.
    pub standing: Vec<String>,
    /// Rules that just came into force and that the players have not met before, a line each.
    pub lessons: Vec<String>,
    /// The picture.
    pub scene: Scene,
    /// A second picture, of where the last move happened.
    pub closeup: Option<Scene>,
    /// The picture in words: at most 1,024 characters.
    pub alt: String,
}

/// The last move of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastMove {
    /// Whose it was, as the seat is called for people.
    pub seat: String,
    /// Its number for people: 1 for the first turn of everyone.
    pub number: u32,
    /// Display notation, `+` and `#` included.
    pub display: String,
    /// In words.
    pub words: String,
}

/// One line of somebody's list of matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Which match.
    pub game: GameId,
    /// The game's name, with its variant.
    pub title: String,
    /// The other players.
    pub others: Vec<UserId>,
    /// How far it is.
    pub phase: Phase,
    /// Whether the asker is to move.
    pub mine: bool,
    /// Who is to move.
    pub next: Vec<UserId>,
    /// Since when, in seconds of the Unix epoch.
    pub since: i64,
    /// Moves made so far.
    pub moves: u32,
    /// The thread or channel it lives in.
    pub home: Option<ChannelId>,
}

/// The moves of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// Which match.
    pub game: GameId,
    /// The game's name, with its variant.
    pub title: String,
    /// Who sits where.
    pub seats: Vec<(String, Option<UserId>)>,
    /// Numbered lines in display notation, one for each round of turns.
    pub lines: Vec<String>,
    /// The whole record as a text file: headers, options, canonical moves, result.
    pub file: String,
}

/// Why a request changed nothing: each is a clear sentence for the one who asked, in private.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Refusal {
    /// The rules forbid it.
    #[error("{0}")]
    Rules(Rejection),
    /// Anything else that the asker can understand and mend.
    #[error("{0}")]
    Plain(String),
    /// Several matches could be meant.
    #[error("You have several games here: say which with the `game` option.")]
    WhichGame(Vec<Listed>),
    /// The match has gone on since the button was made.
    #[error("{0}")]
    Stale(String),
    /// This very request has been answered before: say nothing.
    #[error("That was already done.")]
    Repeated,
    /// The store or something else of ours failed. Nothing was changed; what went wrong is in the log.
    #[error(
        "Something went wrong on my side and nothing was changed. Please try again in a moment."
    )]
    Internal,
}

impl From<Rejection> for Refusal {
    fn from(rejection: Rejection) -> Self {
        Refusal::Rules(rejection)
    }
}

/// Rookery without Discord.
#[derive(Clone)]
pub struct App {}

#[expect(clippy::todo, unused_variables, reason = "to be written")]
impl App {
    /// Opens a table. The opener sits on it; the invited must accept.
    ///
    /// # Errors
    /// Unknown game, bad options, a seat the game does not have, more players than seats.
    pub async fn open(&self, request: Request, new: NewGame) -> Result<Shown, Refusal> {
        todo!()
    }

    /// Notes the thread or channel where a match lives, and the message that shows it.
    ///
    /// # Errors
    /// [`Refusal::Internal`].
    pub async fn settle(&self, game: GameId, home: ChannelId) -> Result<(), Refusal> {
        todo!()
    }

    /// Takes a seat at an open table; `None` takes any. The match starts when the last seat is taken.
    ///
    /// # Errors
    /// The table is full, closed or meant for others; the asker sits there already.
    pub async fn join(
        &self,
        request: Request,
        game: GameId,
        seat: Option<Seat>,
    ) -> Result<Shown, Refusal> {
        todo!()
    }

    /// Declines an invitation, leaves an open table, or closes one's own.
    ///
    /// # Errors
    /// The match has started; the asker is not at it.
    pub async fn leave(&self, request: Request, game: GameId) -> Result<Shown, Refusal> {
        todo!()
    }

    /// Plays a move, read leniently, for the seat that the asker holds.
    ///
    /// # Errors
    /// Not a player, not their turn, stale, or against the rules.
    pub async fn play(&self, request: Request, which: Which, text: &str) -> Result<Shown, Refusal> {
        todo!()
    }

    /// The match as it stands; `view` turns the board to a side or marks what a piece can do.
    ///
    /// # Errors
    /// No such match, or none here.
    pub async fn show(
        &self,
        request: Request,
        which: Which,
        side: Side,
        reach: Option<&str>,
    ) -> Result<Shown, Refusal> {
        todo!()
    }

    /// Gives up. `Which::At` names the ply that the confirming button was made at.
    ///
    /// # Errors
    /// Not a player, or the match is not being played.
    pub async fn resign(&self, request: Request, which: Which) -> Result<Shown, Refusal> {
        todo!()
    }

    /// Everything the asker plays or has open, those that wait for them first.
    ///
    /// # Errors
    /// [`Refusal::Internal`].
    pub async fn games(&self, request: Request) -> Result<Vec<Listed>, Refusal> {
        todo!()
    }

    /// The moves so far.
    ///
    /// # Errors
    /// No such match, or none here.
    pub async fn history(&self, request: Request, which: Which) -> Result<History, Refusal> {
        todo!()
    }

    /// What `/move` offers while the asker types: at most 25, best first; empty where nothing fits.
    pub async fn complete_move(&self, request: Request, which: Which, typed: &str) -> Vec<Choice> {
        todo!()
    }

    /// The matches that a `game` option can mean, best first, at most 25.
    pub async fn complete_game(&self, request: Request, typed: &str) -> Vec<Listed> {
        todo!()
    }
}

/// How a board is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// As in public: the first seat below.
    Public,
    /// The asker's own seat below.
    Own,
}
