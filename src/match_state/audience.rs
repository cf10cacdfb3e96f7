//! Audience of a match.

use super::{ChannelId, GuildId};

/// The audience of a match, besides its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// No other users: an analysis board.
    Players,
    /// The users in the channel or thread that shows the match.
    Channel,
    /// Every user of the server, since everyone may read the channel in which the match was opened.
    Server,
}

impl Audience {
    const ALL: [Audience; 3] = [Audience::Players, Audience::Channel, Audience::Server];

    /// Returns the audience in machine notation.
    pub fn key(self) -> &'static str {
        match self {
            Audience::Players => "players",
            Audience::Channel => "channel",
            Audience::Server => "server",
        }
    }

    /// Reads the text of [`Audience::key`].
    pub fn read(text: &str) -> Option<Audience> {
        Audience::ALL.into_iter().find(|one| one.key() == text)
    }
}

/// The place where a match is shown, and its audience.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// The server; `None` in direct messages and for an analysis board.
    pub guild: Option<GuildId>,
    /// The channel in which the match was opened.
    pub channel: ChannelId,
    /// The thread or channel that shows the match, once known.
    pub home: Option<ChannelId>,
    /// The channel with the message of the open table, once known.
    pub posted: Option<ChannelId>,
    /// The audience; `None` if not known yet, which counts as [`Audience::Channel`].
    pub audience: Option<Audience>,
    /// True if the open table can be found from other servers.
    pub shared: bool,
    /// True if the match was opened outside, where the bot can only answer and posts nothing.
    pub outside: bool,
}

impl Location {
    /// Returns true if users in `channel` of `guild` may see the match without being its players.
    pub fn is_visible_from(&self, guild: Option<GuildId>, channel: ChannelId) -> bool {
        let here = self.home.unwrap_or(self.channel) == channel || self.posted == Some(channel);
        match self.audience {
            Some(Audience::Players) => false,
            Some(Audience::Server) => here || (guild.is_some() && guild == self.guild),
            Some(Audience::Channel) | None => here,
        }
    }

    /// Returns true if the table may be seen from any server while it is open.
    pub fn is_found_anywhere(&self) -> bool {
        self.shared && self.audience == Some(Audience::Server)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_is_visible_where_it_is_shown_and_elsewhere_only_if_everyone_may_read_there() {
        let (guild, other) = (Some(GuildId(1)), Some(GuildId(2)));
        let (opened, home, lobby, away) = (ChannelId(1), ChannelId(2), ChannelId(3), ChannelId(4));
        let location = |audience| Location {
            guild,
            channel: opened,
            home: Some(home),
            posted: Some(lobby),
            audience,
            shared: false,
            outside: false,
        };
        for audience in [None, Some(Audience::Channel), Some(Audience::Server)] {
            let location = location(audience);
            for near in [home, lobby] {
                assert!(location.is_visible_from(guild, near), "{audience:?}");
            }
            // The channel in which the command was typed may have more readers than the match.
            for far in [opened, away] {
                let server = audience == Some(Audience::Server);
                assert_eq!(location.is_visible_from(guild, far), server, "{audience:?}");
                assert!(!location.is_visible_from(other, far), "{audience:?}");
                assert!(!location.is_visible_from(None, far), "{audience:?}");
            }
        }
        let own = location(Some(Audience::Players));
        assert!(!own.is_visible_from(guild, home));
        // Two direct messages have no server in common, though both have none.
        let direct = Location {
            guild: None,
            ..location(Some(Audience::Server))
        };
        assert!(!direct.is_visible_from(None, away));
    }
}
