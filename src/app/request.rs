//! Who asks for what, and from where.

use std::time::{Duration, Instant};

use crate::match_state::{Audience, ChannelId, GameId, GuildId, Terms, UserId};
use crate::rules::{Options, Seat};
use crate::store::Until;

/// Where somebody speaks from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The server; `None` in direct messages.
    pub guild: Option<GuildId>,
    /// The channel, thread or direct message.
    pub channel: ChannelId,
    /// Whether the bot can only answer there: a server or a group without it, or somebody's messages with a friend.
    pub outside: bool,
}

impl Place {
    /// Who may see a match that is opened here, where that need not be looked up.
    pub(super) fn audience(self) -> Option<Audience> {
        self.outside.then_some(Audience::Channel)
    }

    /// The server whose settings hold here: that of a place which the bot is a member of.
    pub fn server(self) -> Option<GuildId> {
        self.guild.filter(|_| !self.outside)
    }
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
    /// When it was sent.
    pub sent: Sent,
}

/// How long Discord takes an answer that was deferred.
const DEFERRED: Duration = Duration::from_secs(15 * 60);

/// When a request was sent and how long it is good for, by the clock of this process that nobody sets.
///
/// Somebody who has sent a move and sees nothing come of it sends it again. So a request is good only for as long as its
/// sender waits for what comes of it, and only for a position that they can have seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sent {
    /// No later than that, and as a rule a moment before.
    pub at: Instant,
    /// Until when it may be begun to store what it changes.
    pub until: Instant,
}

impl Sent {
    /// Of a request that was sent `ago` and is good for as long as `good_for`.
    pub fn new(ago: Duration, good_for: Duration) -> Sent {
        let now = Instant::now();
        let at = now.checked_sub(ago).unwrap_or(now);
        Sent {
            at,
            // Long past where the machine has not run for as long.
            until: (now + good_for).checked_sub(ago).unwrap_or(at),
        }
    }

    /// Of a request that is sent this moment and is good for a minute. For tests of something else.
    #[doc(hidden)]
    pub fn now() -> Sent {
        Sent::new(Duration::ZERO, Duration::from_secs(60))
    }

    /// The same of something whose sender knows that it takes its time.
    pub(super) fn deferred(self) -> Sent {
        let until = self.at + DEFERRED;
        Sent { until, ..self }
    }

    /// The same for the store, with what the clock of the database's server showed at a moment of this process's.
    pub(super) fn until(self, clock: Option<(Instant, i64)>) -> Until {
        let there = clock.map(|(here, there)| {
            let left = self.until.saturating_duration_since(here).as_millis();
            there.saturating_add(i64::try_from(left).unwrap_or(i64::MAX))
        });
        Until {
            here: self.until,
            there,
        }
    }
}

/// Which match is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchRef {
    /// The one of this thread or channel, or the asker's only one that waits for a move.
    Here,
    /// This one.
    Game(GameId),
    /// This one, as it stood when that many events had happened: a button that may be stale.
    At(GameId, u32),
}

impl MatchRef {
    /// The number of events at which the match must stand, where a button names it.
    pub(super) fn ply(self) -> Option<u32> {
        match self {
            MatchRef::At(_, ply) => Some(ply),
            MatchRef::Here | MatchRef::Game(_) => None,
        }
    }
}

/// What somebody wants of the match they mean: it decides which one [`MatchRef::Here`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To move: a match that they play, of several the one that waits for them.
    Move,
    /// To resign, offer, plan: a match that they play.
    Own,
    /// To look: any match.
    Look,
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
    /// How long the players may think; `None` takes what the server has set, or else [`Terms::default`].
    pub terms: Option<Terms>,
}

/// Which rounds of a match are meant, both included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rounds {
    /// The number of the first; `None` is the first of all.
    pub from: Option<u32>,
    /// The number of the last; `None` is the last that was played.
    pub to: Option<u32>,
}

/// How a board is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// As in public: the first seat below.
    Public,
    /// The asker's own seat below.
    Own,
}
