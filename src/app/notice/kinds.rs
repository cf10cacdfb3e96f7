//! Notifications: their kinds and destinations.

use serde::{Deserialize, Serialize};

use crate::app::{FallbackFor, Listed, OfferKind};
use crate::match_state::{ChannelId, DAY, GameId, GuildId, Moderation, UserId};
use crate::rules::Seat;
use crate::store::Posting;

/// Number of attempts by one way before the next one is used.
pub(in crate::app) const TRIES: u32 = 12;

/// Time for which a notice is tried again if every way fails, in seconds.
pub(in crate::app) const GIVE_UP_AFTER: i64 = 30 * DAY;

/// Time for which a user is assumed to take no direct messages after refusing one, in seconds.
pub(in crate::app) const DIRECT_CLOSED_FOR: i64 = 30 * DAY;

/// Time after the end of a match until its thread is archived, in seconds; the players may talk about it meanwhile.
pub(in crate::app) const ARCHIVE_AFTER: i64 = DAY;

/// Seconds in an hour.
pub(in crate::app) const HOUR: i64 = 3_600;

/// Maximum number of reminders to a player who does not move anywhere; further ones wait for a move.
pub(in crate::app) const MOST_REMINDERS: u32 = 9;

/// The kind of a notification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum NotificationKind {
    /// The player's turn has begun.
    Turn,
    /// Most of the player's time has passed.
    Reminder {
        /// The time at which all of it has passed, in seconds of the Unix epoch.
        deadline: i64,
    },
    /// The player is out of time, and the opponents may claim.
    TimeOver,
    /// A seat is out of time: the opponents can claim, give a day, or wait.
    Claimable {
        /// The seat.
        seat: Seat,
    },
    /// A seat has been out of time for a while, and nobody has claimed.
    ClaimReminder {
        /// The seat.
        seat: Seat,
        /// The time at which the seat loses without a claim, in seconds of the Unix epoch.
        until: i64,
    },
    /// The player ran out of time and gets new time this once.
    Excused {
        /// The time at which the new time runs out, in seconds of the Unix epoch.
        deadline: i64,
    },
    /// The player is out of time again: anyone may take over the seat.
    SeatOffered {
        /// The earliest end of that offer, in seconds of the Unix epoch.
        until: i64,
    },
    /// Another user has taken over the player's seat.
    Replaced {
        /// The substitute.
        user: UserId,
    },
    /// An opponent has given the player more time.
    Gift {
        /// The opponent.
        user: UserId,
        /// The new deadline, in seconds of the Unix epoch.
        deadline: i64,
    },
    /// An offer that the player has not answered.
    Offer {
        /// The offer's kind.
        kind: OfferKind,
        /// The user who made it.
        user: UserId,
    },
    /// A refusal of the player's offer.
    Declined {
        /// The offer's kind.
        kind: OfferKind,
        /// The user who declined it.
        user: UserId,
    },
    /// A guest has joined the player's open table.
    Joined {
        /// The guest.
        user: UserId,
    },
    /// The game that the player waited for has begun, with another player's turn.
    Began,
    /// A guest has left the player's open table, or has declined to join.
    Left {
        /// The guest.
        user: UserId,
    },
    /// The opener of a table has left it, and the player is its opener now.
    Inherited {
        /// The former opener.
        user: UserId,
    },
    /// The table at which the player waited was closed.
    Closed,
    /// The message of an open table must change: time alone closed the table, or the machine took a seat.
    #[serde(rename = "sign")]
    TableChanged,
    /// The player is invited to a table.
    Invited,
    /// The match is over.
    Ended,
    /// A moderator of the server intervened, without ending the match.
    Moderated {
        /// The moderator's action.
        #[serde(rename = "deed")]
        action: Moderation,
    },
    /// The player's plan cannot be played; shown only to that player.
    PlanLapsed {
        /// The event that the plan did not foresee, as a sentence.
        because: String,
    },
    /// The match has been over for a while: its thread must be archived.
    Archive,
    /// A player of the match cannot be reached: that player's clock has been stopped.
    ClockStopped {
        /// The seat of that player.
        seat: Seat,
    },
    /// The board must be shown at the match's home: it changed without a request, or the answer did not arrive.
    Board {
        /// The users to mention: those whom the news is about, whose turn it is or whose match is over.
        mention: Vec<UserId>,
        /// Number of events that the home has been told; 0 if the post shows all that is known.
        #[serde(default)]
        told: u32,
        /// True if the match gets a thread below the post.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        thread: bool,
    },
    /// Several players are told the same.
    Together {
        /// The kind of notification that each of them gets.
        #[serde(rename = "what")]
        why: Box<NotificationKind>,
        /// The players, all of whom are mentioned.
        users: Vec<UserId>,
    },
    /// Something has happened that the match's home could not be told.
    News,
    /// The game has put the player's seat out.
    Out {
        /// The seat.
        seat: Seat,
    },
    /// The bot did not run when the player's time would have run out: the clock goes on.
    GivenBack,
    /// The match is over, and a channel wants results.
    Result {
        /// The channel.
        channel: ChannelId,
    },
    /// A channel wants a digest of its server's week; the match is one of that week's.
    Weekly {
        /// The channel.
        channel: ChannelId,
        /// The beginning of the week, in seconds of the Unix epoch.
        since: i64,
        /// The end of the week, in seconds of the Unix epoch.
        until: i64,
    },
}

impl NotificationKind {
    /// True if only the player may see it, so that it is never sent where others read.
    pub fn is_private(&self) -> bool {
        matches!(self, NotificationKind::PlanLapsed { .. })
    }

    /// True for kinds that do not wait for the daily message.
    pub fn is_urgent(&self) -> bool {
        matches!(
            self,
            NotificationKind::Reminder { .. }
                | NotificationKind::TimeOver
                | NotificationKind::Excused { .. }
                | NotificationKind::SeatOffered { .. }
        )
    }

    /// True for kinds that report that the player to move is late.
    pub(in crate::app) fn is_of_late_turn(&self) -> bool {
        matches!(
            self,
            NotificationKind::TimeOver
                | NotificationKind::Claimable { .. }
                | NotificationKind::Excused { .. }
        )
    }

    /// True if the notification would come too late at `then` (seconds of the Unix epoch), the end of the player's
    /// quiet hours.
    ///
    /// That is so if the time is over, or will be within an hour after; such a notification is sent during the quiet
    /// hours.
    pub fn cannot_wait(&self, then: i64) -> bool {
        match self {
            NotificationKind::TimeOver | NotificationKind::SeatOffered { .. } => true,
            NotificationKind::Reminder { deadline } | NotificationKind::Excused { deadline } => {
                *deadline < then + HOUR
            }
            _ => false,
        }
    }

    /// True for kinds that the board posted for the change tells, so that its mention is enough.
    pub(in crate::app) fn is_on_board(&self) -> bool {
        matches!(
            self,
            NotificationKind::Turn
                | NotificationKind::Began
                | NotificationKind::Ended
                | NotificationKind::Offer { .. }
                | NotificationKind::Declined { .. }
                | NotificationKind::TimeOver
                | NotificationKind::Claimable { .. }
                | NotificationKind::Excused { .. }
                | NotificationKind::SeatOffered { .. }
                | NotificationKind::Replaced { .. }
                | NotificationKind::Gift { .. }
                | NotificationKind::ClockStopped { .. }
                | NotificationKind::Out { .. }
                | NotificationKind::Moderated {
                    action: Moderation::Free
                }
        )
    }

    /// Returns the users whom a notice to everybody at the match's home mentions; `None` for one that mentions nobody.
    pub(in crate::app) fn mentioned(&self) -> Option<&[UserId]> {
        match self {
            NotificationKind::Board { mention, .. } => Some(mention),
            NotificationKind::Together { users, .. } => Some(users),
            _ => None,
        }
    }

    /// Returns the board that tells the news of this one and of a later one; `None` if one of them is no board.
    pub(in crate::app) fn merged(&self, later: &NotificationKind) -> Option<NotificationKind> {
        let board = |why: &NotificationKind| match why {
            NotificationKind::Board {
                mention,
                told,
                thread,
            } => Some((mention.clone(), *told, *thread)),
            _ => None,
        };
        let (earlier, (mut mention, told, thread)) = (board(self)?, board(later)?);
        mention.extend(earlier.0);
        mention.sort_unstable();
        mention.dedup();
        Some(NotificationKind::Board {
            mention,
            told: told.min(earlier.1),
            thread: thread || earlier.2,
        })
    }

    /// True for kinds that ask the player to move.
    pub fn asks_for_a_move(&self) -> bool {
        matches!(
            self,
            NotificationKind::Turn | NotificationKind::Reminder { .. }
        )
    }

    /// True for kinds that are obsolete once the position has changed.
    pub(in crate::app) fn passes(&self) -> bool {
        if let NotificationKind::Together { why, .. } = self {
            return why.passes();
        }
        matches!(
            self,
            NotificationKind::Turn
                | NotificationKind::Began
                | NotificationKind::Invited
                | NotificationKind::Reminder { .. }
                | NotificationKind::TimeOver
                | NotificationKind::Claimable { .. }
                | NotificationKind::ClaimReminder { .. }
                | NotificationKind::Excused { .. }
                | NotificationKind::SeatOffered { .. }
                | NotificationKind::Gift { .. }
                | NotificationKind::Offer { .. }
                | NotificationKind::GivenBack
        )
    }
}

/// The destination of a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    /// The match's home, or else the channel in which its table was opened.
    Home,
    /// A direct message.
    Direct,
}

/// A notification as part of a notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The match.
    pub game: GameId,
    /// The game's name with its variant.
    pub title: String,
    /// The server of the match.
    pub guild: Option<GuildId>,
    /// The channel and the message (a snowflake) of the table, while nobody has moved yet.
    pub table: Option<(ChannelId, u64)>,
    /// The match's home.
    pub home: Option<ChannelId>,
    /// The kind.
    pub why: NotificationKind,
    /// The time of the event, in seconds of the Unix epoch.
    pub at: i64,
    /// The notification in one sentence, with times and mentions as Discord writes them.
    pub text: String,
}

/// A notice to send now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// A key that stays the same whenever the same notice is sent again, at most 25 characters: with `enforce_nonce`
    /// Discord sends it only once.
    pub nonce: String,
    /// The user to mention or to write to; `None` for everybody at the match's home.
    pub to: Option<UserId>,
    /// The destination.
    pub way: Destination,
    /// The channel of a notice to a match's home: the home itself, or the channel in which the table was opened.
    pub channel: Option<ChannelId>,
    /// The message there (a snowflake) to change; `None` for a new one.
    pub changes: Option<u64>,
    /// The answer that this is the fallback of: if that answer is found in the channel, nothing is sent.
    pub fallback_for: Option<FallbackFor>,
    /// The notifications: one, or all of a day.
    pub items: Vec<Item>,
    /// The number of the stored notice, if it is a reminder, whose message will be deleted.
    pub reminder: Option<i64>,
    /// True if the answer to a request has mentioned the player already, so that this message must not ring.
    pub silent: bool,
    /// The matches that wait for the player; only in a daily message.
    pub waiting: Option<DailyList>,
}

/// The matches that wait for a player, for a daily message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DailyList {
    /// The matches, the nearest deadline first; in each of several messages of a day, those of its notifications.
    pub games: Vec<Listed>,
    /// Number of all matches that wait.
    pub waiting: usize,
    /// Number of those with less than a day left.
    pub urgent: usize,
}

/// The result of an attempt to send a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// The notice was sent.
    Done,
    /// The player takes no direct messages: the match's home is used instead.
    Blocked,
    /// The destination cannot be used: the channel is gone, locked, or closed to the bot.
    Gone,
    /// The match has another home: the notice must go there.
    Moved,
    /// A failure that may pass.
    Failed,
}

/// Returns a notice for the store.
pub(in crate::app) fn posting(user: Option<UserId>, why: &NotificationKind, at: i64) -> Posting {
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

pub(in crate::app) fn read(why: &str) -> Option<NotificationKind> {
    serde_json::from_str(why).ok()
}

/// Time over which the daily messages of one hour are spread, in seconds.
pub(in crate::app) const DAILY_SPREAD: u64 = 20 * 60;

/// Returns the delay of a user's daily message after its chosen hour, in seconds: constant for each user and less than
/// twenty minutes, from the milliseconds with which a snowflake begins.
pub(in crate::app) fn digest_delay(user: UserId) -> i64 {
    i64::try_from((user.0 >> 22) % DAILY_SPREAD).unwrap_or_default()
}
