//! Sending, editing and deleting messages.

mod files;

use serde_json::{Map, Value, json};

use super::channel::{Message, Place};
use super::checks::message::EPHEMERAL;
use super::gateway::{DIRECT_MESSAGES, GUILD_MESSAGES, GUILDS};
use super::interaction::{COMPONENT, MODAL};
use super::payloads::{self, BOT, GUILD, items, snowflake};
use super::rest::Upload;
use super::state::{Interaction, State};

/// The flag of a deferred answer that still shows "thinking".
pub(crate) const LOADING: u64 = 1 << 7;
/// The flag of a message that a thread was started from.
pub(crate) const HAS_THREAD: u64 = 1 << 5;

/// A message about to be sent, already checked.
pub(crate) struct Post<'a> {
    pub channel: u64,
    pub author: u64,
    /// The only user who may see the message; `None` for everybody.
    pub to: Option<u64>,
    /// Discord's message type: 0 ordinary, 18 a thread's announcement, 19 a reply, 20 a command's answer.
    pub kind: u64,
    /// The sender's body.
    pub body: &'a Value,
    pub uploads: &'a [Upload],
    /// Further keys that depend on the occasion: the command that it answers, the message that it replies to.
    pub more: Value,
}

impl State {
    /// Sends a message to everyone who can see it. Wakes an archived thread.
    pub(crate) fn post(&mut self, post: Post<'_>) -> Value {
        let id = self.snowflake();
        let body = post.body;
        let attachments = self.attach(post.channel, id, body, post.uploads, &[]);
        let content = body["content"].as_str().unwrap_or_default();
        let mut flags = body["flags"].as_u64().unwrap_or(0);
        if post.to.is_some() {
            flags |= EPHEMERAL;
        }
        let mut message = json!({
            "id": id.to_string(), "channel_id": post.channel.to_string(), "type": post.kind,
            "author": payloads::user(post.author), "content": content, "timestamp": payloads::timestamp_of(id),
            "edited_timestamp": null, "tts": false, "pinned": false, "flags": flags,
            "components": numbered(&body["components"]), "attachments": [], "embeds": [],
        });
        payloads::extend(&mut message, mentions(content, &body["allowed_mentions"]));
        self.place_files(&mut message, &body["embeds"], attachments);
        if !body["nonce"].is_null() {
            message["nonce"] = body["nonce"].clone();
        }
        payloads::extend(&mut message, post.more);
        if post.to.is_none() {
            self.wake(post.channel, post.author);
        }
        self.insert(post.channel, id, post.to, message.clone());
        self.send_message_event("message", "MESSAGE_CREATE", post.channel, post.to, &message);
        message
    }

    fn insert(&mut self, channel: u64, id: u64, to: Option<u64>, body: Value) {
        let limit = self.limits.messages;
        let mut gone = Vec::new();
        if let Some(channel) = self.channels.get_mut(&channel) {
            channel.sent += u64::from(to.is_none());
            channel.messages.push_back(Message { id, to, body });
            while channel.messages.len() > limit.max(1) {
                gone.extend(channel.messages.pop_front().map(|message| message.id));
            }
        }
        for id in gone {
            self.let_go(id, &[]);
        }
    }

    /// Wakes a thread if it is archived, and makes the author a member.
    fn wake(&mut self, id: u64, author: u64) {
        let Some(thread) = self
            .channels
            .get_mut(&id)
            .and_then(|channel| channel.thread_mut())
        else {
            return;
        };
        let (asleep, stranger) = (thread.archived, !thread.members.contains(&author));
        if stranger {
            thread.members.push(author);
        }
        if asleep {
            thread.archived = false;
            thread.archive_changed = payloads::now();
        }
        if asleep || stranger {
            self.announce(id, "THREAD_UPDATE");
        }
    }

    /// Edits a message: keys that the body does not name stay, but a list of attachments replaces the old list.
    pub(crate) fn edit(
        &mut self,
        channel: u64,
        id: u64,
        body: &Value,
        uploads: &[Upload],
        fill: bool,
    ) -> Option<Value> {
        let message = self.channels.get(&channel)?.message(id)?;
        let (to, mut edited) = (message.to, message.body.clone());
        let old = items(&edited["attachments"]).to_vec();
        let attachments = match body.get("attachments") {
            Some(_) => self.attach(channel, id, body, uploads, &old),
            None => {
                let mut kept = old;
                kept.extend(self.attach(channel, id, body, uploads, &[]));
                kept
            }
        };
        if body.get("content").is_some() {
            let content = body["content"].as_str().unwrap_or_default();
            edited["content"] = json!(content);
            payloads::extend(&mut edited, mentions(content, &body["allowed_mentions"]));
        }
        if body.get("components").is_some() {
            edited["components"] = numbered(&body["components"]);
        }
        let embeds = body.get("embeds").unwrap_or(&edited["embeds"]).clone();
        self.place_files(&mut edited, &embeds, attachments);
        let flags = edited["flags"].as_u64().unwrap_or(0);
        if fill {
            edited["flags"] = json!(flags & !LOADING);
        } else {
            edited["edited_timestamp"] = json!(payloads::timestamp(payloads::now()));
            if let Some(set) = body["flags"].as_u64() {
                edited["flags"] = json!(flags & !4 | set & 4);
            }
        }
        self.replace(channel, id, edited.clone());
        self.let_go_unseen(channel, id, &edited);
        self.send_message_event("message_update", "MESSAGE_UPDATE", channel, to, &edited);
        Some(edited)
    }

    /// Replaces the body of a message, without an event.
    pub(crate) fn replace(&mut self, channel: u64, id: u64, body: Value) {
        if let Some(message) = self
            .channels
            .get_mut(&channel)
            .and_then(|channel| channel.message_mut(id))
        {
            message.body = body;
        }
    }

    /// Deletes a message; returns false if it does not exist.
    pub(crate) fn delete(&mut self, channel: u64, id: u64) -> bool {
        let Some(place) = self.channels.get_mut(&channel) else {
            return false;
        };
        let Some(index) = place.messages.iter().position(|message| message.id == id) else {
            return false;
        };
        let to = place.messages.remove(index).and_then(|message| message.to);
        let (guild, outside) = (place.in_guild(), place.is_outside());
        self.let_go(id, &[]);
        self.changes += 1;
        let event = json!({"type": "message_delete", "channel_id": channel.to_string(), "id": id.to_string()});
        self.send_to_channel(channel, to, &event);
        if to.is_none() && !outside {
            let (data, intent) = if guild {
                (
                    json!({"id": id.to_string(), "channel_id": channel.to_string(), "guild_id": GUILD.to_string()}),
                    GUILD_MESSAGES,
                )
            } else {
                (
                    json!({"id": id.to_string(), "channel_id": channel.to_string()}),
                    DIRECT_MESSAGES,
                )
            };
            self.dispatch("MESSAGE_DELETE", &data, intent);
        }
        true
    }

    pub(crate) fn send_message_event(
        &mut self,
        page: &str,
        event: &str,
        channel: u64,
        to: Option<u64>,
        message: &Value,
    ) {
        self.changes += 1;
        self.send_to_channel(channel, to, &json!({"type": page, "message": message}));
        let place = self.channels.get(&channel);
        // Discord sends the bot no messages from places where it is no member.
        if to.is_some() || place.is_some_and(|channel| channel.is_outside()) {
            return;
        }
        let guild = self
            .channels
            .get(&channel)
            .is_none_or(|channel| channel.in_guild());
        let mut data = message.clone();
        let author = snowflake(&message["author"]["id"]).unwrap_or(0);
        if guild {
            payloads::extend(
                &mut data,
                json!({"guild_id": GUILD.to_string(), "member": payloads::partial_member(author)}),
            );
            let mentioned = items(&message["mentions"])
                .iter()
                .any(|user| snowflake(&user["id"]) == Some(BOT));
            if author != BOT && !mentioned {
                // Without the message content intent a bot reads only its own messages and those that mention it.
                payloads::extend(
                    &mut data,
                    json!({"content": "", "embeds": [], "attachments": [], "components": []}),
                );
            }
        }
        let intent = if guild {
            GUILD_MESSAGES
        } else {
            DIRECT_MESSAGES
        };
        self.dispatch(event, &data, intent);
    }

    /// Makes a thread; if `id` is that of a message, the thread is started from that message.
    pub(crate) fn thread(&mut self, id: u64, name: &str, thread: super::channel::Thread) -> Value {
        let (parent, owner) = (thread.parent, thread.owner);
        let mut channel = super::channel::Channel::new(id, name, Place::Thread(thread));
        channel.sent = 0;
        let mut shape = channel.shape();
        self.channels.insert(id, channel);
        self.changes += 1;
        shape["newly_created"] = json!(true);
        self.send_to_channel(id, None, &json!({"type": "channel", "channel": shape}));
        self.dispatch("THREAD_CREATE", &shape, GUILDS);
        let starter = self
            .channels
            .get_mut(&parent)
            .and_then(|parent| parent.message_mut(id));
        if let Some(starter) = starter {
            let flags = starter.body["flags"].as_u64().unwrap_or(0);
            starter.body["flags"] = json!(flags | HAS_THREAD);
            starter.body["thread"] = shape.clone();
            let (to, message) = (starter.to, starter.body.clone());
            self.send_message_event("message_update", "MESSAGE_UPDATE", parent, to, &message);
        } else {
            let announced = json!({"content": name});
            self.post(Post {
                channel: parent,
                author: owner,
                to: None,
                kind: 18,
                body: &announced,
                uploads: &[],
                more: json!({"message_reference": {"channel_id": id.to_string(), "guild_id": GUILD.to_string()}}),
            });
        }
        shape
    }
}

/// Numbers the components of a message, as Discord does.
fn numbered(rows: &Value) -> Value {
    fn number(component: &mut Value, next: &mut u64) {
        if let Value::Object(fields) = component {
            fields.retain(|_, value| !value.is_null());
        }
        if component["id"].is_null() {
            component["id"] = json!(*next);
        }
        *next += 1;
        if let Some(children) = component["components"].as_array_mut() {
            for child in children {
                number(child, next);
            }
        } else if let Value::Object(fields) = component {
            fields.remove("components");
        }
    }
    let mut rows = items(rows).to_vec();
    let mut next = 1;
    for row in &mut rows {
        number(row, &mut next);
    }
    Value::Array(rows)
}

/// Returns the users whom a message pings: the allowed mentions in its text, or all without `allowed_mentions`.
fn mentions(content: &str, allowed: &Value) -> Value {
    let parsed = |kind: &str| {
        allowed.is_null() || items(&allowed["parse"]).iter().any(|parse| parse == kind)
    };
    let mut users: Vec<u64> = Vec::new();
    for part in content.split("<@").skip(1) {
        let Some((id, _)) = part.split_once('>') else {
            continue;
        };
        let Ok(id) = id.trim_start_matches('!').parse::<u64>() else {
            continue;
        };
        let named = items(&allowed["users"])
            .iter()
            .any(|user| snowflake(user) == Some(id));
        if (parsed("users") || named) && !users.contains(&id) {
            users.push(id);
        }
    }
    let mut roles: Vec<&str> = Vec::new();
    for part in content.split("<@&").skip(1) {
        let Some((id, _)) = part.split_once('>') else {
            continue;
        };
        let named = items(&allowed["roles"]).iter().any(|role| *role == *id);
        let known = payloads::roles().iter().any(|role| role["id"] == *id);
        if known && (parsed("roles") || named) && !roles.contains(&id) {
            roles.push(id);
        }
    }
    let everyone =
        parsed("everyone") && (content.contains("@everyone") || content.contains("@here"));
    let users: Vec<Value> = users.into_iter().filter_map(payloads::user).collect();
    json!({"mentions": users, "mention_roles": roles, "mention_everyone": everyone})
}

/// Returns the metadata that says which user's command a message answers.
pub(crate) fn interaction_metadata(interaction: &Interaction) -> Map<String, Value> {
    let owners = &interaction.payload["authorizing_integration_owners"];
    let (id, kind, user) = (interaction.id, interaction.kind, interaction.user);
    let name = &interaction.name;
    let mut more = Map::new();
    let mut metadata = json!({
        "id": id.to_string(), "type": kind, "user": payloads::user(user),
        "authorizing_integration_owners": owners,
    });
    if kind == 2 {
        metadata["name"] = json!(name);
        more.insert(
            "interaction".to_owned(),
            json!({"id": id.to_string(), "type": kind, "name": name, "user": payloads::user(user)}),
        );
    }
    if let (COMPONENT, Some(message)) = (kind, interaction.message) {
        metadata["interacted_message_id"] = json!(message.to_string());
    }
    if kind == MODAL {
        metadata["triggering_interaction_metadata"] = interaction.opener.clone();
    }
    more.insert("interaction_metadata".to_owned(), metadata);
    more
}
