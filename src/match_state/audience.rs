//! Who may see a match.

use super::{ChannelId, GuildId};

/// Who may see a match besides its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Nobody: an analysis board.
    Players,
    /// Those in the channel or thread that shows it.
    Channel,
    /// Everybody in the server, since everyone may read where it was opened.
    Server,
}

impl Audience {
    const ALL: [Audience; 3] = [Audience::Players, Audience::Channel, Audience::Server];

    /// In machine notation.
    pub fn key(self) -> &'static str {
        match self {
            Audience::Players => "players",
            Audience::Channel => "channel",
            Audience::Server => "server",
        }
    }

    /// Reads what [`Audience::key`] wrote.
    pub fn read(text: &str) -> Option<Audience> {
        Audience::ALL.into_iter().find(|one| one.key() == text)
    }
}

/// Where a match is shown, and to whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// The server; `None` in direct messages and for an analysis board.
    pub guild: Option<GuildId>,
    /// The channel it was opened in.
    pub channel: ChannelId,
    /// The thread or channel it lives in, once known.
    pub home: Option<ChannelId>,
    /// The channel with the message of its open table, once known.
    pub posted: Option<ChannelId>,
    /// Who may see it; `None` where it is not known yet, which counts as [`Audience::Channel`].
    pub audience: Option<Audience>,
    /// Whether its open table can be found from other servers.
    pub shared: bool,
    /// Whether it was opened where the bot can only answer: nothing is posted there.
    pub outside: bool,
}

impl Location {
    /// Whether those in `channel` of `guild` may see the match, the one who they are.
    pub fn is_visible_from(&self, guild: Option<GuildId>, channel: ChannelId) -> bool {
        let here = self.home.unwrap_or(self.channel) == channel || self.posted == Some(channel);
        match self.audience {
            Some(Audience::Players) => false,
            Some(Audience::Server) => here || (guild.is_some() && guild == self.guild),
            Some(Audience::Channel) | None => here,
        }
    }

    /// Whether its table may be seen from anywhere as long as it is open.
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
            // Also not where the command was typed, which may be read by more people than the match.
            for far in [opened, away] {
                let server = audience == Some(Audience::Server);
                assert_eq!(location.is_visible_from(guild, far), server, "{audience:?}");
                assert!(!location.is_visible_from(other, far), "{audience:?}");
                assert!(!location.is_visible_from(None, far), "{audience:?}");
            }
        }
        let own = location(Some(Audience::Players));
        assert!(!own.is_visible_from(guild, home));
        // In direct messages no server is no match for no server.
        let direct = Location {
            guild: None,
            ..location(Some(Audience::Server))
        };
        assert!(!direct.is_visible_from(None, away));
    }
}
