//! Texts of an open table's message: buttons, menus and the users at the table.

use super::{channel, person, seat};
use crate::match_state::{ChannelId, GameId, UserId};
use crate::rules::wording;

pub const BUTTON_JOIN: &str = "Join";
/// The label of a disabled button while a match gets its thread.
pub const BUTTON_THREAD_COMES: &str = "A thread is being made";
/// A note that a game whose table asked for a thread is played in the channel.
pub const NO_THREAD: &str = "I can't make a thread here: the game is played right here.";
/// A note that threads are wanted where none can be made.
pub const NO_THREADS: &str = "⚠️ I can't make threads in this channel: I need Create Public Threads and Send Messages in Threads.";
pub const BUTTON_ACCEPT: &str = "Accept";
pub const BUTTON_DECLINE: &str = "Decline";
pub const BUTTON_LEAVE: &str = "Leave table";
pub const BUTTON_CLOSE: &str = "Close table";
pub const BUTTON_REOPEN: &str = "Open again";
pub const BUTTON_ANY_SEAT: &str = "Any seat";

/// Labels the button that takes a certain seat.
pub fn button_seat(seat_name: &str) -> String {
    format!("Play {}", seat(seat_name))
}

pub const MENU_VARIANT: &str = "Change the variant …";
pub const MENU_CLOCK: &str = "Change the clock …";
pub const MENU_SIDE: &str = "Change your side …";
pub const TWIST: &str = "Twist";
pub const SECOND_TWIST: &str = "Second twist";
pub const MENU_TWIST: &str = "Add a twist …";
pub const MENU_SECOND_TWIST: &str = "Add a second twist …";
pub const CHOICE_NO_TWIST: &str = "No twist";
pub const CHOICE_NO_SECOND_TWIST: &str = "No second twist";

/// Labels a twist's menu after a twist is chosen.
pub fn menu_twist(label: &str, chosen: &str) -> String {
    format!("{label}: {}", wording::capital(chosen))
}

pub const TABLE_CLOSED: &str = "This table is closed.";

/// Names the opener of a table and the invited users.
pub fn table_opened(opener: UserId, invited: &[UserId], people: usize) -> String {
    if invited.is_empty() && people > 2 {
        format!("{} is looking for players.", person(opener))
    } else if invited.is_empty() {
        format!("{} is looking for an opponent.", person(opener))
    } else {
        let invited: Vec<String> = invited.iter().copied().map(person).collect();
        format!(
            "{} invites {} to a game.",
            person(opener),
            wording::listed(&invited)
        )
    }
}

/// Names the users at the table who have no seat yet.
pub fn at_table(users: &[UserId]) -> String {
    let users: Vec<String> = users.iter().copied().map(person).collect();
    format!(
        "At the table (sides will be drawn): {}",
        wording::listed(&users)
    )
}

/// Names the invited users who have not answered, and counts the open seats, or the people who can join if `people`
/// share the seats.
pub fn table_waiting(invited: &[UserId], empty: u8, people: Option<u8>) -> String {
    let invited: Vec<String> = invited.iter().copied().map(person).collect();
    match (invited.is_empty(), empty) {
        (true, 0) => String::new(),
        (true, 1) if people.is_some() => "One more player can join.".to_owned(),
        (true, n) if people.is_some() => format!("{n} more players can join."),
        (true, 1) => "One seat is open: press a button to take it.".to_owned(),
        (true, n) => format!("{n} seats are open: press a button to take one."),
        (false, 0) => format!("Waiting for {} to accept.", wording::listed(&invited)),
        (false, n) => format!("Waiting for {}; {n} more open.", wording::listed(&invited)),
    }
}

/// Reports in the table's message that the match has begun.
pub fn table_started(players: &str) -> String {
    format!("The table is full and the game begins: {players}.")
}

/// Reports that a user's table was posted elsewhere.
pub fn table_elsewhere(game: GameId, home: ChannelId) -> String {
    format!("Your table (game {}) is in {}.", game.0, channel(home))
}

/// Confirms leaving a table or declining an invitation, if the table's message is elsewhere.
pub fn table_left(game: GameId) -> String {
    format!("You are not at the table of game {} any more.", game.0)
}

/// Mentions a role, given its snowflake.
pub fn role_mention(role: u64) -> String {
    format!("<@&{role}>")
}
