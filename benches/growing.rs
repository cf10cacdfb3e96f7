//! PostgreSQL compared with SQLite, and several processes with one: how often a second a usual move is committed, and
//! made with all reading and judging, by 1, 8 and 64 people at once on either, in turns; moving a large database over;
//! the cost of a move and a notification among many; the server killed and started again; moves answered with pictures
//! by one, two and three processes, and one of them killed.
//!
//!     cargo bench --bench growing -- [appends] [beside] [moved] [among] [restarted] [workers] [--seconds 5]
//!         [--games 1000000] [--restarts 5] [--quota PERCENT] [--rounds 1]
//!
//! `--quota 25` leaves each of the processes a quarter of one processor.
//!
//! A commit is written through on both. The server is Debian's, on the same processors; both keep their files in memory
//! if the system has a folder for that, as Linux has in `/dev/shm`: mount a disk there to wait for one.
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "growing/append.rs"]
mod append;
mod driver;
#[path = "growing/filled_schema.rs"]
mod filled_schema;
mod many;
#[path = "growing/quota.rs"]
mod quota;
#[path = "../tests/scratch/mod.rs"]
mod scratch;
#[path = "../tests/postgres/mod.rs"]
#[allow(dead_code, reason = "the tests use the rest of it")]
mod server;
#[path = "growing/waits.rs"]
mod waits;
#[path = "growing/workers.rs"]
mod workers;

use std::time::{Duration, Instant};

use driver::{load, milliseconds, number, only_listed, quantile};
use filled_schema::FilledSchema;
use futures_util::future::join_all;
use many::{Copies, begin, multiply, next, request};
use rookery::app::{App, Limits, MatchRef, NewGame, Sources};
use rookery::games::GAMES;
use rookery::match_state::{GameId, UserId};
use rookery::rules::{Game, Options, Seat};
use rookery::store::{Database, move_store};
use server::Server;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use waits::Waits;

#[tokio::main]
pub async fn main() {
    if only_listed() {
        return;
    }
    let Some(mut server) = Server::durable() else {
        return;
    };
    println!("load of the machine {}", load());
    let parts = [
        "appends",
        "beside",
        "moved",
        "among",
        "restarted",
        "workers",
    ];
    let named: Vec<String> = std::env::args()
        .filter(|argument| parts.contains(&argument.as_str()))
        .collect();
    let wanted = |part: &str| named.is_empty() || named.iter().any(|name| name == part);
    if wanted("appends") {
        beside(&server, Measured::Appends).await;
    }
    if wanted("beside") {
        beside(&server, Measured::Moves).await;
    }
    if wanted("moved") {
        moved(&server).await;
    }
    if wanted("among") {
        among_many(&server).await;
    }
    if wanted("restarted") {
        restarted(&mut server).await;
    }
    if wanted("workers") {
        workers::measure(&server).await;
    }
    println!("load of the machine {}", load());
}

/// Makes an empty schema of the server.
async fn schema(server: &Server, name: &str) -> Database {
    let address = server::address(server.socket(), name);
    let mut connection = PgConnection::connect(&address).await.unwrap();
    let create = sqlx::query(AssertSqlSafe(format!("CREATE SCHEMA {name}")));
    create.execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    Database::read(&address).unwrap()
}

async fn app(place: &Database) -> App {
    let app = App::start(place, Sources::system()).await.unwrap();
    app.with_limits(Limits::UNLIMITED)
}

/// A match, its board, and its players.
struct Played {
    game: GameId,
    board: Box<dyn Game>,
    players: [UserId; 2],
    /// Number of its events, if only commits are made.
    ply: Option<u32>,
}

/// A measured operation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Measured {
    /// Commit of a usual move.
    Appends,
    /// Whole move without pictures.
    Moves,
}

/// Opens a match of two people who play no other.
async fn open(app: &App, number: u64) -> Played {
    let players = [0, 1].map(|seat| UserId(1_000_000 + 2 * number + seat));
    let new = NewGame {
        game: GAMES[0].key.to_owned(),
        options: Options::new(),
        opponents: vec![players[1]],
        seat: Some(Seat(0)),
        terms: None,
    };
    let opened = app.open(request(players[0]), new).await.unwrap();
    let joined = app.join(request(players[1]), opened.game, None).await;
    joined.unwrap();
    Played {
        game: opened.game,
        board: GAMES[0].new_game(&Options::new()).unwrap(),
        players,
        ply: None,
    }
}

/// Makes one move of the side to move; returns the time it took. Begins a new game if every move would end this one.
async fn step(app: &App, played: &mut Played) -> Duration {
    loop {
        let user = played.players[played.board.turn().index()];
        let Some(text) = next(&mut played.board) else {
            *played = open(app, played.players[0].0).await;
            continue;
        };
        let begun = Instant::now();
        let which = MatchRef::Game(played.game);
        app.play(request(user), which, &text).await.unwrap();
        return begun.elapsed();
    }
}

fn print(name: &str, times: &mut [Duration], took: Duration) {
    println!(
        "{name}: {:.0} a second; p50 {}, p99 {}",
        times.len() as f64 / took.as_secs_f64(),
        milliseconds(quantile(times, 0.5)),
        milliseconds(quantile(times, 0.99)),
    );
}

/// Measures an operation on both stores, in turns.
async fn beside(server: &Server, measured: Measured) {
    let (place, of) = match measured {
        Measured::Appends => ("appends", ", commits"),
        Measured::Moves => ("moves", ""),
    };
    // Duration of each turn.
    let seconds = Duration::from_millis(number("--seconds", 5, 1) * 100);
    let folder = scratch::folder();
    let file = Database::File(folder.path().join("rookery.db"));
    let apps = [
        ("SQLite", app(&file).await),
        ("PostgreSQL", app(&schema(server, place).await).await),
    ];
    for writers in [1, 8, number("--most", 64, 9)] {
        let mut games: Vec<Vec<Played>> = Vec::new();
        for (_, app) in &apps {
            let mut begun = Vec::new();
            for number in 0..writers {
                begun.push(open(app, 100 * writers + number).await);
            }
            games.push(begun);
        }
        let waits = Waits::watch(server);
        let mut times = [Vec::new(), Vec::new()];
        let mut took = [Duration::ZERO; 2];
        // Many turns, so that other load on the machine affects both alike.
        for turn in 0..number("--turns", 20, 2) {
            let which = usize::from(turn % 2 == 1);
            let begun = Instant::now();
            let playing = games[which].drain(..).map(|mut game| {
                let app = apps[which].1.clone();
                tokio::spawn(async move {
                    let mut times = Vec::new();
                    while begun.elapsed() < seconds {
                        times.push(match measured {
                            Measured::Appends => append::append(&app, &mut game).await,
                            Measured::Moves => step(&app, &mut game).await,
                        });
                    }
                    (game, times)
                })
            });
            let played = join_all(playing.collect::<Vec<_>>()).await;
            took[which] += begun.elapsed();
            for one in played {
                let (game, mut taken) = one.unwrap();
                games[which].push(game);
                times[which].append(&mut taken);
            }
        }
        for (which, (name, _)) in apps.iter().enumerate() {
            let name = format!("{name}{of}, {writers} at once");
            print(&name, &mut times[which], took[which]);
        }
        println!("{}", waits.summary(server));
    }
    for (_, app) in apps {
        app.stop().await;
    }
}

/// Measures moving a large database to the server.
async fn moved(server: &Server) {
    let count = i64::try_from(number("--moved", 100_000, 50)).unwrap();
    let folder = scratch::folder();
    let file = folder.path().join("many.db");
    let small = app(&Database::File(file.clone())).await;
    let (game, _) = begin(&small, 20).await;
    small.stop().await;
    multiply(&file, &[Copies::each_by_others(game, count)]).await;
    let begun = Instant::now();
    let to = schema(server, "moved").await;
    let moved = move_store(&Database::File(file), &to).await.unwrap();
    let took = begun.elapsed().as_secs_f64();
    println!(
        "moved {} games with {} events in {took:.1} s: {:.0} events a minute",
        moved.games,
        moved.events,
        moved.events as f64 * 60.0 / took
    );
}

/// Measures work in a match that is not cached, and with notices, among few games and among many.
async fn among_many(server: &Server) {
    let many = i64::try_from(number("--games", 1_000_000, 60)).unwrap();
    let mut shelves = Vec::new();
    for (name, count) in [("few", 1_000), ("many", many)] {
        // In small, there are no few games to compare.
        if count > many {
            continue;
        }
        let place = schema(server, name).await;
        shelves.push(FilledSchema::fill(server, &place, name, count).await);
    }
    let rounds = 10;
    let moves = number("--moves", 3_000, 20) / rounds;
    for _ in 0..rounds {
        for filled_schema in &mut shelves {
            let before = server.processor();
            for _ in 0..moves {
                filled_schema.step().await;
            }
            filled_schema.processor += server.processor() - before;
        }
    }
    for filled_schema in &mut shelves {
        filled_schema.report();
        filled_schema.send(number("--batches", 50, 1)).await;
    }
    for filled_schema in shelves {
        filled_schema.app.stop().await;
    }
}

/// Measures how soon a player is answered again after the server was killed and started again.
async fn restarted(server: &mut Server) {
    let place = schema(server, "restarted").await;
    let app = app(&place).await;
    let mut played = open(&app, 1).await;
    let mut times = Vec::new();
    for _ in 0..number("--restarts", 5, 1) {
        step(&app, &mut played).await;
        server.kill();
        // Nobody is answered now, and asking loses nothing.
        let which = MatchRef::Game(played.game);
        let asked = app.play(request(played.players[0]), which, "x").await;
        assert!(asked.is_err());
        server.revive();
        let begun = Instant::now();
        while app.store().row(played.game).await.is_err() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        step(&app, &mut played).await;
        times.push(begun.elapsed());
    }
    println!(
        "a move is answered after the server is back: median {}, longest {}",
        milliseconds(quantile(&mut times, 0.5)),
        milliseconds(quantile(&mut times, 1.0)),
    );
    app.stop().await;
}
