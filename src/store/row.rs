//! What is stored of a match.

use super::error::StoreError;
use crate::match_state::{Audience, ChannelId, GameId, GuildId, Record};

/// A match at a glance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Which match.
    pub game: GameId,
    /// The game's key.
    pub key: String,
    /// Its options, as JSON.
    pub options: String,
    /// The version of the rules that it is played by.
    pub rules: u32,
    /// The server it was opened in; `None` in direct messages.
    pub guild: Option<GuildId>,
    /// The channel it was opened in.
    pub channel: ChannelId,
    /// The thread or channel it lives in, once known.
    pub home: Option<ChannelId>,
    /// When it was opened, in seconds of the Unix epoch.
    pub opened: i64,
    /// How many events it has.
    pub ply: u32,
    /// How far it is.
    pub phase: PhaseName,
    /// How it ended, in machine notation.
    pub ending: Option<String>,
    /// Since when it stands as it stands, in seconds of the Unix epoch.
    pub since: i64,
    /// Moves made so far.
    pub moves: u32,
    /// The ply of the last event that changed the position, the turn or the open table.
    pub changed: u32,
    /// When something runs out, in seconds of the Unix epoch.
    pub deadline: Option<i64>,
    /// When there is something to do, in seconds of the Unix epoch.
    pub due: Option<i64>,
    /// The match that was opened as its rematch.
    pub rematch: Option<GameId>,
    /// The message that shows its open table: the channel and the message's snowflake, once known.
    pub table_message: Option<(ChannelId, u64)>,
    /// Who may see it; `None` where that is not known yet.
    pub audience: Option<Audience>,
    /// How many seats of its open table anyone may take.
    pub free: u8,
    /// Whether its open table can be found from other servers.
    pub shared: bool,
    /// Whether it was opened where the bot can only answer.
    pub outside: bool,
    /// The keys of the games, joined by commas, of which its table becomes one; `None` where the game is known.
    pub choices: Option<String>,
}

/// How far a match is, as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhaseName {
    /// Places are still to be taken.
    Open,
    /// It is being played.
    Playing,
    /// It is over.
    Over,
}

impl PhaseName {
    const ALL: [PhaseName; 3] = [PhaseName::Open, PhaseName::Playing, PhaseName::Over];

    /// As it is stored.
    pub(super) fn key(self) -> &'static str {
        match self {
            PhaseName::Open => "open",
            PhaseName::Playing => "playing",
            PhaseName::Over => "over",
        }
    }

    pub(super) fn read(key: &str) -> Result<Self, StoreError> {
        let found = Self::ALL.into_iter().find(|phase| phase.key() == key);
        found.ok_or_else(|| StoreError::Damaged(format!("the phase of a match is {key}")))
    }
}

/// An event as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRow {
    /// Its number in the match, from 1.
    pub ply: u32,
    /// When it happened, in seconds of the Unix epoch.
    pub at: i64,
    /// The number of the last outage before it, 0 for none.
    pub outage: i64,
    /// What happened.
    pub record: Record,
}

/// A match as it was after some number of events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// How many events it had.
    pub ply: u32,
    /// The match.
    pub standing: String,
    /// The game on the board.
    pub position: String,
}
