//! Requests: the user, the place, and the match concerned.

use std::time::{Duration, Instant};

use crate::match_state::{Audience, ChannelId, GameId, GuildId, Terms, UserId};
use crate::rules::{Options, Seat};
use crate::store::Until;

/// The place of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The server; `None` in direct messages.
    pub guild: Option<GuildId>,
    /// The channel, thread or direct message.
    pub channel: ChannelId,
    /// True if the bot can only answer there: a server or a group without it, or a user's messages with a friend.
    pub outside: bool,
}

impl Place {
    /// Returns the audience of a match opened here, if it need not be looked up.
    pub(super) fn audience(self) -> Option<Audience> {
        self.outside.then_some(Audience::Channel)
    }

    /// Returns the server whose settings apply here: that of a place which the bot is a member of.
    pub fn server(self) -> Option<GuildId> {
        self.guild.filter(|_| !self.outside)
    }
}

/// A user's request, identified by Discord's snowflake so that a repeated delivery is recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// The user.
    pub user: UserId,
    /// The place.
    pub place: Place,
    /// The interaction's snowflake.
    pub interaction: u64,
    /// The time of sending and the deadline.
    pub sent: Sent,
}

/// Time for which Discord accepts an answer that was deferred.
const DEFERRED: Duration = Duration::from_secs(15 * 60);

/// The time at which a request was sent and its deadline, by this process's monotonic clock.
///
/// A user who sends a move and sees no effect sends it again. So a request is valid only as long as its sender waits
/// for its effect, and only for a position that the sender can have seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sent {
    /// The time of sending, or a moment later.
    pub at: Instant,
    /// The time by which storing its changes must begin.
    pub until: Instant,
}

impl Sent {
    /// Returns the times of a request that was sent `ago` and is valid for `good_for`.
    pub fn new(ago: Duration, good_for: Duration) -> Sent {
        let now = Instant::now();
        let at = now.checked_sub(ago).unwrap_or(now);
        Sent {
            at,
            // Already past if the machine has been suspended for that long.
            until: (now + good_for).checked_sub(ago).unwrap_or(at),
        }
    }

    /// Returns the times of a request sent this moment and valid for a minute. For tests of something else.
    #[doc(hidden)]
    pub fn now() -> Sent {
        Sent::new(Duration::ZERO, Duration::from_secs(60))
    }

    /// Extends the deadline for a request whose sender has been shown that it takes long.
    pub(super) fn deferred(self) -> Sent {
        let until = self.at + DEFERRED;
        Sent { until, ..self }
    }

    /// Returns the deadline for the store, given the database server's clock at a moment of this process's.
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

/// A reference to a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchRef {
    /// The match of this thread or channel, or the only one of the user's that waits for a move.
    Here,
    /// A certain match.
    Game(GameId),
    /// A certain match when it had this number of events: a button that may be stale.
    At(GameId, u32),
}

impl MatchRef {
    /// Returns the number of events that the match must have, if a button names it.
    pub(super) fn ply(self) -> Option<u32> {
        match self {
            MatchRef::At(_, ply) => Some(ply),
            MatchRef::Here | MatchRef::Game(_) => None,
        }
    }
}

/// The purpose for which a match is looked up; it decides which one [`MatchRef::Here`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Moving: a match that the user plays; among several, a match that waits for the user.
    Move,
    /// Resigning, offering, planning: a match that the user plays.
    Own,
    /// Looking: any match.
    Look,
}

/// A new match: its game, options, players and terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// The game's key.
    pub game: String,
    /// The game's options, unresolved.
    pub options: Options,
    /// Invited players besides the opener. Seats beyond these are open to anyone.
    pub opponents: Vec<UserId>,
    /// The opener's seat; `None` for a random one.
    pub seat: Option<Seat>,
    /// The time limits; `None` for the server's setting, or else [`Terms::default`].
    pub terms: Option<Terms>,
}

/// A range of rounds of a match, both ends included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rounds {
    /// The first round; `None` for the first of all.
    pub from: Option<u32>,
    /// The last round; `None` for the last that was played.
    pub to: Option<u32>,
}

/// The orientation of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The public orientation: the first seat below.
    Public,
    /// The user's orientation: the user's seat below.
    Own,
}
