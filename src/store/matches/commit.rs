//! Commits: events to add to a match with all that is stored with them, in one transaction.

use super::row::{Checkpoint, PhaseName};
use super::until::Until;
use crate::match_state::{
    Audience, ChannelId, GameId, Guest, GuildId, Rated, Record, Tenure, Timer, UserId,
};
use crate::rules::Seat;

/// A summary of a match's state, as far as lists of matches need it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchSummary {
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
    /// Present and former holders of the seats.
    pub tenures: Vec<Tenure>,
    /// The seats to move.
    pub awaited: Vec<u8>,
    /// Quarters and placing of each seat of an ended match.
    pub results: Vec<(u8, u8)>,
    /// The guests of the open table.
    pub guests: Vec<Guest>,
    /// The invited users who have not accepted.
    pub invited: Vec<UserId>,
    /// The ply of the last event that changed the position, the turn or the open table.
    pub changed: u32,
    /// Number of seats of the open table that anyone may take.
    pub free: u8,
    /// The timer.
    pub timer: Option<Timer>,
    /// The time at which something must be done about the timer next, in seconds of the Unix epoch.
    pub due: Option<i64>,
}

/// The description of a new match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The game's key.
    pub key: String,
    /// The game's options, as JSON.
    pub options: String,
    /// The version of the game's rules.
    pub rules: u32,
    /// The server in which the match is opened.
    pub guild: Option<GuildId>,
    /// The channel in which the match is opened.
    pub channel: ChannelId,
    /// The match of which this one is the rematch.
    pub rematch_of: Option<GameId>,
    /// The audience; `None` if it is not known yet.
    pub audience: Option<Audience>,
    /// The limits to keep; `None` if nothing is counted.
    pub bounds: Option<Bounds>,
    /// True if the match begins from a position of another match, so that beating the machine is not recorded.
    pub practice: bool,
    /// True if the open table can be found from other servers.
    pub shared: bool,
    /// True if the match is opened in a place where the bot can only answer.
    pub outside: bool,
    /// The keys of the games, separated by commas, from which the open table will choose one.
    pub choices: Option<String>,
}

/// Limits on what one user may have, for a new match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The user who opens the match.
    pub user: UserId,
    /// The most matches that the user may have open or being played, this one included.
    pub games: u32,
    /// The most matches against the machine, this one included, and the time of the last move from which one counts, in
    /// seconds of the Unix epoch; `None` if this is no such match.
    pub machines: Option<(u32, i64)>,
    /// The most open tables, this one included; `None` if the match is no table.
    pub tables: Option<u32>,
    /// The users invited.
    pub invited: Vec<UserId>,
    /// The most unanswered invitations of the user to one other.
    pub invitations: u32,
    /// The most unanswered invitations of all users to one.
    pub pending: u32,
    /// The most invitations of the user to one other in a day.
    pub invitations_a_day: u32,
    /// The most matches that the user may import in a day; `None` if this is no import.
    pub imports_a_day: Option<u32>,
    /// The most matches that the user may begin in a day, this one included.
    pub begun_a_day: u32,
    /// The role mention that comes with the table: the server, the game's key, and the shortest time between two
    /// mentions, in seconds.
    pub mention: Option<(GuildId, String, i64)>,
}

/// A vote for an offer that has not been answered, for one seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferRow {
    /// The kind of the offer, in one lower-case word.
    pub kind: String,
    /// The seat.
    pub seat: Seat,
    /// Number of events of the match at that time.
    pub ply: u32,
    /// The user who voted.
    pub user: UserId,
    /// The time, in seconds of the Unix epoch.
    pub at: i64,
    /// The user's place in the order of votes: 0 in every seat of the user who made the offer.
    pub place: u32,
}

/// Offers that outlive a change of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptOffers {
    /// The kind of the offers.
    pub kind: String,
    /// Exceptions, as `(seat, ply)`: offers of the seat made before the ply have lapsed.
    pub lapsed: Vec<(Seat, u32)>,
}

impl KeptOffers {
    /// True if an offer is kept.
    pub fn keeps(&self, offer: &OfferRow) -> bool {
        let mut lapsed = self.lapsed.iter();
        offer.kind == self.kind
            && !lapsed.any(|(seat, before)| *seat == offer.seat && offer.ply < *before)
    }
}

/// A notification to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posting {
    /// The recipient; `None` to notify everybody at the match's home.
    pub user: Option<UserId>,
    /// The contents, as JSON.
    pub why: String,
    /// The time of the cause, in seconds of the Unix epoch.
    pub at: i64,
    /// The time before which the notification is not sent, in seconds of the Unix epoch.
    pub ready: i64,
    /// True for a reminder, which is counted until the player moves.
    pub nags: bool,
    /// The interaction whose answer shows the same: the notification is a fallback, sent only if that answer does not
    /// arrive.
    pub cover: Option<u64>,
    /// The routes that have been refused already, one bit each.
    pub refused: u8,
}

/// A line of a player's plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanRow {
    /// The line's number; 0 if it has not been stored yet.
    pub id: i64,
    /// The player.
    pub user: UserId,
    /// The rest of the line, as JSON.
    pub line: String,
    /// The line as shown to people.
    pub text: String,
}

/// A change of a line of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanChange {
    /// The line has advanced by a step.
    Kept {
        /// The line's number.
        id: i64,
        /// The rest of the line, as JSON.
        line: String,
    },
    /// The line has been played to its end, or can never be played any more.
    Gone {
        /// The line's number.
        id: i64,
    },
}

/// The effect of a move on the stored copy of former plans, which a takeback restores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormerPlans {
    /// Stores a copy of the plans as they were after `ply` events.
    Keep {
        /// Number of events.
        ply: u32,
        /// Every line, in order.
        rows: Vec<PlanRow>,
    },
    /// The match is again as it was after `ply` events: the stored copy is restored.
    PutBack {
        /// Number of events.
        ply: u32,
    },
}

/// Events to add to a match, and all that is stored with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// The time of the events, in seconds of the Unix epoch.
    pub at: i64,
    /// The number of the last outage that had been applied to the match before the events.
    pub outage: i64,
    /// The phase before the events.
    pub phase_before: PhaseName,
    /// True if the events seat a player or change the owner of a seat.
    pub seated: bool,
    /// The events, in order. The last has the ply of `summary`.
    pub events: Vec<Record>,
    /// The request that caused the events.
    pub interaction: Option<u64>,
    /// The last moment at which the commit may begin; `None` if nobody waits for it.
    pub until: Option<Until>,
    /// The state after the events.
    pub summary: MatchSummary,
    /// Number of seats of a match being played that anyone may take over, if it may have changed.
    pub offered_seats: Option<u8>,
    /// The options, as JSON, if they have changed.
    pub options: Option<String>,
    /// The game that the open table has chosen of several: its key and the version of its rules.
    pub became: Option<(String, u32)>,
    /// Users who have joined from a place in which the match is not shown.
    pub remote: Vec<UserId>,
    /// Checkpoints to keep, oldest first.
    pub checkpoints: Vec<Checkpoint>,
    /// Rules that users have just been shown.
    pub lessons: Vec<(UserId, String)>,
    /// Notifications to send.
    pub postings: Vec<Posting>,
    /// Players who have left the match by running out of time.
    pub abandoned: Vec<UserId>,
    /// Players who moved; their reminder counts are reset.
    pub moved: Vec<UserId>,
    /// Changes of the players' plans.
    pub plans: Vec<PlanChange>,
    /// The rated result of the ended match, with its game's key.
    pub rated: Option<(String, Rated)>,
    /// The effect on the stored copy of former plans.
    pub former: Option<FormerPlans>,
    /// The offers on which the commit depends, and their match.
    pub offered: Option<(GameId, Vec<OfferRow>)>,
    /// The offers that outlive the commit.
    pub kept: Option<KeptOffers>,
    /// The user who has beaten the machine, with the game's key and the level.
    pub beaten: Option<(UserId, String, u8)>,
    /// True if the match has just ended and may contain puzzles.
    pub puzzles: bool,
}

impl Commit {
    /// True if the match was being played before these events and still is.
    pub(in crate::store) fn goes_on(&self) -> bool {
        [self.phase_before, self.summary.phase] == [PhaseName::Playing; 2]
    }

    /// True if any notification of the commit can be sent at once.
    pub(in crate::store) fn posts_at_once(&self) -> bool {
        self.postings.iter().any(|posting| posting.ready <= self.at)
    }

    /// Number of events of the match before these.
    pub(in crate::store) fn before(&self) -> u32 {
        let count = u32::try_from(self.events.len()).unwrap_or(u32::MAX);
        self.summary.ply.saturating_sub(count)
    }
}
