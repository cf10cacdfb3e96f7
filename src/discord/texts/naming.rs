//! Names of people, places, moments and matches in texts.

use crate::match_state::{ChannelId, GameId, UserId};
use crate::rules::wording;

/// A person, mentioned.
pub fn person(user: UserId) -> String {
    crate::app::mention(user)
}

/// A person within brackets, where the level of the machine does without brackets of its own.
pub(super) fn in_brackets(user: UserId) -> String {
    match user.machine_level() {
        Some(level) => format!("{}, level {}", level.name, level.number),
        None => person(user),
    }
}

/// People, mentioned.
pub fn people(users: &[UserId]) -> String {
    wording::listed(&users.iter().copied().map(person).collect::<Vec<_>>())
}

/// A channel, as a link.
pub fn channel(channel: ChannelId) -> String {
    format!("<#{}>", channel.0)
}

/// A seat's name for people.
pub fn seat(name: &str) -> String {
    wording::capital(name)
}

/// A moment, as Discord shows it to everyone in their own time ("3 hours ago").
pub fn ago(seconds: i64) -> String {
    format!("<t:{seconds}:R>")
}

/// The heading of a message about a match.
pub fn heading(title: &str, game: GameId) -> String {
    format!("**{title}** · game {}", game.0)
}

/// What is read last and may be small.
pub fn footer(text: &str) -> String {
    format!("-# {text}")
}

/// How many moves were made.
pub(super) fn moves_made(moves: u32) -> String {
    match moves {
        0 => "no move yet".to_owned(),
        1 => "1 move".to_owned(),
        n => format!("{n} moves"),
    }
}
