//! What people are sent without having asked for it: of which kind, and where to.

use serde::{Deserialize, Serialize};

use super::{FallbackFor, OfferKind};
use crate::match_state::{ChannelId, DAY, GameId, GuildId, Moderation, UserId};
use crate::rules::Seat;
use crate::store::Posting;

/// How often one way is tried before the next one.
pub(super) const TRIES: u32 = 12;

/// How long a notice is tried again that no way takes, in seconds.
pub(super) const GIVE_UP_AFTER: i64 = 30 * DAY;

/// For how long it is believed that somebody takes no direct messages, in seconds.
pub(super) const DIRECT_CLOSED_FOR: i64 = 30 * DAY;

/// How long after the end of a match its thread is archived, in seconds: there is time to talk about it.
pub(super) const ARCHIVE_AFTER: i64 = DAY;

/// An hour, in seconds.
pub(super) const HOUR: i64 = 3_600;

/// How many reminders a player is sent who does not move anywhere; then there are none until they do.
pub(super) const MOST_REMINDERS: u32 = 9;

/// What somebody is notified of, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum NotificationKind {
    /// It has become the player's turn.
    Turn,
    /// A part of the player's time is over.
    Reminder {
        /// How much, in percent.
        percent: u8,
        /// When all of it is over, in seconds of the Unix epoch.
        deadline: i64,
    },
    /// The player's time is over, and the opponents may claim.
    TimeOver,
    /// The time of a seat is over: claim, give a day, or wait.
    Claimable {
        /// The seat.
        seat: Seat,
    },
    /// The player's time is over; they are excused this once.
    Excused {
        /// When the new time is over, in seconds of the Unix epoch.
        deadline: i64,
    },
    /// The player's time is over again: anyone may take over the seat.
    SeatOffered {
        /// Until when at least, in seconds of the Unix epoch.
        until: i64,
    },
    /// Somebody else has taken over the player's seat.
    Replaced {
        /// Who.
        user: UserId,
    },
    /// An opponent has given the player more time.
    Gift {
        /// Who.
        user: UserId,
        /// When the time is over now, in seconds of the Unix epoch.
        deadline: i64,
    },
    /// Something is offered, and the player has not answered.
    Offer {
        /// What.
        kind: OfferKind,
        /// By whom.
        user: UserId,
    },
    /// What the player offered was declined.
    Declined {
        /// What.
        kind: OfferKind,
        /// By whom.
        user: UserId,
    },
    /// Somebody came to the player's open table.
    Joined {
        /// Who.
        user: UserId,
    },
    /// The game at whose table the player sat has begun, and it is somebody else's turn.
    Began,
    /// Somebody left the player's open table or declined to come.
    Left {
        /// Who.
        user: UserId,
    },
    /// Who opened the table has left it, and it is the player's now.
    Inherited {
        /// Who left.
        user: UserId,
    },
    /// The table at which the player waited was closed.
    Closed,
    /// The message that shows the open table is to be changed: it was closed by time alone, or the machine took a seat.
    #[serde(rename = "sign")]
    TableChanged,
    /// The player is invited to a table.
    Invited,
    /// The match is over.
    Ended,
    /// A moderator of the server intervened, without ending the match.
    Moderated {
        /// What they did.
        #[serde(rename = "deed")]
        action: Moderation,
    },
    /// The player's plan cannot be played any more. For their eyes alone.
    PlanLapsed {
        /// What has come instead, as a sentence.
        because: String,
    },
    /// The match has been over for a while: its thread is to be archived.
    Archive,
    /// A player of the match cannot be reached: their clock has been stopped.
    ClockStopped {
        /// Their seat.
        seat: Seat,
    },
    /// Something has happened without a request, or its answer did not come: the board is to be shown at the match's home.
    Board {
        /// Whom to mention: those whose turn it is or whose match is over.
        mention: Vec<UserId>,
    },
    /// The match is over, and a channel wants to hear of results.
    Result {
        /// Which channel.
        channel: ChannelId,
    },
    /// A channel wants to hear once a week what was played in its server; the match is one of that week's.
    Weekly {
        /// Which channel.
        channel: ChannelId,
        /// Since when, in seconds of the Unix epoch.
        since: i64,
        /// Until when, in seconds of the Unix epoch.
        until: i64,
    },
}

impl NotificationKind {
    /// Whether it is for the player's eyes alone, and never sent where others read.
    pub fn is_private(&self) -> bool {
        matches!(self, NotificationKind::PlanLapsed { .. })
    }

    /// Whether it does not wait for the daily message.
    pub fn is_urgent(&self) -> bool {
        matches!(
            self,
            NotificationKind::Reminder { percent: 95, .. }
                | NotificationKind::TimeOver
                | NotificationKind::Excused { .. }
                | NotificationKind::SeatOffered { .. }
        )
    }

    /// Whether it tells that the player to move is late.
    pub(super) fn is_of_late_turn(&self) -> bool {
        matches!(
            self,
            NotificationKind::TimeOver
                | NotificationKind::Claimable { .. }
                | NotificationKind::Excused { .. }
        )
    }

    /// Whether it would come too late at `then` (seconds of the Unix epoch), when the player's quiet hours end: their time
    /// is over, or will be within the hour after. What is too late in the morning is sent at night.
    pub fn cannot_wait(&self, then: i64) -> bool {
        match self {
            NotificationKind::TimeOver | NotificationKind::SeatOffered { .. } => true,
            NotificationKind::Reminder { deadline, .. }
            | NotificationKind::Excused { deadline } => *deadline < then + HOUR,
            _ => false,
        }
    }

    /// Whether it tells the player that it is theirs to move.
    pub fn asks_for_a_move(&self) -> bool {
        matches!(
            self,
            NotificationKind::Turn | NotificationKind::Reminder { .. }
        )
    }

    /// Whether it has lost its sense once the position has changed.
    pub(super) fn passes(&self) -> bool {
        matches!(
            self,
            NotificationKind::Turn
                | NotificationKind::Began
                | NotificationKind::Invited
                | NotificationKind::Reminder { .. }
                | NotificationKind::TimeOver
                | NotificationKind::Claimable { .. }
                | NotificationKind::Excused { .. }
                | NotificationKind::SeatOffered { .. }
                | NotificationKind::Gift { .. }
                | NotificationKind::Offer { .. }
        )
    }
}

/// Where a notice goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    /// In a channel: where the match lives, or else where its table was opened.
    Home,
    /// In a direct message.
    Direct,
}

/// One thing that somebody is notified of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The match concerned.
    pub game: GameId,
    /// The game's name, with its variant.
    pub title: String,
    /// The server it belongs to.
    pub guild: Option<GuildId>,
    /// Of a match in which nobody has moved yet: the channel and the message (a snowflake) of the table at which it began.
    pub table: Option<(ChannelId, u64)>,
    /// Where it lives.
    pub home: Option<ChannelId>,
    /// Why.
    pub why: NotificationKind,
    /// When it happened, in seconds of the Unix epoch.
    pub at: i64,
    /// In one sentence, with times and mentions as Discord writes them.
    pub text: String,
}

/// Something to be sent now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The same whenever the same thing is sent again, at most 25 characters: with `enforce_nonce` Discord sends it
    /// once.
    pub nonce: String,
    /// Whom to mention or to write to; `None` tells everybody at the match's home.
    pub to: Option<UserId>,
    /// Where.
    pub way: Destination,
    /// The channel, where it is sent to a match's home: of the match, or where its table was opened.
    pub channel: Option<ChannelId>,
    /// The message there (a snowflake) that is to be changed; `None` for a new one.
    pub changes: Option<u64>,
    /// The answer that should have shown it: where that is in the channel after all, nothing is sent.
    pub fallback_for: Option<FallbackFor>,
    /// What it says: one thing, or all of a day.
    pub items: Vec<Item>,
    /// For a daily message: how many games wait for the player, and how many of them for less than a day more.
    pub waiting: Option<(u32, u32)>,
}

/// What became of an attempt to send a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// It was sent.
    Done,
    /// The player takes no direct messages: it is sent to the match's home instead.
    Blocked,
    /// It cannot be sent there: the channel is gone, locked, or closed to the bot.
    Gone,
    /// The match has another home now: it is to be sent there.
    Moved,
    /// Something failed that may go well later.
    Failed,
}

/// A notice, for the store.
pub(super) fn posting(user: Option<UserId>, why: &NotificationKind, at: i64) -> Posting {
    Posting {
        user,
        why: serde_json::to_string(why).unwrap_or_default(),
        at,
        ready: at,
        nags: matches!(why, NotificationKind::Reminder { .. }),
        cover: None,
        refused: 0,
    }
}

pub(super) fn read(why: &str) -> Option<NotificationKind> {
    serde_json::from_str(why).ok()
}

/// Over how long the daily messages of one hour are spread, in seconds.
pub(super) const DAILY_SPREAD: u64 = 20 * 60;

/// How long after the hour they have chosen somebody's daily message comes, in seconds: always the same for the same
/// person, and less than twenty minutes. A snowflake begins with the milliseconds of its making.
pub(super) fn digest_delay(user: UserId) -> i64 {
    i64::try_from((user.0 >> 22) % DAILY_SPREAD).unwrap_or_default()
}
