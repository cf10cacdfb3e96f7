//! What is added to a match in one transaction.

use super::row::{Checkpoint, PhaseName};
use super::until::Until;
use crate::match_state::{Audience, ChannelId, GameId, GuildId, Rated, Record, Tenure, UserId};
use crate::rules::Seat;

/// How a match stands, as far as lists of matches need it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchSummary {
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
    /// Who holds and held the seats.
    pub tenures: Vec<Tenure>,
    /// The seats whose turn it is.
    pub awaited: Vec<u8>,
    /// Quarters and placing of each seat of an ended match.
    pub results: Vec<(u8, u8)>,
    /// Who is at the open table: user, wish, whether only invited.
    pub guests: Vec<(UserId, Option<u8>, bool)>,
    /// The ply of the last event that changed the position, the turn or the open table.
    pub changed: u32,
    /// How many seats of the open table anyone may take.
    pub free: u8,
    /// What runs out: since when it runs, when it has run out, and when there is something to do next.
    pub timer: Option<(i64, i64, i64)>,
}

/// What a new match is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The game's key.
    pub key: String,
    /// Its options, as JSON.
    pub options: String,
    /// The version of its rules.
    pub rules: u32,
    /// The server it is opened in.
    pub guild: Option<GuildId>,
    /// The channel it is opened in.
    pub channel: ChannelId,
    /// The match that it is the rematch of.
    pub rematch_of: Option<GameId>,
    /// Who may see it; `None` where that is not known yet.
    pub audience: Option<Audience>,
    /// What it must keep within; `None` where nothing is counted.
    pub bounds: Option<Bounds>,
    /// Whether it begins from a position of another match, so that winning it is no feat.
    pub practice: bool,
    /// Whether its open table can be found from other servers.
    pub shared: bool,
    /// Whether it is opened where the bot can only answer.
    pub outside: bool,
    /// The keys of the games, joined by commas, of which its table becomes one.
    pub choices: Option<String>,
}

/// What one person may have, as bounds that a new match must keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Who opens the match.
    pub user: UserId,
    /// How many matches they may have open or under way, this one included.
    pub games: u32,
    /// How many matches against the machine they may have, this one included, and since when somebody must have moved in
    /// one for it to count, in seconds of the Unix epoch; `None` where this is not one.
    pub machines: Option<(u32, i64)>,
    /// How many open tables they may have, this one included; `None` where the match is no table.
    pub tables: Option<u32>,
    /// Whom they invite.
    pub invited: Vec<UserId>,
    /// How many of their invitations to one person may be without an answer.
    pub invitations: u32,
    /// How many invitations of all people to one may be without an answer.
    pub pending: u32,
    /// How often they may invite one person in a day.
    pub invitations_a_day: u32,
    /// How many matches they may import in a day; `None` where this is no import.
    pub imports_a_day: Option<u32>,
    /// How many matches they may begin in a day, this one included.
    pub begun_a_day: u32,
    /// The role mention that comes with the table: the server, the game's key, and how many seconds must have passed
    /// since the last one.
    pub mention: Option<(GuildId, String, i64)>,
}

/// An offer that has not been answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferRow {
    /// What is offered, in one lower-case word.
    pub kind: String,
    /// For which seat.
    pub seat: Seat,
    /// How many events the match had.
    pub ply: u32,
    /// By whom.
    pub user: UserId,
    /// When, in seconds of the Unix epoch.
    pub at: i64,
    /// Who said yes before: 0 is who asked for it, in every seat of theirs.
    pub place: u32,
}

/// Offers that outlive a change of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptOffers {
    /// Which kind of them.
    pub kind: String,
    /// Whose have lapsed: those of a seat that were made before a ply.
    pub lapsed: Vec<(Seat, u32)>,
}

impl KeptOffers {
    /// Whether an offer is kept.
    pub fn keeps(&self, offer: &OfferRow) -> bool {
        let mut lapsed = self.lapsed.iter();
        offer.kind == self.kind
            && !lapsed.any(|(seat, before)| *seat == offer.seat && offer.ply < *before)
    }
}

/// Something that somebody is to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posting {
    /// Whom; `None` tells everybody at the match's home.
    pub user: Option<UserId>,
    /// What, as JSON.
    pub why: String,
    /// When, in seconds of the Unix epoch.
    pub at: i64,
    /// The time before which it is not sent, in seconds of the Unix epoch.
    pub ready: i64,
    /// Whether it is a reminder, which is counted until the player moves.
    pub nags: bool,
    /// The interaction whose answer shows the same: it is sent only if that answer does not come.
    pub cover: Option<u64>,
    /// The ways that have been refused already, one bit each.
    pub refused: u8,
}

/// One line of a player's plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanRow {
    /// Its number; 0 where it has not been stored yet.
    pub id: i64,
    /// Whose.
    pub user: UserId,
    /// What is left of it, as JSON.
    pub line: String,
    /// For people.
    pub text: String,
}

/// What becomes of a line of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanChange {
    /// It has gone one step further.
    Kept {
        /// Its number.
        id: i64,
        /// What is left of it, as JSON.
        line: String,
    },
    /// It has been played to its end, or can never be played any more.
    Gone {
        /// Its number.
        id: i64,
    },
}

/// What a move leaves of the plans as they were before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormerPlans {
    /// They are kept as they were after `ply` events.
    Keep {
        /// How many events.
        ply: u32,
        /// Every line, in order.
        rows: Vec<PlanRow>,
    },
    /// The match is again as it was after `ply` events: they are put back.
    PutBack {
        /// How many events.
        ply: u32,
    },
}

/// Events to add to a match, and what follows from them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// When they happen, in seconds of the Unix epoch.
    pub at: i64,
    /// The number of the last outage that the match had seen before them.
    pub outage: i64,
    /// How far the match was before them.
    pub phase_before: PhaseName,
    /// Whether a seat has got another owner by them, or its first.
    pub seated: bool,
    /// The events, in order. The last has the ply of `standing`.
    pub events: Vec<Record>,
    /// The request that caused them.
    pub interaction: Option<u64>,
    /// Until when it may be begun; `None` where nobody waits for it.
    pub until: Option<Until>,
    /// How the match stands after them.
    pub summary: MatchSummary,
    /// The options, as JSON, where they have changed.
    pub options: Option<String>,
    /// The game that a table of several has become: its key and the version of its rules.
    pub became: Option<(String, u32)>,
    /// Who has come to it from where it is not shown.
    pub remote: Vec<UserId>,
    /// Checkpoints to keep, oldest first.
    pub checkpoints: Vec<Checkpoint>,
    /// Rules that users have now been shown.
    pub lessons: Vec<(UserId, String)>,
    /// What people are to be sent.
    pub postings: Vec<Posting>,
    /// Who has lost the match by running out of time.
    pub abandoned: Vec<UserId>,
    /// Who moved: nobody has to remind them.
    pub moved: Vec<UserId>,
    /// What becomes of the players' plans.
    pub plans: Vec<PlanChange>,
    /// What the ended match counts for the ratings of its game.
    pub rated: Option<(String, Rated)>,
    /// What it leaves of the plans as they were before it.
    pub former: Option<FormerPlans>,
    /// What must still be offered, and in which match, where it happens because of that.
    pub offered: Option<(GameId, Vec<OfferRow>)>,
    /// The offers that outlive it.
    pub kept: Option<KeptOffers>,
    /// Who has beaten the machine, at which game and level.
    pub beaten: Option<(UserId, String, u8)>,
    /// Whether the match has ended so that puzzles may be found in it.
    pub puzzles: bool,
}

impl Commit {
    /// Whether the match was being played before these events and still is.
    pub(super) fn goes_on(&self) -> bool {
        [self.phase_before, self.summary.phase] == [PhaseName::Playing; 2]
    }

    /// Whether anything that it puts into the outbox can be sent at once.
    pub(super) fn posts_at_once(&self) -> bool {
        self.postings.iter().any(|posting| posting.ready <= self.at)
    }

    /// How many events the match has before these.
    pub(super) fn before(&self) -> u32 {
        let count = u32::try_from(self.events.len()).unwrap_or(u32::MAX);
        self.summary.ply.saturating_sub(count)
    }
}
