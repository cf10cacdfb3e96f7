//! The machine as a player: one reserved user for each level.
//!
//! The ids are 4,000,001 for level 1 to 4,000,008 for level 8. No person can have such an id: Discord's snowflakes
//! below 2^22 = 4,194,304 date from the first millisecond of 2015, before Discord existed. Events of these users are
//! recorded like those of people; machines are never mentioned, notified or rated, and no clock runs for them.

use std::ops::RangeInclusive;

use super::{MatchState, SEAT_WINDOW, UserId};
use crate::engine::Level;
use crate::rules::Seat;

/// The id below that of level 1.
const BASE: u64 = 4_000_000;

impl UserId {
    /// The ids of the machine's users.
    pub const MACHINES: RangeInclusive<u64> = BASE + 1..=BASE + 8;

    /// Returns the user of the machine at a level.
    pub fn machine(level: &Level) -> UserId {
        UserId(BASE + u64::from(level.number))
    }

    /// Returns the level of this user; `None` for a person.
    pub fn machine_level(self) -> Option<&'static Level> {
        let number = self.0.checked_sub(BASE)?;
        Level::numbered(u8::try_from(number).ok()?)
    }

    /// Returns true if the user is the machine at one of its levels.
    pub fn is_machine(self) -> bool {
        UserId::MACHINES.contains(&self.0)
    }
}

impl MatchState {
    /// Returns true if the machine holds a seat.
    pub fn is_machine(&self, seat: Seat) -> bool {
        self.owner(seat).is_some_and(UserId::is_machine)
    }

    /// Returns the person who plays alone against the machine, which holds all other seats.
    pub fn only_person(&self) -> Option<UserId> {
        let mut person = None;
        let mut machines = 0;
        for tenure in self.tenures().iter().filter(|held| held.until.is_none()) {
            if tenure.user.is_machine() {
                machines += 1;
            } else if person.is_some_and(|person| person != tenure.user) {
                return None;
            } else {
                person = Some(tenure.user);
            }
        }
        person.filter(|_| machines > 0)
    }

    /// Returns the player for whom the machine keeps a seat, and the time from which anyone may take it over, in seconds
    /// of the Unix epoch. The player may take it back before, too.
    pub fn kept_for(&self, seat: Seat) -> Option<(UserId, i64)> {
        let mut held = self.tenures().iter().rev().filter(|held| held.seat == seat);
        held.next().filter(|held| held.user.is_machine())?;
        let former = held.next()?.user;
        let since = self.kept.iter().find(|(kept, _)| *kept == seat);
        Some((former, since.map_or(0, |(_, since)| since + SEAT_WINDOW)))
    }

    /// Returns true if a clock runs for a seat: not for the machine, nor for a person without another person in the
    /// match.
    pub fn is_timed(&self, seat: Seat) -> bool {
        !self.is_machine(seat) && self.only_person().is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::LEVELS;

    #[test]
    fn each_level_has_an_id_that_no_snowflake_has() {
        for level in &LEVELS {
            let user = UserId::machine(level);
            assert_eq!(user.machine_level(), Some(level));
            assert!(user.is_machine() && !user.is_erased());
            // The upper 42 bits of a snowflake are its time, in milliseconds since the beginning of 2015.
            assert_eq!(user.0 >> 22, 0);
        }
        for other in [0, BASE, BASE + 9, 101, u64::MAX] {
            assert!(!UserId(other).is_machine() && UserId(other).machine_level().is_none());
        }
    }
}
