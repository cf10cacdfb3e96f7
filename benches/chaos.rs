//! Faults of every kind, at random and at the same time, while people play by typing their moves: every request is
//! carried out once, in the position that its sender saw, or not at all.
//!
//!     cargo bench --bench chaos -- [--store sqlite|postgres] [--minutes 30] [--seed 1] [--games 12]
//!
//! The bot is one process on a file, reached over the gateway, or three on a PostgreSQL server, reached by HTTP. It is
//! stopped for up to fifteen seconds and goes on, killed, ended and started again; the gateway drops, with and without
//! a session to resume; REST answers 429, 500, late, or carries a request out and cuts the connection; another process
//! holds the file, the connections to the server stall for up to twenty seconds or are cut; and the clock of a bot in
//! this process leaps by seconds to most of a day. People type a move, wait as long as Discord shows that the bot
//! thinks, look at the board and type it again; some type it twice at once, and some requests are delivered once more
//! later.
//!
//! At the end there may be no fault: a request that made two moves, a move made in another position than its sender
//! saw, an answered move that is not stored, a refused one that is, a turn of which a player is notified twice. The
//! seed decides which faults occur and when; how far the processes are by then depends on the machine.
#![allow(missing_docs, clippy::unwrap_used)]

mod driver;
#[path = "chaos/record.rs"]
mod record;
#[path = "chaos/relay.rs"]
mod relay;
// A test that runs this bench has its own copy.
#[allow(dead_code)]
#[path = "../tests/scratch/mod.rs"]
mod scratch;
#[path = "../tests/postgres/mod.rs"]
#[allow(dead_code, reason = "another bench uses the rest of it")]
mod server;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use driver::{Arena, Bot, Match, number, only_listed, word};
use futures_util::future::join_all;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use record::{Answer, Sent};
use relay::Relay;
use rookery::app::{App, Chance, Clock, Sources};
use rookery::config::{ApiBase, Token};
use rookery::discord::{self, Connection, Dependencies};
use rookery::games::GAMES;
use rookery::match_state::UserId;
use rookery::rules::{GameInfo, Options};
use rookery::sandbox::FaultKind;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use sqlx::{Connection as _, SqliteConnection};
use tokio::sync::oneshot;
use tokio::time::sleep;

/// First of the players who play against the machine.
const ALONE: u64 = 6_000_000_000_000_000_000;

#[tokio::main]
pub async fn main() {
    if only_listed() {
        return;
    }
    let seconds = 60 * number("--minutes", 30, 0) + number("--seconds", 0, 8);
    let (games, seed) = (number("--games", 12, 3), number("--seed", 1, 1));
    let postgres = word("--store").is_some_and(|store| store == "postgres");
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let mut arena = Arena::new().await;
    let server = if postgres {
        server::Server::start()
    } else {
        None
    };
    assert_eq!(server.is_some(), postgres, "PostgreSQL is not installed");
    let direct = match &server {
        None => arena.place.clone(),
        Some(server) => {
            let address = server::address(server.socket(), "chaos");
            let mut connection = sqlx::PgConnection::connect(&address).await.unwrap();
            let made = sqlx::query("CREATE SCHEMA chaos").execute(&mut connection);
            made.await.unwrap();
            address
        }
    };
    arena.place.clone_from(&direct);
    let mut workers = Workers::start(&arena, server.as_ref()).await;
    let tables = tables(&arena, games).await;
    let until = Instant::now() + Duration::from_secs(seconds);
    let sent = RefCell::new(Vec::new());
    let people = tables.into_iter().enumerate().map(|(number, table)| {
        let dice = ChaCha8Rng::seed_from_u64(seed * 1_000 + number as u64);
        play(&arena, &direct, table, dice, until, &sent)
    });
    println!(
        "seed {seed}, {seconds} s; load of the machine {}",
        driver::load()
    );
    let mut done: BTreeMap<&'static str, u32> = BTreeMap::new();
    let chaos = async {
        while Instant::now() < until {
            sleep(Duration::from_millis(dice.random_range(200..2_500))).await;
            let what = workers.harm(&arena, &mut dice).await;
            *done.entry(what).or_default() += 1;
        }
        workers.mend(&arena).await;
    };
    tokio::join!(join_all(people), chaos);
    // Current requests end; repeated deliveries have no effect.
    sleep(Duration::from_secs(if seconds < 60 { 2 } else { 25 })).await;
    let sent = sent.into_inner();
    let faults = record::faults(&direct, &sent).await;
    let count = |answer| sent.iter().filter(|one| one.answer() == answer).count();
    println!(
        "{} moves sent: {} answered with a board, {} refused, {} of unknown outcome\n  {done:?}",
        sent.len(),
        count(Answer::Made),
        count(Answer::Refused),
        count(Answer::Unknown),
    );
    for fault in &faults {
        println!("FAULT {fault}");
    }
    workers.stop().await;
    assert!(faults.is_empty(), "{} faults, seed {seed}", faults.len());
}

/// A game that people play, by number, and its players: one for each seat, except the machine's.
struct Table {
    game: Match,
    /// True if the machine has the other seats.
    machine: bool,
}

/// Opens games of two people, and of one against the machine.
async fn tables(arena: &Arena, count: u64) -> Vec<Table> {
    // Games whose position follows from the moves alone.
    let plain = |kind: &&'static GameInfo| {
        let start = kind.new_game(&Options::new()).unwrap();
        kind.seats.len() == 2 && start.chance().is_empty()
    };
    let kinds: Vec<&'static GameInfo> = GAMES.iter().copied().filter(plain).collect();
    let app = driver::open(rookery::store::Database::read(&arena.place).unwrap()).await;
    let mut tables = Vec::new();
    for index in 0..count {
        let kind = kinds[usize::try_from(index).unwrap() % kinds.len()];
        if index % 2 == 0 {
            let game = arena.begin(kind, index).await;
            tables.push(Table {
                game,
                machine: false,
            });
            continue;
        }
        let user = ALONE + index;
        let preview = json!([{"name": "preview", "type": 3, "value": "off"}]);
        arena
            .command(
                user,
                json!({"id": "1", "name": "settings", "type": 1, "options": preview}),
            )
            .await;
        let data = json!({"id": "1", "name": "play", "type": 1, "options": [
            {"name": "game", "type": 3, "value": kind.key},
            {"name": "level", "type": 4, "value": 1},
            {"name": "side", "type": 3, "value": kind.seats[0]},
            {"name": "place", "type": 3, "value": "here"},
        ]});
        // A busy machine answers too late: a player who sees no game asks again.
        let (mut game, mut said) = (None, Value::Null);
        for _ in 0..driver::TRIES {
            let outcome = arena.command(user, data.clone()).await;
            said = outcome.message.unwrap_or_default();
            let look = async || app.store().games_of(UserId(user)).await.unwrap().pop();
            game = driver::wait(look).await;
            if game.is_some() {
                break;
            }
        }
        let game = game
            .unwrap_or_else(|| panic!("{}: no game: {said}", kind.key))
            .game;
        let game = Match {
            kind,
            game: game.0,
            users: vec![user; 2],
            board: kind.new_game(&Options::new()).unwrap(),
            accepted: Vec::new(),
        };
        tables.push(Table {
            game,
            machine: true,
        });
    }
    app.stop().await;
    tables
}

/// Types a player's moves until the bench ends.
async fn play(
    arena: &Arena,
    place: &str,
    table: Table,
    mut dice: ChaCha8Rng,
    until: Instant,
    all: &RefCell<Vec<Sent>>,
) {
    let Table { game, machine } = table;
    let shared = arena.server.shared();
    let count = async || {
        record::moves(place)
            .await
            .remove(&game.game)
            .unwrap_or_default()
    };
    while Instant::now() < until {
        let moves = count().await;
        let mut board = game.kind.new_game(&Options::new()).unwrap();
        for (text, _) in &moves {
            board.play(text).unwrap();
        }
        let legal = board.legal();
        if legal.is_empty() || board.status().is_over() {
            return;
        }
        if machine && board.turn().index() != 0 {
            sleep(Duration::from_millis(300)).await;
            continue;
        }
        let text = legal[dice.random_range(0..legal.len())].clone();
        let user = game.users[board.turn().index()];
        let twice = dice.random_range(0..8) == 0;
        let send = async |after: Duration| {
            sleep(after).await;
            let first = count().await.len();
            let asked = arena.play(user, game.game, &text);
            let seen = async {
                // Until it has its number.
                tokio::task::yield_now().await;
                count().await.len()
            };
            let (outcome, last) = tokio::join!(asked, seen);
            all.borrow_mut().push(Sent {
                game: game.game,
                text: text.clone(),
                seen: (first, last),
                outcome: outcome.clone(),
            });
            outcome.interaction
        };
        let gap = Duration::from_millis(dice.random_range(0..600));
        let interactions = if twice {
            let (one, two) = tokio::join!(send(Duration::ZERO), send(gap));
            vec![one, two]
        } else {
            vec![send(Duration::ZERO).await]
        };
        if dice.random_range(0..6) == 0 {
            let after = Duration::from_millis(dice.random_range(0..12_000));
            let shared = shared.clone();
            tokio::spawn(async move {
                sleep(after).await;
                interactions.iter().for_each(|one| shared.redeliver(*one));
            });
        }
        sleep(Duration::from_millis(dice.random_range(0..1_200))).await;
    }
}

/// A process of the bot, and its way to the database if that is a server.
struct Worker {
    bot: Option<Bot>,
    settings: Vec<(String, String)>,
    relay: Option<(Relay, tempfile::TempDir)>,
    /// A bot in this process, by the sender that ends it, and its task.
    inside: Option<(oneshot::Sender<()>, tokio::task::JoinHandle<()>)>,
}

/// All processes of the bot.
struct Workers {
    list: Vec<Worker>,
    /// Seconds by which the clock of the bot in this process is wrong.
    leap: Arc<AtomicI64>,
}

impl Workers {
    async fn start(arena: &Arena, server: Option<&server::Server>) -> Workers {
        let shared = arena.server.shared();
        let mut list = Vec::new();
        let mut addresses = Vec::new();
        for _ in 0..server.map_or(1, |_| 3) {
            let mut worker = Worker {
                bot: None,
                settings: Vec::new(),
                relay: None,
                inside: None,
            };
            if let Some(server) = server {
                let folder = tempfile::tempdir().unwrap();
                let socket: &Path = server.socket();
                worker.relay = Some((Relay::new(socket, folder.path()), folder));
                let (_, folder) = worker.relay.as_ref().unwrap();
                let place = server::address(folder.path(), "chaos");
                let free = TcpListener::bind("127.0.0.1:0").unwrap();
                let address = free.local_addr().unwrap().to_string();
                drop(free);
                for (name, value) in [
                    ("ROOKERY_DATABASE", place),
                    ("ROOKERY_ROLES", "http,scheduler,notifier".to_owned()),
                    ("ROOKERY_HTTP", address.clone()),
                    ("DISCORD_PUBLIC_KEY", shared.public_key()),
                ] {
                    worker.settings.push((name.to_owned(), value));
                }
                addresses.push(format!("http://{address}/interactions"));
            }
            worker.run(arena);
            list.push(worker);
        }
        shared.post_to(addresses);
        let workers = Workers {
            list,
            leap: Arc::default(),
        };
        workers.online(arena).await;
        workers
    }

    /// Waits, for a while, until a process answers.
    async fn online(&self, arena: &Arena) {
        let shared = arena.server.shared();
        let begun = Instant::now();
        let gateway = self.list.iter().any(|worker| worker.relay.is_none());
        while (gateway && !shared.bot_online()) || shared.commands().is_empty() {
            assert!(
                begun.elapsed() < Duration::from_secs(90),
                "the bot does not come"
            );
            sleep(Duration::from_millis(5)).await;
        }
    }

    /// Causes one random fault; returns its name.
    async fn harm(&mut self, arena: &Arena, dice: &mut ChaCha8Rng) -> &'static str {
        let shared = arena.server.shared();
        let number = dice.random_range(0..self.list.len());
        let (short, long) = (
            dice.random_range(100..4_000),
            dice.random_range(100..20_000),
        );
        // Less than a day: older events lose the number of their request, by which the record finds them.
        let leap = [-80_000, -3_600, -20, -3, 3, 20, 3_600, 80_000][dice.random_range(0..8)];
        let what = dice.random_range(0..12);
        let worker = &mut self.list[number];
        match what {
            0..=2 if worker.bot.is_some() => {
                let process = worker.process();
                kill_process(process, Signal::STOP).unwrap();
                sleep(Duration::from_millis(if what == 0 {
                    long * 3 / 4
                } else {
                    short
                }))
                .await;
                kill_process(process, Signal::CONT).unwrap();
                "stopped"
            }
            3 if worker.bot.is_some() => {
                worker.bot = None;
                worker.run(arena);
                "killed"
            }
            4 if worker.bot.is_some() => {
                kill_process(worker.process(), Signal::TERM).unwrap();
                let mut bot = worker.bot.take().unwrap();
                let ended = tokio::task::spawn_blocking(move || bot.0.wait());
                let _ = tokio::time::timeout(Duration::from_secs(15), ended).await;
                worker.run(arena);
                "ended"
            }
            5 | 6 if worker.relay.is_none() => {
                let what =
                    ["drop", "reconnect", "resumable", "invalidate"][dice.random_range(0..4)];
                let url = format!("{}/sandbox/gateway", arena.server.api_base());
                let body = json!({"do": what});
                let _ = reqwest::Client::new().post(url).json(&body).send().await;
                "gateway"
            }
            5..=7 => match &worker.relay {
                Some((relay, _)) if what == 7 => {
                    relay.cut();
                    "cut"
                }
                Some((relay, _)) => {
                    relay.stall(true);
                    sleep(Duration::from_millis(if what == 5 { long } else { short })).await;
                    relay.stall(false);
                    "stalled"
                }
                None => {
                    hold(&arena.place, Duration::from_millis(short * 2)).await;
                    "held"
                }
            },
            8 | 9 => {
                let ill = [
                    FaultKind::Status(429),
                    FaultKind::Status(500),
                    FaultKind::Late(Duration::from_millis(short)),
                    FaultKind::Lost,
                    FaultKind::Silence,
                ][dice.random_range(0..5)];
                let route = ["POST /interactions/", "PATCH /webhooks/", "POST /channels/"];
                shared.fault(route[dice.random_range(0..3)], ill, 1);
                "rest"
            }
            10 if worker.relay.is_none() => {
                // From a process to this one, whose clock leaps, and back.
                if worker.bot.take().is_some() {
                    while shared.bot_online() {
                        sleep(Duration::from_millis(5)).await;
                    }
                    self.leap.store(0, Ordering::SeqCst);
                    worker.run_inside(arena, Arc::clone(&self.leap)).await;
                } else {
                    worker.end_inside().await;
                    worker.run(arena);
                }
                "moved"
            }
            11 if worker.inside.is_some() => {
                self.leap.store(leap, Ordering::SeqCst);
                "leapt"
            }
            _ => "nothing",
        }
    }

    /// Ends all faults.
    async fn mend(&mut self, arena: &Arena) {
        arena.server.shared().end_faults();
        for worker in &mut self.list {
            if let Some((relay, _)) = &worker.relay {
                relay.stall(false);
            }
        }
        self.online(arena).await;
    }

    async fn stop(mut self) {
        for worker in &mut self.list {
            worker.bot = None;
            worker.end_inside().await;
        }
    }
}

impl Worker {
    fn run(&mut self, arena: &Arena) {
        let settings = self.settings.iter();
        let settings: Vec<_> = settings
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        self.bot = Some(arena.run(&settings));
    }

    fn process(&self) -> Pid {
        let id = self.bot.as_ref().unwrap().0.id();
        Pid::from_raw(i32::try_from(id).unwrap()).unwrap()
    }

    async fn run_inside(&mut self, arena: &Arena, leap: Arc<AtomicI64>) {
        let clock = Clock::new(move || {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
            i64::try_from(now.as_secs()).unwrap() + leap.load(Ordering::SeqCst)
        });
        let chance = Chance::system();
        let app = App::start(Path::new(&arena.place), Sources { clock, chance })
            .await
            .unwrap();
        let connection = Connection {
            token: Token::new(arena.server.token()).unwrap(),
            api: Some(ApiBase::new(&arena.server.api_base()).unwrap()),
        };
        let (stop, stopped) = oneshot::channel::<()>();
        let running = tokio::spawn(async move {
            let until = async {
                let _ = stopped.await;
            };
            let _ =
                discord::run_with(app.clone(), connection, Dependencies::default(), until).await;
            app.stop().await;
        });
        self.inside = Some((stop, running));
    }

    async fn end_inside(&mut self) {
        if let Some((stop, running)) = self.inside.take() {
            let _ = stop.send(());
            let _ = running.await;
        }
    }
}

/// Holds the file from another connection.
async fn hold(place: &str, long: Duration) {
    let mut holder = SqliteConnection::connect(&format!("sqlite://{place}"))
        .await
        .unwrap();
    if sqlx::query("BEGIN IMMEDIATE")
        .execute(&mut holder)
        .await
        .is_ok()
    {
        sleep(long).await;
        let _ = sqlx::query("ROLLBACK").execute(&mut holder).await;
    }
    let _ = holder.close().await;
}
