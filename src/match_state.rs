//! A match: who sits where, whose turn it is, how it ended. Pure: a state, an event and a time give the next state
//! and what follows from it. Nothing here does input or output, reads a clock or draws at random; the game on the
//! board is not known here, only whose turn it says it is.
//!
//! Seats are numbers and players are users; two players are N = 2. A seat is held in *tenures*, one after the other.

use serde::{Deserialize, Serialize};

use crate::rules::Seat;

mod audience;
mod ending;
mod event;
mod machine;
mod rating;
mod record;
mod step;
mod terms;
mod timer;
mod undo;

pub use audience::{Audience, Location};
pub use ending::{Ending, Leaving, Outcome};
pub use event::{Event, Moderation};
pub use rating::{Rated, Rating};
pub use record::Record;
pub use terms::{ABANDONED_AFTER, CLAIM_WINDOW, DAY, DAYS_PER_MOVE, Pace, SEAT_WINDOW, Terms};
pub use timer::{Due, Expiry, Timer};

/// A Discord user's snowflake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UserId(pub u64);

impl UserId {
    /// Whether it stands for somebody who had what is kept about them erased. Discord gives no such snowflake: the
    /// highest bit is set.
    pub fn is_erased(self) -> bool {
        self.0 >> 63 == 1
    }
}

/// A Discord server's snowflake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GuildId(pub u64);

/// The snowflake of a Discord channel, thread or direct message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ChannelId(pub u64);

/// A match, as the store numbers it: 1, 2, 3 ...
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(pub i64);

/// How far a match is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// Places are still to be taken.
    Open,
    /// The game is being played.
    Playing,
    /// It is over.
    Over(Ending),
}

/// Somebody at an open table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guest {
    /// Who.
    pub user: UserId,
    /// The seat they want; `None` leaves it to chance.
    pub wish: Option<Seat>,
}

/// A time during which one user holds a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tenure {
    /// The seat.
    pub seat: Seat,
    /// Who holds it.
    pub user: UserId,
    /// The event that gave it to them.
    pub from: u32,
    /// The event that took it from them; `None` while they hold it.
    pub until: Option<u32>,
}

/// What follows from an event and is for others to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Every place is taken: the seats can be given out and the game begun.
    Full,
    /// It has become this seat's turn.
    Turn(Seat),
    /// The match is over.
    Over,
}

/// Why an event cannot happen to a match as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchError {
    /// The table is not open any more.
    NotOpen,
    /// The game has not begun.
    NotBegun,
    /// The match is over.
    Over,
    /// They sit at the table already.
    AlreadyHere,
    /// The game has no such seat.
    NoSuchSeat,
    /// Somebody else wants that seat, and was first.
    SeatTaken(Seat),
    /// Every place is taken.
    NoPlace,
    /// The places left are kept for others.
    Kept,
    /// They are not at the table.
    NotHere,
    /// Somebody else has opened the table.
    NotTheirTable,
    /// They hold no seat in this match.
    NotAPlayer,
    /// It is another seat's turn.
    NotTheirTurn,
    /// The seat has dropped out.
    Out,
    /// Their time has not run out, or it has and they wait for somebody else.
    NotFlagged,
    /// A moderator has opened their seat to anyone.
    Freed,
    /// Nobody offers that seat.
    NotVacant,
    /// The event does not fit the match at all: the record is damaged.
    Inconsistent,
}

/// A match, after some number of events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchState {
    size: u8,
    ply: u32,
    phase: Phase,
    opener: Option<UserId>,
    guests: Vec<Guest>,
    invited: Vec<UserId>,
    tenures: Vec<Tenure>,
    out: Vec<Seat>,
    turn: Option<Seat>,
    since: i64,
    moves: u32,
    round: u32,
    mover: Option<Seat>,
    /// The last event that changed who is to do what: buttons made before it are stale.
    changed: u32,
    terms: Option<Terms>,
    timer: Option<Timer>,
    /// What each seat has to think when its turn begins, in seconds; empty where nobody counts.
    banks: Vec<i64>,
    /// Until when the players of seats are on vacation.
    away: Vec<(Seat, i64)>,
    excused: Vec<UserId>,
    /// The seats whose players have offered them.
    offered: Vec<Seat>,
    /// The seats that a moderator has opened to anyone.
    #[serde(default)]
    freed: Vec<Seat>,
    /// Whether a moderator hides the match from everybody who does not play in it.
    #[serde(default)]
    hidden: bool,
    outage: i64,
    /// Who has given time to the seat to move since its turn began, once for each day.
    #[serde(default)]
    gifts: Vec<UserId>,
    /// What the seat to move has left to think, in seconds, where its clock has been stopped because its player cannot
    /// be reached.
    #[serde(default)]
    stopped: Option<i64>,
}

impl MatchState {
    /// A table with `size` seats, before anything has happened to it.
    pub fn new(size: usize) -> Self {
        MatchState {
            size: u8::try_from(size).unwrap_or(u8::MAX),
            ply: 0,
            phase: Phase::Open,
            opener: None,
            guests: Vec::new(),
            invited: Vec::new(),
            tenures: Vec::new(),
            out: Vec::new(),
            turn: None,
            since: 0,
            moves: 0,
            round: 0,
            mover: None,
            changed: 0,
            terms: None,
            timer: None,
            banks: Vec::new(),
            away: Vec::new(),
            excused: Vec::new(),
            offered: Vec::new(),
            freed: Vec::new(),
            hidden: false,
            outage: 0,
            gifts: Vec::new(),
            stopped: None,
        }
    }

    /// How many seats there are.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// Changes how many seats an open table has.
    pub fn set_size(&mut self, size: usize) {
        if self.phase == Phase::Open {
            self.size = u8::try_from(size).unwrap_or(u8::MAX);
        }
    }

    /// The terms it is played on; `None` where no clock runs at all.
    pub fn terms(&self) -> Option<Terms> {
        self.terms
    }

    /// The ply of the last event that changed the position, the turn or who is at the open table. A button made
    /// since then means what it meant.
    pub fn changed(&self) -> u32 {
        self.changed
    }

    /// Whether a button that was made when the match had `ply` events still means what it meant.
    pub fn is_fresh(&self, ply: u32) -> bool {
        (self.changed..=self.ply).contains(&ply)
    }

    /// How many events have happened.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// How far the match is.
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// Who opened the table.
    pub fn opener(&self) -> Option<UserId> {
        self.opener
    }

    /// Who has a place at the open table, in the order they came.
    pub fn guests(&self) -> &[Guest] {
        &self.guests
    }

    /// The invited who have not answered.
    pub fn invited(&self) -> &[UserId] {
        &self.invited
    }

    /// How many places of the open table are for anyone.
    pub fn places(&self) -> u8 {
        let kept = self.guests.len() + self.invited.len();
        self.size
            .saturating_sub(u8::try_from(kept).unwrap_or(u8::MAX))
    }

    /// How often each seat has changed hands, oldest first.
    pub fn tenures(&self) -> &[Tenure] {
        &self.tenures
    }

    /// Who holds a seat; at an open table, who has asked for it.
    pub fn owner(&self, seat: Seat) -> Option<UserId> {
        if self.phase == Phase::Open {
            let guest = self.guests.iter().find(|guest| guest.wish == Some(seat));
            return guest.map(|guest| guest.user);
        }
        self.tenures
            .iter()
            .find(|tenure| tenure.seat == seat && tenure.until.is_none())
            .map(|tenure| tenure.user)
    }

    /// The seats that a user holds, in turn order.
    pub fn seats_of(&self, user: UserId) -> Vec<Seat> {
        (0..self.size)
            .map(Seat)
            .filter(|seat| self.phase != Phase::Open && self.owner(*seat) == Some(user))
            .collect()
    }

    /// Whether a seat has resigned while the game goes on.
    pub fn is_out(&self, seat: Seat) -> bool {
        self.out.contains(&seat)
    }

    /// Whether a moderator has opened a seat to anyone.
    pub fn is_freed(&self, seat: Seat) -> bool {
        self.freed.contains(&seat)
    }

    /// Whether a moderator hides the match from everybody who does not play in it.
    pub fn is_hidden(&self) -> bool {
        self.hidden
    }

    /// Whose turn it is; `None` unless the game is being played.
    pub fn turn(&self) -> Option<Seat> {
        self.turn
    }

    /// Since when it is their turn, or else the match as it is: seconds of the Unix epoch.
    pub fn since(&self) -> i64 {
        self.since
    }

    /// The match after events up to `ply` that cannot be understood: they are counted, and change nothing else.
    pub fn skip_to(&mut self, ply: u32) {
        self.ply = ply;
        self.changed = ply;
    }

    /// Moves made so far, not counting what chance decided.
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// The number for people of the last move: 1 for the first turn of everyone.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// The seat that made the last move.
    pub fn mover(&self) -> Option<Seat> {
        self.mover
    }

    /// How taking a place at an open table is recorded; who is there and asks for another seat changes to it.
    ///
    /// # Errors
    /// They sit there already, and ask for no other seat, or have several places. Whether the seat is free is judged when
    /// the event happens.
    pub fn joining(&self, user: UserId, wish: Option<Seat>) -> Result<Event, MatchError> {
        self.must_be_open()?;
        let mut places = self.guests.iter().filter(|guest| guest.user == user);
        match (places.next(), places.next()) {
            (None, _) => Ok(Event::Joined { user, wish }),
            (Some(guest), None) if wish.is_some() && wish != guest.wish => {
                Ok(Event::Wished { user, wish })
            }
            _ => Err(MatchError::AlreadyHere),
        }
    }

    /// How giving up one's place at an open table is recorded: an invitation is declined, or a place left. The
    /// opener's table goes to the person who has waited longest, and is closed where nobody waits. A challenge that is declined
    /// and leaves nobody to wait for is closed too.
    ///
    /// # Errors
    /// The game has begun; the user is not at the table.
    pub fn leaving(&self, user: UserId) -> Result<Vec<Event>, MatchError> {
        self.must_be_open()?;
        let closed = || Event::Ended {
            ending: Ending::closed(),
        };
        let mut guests = self.guests.iter();
        if self.opener == Some(user)
            && guests.all(|guest| guest.user == user || guest.user.is_machine())
        {
            return Ok(vec![closed()]);
        }
        if self.guests.iter().any(|guest| guest.user == user) {
            return Ok(vec![Event::Left { user }]);
        }
        if !self.invited.contains(&user) {
            return Err(MatchError::NotHere);
        }
        let others_wait = self
            .guests
            .iter()
            .any(|guest| Some(guest.user) != self.opener)
            || self.invited.len() > 1
            || self.places() > 0;
        let mut events = vec![Event::Declined { user }];
        if !others_wait {
            events.push(closed());
        }
        Ok(events)
    }

    /// How the opener's closing the open table is recorded.
    ///
    /// # Errors
    /// The game has begun; somebody else has opened the table.
    pub fn closing(&self, user: UserId) -> Result<Event, MatchError> {
        self.must_be_open()?;
        if self.opener != Some(user) {
            return Err(MatchError::NotTheirTable);
        }
        Ok(Event::Ended {
            ending: Ending::closed(),
        })
    }

    /// The seating of a full table: the wishes, and the seats left over for those who leave it to chance, in the
    /// order of `free`, which is some order of [`MatchState::free_seats`].
    pub fn seating(&self, free: &[Seat]) -> Vec<Event> {
        let mut free = free.iter().copied();
        let mut seated: Vec<(Seat, UserId)> = self
            .guests
            .iter()
            .filter_map(|guest| Some((guest.wish.or_else(|| free.next())?, guest.user)))
            .collect();
        seated.sort_by_key(|(seat, _)| *seat);
        seated
            .into_iter()
            .map(|(seat, user)| Event::Seated { seat, user })
            .collect()
    }

    /// The seats that nobody at the open table has asked for.
    pub fn free_seats(&self) -> Vec<Seat> {
        (0..self.size)
            .map(Seat)
            .filter(|seat| self.guests.iter().all(|guest| guest.wish != Some(*seat)))
            .collect()
    }

    fn must_be_open(&self) -> Result<(), MatchError> {
        match self.phase {
            Phase::Open => Ok(()),
            _ => Err(MatchError::NotOpen),
        }
    }

    fn must_be_played(&self) -> Result<(), MatchError> {
        match self.phase {
            Phase::Open => Err(MatchError::NotBegun),
            Phase::Playing => Ok(()),
            Phase::Over(_) => Err(MatchError::Over),
        }
    }
}

#[cfg(test)]
mod tests;
