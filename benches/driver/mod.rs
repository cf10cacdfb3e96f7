//! Shared parts of the benches that go through the socket: a sandbox, the program connected to it as a separate
//! process, and users who play.
#![allow(
    dead_code,
    missing_docs,
    clippy::unwrap_used,
    reason = "each bench uses a part of it"
)]

pub mod parts;
#[path = "../small/mod.rs"]
mod small;

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::{BoxFuture, LocalBoxFuture};
use rookery::app::{App, MatchRef, Place, Request, Sent, Sources};
use rookery::match_state::{ChannelId, GameId, UserId};
use rookery::rules::{Game, GameInfo, Options};
use rookery::sandbox::{Limits, Outcome, Raw, Server, Setup};
use rookery::store::Database;
use serde_json::{Value, json};
pub use small::in_small;
use tempfile::TempDir;
use tokio::sync::OnceCell;

pub const GUILD: u64 = 2_000_000_000_000_000_001;
pub const CHANNEL: u64 = 3_000_000_000_000_000_002;
/// Permission to do everything in the server.
const ADMINISTRATOR: &str = "8";
/// First of the users; nobody plays two games, so that no user exceeds the rate limits.
const PEOPLE: u64 = 5_000_000_000_000_000_000;

/// Returns the text after a flag of the command line, such as `--bot-cores 0,1`, which restricts the bot to these
/// processors in all benches.
pub fn word(flag: &str) -> Option<String> {
    let mut arguments = std::env::args();
    arguments.find(|argument| argument == flag)?;
    arguments.next()
}

/// Returns the number after a flag, such as `--games 500`; `small` if a test runs the bench, which must work but needs
/// no figures.
pub fn number(flag: &str, default: u64, small: u64) -> u64 {
    if in_small() {
        return small;
    }
    word(flag)
        .and_then(|number| number.parse().ok())
        .unwrap_or(default)
}

/// True if cargo runs the benches as tests: then nothing is measured.
pub fn only_listed() -> bool {
    std::env::args().any(|argument| argument == "--list" || argument == "--test")
}

/// A sandbox and a folder for the bot's database.
pub struct Arena {
    pub server: Server,
    pub folder: TempDir,
    /// The bot's database, as in `ROOKERY_DATABASE`.
    pub place: String,
    app: OnceCell<App>,
}

/// The program as a separate process, which does not outlive the bench.
pub struct Bot(pub Child);

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Bot {
    /// Returns the resident memory, in megabytes of 1,000,000 bytes: now, and the maximum so far.
    pub fn extra_state(&self) -> (f64, f64) {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id()));
        let status = status.unwrap_or_default();
        let field = |name: &str| {
            let line = status.lines().find(|line| line.starts_with(name));
            let kilobytes =
                line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok());
            kilobytes.unwrap_or(0.0) * 1024.0 / 1e6
        };
        (field("VmRSS:"), field("VmHWM:"))
    }

    /// Returns the processor time used so far, in seconds.
    pub fn processor(&self) -> f64 {
        processor_of(self.0.id())
    }
}

/// Returns the processor time that a process has used so far, in seconds.
pub fn processor_of(process: u32) -> f64 {
    processor_in(process, 11..13)
}

/// Returns the processor time of a process and of its ended children, in seconds.
pub fn processor_with_ended(process: u32) -> f64 {
    processor_in(process, 11..15)
}

fn processor_in(process: u32, fields: std::ops::Range<usize>) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"));
    let stat = stat.unwrap_or_default();
    // After the name in brackets; the clock ticks a hundred times a second on Linux.
    let times: Vec<f64> = stat
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .map(|field| field.parse().unwrap_or(0.0))
        .collect();
    times
        .get(fields)
        .map_or(0.0, |times| times.iter().sum::<f64>() / 100.0)
}

impl Arena {
    pub fn new() -> BoxFuture<'static, Arena> {
        Box::pin(async move {
            let limits = Limits {
                messages: 5000,
                requests: 200,
                ..Limits::default()
            };
            let setup = Setup {
                limits,
                ..Setup::default()
            };
            let folder = TempDir::new().unwrap();
            Arena {
                server: Server::start(setup).await.unwrap(),
                place: folder.path().join("rookery.db").display().to_string(),
                folder,
                app: OnceCell::new(),
            }
        })
    }

    pub fn database(&self) -> PathBuf {
        self.folder.path().join("rookery.db")
    }

    /// Starts the program and waits until its commands are registered and it answers; returns how long that took.
    pub fn start(&self) -> BoxFuture<'_, (Bot, Duration)> {
        Box::pin(async move {
            let begun = Instant::now();
            let bot = self.run(&[]);
            let shared = self.server.shared();
            while !shared.bot_online() || shared.commands().is_empty() {
                assert!(
                    begun.elapsed() < Duration::from_secs(60),
                    "the bot does not come"
                );
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            let took = begun.elapsed();
            (bot, took)
        })
    }

    /// Starts so many processes that take interactions by HTTP in turn, and waits until all of them answer.
    pub fn start_workers(&self, count: usize) -> BoxFuture<'_, Vec<Bot>> {
        Box::pin(async move {
            let shared = self.server.shared();
            let mut bots = Vec::new();
            let mut addresses = Vec::new();
            for _ in 0..count {
                let free = TcpListener::bind("127.0.0.1:0").unwrap();
                let address = free.local_addr().unwrap().to_string();
                drop(free);
                bots.push(self.run(&[
                    ("ROOKERY_ROLES", "http,scheduler,notifier"),
                    ("ROOKERY_HTTP", &address),
                    ("DISCORD_PUBLIC_KEY", &shared.public_key()),
                ]));
                while reqwest::get(format!("http://{address}/health"))
                    .await
                    .is_err()
                {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
                ENDPOINTS.lock().unwrap().push(address.clone());
                addresses.push(format!("http://{address}/interactions"));
            }
            shared.post_to(addresses);
            while shared.commands().is_empty() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            bots
        })
    }

    /// Starts the program.
    pub fn run(&self, settings: &[(&str, &str)]) -> Bot {
        let program = env!("CARGO_BIN_EXE_rookery");
        let mut command = match word("--bot-cores") {
            Some(cores) => {
                let mut pinned = Command::new("taskset");
                pinned.args(["-c", &cores, program]);
                pinned
            }
            None => Command::new(program),
        };
        let child = command
            .arg("bot")
            .env_clear()
            .env("DISCORD_TOKEN", self.server.token())
            .env("ROOKERY_DISCORD_API", self.server.api_base())
            .env("ROOKERY_DATABASE", &self.place)
            .env("ROOKERY_LOG", "error")
            .envs(settings.iter().copied())
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        Bot(child)
    }

    /// Lets a user send a command; `new` names other users in `resolved`.
    pub fn command(&self, user: u64, data: Value) -> BoxFuture<'_, Outcome> {
        self.send(2, user, data, Value::Null)
    }

    pub fn play(&self, user: u64, game: i64, text: &str) -> BoxFuture<'_, Outcome> {
        let data = json!({"id": "1", "name": "move", "type": 1, "options": [
            {"name": "move", "type": 3, "value": text},
            {"name": "game", "type": 3, "value": game.to_string()},
        ]});
        self.command(user, data)
    }

    /// Lets a user press a button of a message.
    pub fn press(&self, user: u64, message: &Value, custom_id: &str) -> BoxFuture<'_, Outcome> {
        let data = json!({"component_type": 2, "custom_id": custom_id});
        // The sandbox cannot describe the user of the command that the message answers.
        let mut message = message.clone();
        if let Some(members) = message.as_object_mut() {
            members.remove("interaction");
            members.remove("interaction_metadata");
        }
        self.send(3, user, data, json!({"message": message}))
    }

    pub fn send(
        &self,
        kind: u64,
        user: u64,
        data: Value,
        mut over: Value,
    ) -> BoxFuture<'_, Outcome> {
        Box::pin(async move {
            let member = json!({
                "user": {"id": user.to_string(), "username": format!("u{user}"), "discriminator": "0",
                         "global_name": null, "avatar": null},
                "roles": [], "joined_at": "2024-01-01T00:00:00.000000+00:00", "deaf": false, "mute": false, "flags": 0,
                "permissions": ADMINISTRATOR,
            });
            if over.is_null() {
                over = json!({});
            }
            over["member"] = member;
            let raw = Raw {
                kind,
                user,
                channel: CHANNEL,
                data,
                over,
            };
            self.server.shared().deliver(raw).await
        })
    }

    /// Returns the bot's database, for users who check the result of a missing answer.
    async fn app(&self) -> &App {
        self.app
            .get_or_init(|| open(Database::read(&self.place).unwrap()))
            .await
    }

    /// Lets a user begin a game against the strongest machine, which moves first.
    pub fn against_machine(&self, kind: &'static GameInfo, index: u64) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            let data = json!({"id": "1", "name": "play", "type": 1, "options": [
                {"name": "game", "type": 3, "value": kind.key},
                {"name": "level", "type": 4, "value": 8},
                {"name": "side", "type": 3, "value": kind.seats[kind.seats.len() - 1]},
                {"name": "place", "type": 3, "value": "here"},
            ]});
            self.command(PEOPLE / 2 + index, data).await;
        })
    }

    /// Opens a match of a kind and fills its seats with users of its number.
    pub fn begin(&self, kind: &'static GameInfo, index: u64) -> LocalBoxFuture<'_, Match> {
        Box::pin(async move {
            let users: Vec<u64> = (0..kind.seats.len() as u64)
                .map(|seat| PEOPLE + index * 8 + seat)
                .collect();
            // A newcomer would see every move before it is made.
            for user in &users {
                let chosen = json!([{"name": "preview", "type": 3, "value": "off"}]);
                let data = json!({"id": "1", "name": "settings", "type": 1, "options": chosen});
                // As below, what is not answered is asked again.
                for _ in 0..TRIES {
                    let set = self.command(*user, data.clone()).await.message;
                    let set = set.unwrap_or_default();
                    let text = set["content"].as_str().unwrap_or_default();
                    if text.contains("before it is played: never") {
                        break;
                    }
                }
            }
            let data = json!({"id": "1", "name": "new", "type": 1, "options": [{
                "name": subcommand(kind), "type": 1, "options": [
                    {"name": "side", "type": 3, "value": kind.seats[0]},
                    {"name": "place", "type": 3, "value": "here"},
                ],
            }]});
            let app = self.app().await;
            let mut message = Value::Null;
            let mut game = None;
            for tries in 0..TRIES {
                ASKED_AGAIN.fetch_add(usize::from(tries > 0), Ordering::Relaxed);
                // Input typed while the gateway begins a new session is lost, as on Discord, and a busy machine may
                // answer too late: a user who finds no table types it again.
                let opened = self.command(users[0], data.clone()).await;
                message = opened.message.unwrap_or(message);
                game = wait(async || app.store().games_of(UserId(users[0])).await.unwrap().pop())
                    .await;
                if game.is_some() {
                    break;
                }
            }
            let game = game
                .unwrap_or_else(|| panic!("{} was not opened: {message}", kind.key))
                .game;
            for (seat, user) in users.iter().enumerate().skip(1) {
                let there = async || {
                    let company = app.store().participants(game).await.unwrap();
                    let seated = company.seats.iter().map(|(_, user)| user);
                    seated
                        .chain(&company.guests)
                        .any(|there| there.0 == *user)
                        .then_some(())
                };
                let mut last = None;
                for tries in 0..TRIES {
                    ASKED_AGAIN.fetch_add(usize::from(tries > 0), Ordering::Relaxed);
                    let id = format!("r1:join:{}:{seat}:h", game.0);
                    last = Some(self.press(*user, &message, &id).await);
                    if wait(there).await.is_some() {
                        last = None;
                        break;
                    }
                }
                assert!(last.is_none(), "{}: nobody could join: {last:?}", kind.key);
            }
            Match {
                kind,
                game: game.0,
                users,
                board: kind.new_game(&Options::new()).unwrap(),
                accepted: Vec::new(),
            }
        })
    }
}

/// Addresses at which the workers take interactions by HTTP.
pub static ENDPOINTS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Tries after which a user gives up.
pub const TRIES: u32 = 5;

/// Number of repeated requests for a table or a seat.
pub static ASKED_AGAIN: AtomicUsize = AtomicUsize::new(0);

/// Polls for some seconds until a result is there, since a deferred answer comes later.
pub async fn wait<T>(look: impl AsyncFn() -> Option<T>) -> Option<T> {
    let begun = Instant::now();
    loop {
        let found = look().await;
        if found.is_some() || begun.elapsed() > Duration::from_secs(5) {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// A match as its players know it.
pub struct Match {
    pub kind: &'static GameInfo,
    pub game: i64,
    pub users: Vec<u64>,
    pub board: Box<dyn Game>,
    /// Moves that were answered with a board.
    pub accepted: Vec<String>,
}

impl Match {
    /// Returns the user whose turn it is.
    pub fn turn(&self) -> u64 {
        self.users[self.board.turn().index()]
    }

    /// Returns a legal move, chosen by a number from the caller.
    pub fn some_move(&self, lot: usize) -> Option<String> {
        let moves = self.board.legal();
        (!moves.is_empty()).then(|| moves[lot % moves.len()].clone())
    }
}

/// Returns the name of a game as a subcommand of `/new`.
pub fn subcommand(kind: &GameInfo) -> String {
    let words: Vec<String> = kind
        .name
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.join("-")
}

/// True if an answer shows a board to everyone: the move was made.
pub fn is_board(outcome: &Outcome) -> bool {
    outcome.message.as_ref().is_some_and(|message| {
        message["flags"].as_u64().unwrap_or(0) & 64 == 0
            && message["attachments"]
                .as_array()
                .is_some_and(|files| !files.is_empty())
    })
}

/// Returns the moves of a match from the database, and the position after replaying them from the start.
pub fn stored<'a>(
    app: &'a App,
    kind: &'static GameInfo,
    game: i64,
) -> BoxFuture<'a, (Vec<String>, Box<dyn Game>)> {
    Box::pin(async move {
        let request = Request {
            user: UserId(1),
            place: Place {
                guild: Some(rookery::match_state::GuildId(GUILD)),
                channel: ChannelId(CHANNEL),
                outside: false,
            },
            interaction: 1,
            sent: Sent::now(),
        };
        let history = app
            .history(request, MatchRef::Game(GameId(game)))
            .await
            .unwrap();
        let (headers, _) = history.file.split_once("\n\n").unwrap();
        let options: Options = headers
            .lines()
            .filter_map(|line| line.strip_prefix("Option: ")?.split_once('='))
            .collect();
        let stored = app.store().load_whole(GameId(game)).await.unwrap();
        let mut board = kind.new_game(&options).unwrap();
        let mut moves = Vec::new();
        for (index, event) in stored.events.iter().enumerate() {
            assert_eq!(
                usize::try_from(event.ply).unwrap(),
                index + 1,
                "a gap in game {game}"
            );
            if let Some(text) = &event.record.text
                && matches!(event.record.kind.as_str(), "moved" | "rolled")
            {
                board.play(text).unwrap();
                if event.record.kind == "moved" {
                    moves.push(text.clone());
                }
            }
        }
        (moves, board)
    })
}

pub async fn open(database: impl Into<Database>) -> App {
    App::start(database, Sources::system()).await.unwrap()
}

/// Returns the value below which that share of the times lie.
pub fn quantile(times: &mut [Duration], share: f64) -> Duration {
    times.sort_unstable();
    let index = (share * times.len() as f64).ceil() as usize;
    times
        .get(index.saturating_sub(1))
        .copied()
        .unwrap_or_default()
}

pub fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}

/// Returns the machine's load of the last minute.
pub fn load() -> String {
    std::fs::read_to_string("/proc/loadavg")
        .ok()
        .and_then(|text| text.split_whitespace().next().map(str::to_owned))
        .unwrap_or_default()
}
