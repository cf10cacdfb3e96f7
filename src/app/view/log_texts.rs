//! Sentences for the remarks below the last move and for the log.

use crate::app::texts::sentence;
use crate::match_state::DAY;
use crate::rules::wording::capital;

pub const TIMED_OUT: &str = "has run out of time";
pub const EXCUSED: &str = "ran out of time and gets one extension";
pub const VACATED: &str = "has run out of time again: anyone may take over the seat";
pub const OFFERED: &str = "offers the seat to anyone";
pub const KEPT: &str = "keeps the seat";
pub const AWAY: &str = "is on vacation";
pub const BACK: &str = "is back from vacation";
pub const UNREACHABLE: &str = "can't be reached: the clock stops until they can";
pub const REACHED: &str = "has been reached, and the clock goes on";
pub const FREED: &str = "can be taken over by anyone: a moderator has decided so";

pub const NOTE_REMOVED: &str = "a moderator removed a note";

/// Returns one of these sentences about a seat.
pub fn of_seat(what: &str, seat: &str) -> String {
    format!("{seat} {what}.")
}

/// Returns the sentence of a move; `display` is `None` for a hidden move.
pub fn played(seat: &str, display: Option<&str>) -> String {
    match display {
        Some(display) => sentence(&format!("{seat} played {display}")),
        None => format!("{seat} has moved."),
    }
}

pub fn substituted(seat: &str, player: &str) -> String {
    capital(&format!("{player} plays {seat} now"))
}

pub fn took_back(seat: &str) -> String {
    format!("{seat} took back a move.")
}

pub fn resigns(seat: &str) -> String {
    format!("{seat} resigns.")
}

pub fn gives_up(machine: &str) -> String {
    format!("{machine} gives up.")
}

pub fn gifted(seconds: i64) -> String {
    format!("was given {} more", days(seconds))
}

/// Returns the sentence of an opponent who gives time.
pub fn gives(giver: &str, player: &str, seconds: i64) -> String {
    format!("{giver} gave {player} {} more.", days(seconds))
}

fn days(seconds: i64) -> String {
    match (seconds + DAY / 2) / DAY {
        1 => "a day".to_owned(),
        days => format!("{days} days"),
    }
}

/// Returns the sentence of a vacation that begins; `until` in seconds of the Unix epoch.
pub fn away(player: &str, until: i64) -> String {
    format!("{player} {AWAY} until <t:{until}:D>.")
}
