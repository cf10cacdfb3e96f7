//! Names of people, places, times and matches in texts.

use crate::match_state::{ChannelId, GameId, UserId};
use crate::rules::wording;

/// Mentions a user; a machine and an erased person are named, not mentioned.
pub fn person(user: UserId) -> String {
    crate::app::mention(user)
}

/// Names a user inside brackets: a machine's level comes without further brackets.
pub(super) fn in_brackets(user: UserId) -> String {
    match user.machine_level() {
        Some(level) => format!("{}, level {}", level.name, level.number),
        None => person(user),
    }
}

/// Mentions several users.
pub fn people(users: &[UserId]) -> String {
    wording::listed(&users.iter().copied().map(person).collect::<Vec<_>>())
}

/// Links a channel.
pub fn channel(channel: ChannelId) -> String {
    format!("<#{}>", channel.0)
}

/// Returns a seat's name as shown to people.
pub fn seat(name: &str) -> String {
    wording::capital(name)
}

/// Returns a time that Discord shows relative to now ("3 hours ago"); `seconds` of the Unix epoch.
pub fn ago(seconds: i64) -> String {
    format!("<t:{seconds}:R>")
}

/// Returns the heading of a message about a match.
pub fn heading(title: &str, game: GameId) -> String {
    format!("**{title}** · game {}", game.0)
}

/// Returns a line in small print.
pub fn footer(text: &str) -> String {
    format!("-# {text}")
}

/// Returns a number of moves in words.
pub(super) fn moves_made(moves: u32) -> String {
    match moves {
        0 => "no move yet".to_owned(),
        1 => "1 move".to_owned(),
        n => format!("{n} moves"),
    }
}
