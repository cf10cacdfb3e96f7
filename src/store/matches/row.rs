//! Rows of a match: its summary, events and checkpoints.

use crate::match_state::{Audience, ChannelId, GameId, GuildId, Location, Record};
use crate::store::error::StoreError;

/// A row of the table of matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The match.
    pub game: GameId,
    /// The game's key.
    pub key: String,
    /// The game's options, as JSON.
    pub options: String,
    /// The version of the game's rules.
    pub rules: u32,
    /// The server in which the match was opened; `None` in direct messages.
    pub guild: Option<GuildId>,
    /// The channel in which the match was opened.
    pub channel: ChannelId,
    /// The home, a thread or channel, once known.
    pub home: Option<ChannelId>,
    /// The time of opening, in seconds of the Unix epoch.
    pub opened: i64,
    /// Number of events.
    pub ply: u32,
    /// The phase.
    pub phase: PhaseName,
    /// The ending in machine notation.
    pub ending: Option<String>,
    /// The time since which the match has been in this state, in seconds of the Unix epoch.
    pub since: i64,
    /// Number of moves made.
    pub moves: u32,
    /// The ply of the last event that changed the position, the turn or the open table.
    pub changed: u32,
    /// The time at which the timer runs out, in seconds of the Unix epoch.
    pub deadline: Option<i64>,
    /// The time at which something must be done, in seconds of the Unix epoch.
    pub due: Option<i64>,
    /// The rematch of this match.
    pub rematch: Option<GameId>,
    /// The message that shows the open table: the channel and the message's snowflake, once known.
    pub table_message: Option<(ChannelId, u64)>,
    /// The audience; `None` if it is not known yet.
    pub audience: Option<Audience>,
    /// Number of seats of the open table that anyone may take, or of the match being played that anyone may take over.
    pub free: u8,
    /// True if the open table can be found from other servers.
    pub shared: bool,
    /// True if the match was opened in a place where the bot can only answer.
    pub outside: bool,
    /// The keys of the games, separated by commas, from which the open table will choose one; `None` if the game is
    /// known.
    pub choices: Option<String>,
}

impl Row {
    /// Returns the place in which the match is shown, and its audience.
    pub fn location(&self) -> Location {
        Location {
            guild: self.guild,
            channel: self.channel,
            home: self.home,
            posted: self.table_message.map(|(channel, _)| channel),
            audience: self.audience,
            shared: self.shared,
            outside: self.outside,
        }
    }
}

/// The phase of a match, as stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhaseName {
    /// Seats are still open, or invited players have not accepted.
    Open,
    /// The game is being played.
    Playing,
    /// The game is over.
    Over,
}

impl PhaseName {
    const ALL: [PhaseName; 3] = [PhaseName::Open, PhaseName::Playing, PhaseName::Over];

    /// Returns the stored form.
    pub(in crate::store) fn key(self) -> &'static str {
        match self {
            PhaseName::Open => "open",
            PhaseName::Playing => "playing",
            PhaseName::Over => "over",
        }
    }

    pub(in crate::store) fn read(key: &str) -> Result<Self, StoreError> {
        let found = Self::ALL.into_iter().find(|phase| phase.key() == key);
        found.ok_or_else(|| StoreError::Damaged(format!("the phase of a match is {key}")))
    }
}

/// A stored event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRow {
    /// The event's number in the match, from 1.
    pub ply: u32,
    /// The time of the event, in seconds of the Unix epoch.
    pub at: i64,
    /// The number of the last outage before the event; 0 if there was none.
    pub outage: i64,
    /// The contents.
    pub record: Record,
}

/// A stored state of a match after some number of events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// Number of events.
    pub ply: u32,
    /// The state of the match.
    pub standing: String,
    /// The game's position and history.
    pub position: String,
}
