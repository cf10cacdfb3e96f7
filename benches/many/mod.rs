//! A database with many games in it: a few that are played, and copies of them for other people and in other places.
//! The benches measure with it, and a test runs the same code with a few hundred games.
#![allow(
    dead_code,
    missing_docs,
    clippy::unwrap_used,
    reason = "each bench uses a part of it"
)]

pub mod answers;
#[path = "../questions/mod.rs"]
pub mod questions;

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use rookery::app::{App, MatchRef, NewGame, Place, Request, Sent};
use rookery::games::GAMES;
use rookery::match_state::{ChannelId, GameId, GuildId, UserId};
use rookery::rules::{Game, Options, Seat};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{Connection as _, SqliteConnection};

/// Server and channel of the measured games. Every second of the other games is in this server, too.
pub const GUILD: GuildId = GuildId(500);
pub const CHANNEL: ChannelId = ChannelId(900);

/// Players of the measured games.
pub const ANN: UserId = UserId(101);
pub const BOB: UserId = UserId(102);

/// Player with more games at a time than anybody else.
pub const BUSY: UserId = UserId(103);

/// First of the users who play the copies.
const FIRST: i64 = 1_000_000;

pub fn request(user: UserId) -> Request {
    static NUMBER: AtomicU64 = AtomicU64::new(1);
    Request {
        user,
        place: Place {
            guild: Some(GUILD),
            channel: CHANNEL,
            outside: false,
        },
        interaction: NUMBER.fetch_add(1, Ordering::Relaxed),
        sent: Sent::now(),
    }
}

/// Returns the moves of a game that goes on for so long: of the legal moves that do not end it, another one each time.
pub fn long_game(plies: usize) -> (Vec<String>, Box<dyn Game>) {
    let kind = GAMES[0];
    'again: for salt in 0.. {
        let mut board = kind.new_game(&Options::new()).unwrap();
        let mut texts = Vec::with_capacity(plies);
        while texts.len() < plies {
            let moves = board.legal();
            // Quiet moves: a game of 500 plies has few captures.
            let quiet: Vec<&String> = moves.iter().filter(|text| !text.contains('x')).collect();
            let found = (0..quiet.len()).find_map(|offset| {
                let text = quiet[((salt + texts.len()) * 7 + offset) % quiet.len()];
                let mut after = board.clone();
                after.play(text).unwrap();
                (!after.status().is_over()).then_some((text.clone(), after))
            });
            let Some((text, after)) = found else {
                continue 'again;
            };
            texts.push(text);
            board = after;
        }
        return (texts, board);
    }
    unreachable!("a game can be played for long")
}

/// Begins a game of Ann and Bob, who has White, of so many plies.
pub async fn begin(app: &App, plies: usize) -> (GameId, Box<dyn Game>) {
    let new = NewGame {
        game: GAMES[0].key.to_owned(),
        options: Options::new(),
        opponents: vec![BOB],
        seat: Some(Seat(0)),
        terms: None,
    };
    let game = app.open(request(ANN), new).await.unwrap().game;
    app.join(request(BOB), game, None).await.unwrap();
    let (texts, board) = long_game(plies);
    for (text, user) in texts.iter().zip([ANN, BOB].into_iter().cycle()) {
        let played = app.play(request(user), MatchRef::Game(game), text).await;
        played.unwrap();
    }
    (game, board)
}

/// Returns a legal move that does not end the game, played on the board; `None` if there is no such move.
pub fn next(board: &mut Box<dyn Game>) -> Option<String> {
    let moves = board.legal();
    let text = moves.into_iter().find(|text| {
        let mut after = board.clone();
        after.play(text).is_ok() && !after.status().is_over()
    });
    let text = text?;
    board.play(&text).unwrap();
    Some(text)
}

/// Number of copies of a match, and their players.
#[derive(Clone, Copy, Debug)]
pub struct Copies {
    pub of: GameId,
    pub count: i64,
    /// Number of people who play the copies.
    pub people: i64,
    /// Number of copies in which [`BUSY`] has the first seat.
    pub busy: i64,
}

impl Copies {
    /// Returns so many copies of a match, each played by different people.
    pub fn each_by_others(of: GameId, count: i64) -> Copies {
        Copies {
            of,
            count,
            people: count,
            busy: 0,
        }
    }

    /// Returns the player of a seat in the copy that has this number.
    pub fn player(&self, game: GameId, seat: Seat) -> UserId {
        let n = game.0 - self.of.0;
        let person = FIRST + (n * 7919 + i64::from(seat.0) * 104_729) % self.people;
        UserId(person.cast_unsigned())
    }
}

/// Returns a copy's value of a column, if it differs from the model's. `n` is added to the model's number.
pub fn changed(table: &str, column: &str, copies: &Copies) -> Option<String> {
    let Copies { people, busy, .. } = copies;
    let person = |seat: &str| {
        format!(
            "CASE WHEN {seat} = 0 AND number.nth <= {busy} THEN {} \
             ELSE {FIRST} + (number.n * 7919 + {seat} * 104729) % {people} END",
            BUSY.0
        )
    };
    Some(match (table, column) {
        ("game", "id") => "model.id + number.n".to_owned(),
        ("game", "channel" | "home") => "1000000000 + number.n".to_owned(),
        ("game", "guild") => format!(
            "CASE number.n % 2 WHEN 0 THEN {} ELSE 10000 + number.n % 1000 END",
            GUILD.0
        ),
        ("game", "deadline" | "due") => format!("model.{column} + number.n"),
        ("game", "rematch") => "NULL".to_owned(),
        (_, "game") => "model.game + number.n".to_owned(),
        ("event", "interaction") => "NULL".to_owned(),
        ("seat", "user") => person("model.number"),
        // Otherwise Ann and Bob would be named in the record of every copy.
        ("event", "user") => format!(
            "CASE model.user WHEN {} THEN {} WHEN {} THEN {} ELSE model.user END",
            ANN.0,
            person("0"),
            BOB.0,
            person("1")
        ),
        _ => return None,
    })
}

/// Copies matches with all that is stored of them. Columns are found by name, so that a new one is copied unchanged.
pub async fn multiply(path: &Path, copies: &[Copies]) {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .foreign_keys(false)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Off);
    let mut database = SqliteConnection::connect_with(&options).await.unwrap();
    for copies in copies {
        let numbers = "CREATE TEMP TABLE number AS WITH RECURSIVE count (nth) AS \
                       (SELECT 1 UNION ALL SELECT nth + 1 FROM count WHERE nth < ?1) \
                       SELECT nth, nth + (SELECT max(id) FROM game) - ?2 AS n FROM count";
        sqlx::query(numbers)
            .bind(copies.count)
            .bind(copies.of.0)
            .execute(&mut database)
            .await
            .unwrap();
        sqlx::query("BEGIN").execute(&mut database).await.unwrap();
        for (table, key) in [
            ("game", "id"),
            ("event", "game"),
            ("seat", "game"),
            ("checkpoint", "game"),
        ] {
            let columns: Vec<String> =
                sqlx::query_scalar("SELECT name FROM pragma_table_info(?) ORDER BY cid")
                    .bind(table)
                    .fetch_all(&mut database)
                    .await
                    .unwrap();
            let values: Vec<String> = columns
                .iter()
                .map(|column| {
                    changed(table, column, copies).unwrap_or_else(|| format!("model.{column}"))
                })
                .collect();
            let copy = format!(
                "INSERT INTO {table} ({}) SELECT {} FROM {table} AS model CROSS JOIN number WHERE model.{key} = ?",
                columns.join(", "),
                values.join(", ")
            );
            sqlx::query(sqlx::AssertSqlSafe(copy))
                .bind(copies.of.0)
                .execute(&mut database)
                .await
                .unwrap();
        }
        sqlx::query("COMMIT").execute(&mut database).await.unwrap();
        sqlx::query("DROP TABLE number")
            .execute(&mut database)
            .await
            .unwrap();
    }
    recount(&mut database).await;
    database.close().await.unwrap();
}

/// Counts the copies for their players, as the migration that added the counters does.
async fn recount(database: &mut SqliteConnection) {
    const COUNTERS: &str = include_str!("../../migrations/sqlite/0016_counters.sql");
    for table in ["placing_count", "reliability"] {
        let begin = format!("INSERT INTO {table} ");
        let from = COUNTERS.find(&begin).unwrap();
        let insert = COUNTERS[from..].split(';').next().unwrap();
        for statement in [format!("DELETE FROM {table}"), insert.to_owned()] {
            sqlx::query(sqlx::AssertSqlSafe(statement))
                .execute(&mut *database)
                .await
                .unwrap();
        }
    }
}

/// Sets the next match's number, so that a list is as full of numbers that begin with a 1 in small databases, too.
pub async fn number_from(path: &Path, first: i64) {
    let options = SqliteConnectOptions::new().filename(path);
    let mut database = SqliteConnection::connect_with(&options).await.unwrap();
    sqlx::query("INSERT INTO sqlite_sequence (name, seq) VALUES ('game', ?)")
        .bind(first - 1)
        .execute(&mut database)
        .await
        .unwrap();
    database.close().await.unwrap();
}

/// Gives everybody who plays copies a rating.
pub async fn rate(path: &Path, people: i64) {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .synchronous(SqliteSynchronous::Off);
    let mut database = SqliteConnection::connect_with(&options).await.unwrap();
    sqlx::query(
        "WITH RECURSIVE count (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM count WHERE n + 1 < ?2) \
         INSERT OR REPLACE INTO rating (user, key, rating, deviation, volatility, won, drawn, lost) \
         SELECT ?1 + n, ?3, 1000.0 + (n * 7919) % 1000, 60.0, 0.06, 10, 2, 8 FROM count",
    )
    .bind(FIRST)
    .bind(people)
    .bind(GAMES[0].key)
    .execute(&mut database)
    .await
    .unwrap();
    // As the bot leaves a database that it has closed.
    sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)")
        .execute(&mut database)
        .await
        .unwrap();
    database.close().await.unwrap();
}
