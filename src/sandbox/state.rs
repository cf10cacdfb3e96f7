//! The sandbox's state: channels, messages, files, commands, interactions, gateway sessions and open pages. One lock
//! guards all of it; nothing waits while holding the lock.
//!
//! Everything that could grow is capped: messages per channel, bytes of files, interactions, sessions and their unsent
//! events, records.

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

/// A request of the bot to the REST API, with its answer.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// The method: `GET`, `POST`, ...
    pub method: String,
    /// The path after `/api/v10`, without its query.
    pub path: String,
    /// The body: the JSON, or a form's `payload_json`; null if absent.
    pub body: Value,
    /// Name, media type and size of each file sent along.
    pub files: Vec<(String, String, usize)>,
    /// The status of the answer; 0 if a fault swallowed the request or its answer.
    pub status: u16,
    /// The answer's body; null if absent.
    pub answer: Value,
}

/// The message number of a file that was attached to a command.
pub(crate) const UPLOADED: u64 = 0;

/// A file of a message, or one attached to a command.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct File {
    pub message: u64,
    pub name: String,
    pub kind: String,
    #[serde(skip)]
    pub bytes: Bytes,
}

/// An open page, and the user who looks at it.
pub(crate) struct Page {
    pub user: u64,
    pub send: mpsc::UnboundedSender<String>,
}

/// An address at which the bot takes interactions.
pub(crate) struct Endpoint {
    pub address: String,
    /// Number of interactions that the address has acknowledged.
    pub taken: u64,
}

/// The application's signing key, made anew at each start.
pub(crate) struct Signer(pub(super) Ed25519KeyPair);

impl Signer {
    pub(crate) fn new() -> Self {
        let seed: [u8; 32] = rand::random();
        Signer(Ed25519KeyPair::from_seed_unchecked(&seed).expect("any 32 bytes are a seed"))
    }
}

/// The progress of the bot with an interaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    /// No answer yet.
    Waiting,
    /// The answer is deferred: "Rookery is thinking".
    Thinking,
    /// The bot has answered.
    Answered,
    /// The bot has not answered within the three seconds.
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

/// An interaction and its answers.
pub(crate) struct Interaction {
    pub id: u64,
    pub token: String,
    pub kind: u64,
    pub user: u64,
    pub channel: u64,
    /// The command's name; empty for components and modals.
    pub name: String,
    /// The message with the component, or with the component that opened the modal.
    pub message: Option<u64>,
    /// The metadata of the interaction that opened the modal, for a modal's answer; else null.
    pub opener: Value,
    /// The type of the option being completed.
    pub completing: i64,
    pub born: Instant,
    pub payload: Value,
    /// The type of the first answer; `None` before it.
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
    /// The base of every address in the world's objects: `http://127.0.0.1:PORT`.
    pub base: String,
    /// The last snowflake made.
    pub last: u64,
    pub channels: BTreeMap<u64, Channel>,
    pub files: BTreeMap<u64, File>,
    file_bytes: usize,
    /// Commands registered for every guild, as full command objects.
    pub commands: Vec<Value>,
    /// Commands registered for [`GUILD`](payloads::GUILD).
    pub guild_commands: Vec<Value>,
    pub interactions: BTreeMap<u64, Interaction>,
    pub sessions: HashMap<String, Session>,
    pub demands: Demands,
    pub pages: Vec<Page>,
    pub blocked: Vec<u64>,
    pub nonces: VecDeque<(u64, String, u64, Instant)>,
    pub faults: Vec<Fault>,
    /// Members missing from the next interactions as the bot receives them.
    pub spoilt: VecDeque<Vec<String>>,
    pub buckets: Buckets,
    /// Answers to GETs of these paths, instead of the true ones.
    pub pretences: HashMap<String, Value>,
    /// Addresses that receive interactions, instead of the gateway.
    pub endpoints: Vec<Endpoint>,
    /// Number of interactions sent to the addresses.
    pub posted: usize,
    violations: VecDeque<String>,
    requests: VecDeque<Recorded>,
    /// Number of changes that the snapshot must keep; the snapshot is written only when it differs.
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
        // A test that panics while holding the lock leaves a usable world.
        self.inner
            .state
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.inner.limits
    }

    /// Returns the bot's violations, oldest first, in a sentence each: acts that Discord would have refused, or that
    /// break a rule of the sandbox.
    #[must_use]
    pub fn violations(&self) -> Vec<String> {
        self.lock().violations.iter().cloned().collect()
    }

    /// Returns the bot's latest requests, oldest first, at most [`Limits::requests`].
    #[must_use]
    pub fn requests(&self) -> Vec<Recorded> {
        self.lock().requests.iter().cloned().collect()
    }

    /// Injects a fault into the next `times` requests whose path (after `/api/v10`, or with the method before it)
    /// begins with `route`.
    pub fn fault(&self, route: &str, ill: super::rest::fault::FaultKind, times: u32) {
        self.lock().faults.push(Fault {
            route: route.to_owned(),
            ill,
            times,
        });
    }

    /// Ends all injected faults.
    pub fn end_faults(&self) {
        self.lock().faults.clear();
    }

    /// Answers the bot's GETs of a path (after `/api/v10`) with `answer` from now on, instead of the truth.
    pub fn pretend(&self, path: &str, answer: Value) {
        self.lock().pretences.insert(path.to_owned(), answer);
    }

    /// Sends the bot its next interaction without these members, in a shape that it cannot know.
    pub fn spoil(&self, members: &[&str]) {
        let members = members.iter().map(|member| (*member).to_owned()).collect();
        self.lock().spoilt.push_back(members);
    }

    /// Returns the number of changes of channels and messages: while it stays equal, there is nothing new to read.
    #[must_use]
    pub fn changes(&self) -> u64 {
        self.lock().changes
    }

    /// True if a bot is connected to the gateway, or takes interactions by HTTP.
    #[must_use]
    pub fn bot_online(&self) -> bool {
        self.lock().online()
    }

    /// Returns the commands that the bot has registered, as full command objects.
    #[must_use]
    pub fn commands(&self) -> Vec<Value> {
        self.lock().all_commands().cloned().collect()
    }
}

impl State {
    /// Returns a new snowflake, greater than any before.
    pub(crate) fn snowflake(&mut self) -> u64 {
        self.last = payloads::snowflake_at(payloads::now()).max(self.last + 1);
        self.last
    }

    /// Returns the address that the application names, if it takes interactions by HTTP.
    pub(crate) fn endpoint(&self) -> Option<&str> {
        self.endpoints.first().map(|one| one.address.as_str())
    }

    pub(crate) fn online(&self) -> bool {
        // A bot that takes interactions by HTTP shows as offline on Discord; here the page must offer it.
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

    /// Sends an event to the open pages of a user, or to all pages.
    pub(crate) fn send_to_pages(&mut self, user: Option<u64>, event: &Value) {
        let text = event.to_string();
        self.pages.retain(|page| {
            if user.is_some_and(|user| user != page.user) {
                return !page.send.is_closed();
            }
            page.send.send(text.clone()).is_ok()
        });
    }

    /// Sends an event to the pages of everyone who can see a channel, or of one user alone.
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

    /// Reports a new or changed channel to the pages and the gateway.
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

    /// Keeps a file's bytes, and drops the oldest ones beyond the limit.
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

    /// Drops a message's files, except those that it still shows.
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

    /// Removes a channel with its messages and files.
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

    /// Returns the channels and messages that a user may see.
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

    /// Returns the commands that a user may use.
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
