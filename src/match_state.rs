//! A match: seats, turns, clocks and its ending. Pure: a state, an event and a time give the next state and its
//! effects. The module does no input or output, reads no clock and draws nothing at random; it does not know the game
//! on the board, only whose turn the game reports.
//!
//! Seats are numbers and players are users; two players are the case N = 2. A seat is held in *tenures*, one after the
//! other.

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
pub use rating::{Rated, Rating, RatingChange, Uncounted};
pub use record::Record;
pub use terms::{ABANDONED_AFTER, CLAIM_WINDOW, DAY, DAYS_PER_MOVE, Pace, SEAT_WINDOW, Terms};
pub use timer::{Due, Expiry, Timer};

/// The snowflake of a Discord user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UserId(pub u64);

impl UserId {
    /// Returns true if the id replaces that of a user whose data were erased. The highest bit is set, which no Discord
    /// snowflake has.
    pub fn is_erased(self) -> bool {
        self.0 >> 63 == 1
    }
}

/// The snowflake of a Discord server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GuildId(pub u64);

/// The snowflake of a Discord channel, thread or direct message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ChannelId(pub u64);

/// The number of a match in the store: 1, 2, 3 ...
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(pub i64);

/// The phase of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// The table has places left to take.
    Open,
    /// The game is being played.
    Playing,
    /// The match is over.
    Over(Ending),
}

/// A user with a place at an open table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guest {
    /// The user.
    pub user: UserId,
    /// The seat that the user wants; `None` leaves the choice to chance.
    pub wish: Option<Seat>,
}

/// A period in which one user holds a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tenure {
    /// The seat.
    pub seat: Seat,
    /// The user who holds the seat.
    pub user: UserId,
    /// The number of the event that began the tenure.
    pub from: u32,
    /// The number of the event that ended the tenure; `None` while it lasts.
    pub until: Option<u32>,
}

/// A consequence of an event that callers must act on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Every place is taken: the seats can be assigned and the game can begin.
    Full,
    /// The turn passed to this seat.
    Turn(Seat),
    /// The match is over.
    Over,
}

/// The reason why an event cannot happen to a match in its current state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchError {
    /// The table is no open table any more.
    NotOpen,
    /// The game has not begun.
    NotBegun,
    /// The match is over.
    Over,
    /// The user already has a place at the table.
    AlreadyHere,
    /// The game has no such seat.
    NoSuchSeat,
    /// Another user asked for that seat first.
    SeatTaken(Seat),
    /// Every place is taken.
    NoPlace,
    /// The remaining places are reserved for invited users.
    Kept,
    /// The user has no place at the table.
    NotHere,
    /// Another user opened the table.
    NotTheirTable,
    /// The user holds no seat in the match.
    NotAPlayer,
    /// The turn is another seat's.
    NotTheirTurn,
    /// The seat has dropped out.
    Out,
    /// The player's time has not run out, or the seat is already offered to others.
    NotFlagged,
    /// A moderator has opened the player's seat to anyone.
    Freed,
    /// The seat is not offered.
    NotVacant,
    /// The event contradicts the match: the record is damaged.
    Inconsistent,
}

/// The state of a match after some number of events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchState {
    size: u8,
    ply: u32,
    phase: Phase,
    opener: Option<UserId>,
    guests: Vec<Guest>,
    invited: Vec<UserId>,
    /// The guests of a table that was closed before its game began, and the invited users who had not answered.
    #[serde(default)]
    closed_with: (Vec<Guest>, Vec<UserId>),
    tenures: Vec<Tenure>,
    out: Vec<Seat>,
    turn: Option<Seat>,
    since: i64,
    moves: u32,
    round: u32,
    mover: Option<Seat>,
    /// The number of the last event that changed who must act: buttons made before it are stale.
    changed: u32,
    terms: Option<Terms>,
    timer: Option<Timer>,
    /// The thinking time of each seat at the beginning of its turn, in seconds; empty without a clock.
    banks: Vec<i64>,
    /// The ends of vacations, by the seats of the players on vacation.
    away: Vec<(Seat, i64)>,
    excused: Vec<UserId>,
    /// The seats that their players have offered.
    offered: Vec<Seat>,
    /// The seats that a moderator has opened to anyone.
    #[serde(default)]
    freed: Vec<Seat>,
    /// True if a moderator hides the match from everybody but its players.
    #[serde(default)]
    hidden: bool,
    /// The seats that the machine keeps for players who left, each with the time at which it took over.
    #[serde(default)]
    kept: Vec<(Seat, i64)>,
    outage: i64,
    /// The users who have given time to the seat to move in its current turn, once for each day.
    #[serde(default)]
    gifts: Vec<UserId>,
    /// The remaining time of the seat to move, in seconds, if its clock is stopped because its player is unreachable.
    #[serde(default)]
    stopped: Option<i64>,
}

impl MatchState {
    /// Returns a table with `size` seats, before any event.
    pub fn new(size: usize) -> Self {
        MatchState {
            size: u8::try_from(size).unwrap_or(u8::MAX),
            ply: 0,
            phase: Phase::Open,
            opener: None,
            guests: Vec::new(),
            invited: Vec::new(),
            closed_with: (Vec::new(), Vec::new()),
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
            kept: Vec::new(),
            outage: 0,
            gifts: Vec::new(),
            stopped: None,
        }
    }

    /// Returns the number of seats.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// Sets the number of seats of an open table.
    pub fn set_size(&mut self, size: usize) {
        if self.phase == Phase::Open {
            self.size = u8::try_from(size).unwrap_or(u8::MAX);
        }
    }

    /// Returns the terms of the match; `None` if no clock runs at all.
    pub fn terms(&self) -> Option<Terms> {
        self.terms
    }

    /// Returns the number of the last event that changed the position, the turn or the guests of the open table. A
    /// button made since then is still valid.
    pub fn changed(&self) -> u32 {
        self.changed
    }

    /// Returns true if a button made when the match had `ply` events is still valid.
    pub fn is_fresh(&self, ply: u32) -> bool {
        (self.changed..=self.ply).contains(&ply)
    }

    /// Returns the number of events so far.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Returns the phase of the match.
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// Returns the user who opened the table.
    pub fn opener(&self) -> Option<UserId> {
        self.opener
    }

    /// Returns the guests of the open table, in the order of their arrival.
    pub fn guests(&self) -> &[Guest] {
        &self.guests
    }

    /// Returns the invited users who have not answered.
    pub fn invited(&self) -> &[UserId] {
        &self.invited
    }

    /// Returns the guests of a table that was closed before its game began, and the invited users who had not answered.
    pub fn closed_with(&self) -> (&[Guest], &[UserId]) {
        (&self.closed_with.0, &self.closed_with.1)
    }

    /// Returns the number of places at the open table that anyone may take.
    pub fn places(&self) -> u8 {
        let each = usize::from(self.sides_of(None));
        let kept = self.guests.len() + each * self.invited.len();
        let free = usize::from(self.size).saturating_sub(kept);
        u8::try_from(free / each).unwrap_or(u8::MAX)
    }

    /// Returns the number of seats that the opener, or any other guest, takes at the table: see [`Terms::people`].
    fn sides_of(&self, user: Option<UserId>) -> u8 {
        match self.terms.and_then(|terms| terms.people) {
            Some(2) => 2,
            Some(_) if user.is_some() && self.opener == user => 2,
            _ => 1,
        }
    }

    /// Returns the seat that faces another one across the board.
    fn facing(&self, seat: Seat) -> Seat {
        Seat((seat.0 + self.size / 2) % self.size.max(1))
    }

    /// Returns the tenures of all seats, in the order in which they began.
    pub fn tenures(&self) -> &[Tenure] {
        &self.tenures
    }

    /// Returns the user who holds a seat; at an open table, the user who asked for it.
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

    /// Returns the seats that a user holds, in turn order.
    pub fn seats_of(&self, user: UserId) -> Vec<Seat> {
        (0..self.size)
            .map(Seat)
            .filter(|seat| self.phase != Phase::Open && self.owner(*seat) == Some(user))
            .collect()
    }

    /// Returns true if a seat has dropped out while the game goes on.
    pub fn is_out(&self, seat: Seat) -> bool {
        self.out.contains(&seat)
    }

    /// Returns true if a moderator has opened a seat to anyone.
    pub fn is_freed(&self, seat: Seat) -> bool {
        self.freed.contains(&seat)
    }

    /// Returns true if a moderator hides the match from everybody but its players.
    pub fn is_hidden(&self) -> bool {
        self.hidden
    }

    /// Returns the seat whose turn it is; `None` unless the game is being played.
    pub fn turn(&self) -> Option<Seat> {
        self.turn
    }

    /// Returns the time at which the current turn, or else the current phase, began, in seconds of the Unix epoch.
    pub fn since(&self) -> i64 {
        self.since
    }

    /// Skips events up to `ply` that cannot be understood: they are counted, and change nothing else.
    pub fn skip_to(&mut self, ply: u32) {
        self.ply = ply;
        self.changed = ply;
    }

    /// Returns the number of moves so far, not counting outcomes of chance.
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// Returns the round of the last move as shown to players: 1 for the first turn of everyone.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// Returns the seat that made the last move.
    pub fn mover(&self) -> Option<Seat> {
        self.mover
    }

    /// Returns the event by which a user takes a place at an open table, or by which a guest asks for another seat.
    ///
    /// # Errors
    /// The user already has a place and asks for no other seat, or has several places. The event itself checks that
    /// the seat is free.
    pub fn joining(&self, user: UserId, wish: Option<Seat>) -> Result<Event, MatchError> {
        self.must_be_open()?;
        let mut places = self.guests.iter().filter(|guest| guest.user == user);
        match (places.next(), places.next()) {
            (None, _) => Ok(Event::Joined { user, wish }),
            (Some(guest), second)
                if wish.is_some()
                    && wish != guest.wish
                    && second.is_some() == (self.sides_of(Some(user)) > 1) =>
            {
                Ok(Event::Wished { user, wish })
            }
            _ => Err(MatchError::AlreadyHere),
        }
    }

    /// Returns the events by which a user gives up a place at an open table, or declines an invitation. The opener's
    /// table passes to the person who has waited longest, and is closed if no person waits. A declined challenge
    /// without anybody left to wait for is closed too.
    ///
    /// # Errors
    /// The game has begun, or the user is not at the table.
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

    /// Returns the event by which the opener closes the open table.
    ///
    /// # Errors
    /// The game has begun, or another user opened the table.
    pub fn closing(&self, user: UserId) -> Result<Event, MatchError> {
        self.must_be_open()?;
        if self.opener != Some(user) {
            return Err(MatchError::NotTheirTable);
        }
        Ok(Event::Ended {
            ending: Ending::closed(),
        })
    }

    /// Returns the seating of a full table: guests who leave the choice to chance get the remaining seats in the order
    /// of `free`, a permutation of [`MatchState::free_seats`]. The sides of one person face each other if they can.
    pub fn seating(&self, free: &[Seat]) -> Vec<Event> {
        let mut free = free.to_vec();
        let mut seated: Vec<(Seat, UserId)> = Vec::new();
        // Those who lead two sides choose first.
        let mut guests: Vec<Guest> = self.guests.clone();
        guests.sort_by_key(|guest| self.sides_of(Some(guest.user)) < 2);
        for guest in guests {
            let pairs = |seat: &Seat| {
                let facing = self.facing(*seat);
                self.sides_of(Some(guest.user)) > 1
                    && (free.contains(&facing) || seated.contains(&(facing, guest.user)))
            };
            let own = |seat: &Seat| seated.contains(&(self.facing(*seat), guest.user));
            let at = free.iter().position(|seat| pairs(seat) && own(seat));
            let at = at.or_else(|| free.iter().position(pairs)).unwrap_or(0);
            let seat = guest.wish.or_else(|| free.get(at).copied());
            if guest.wish.is_none() && at < free.len() {
                free.remove(at);
            }
            seated.extend(seat.map(|seat| (seat, guest.user)));
        }
        seated.sort_by_key(|(seat, _)| *seat);
        seated
            .into_iter()
            .map(|(seat, user)| Event::Seated { seat, user })
            .collect()
    }

    /// Returns the seats that no guest of the open table has asked for.
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
