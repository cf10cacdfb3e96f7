//! What there is in the sandbox: channels, messages, files, commands, interactions, gateway sessions and the pages
//! that look on. One lock around all of it; nothing waits while holding it.
//!
//! Everything that could grow is capped: messages a channel, bytes of files, interactions, sessions and what they
//! have still to be sent, records.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use axum::body::Bytes;
use ring::signature::Ed25519KeyPair;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::{mpsc, watch};

use super::channel::{Channel, Place};
use super::gateway::{Demands, Session};
use super::payloads::{self, BOT, GENERAL, PEOPLE};
use super::rest::fault::Fault;
use super::rest::limit::Buckets;
use super::setup::Limits;

/// The sandbox's world, shared by the gateway, the REST routes, the people and the tests.
#[derive(Clone)]
pub struct SharedState {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub address: SocketAddr,
    pub token: String,
    pub limits: Limits,
    pub signer: Signer,
    state: Mutex<State>,
}

/// One request that the bot made of the REST API, and how it was answered.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// `GET`, `POST`, ...
    pub method: String,
    /// The path after `/api/v10`, without its query.
    pub path: String,
    /// The body: the JSON, or a form's `payload_json`; null where there was none.
    pub body: Value,
    /// Name, kind and size of each file sent along.
    pub files: Vec<(String, String, usize)>,
    /// The status it was answered with; 0 where a fault swallowed it.
    pub status: u16,
    /// The answer's body; null where there was none.
    pub answer: Value,
}

/// What stands in the place of a message in a file that was attached to a command.
pub(crate) const UPLOADED: u64 = 0;

/// A file of a message, or one that was attached to a command.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct File {
    pub message: u64,
    pub name: String,
    pub kind: String,
    #[serde(skip)]
    pub bytes: Bytes,
}

/// A page that is open, and whose eyes it looks through.
pub(crate) struct Page {
    pub user: u64,
    pub send: mpsc::UnboundedSender<String>,
}

/// An address of the bot's.
pub(crate) struct Endpoint {
    pub address: String,
    /// How many interactions it has acknowledged.
    pub taken: u64,
}

/// What signs for the application. It is another one at each start.
pub(crate) struct Signer(pub(super) Ed25519KeyPair);

impl Signer {
    pub(crate) fn new() -> Self {
        let seed: [u8; 32] = rand::random();
        Signer(Ed25519KeyPair::from_seed_unchecked(&seed).expect("any 32 bytes are a seed"))
    }
}

/// How far the bot has come with an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// Nothing heard yet.
    Waiting,
    /// Deferred: "Rookery is thinking".
    Thinking,
    /// Answered.
    Answered,
    /// Not answered within the three seconds.
    Failed,
}

impl Progress {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Progress::Waiting => "waiting",
            Progress::Thinking => "thinking",
            Progress::Answered => "answered",
            Progress::Failed => "failed",
        }
    }
}

/// One interaction.
pub(crate) struct Interaction {
    pub id: u64,
    pub token: String,
    pub kind: u64,
    pub user: u64,
    pub channel: u64,
    /// The command's name; empty for components and modals.
    pub name: String,
    /// The message that the component, or the component that opened the modal, sits on.
    pub message: Option<u64>,
    /// Of a modal's answer, the metadata of the interaction that opened the modal; else null.
    pub opener: Value,
    /// The type of the option that is being completed.
    pub completing: i64,
    pub born: Instant,
    pub payload: Value,
    /// The type of the first answer, once there is one.
    pub answer: Option<u64>,
    /// The message that `@original` means.
    pub original: Option<u64>,
    pub modal: Option<Value>,
    pub choices: Option<Value>,
    pub progress: watch::Sender<Progress>,
}

impl Interaction {
    pub(crate) fn deferred(&self) -> bool {
        matches!(self.answer, Some(5 | 6))
    }
}

pub(crate) struct State {
    pub limits: Limits,
    /// The base of every address that the world gives out: `http://127.0.0.1:PORT`.
    pub base: String,
    /// The last snowflake given.
    pub last: u64,
    pub channels: BTreeMap<u64, Channel>,
    pub files: BTreeMap<u64, File>,
    file_bytes: usize,
    /// Commands registered for every guild, as they were answered.
    pub commands: Vec<Value>,
    /// Commands registered for the one guild.
    pub guild_commands: Vec<Value>,
    pub interactions: BTreeMap<u64, Interaction>,
    pub sessions: HashMap<String, Session>,
    pub demands: Demands,
    pub pages: Vec<Page>,
    pub blocked: Vec<u64>,
    pub nonces: VecDeque<(u64, String, u64, Instant)>,
    pub faults: Vec<Fault>,
    /// Members that the next interactions lack when the bot is sent them.
    pub spoilt: VecDeque<Vec<String>>,
    pub buckets: Buckets,
    /// What is answered to GETs of these paths in the place of what is so.
    pub pretences: HashMap<String, Value>,
    /// Where interactions are sent, in the gateway's place.
    pub endpoints: Vec<Endpoint>,
    /// How many interactions have been sent there.
    pub posted: usize,
    violations: VecDeque<String>,
    requests: VecDeque<Recorded>,
    /// Counts what is worth keeping over a restart, so that it is written only when there is something new.
    pub changes: u64,
}

impl SharedState {
    pub(crate) fn new(address: SocketAddr, token: String, limits: Limits) -> SharedState {
        let state = State {
            limits: limits.clone(),
            base: format!("http://{address}"),
            last: 0,
            channels: Channel::first(),
            files: BTreeMap::new(),
            file_bytes: 0,
            commands: Vec::new(),
            guild_commands: Vec::new(),
            interactions: BTreeMap::new(),
            sessions: HashMap::new(),
            demands: Demands::default(),
            pages: Vec::new(),
            blocked: Vec::new(),
            nonces: VecDeque::new(),
            faults: Vec::new(),
            spoilt: VecDeque::new(),
            buckets: Buckets::default(),
            pretences: HashMap::new(),
            endpoints: Vec::new(),
            posted: 0,
            violations: VecDeque::new(),
            requests: VecDeque::new(),
            changes: 0,
        };
        SharedState {
            inner: Arc::new(Inner {
                address,
                token,
                limits,
                signer: Signer::new(),
                state: Mutex::new(state),
            }),
        }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        // What a panicking test left behind is still a world.
        self.inner
            .state
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.inner.limits
    }

    /// Everything the bot did that Discord would have refused or that breaks a rule of ours, oldest first: a sentence each.
    #[must_use]
    pub fn violations(&self) -> Vec<String> {
        self.lock().violations.iter().cloned().collect()
    }

    /// The bot's latest requests, oldest first; how many are kept is [`Limits::requests`].
    #[must_use]
    pub fn requests(&self) -> Vec<Recorded> {
        self.lock().requests.iter().cloned().collect()
    }

    /// Lets the next `times` requests go wrong whose path (after `/api/v10`, or with the method before it) begins
    /// with `route`.
    pub fn fault(&self, route: &str, ill: super::rest::fault::FaultKind, times: u32) {
        self.lock().faults.push(Fault {
            route: route.to_owned(),
            ill,
            times,
        });
    }

    /// Lets no request go wrong on purpose any more.
    pub fn end_faults(&self) {
        self.lock().faults.clear();
    }

    /// Answers the bot's GETs of a path (after `/api/v10`) with this from now on, whatever is so.
    pub fn pretend(&self, path: &str, answer: Value) {
        self.lock().pretences.insert(path.to_owned(), answer);
    }

    /// Tells the bot of the next interaction in a shape that it cannot know: without these members.
    pub fn spoil(&self, members: &[&str]) {
        let members = members.iter().map(|member| (*member).to_owned()).collect();
        self.lock().spoilt.push_back(members);
    }

    /// Counts the changes of what people see: until it differs there is nothing new to look for.
    #[must_use]
    pub fn changes(&self) -> u64 {
        self.lock().changes
    }

    /// Whether a bot is connected to the gateway now, or takes interactions by HTTP.
    #[must_use]
    pub fn bot_online(&self) -> bool {
        self.lock().online()
    }

    /// The commands that the bot has registered, as full command objects.
    #[must_use]
    pub fn commands(&self) -> Vec<Value> {
        self.lock().all_commands().cloned().collect()
    }
}

impl State {
    /// A new snowflake, greater than any before.
    pub(crate) fn snowflake(&mut self) -> u64 {
        self.last = payloads::snowflake_at(payloads::now()).max(self.last + 1);
        self.last
    }

    /// The address that the application names, where it takes interactions by HTTP.
    pub(crate) fn endpoint(&self) -> Option<&str> {
        self.endpoints.first().map(|one| one.address.as_str())
    }

    pub(crate) fn online(&self) -> bool {
        // A bot that takes requests shows as offline on Discord; here it can be used all the same.
        !self.endpoints.is_empty() || self.sessions.values().any(Session::connected)
    }

    pub(crate) fn all_commands(&self) -> impl Iterator<Item = &Value> {
        // A guild's command hides the global one of the same name.
        let hidden = |command: &&Value| {
            !self
                .guild_commands
                .iter()
                .any(|own| own["name"] == command["name"])
        };
        self.guild_commands
            .iter()
            .chain(self.commands.iter().filter(hidden))
    }

    pub(crate) fn violate(&mut self, sentence: String) {
        tracing::warn!(target: "rookery::sandbox", "the bot broke a rule: {sentence}");
        push(&mut self.violations, sentence, self.limits.requests);
    }

    pub(crate) fn record(&mut self, request: Recorded) {
        push(&mut self.requests, request, self.limits.requests);
    }

    /// Sends an event to the open pages: those of one person, or all.
    pub(crate) fn send_to_pages(&mut self, user: Option<u64>, event: &Value) {
        let text = event.to_string();
        self.pages.retain(|page| {
            if user.is_some_and(|user| user != page.user) {
                return !page.send.is_closed();
            }
            page.send.send(text.clone()).is_ok()
        });
    }

    /// Sends an event to the pages of everyone who can see a channel, or of one of them alone.
    pub(crate) fn send_to_channel(&mut self, channel: u64, only: Option<u64>, event: &Value) {
        let place = self.channels.get(&channel).map(|channel| &channel.place);
        let user = match place {
            Some(Place::Direct { user }) => Some(*user),
            Some(Place::Group { people }) if only.is_none() => {
                for user in people.clone() {
                    self.send_to_pages(Some(user), event);
                }
                return;
            }
            _ => only,
        };
        self.send_to_pages(user, event);
    }

    /// Tells the pages and the gateway that a channel is new or has changed.
    pub(crate) fn announce(&mut self, id: u64, event: &str) {
        let Some(channel) = self.channels.get(&id) else {
            return;
        };
        self.changes += 1;
        let shape = channel.shape();
        let guild = channel.in_guild();
        self.send_to_channel(id, None, &json!({"type": "channel", "channel": shape}));
        if guild {
            self.dispatch(event, &shape, super::gateway::GUILDS);
        }
    }

    /// Keeps a file's bytes, letting go of the oldest ones beyond the limit.
    pub(crate) fn keep(&mut self, id: u64, file: File) {
        self.file_bytes += file.bytes.len();
        self.files.insert(id, file);
        while self.file_bytes > self.limits.file_bytes {
            let Some((_, oldest)) = self.files.pop_first() else {
                break;
            };
            self.file_bytes -= oldest.bytes.len();
        }
    }

    /// Lets go of a message's files, except those that it still shows.
    pub(crate) fn let_go(&mut self, message: u64, except: &[u64]) {
        let gone: Vec<u64> = self
            .files
            .iter()
            .filter(|(id, file)| file.message == message && !except.contains(id))
            .map(|(id, _)| *id)
            .collect();
        for id in gone {
            if let Some(file) = self.files.remove(&id) {
                self.file_bytes -= file.bytes.len();
            }
        }
    }

    /// Takes a channel out of the world, with its messages and files.
    pub(crate) fn forget_channel(&mut self, id: u64) {
        let event = json!({"type": "channel_delete", "channel_id": id.to_string()});
        self.send_to_channel(id, None, &event);
        let messages = self
            .channels
            .remove(&id)
            .map(|channel| channel.messages)
            .unwrap_or_default();
        for message in messages {
            self.let_go(message.id, &[]);
        }
        self.changes += 1;
    }

    /// The messages that somebody may see, by channel.
    pub(crate) fn seen_by(&self, user: u64) -> Value {
        let mut channels = Vec::new();
        let mut messages = serde_json::Map::new();
        for (id, channel) in &self.channels {
            if !channel.visible_to(user) {
                continue;
            }
            channels.push(channel.shape());
            let seen: Vec<&Value> = channel
                .messages
                .iter()
                .filter(|message| message.to.is_none_or(|owner| owner == user))
                .map(|message| &message.body)
                .collect();
            messages.insert(id.to_string(), json!(seen));
        }
        let people: Vec<Value> = PEOPLE
            .iter()
            .map(|(id, _)| *id)
            .chain([BOT])
            .filter_map(payloads::user)
            .collect();
        json!({
            "me": payloads::user(user), "users": people, "guild": payloads::guild(), "channels": channels,
            "commands": self.commands_of(user), "messages": messages, "online": self.online(),
            "home": GENERAL.to_string(),
        })
    }

    /// The commands that somebody may use.
    pub(crate) fn commands_of(&self, user: u64) -> Vec<&Value> {
        let held = payloads::permissions(user);
        self.all_commands()
            .filter(|command| {
                payloads::snowflake(&command["default_member_permissions"])
                    .is_none_or(|needed| held & (1 << 3) != 0 || held & needed == needed)
            })
            .collect()
    }
}

fn push<T>(queue: &mut VecDeque<T>, item: T, limit: usize) {
    while queue.len() >= limit.max(1) {
        queue.pop_front();
    }
    queue.push_back(item);
}
