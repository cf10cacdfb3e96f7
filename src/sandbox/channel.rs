//! Channels, threads and direct messages, and the messages in them.

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::payloads::{
    self, BOT, ELSEWHERE, FRIENDS, GAMES, GENERAL, GROUP, GUILD, LOUNGE, PEOPLE,
};

/// A channel of any kind.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Channel {
    pub id: u64,
    pub name: String,
    pub place: Place,
    pub messages: VecDeque<Message>,
    /// Number of messages ever sent, kept or not, without ephemeral ones.
    pub sent: u64,
}

/// A place of a channel.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) enum Place {
    /// A text channel of the guild.
    Text { position: u16 },
    /// A thread under a text channel.
    Thread(Thread),
    /// A person's direct messages with the bot.
    Direct { user: u64 },
    /// People among themselves without the bot: direct messages of two, or a group.
    Group { people: Vec<u64> },
    /// A text channel of the server without the bot.
    Elsewhere,
}

/// Properties that only threads have.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Thread {
    pub parent: u64,
    pub owner: u64,
    pub private: bool,
    pub archived: bool,
    pub locked: bool,
    /// Minutes of silence after which Discord would archive it: 60, 1440, 4320 or 10080.
    pub auto_archive: u64,
    /// Time at which the thread was last archived or woken, in milliseconds of the Unix epoch.
    pub archive_changed: u64,
    pub slow: u64,
    pub members: Vec<u64>,
}

/// A message: Discord's object, and the user allowed to see it.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Message {
    pub id: u64,
    /// The only user who sees the message; `None` unless it is ephemeral.
    pub to: Option<u64>,
    pub body: Value,
}

impl Channel {
    /// Returns the channels that every new sandbox has.
    pub(crate) fn first() -> BTreeMap<u64, Channel> {
        let text = [(GENERAL, "general", 0), (GAMES, "games", 1)]
            .map(|(id, name, position)| Channel::new(id, name, Place::Text { position }));
        let direct = PEOPLE
            .map(|(user, name)| Channel::new(direct_channel(user), name, Place::Direct { user }));
        let first = |count| {
            let people = PEOPLE.iter().take(count).map(|(user, _)| *user).collect();
            Place::Group { people }
        };
        let outside = [
            Channel::new(GROUP, "Alice, Bob and Carol", first(3)),
            Channel::new(FRIENDS, "Alice and Bob", first(2)),
            Channel::new(LOUNGE, "lounge", Place::Elsewhere),
        ];
        text.into_iter()
            .chain(direct)
            .chain(outside)
            .map(|channel| (channel.id, channel))
            .collect()
    }

    pub(crate) fn new(id: u64, name: &str, place: Place) -> Channel {
        Channel {
            id,
            name: name.to_owned(),
            place,
            messages: VecDeque::new(),
            sent: 0,
        }
    }

    /// True if the channel is in the server that the bot is a member of.
    pub(crate) fn in_guild(&self) -> bool {
        matches!(self.place, Place::Text { .. } | Place::Thread(_))
    }

    /// True if the bot is no member of the place: it can only answer interactions from there.
    pub(crate) fn is_outside(&self) -> bool {
        matches!(self.place, Place::Group { .. } | Place::Elsewhere)
    }

    /// Returns the channel's server, including one that the bot is no member of.
    pub(crate) fn guild(&self) -> Option<u64> {
        match &self.place {
            Place::Text { .. } | Place::Thread(_) => Some(GUILD),
            Place::Elsewhere => Some(ELSEWHERE),
            Place::Direct { .. } | Place::Group { .. } => None,
        }
    }

    /// Returns Discord's interaction context type: 0 a server, 1 direct messages with the bot, 2 any other messages.
    pub(crate) fn context(&self) -> u64 {
        match &self.place {
            Place::Text { .. } | Place::Thread(_) | Place::Elsewhere => 0,
            Place::Direct { .. } => 1,
            Place::Group { .. } => 2,
        }
    }

    pub(crate) fn thread(&self) -> Option<&Thread> {
        match &self.place {
            Place::Thread(thread) => Some(thread),
            _ => None,
        }
    }

    pub(crate) fn thread_mut(&mut self) -> Option<&mut Thread> {
        match &mut self.place {
            Place::Thread(thread) => Some(thread),
            _ => None,
        }
    }

    /// True if a user can open the channel.
    pub(crate) fn visible_to(&self, user: u64) -> bool {
        match &self.place {
            Place::Text { .. } => true,
            Place::Thread(thread) => !thread.private || thread.members.contains(&user),
            Place::Direct { user: owner } => *owner == user,
            Place::Group { people } => people.contains(&user),
            Place::Elsewhere => true,
        }
    }

    pub(crate) fn message(&self, id: u64) -> Option<&Message> {
        self.messages.iter().find(|message| message.id == id)
    }

    pub(crate) fn message_mut(&mut self, id: u64) -> Option<&mut Message> {
        self.messages.iter_mut().find(|message| message.id == id)
    }

    /// Returns Discord's channel object.
    pub(crate) fn shape(&self) -> Value {
        let last = self
            .messages
            .iter()
            .rev()
            .find(|message| message.to.is_none())
            .map(|message| message.id.to_string());
        let mut shape = json!({"id": self.id.to_string(), "last_message_id": last, "flags": 0});
        let more = match &self.place {
            Place::Text { position } => json!({
                "type": 0, "guild_id": GUILD.to_string(), "name": self.name, "position": position,
                "permission_overwrites": [], "nsfw": false, "parent_id": null, "rate_limit_per_user": 0, "topic": null,
            }),
            Place::Thread(thread) => json!({
                "type": if thread.private { 12 } else { 11 }, "guild_id": GUILD.to_string(), "name": self.name,
                "parent_id": thread.parent.to_string(), "owner_id": thread.owner.to_string(),
                "rate_limit_per_user": thread.slow, "message_count": self.sent.min(10_000),
                "total_message_sent": self.sent, "member_count": thread.members.len(), "nsfw": false,
                "thread_metadata": {
                    "archived": thread.archived, "locked": thread.locked,
                    "auto_archive_duration": thread.auto_archive,
                    "archive_timestamp": payloads::timestamp(thread.archive_changed),
                    "create_timestamp": payloads::timestamp_of(self.id),
                },
                "member": thread.members.contains(&BOT).then(|| thread_member(self.id, BOT)),
            }),
            Place::Direct { user } => json!({"type": 1, "recipients": [payloads::user(*user)]}),
            Place::Group { people } if people.len() == 2 => json!({
                "type": 1, "recipients": people.iter().map(|user| payloads::user(*user)).collect::<Vec<_>>(),
            }),
            Place::Group { people } => json!({
                "type": 3, "name": self.name, "icon": null, "owner_id": people.first().map(u64::to_string),
                "recipients": people.iter().map(|user| payloads::user(*user)).collect::<Vec<_>>(),
            }),
            Place::Elsewhere => json!({
                "type": 0, "guild_id": ELSEWHERE.to_string(), "name": self.name, "position": 0,
                "permission_overwrites": [], "nsfw": false, "parent_id": null, "rate_limit_per_user": 0, "topic": null,
            }),
        };
        payloads::extend(&mut shape, more);
        if let Value::Object(shape) = &mut shape {
            shape.retain(|key, value| key != "member" || !value.is_null());
        }
        shape
    }

    /// Returns the partial channel object that interactions carry.
    pub(crate) fn partial(&self, user: u64) -> Value {
        let mut shape = self.shape();
        if self.guild().is_some()
            && let Value::Object(shape) = &mut shape
        {
            shape.insert(
                "permissions".to_owned(),
                json!(payloads::permissions(user).to_string()),
            );
            for key in ["permission_overwrites", "member", "message_count"] {
                shape.remove(key);
            }
        }
        shape
    }
}

/// Returns the thread member object of a user in a thread.
pub(crate) fn thread_member(thread: u64, user: u64) -> Value {
    json!({
        "id": thread.to_string(), "user_id": user.to_string(), "flags": 0,
        "join_timestamp": payloads::timestamp_of(thread),
    })
}

/// Returns the snowflake of a user's direct messages with the bot.
pub(crate) fn direct_channel(user: u64) -> u64 {
    user + 1_000_000_000_000_000_000
}
