//! A schema of the server with many games in it, filled there.

use std::time::{Duration, Instant};

use rookery::app::{App, MatchRef};
use rookery::match_state::GameId;
use rookery::rules::Game;
use rookery::store::{ClaimKind, Database, NextUnsent, SendOutcome};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

use super::driver::quantile;
use super::many::{Copies, begin, changed, next, request};
use super::server::{self, Server};

/// Notices claimed and closed together.
const BATCH: usize = 20;

/// The games of a schema, of 20 plies each, and the measurements in them.
pub struct FilledSchema {
    pub app: App,
    copies: Copies,
    board: Box<dyn Game>,
    /// Events that each game has before its move.
    plies: u32,
    /// Number of games looked at so far.
    asked: i64,
    moves: Vec<Duration>,
    loads: Vec<Duration>,
    rows: Vec<Duration>,
    /// The server's processor time for all of it, in seconds.
    pub processor: f64,
}

impl FilledSchema {
    /// Fills a schema with so many games of different people, and as many waiting notices.
    pub async fn fill(server: &Server, place: &Database, schema: &str, count: i64) -> FilledSchema {
        let app = super::app(place).await;
        let (of, board) = begin(&app, 20).await;
        let plies = app.store().row(of).await.unwrap().ply;
        let copies = Copies::each_by_others(of, count);
        let address = server::address(server.socket(), schema);
        let mut connection = PgConnection::connect(&address).await.unwrap();
        let begun = Instant::now();
        // Disables triggers that count, and waiting for the disk.
        for set in [
            "session_replication_role = replica",
            "synchronous_commit = off",
        ] {
            run(&mut connection, format!("SET {set}")).await;
        }
        for (table, key) in [
            ("game", "id"),
            ("event", "game"),
            ("seat", "game"),
            ("checkpoint", "game"),
        ] {
            let copy = copy(&mut connection, &copies, table, key).await;
            run(&mut connection, copy).await;
        }
        run(
            &mut connection,
            format!(
                "INSERT INTO outbox (game, ply, \"user\", why, at, ready) \
                 SELECT {}, 9, 5000000 + n, '{{\"why\":\"turn\"}}', 0, n FROM generate_series(1, {count}) AS n",
                of.0
            ),
        )
        .await;
        for table in ["game", "event", "seat", "checkpoint", "outbox"] {
            run(&mut connection, format!("VACUUM ANALYZE {table}")).await;
        }
        connection.close().await.unwrap();
        println!(
            "{count} games filled in {:.0} s",
            begun.elapsed().as_secs_f64()
        );
        FilledSchema {
            app,
            copies,
            board,
            plies,
            asked: 0,
            moves: Vec::new(),
            loads: Vec::new(),
            rows: Vec::new(),
            processor: 0.0,
        }
    }

    /// Picks a game far from the last one, loads it, and makes a move in it.
    pub async fn step(&mut self) {
        const STRIDE: i64 = 104_729;
        self.asked += 1;
        let game = GameId(self.copies.of.0 + 1 + self.asked * STRIDE % self.copies.count);
        let begun = Instant::now();
        let row = self.app.store().row(game).await.unwrap();
        self.rows.push(begun.elapsed());
        let begun = Instant::now();
        self.app.store().load(game, None).await.unwrap();
        self.loads.push(begun.elapsed());
        let mut board = self.board.clone();
        let user = self.copies.player(game, board.turn());
        let text = next(&mut board).unwrap();
        // Among few games it has already had its move.
        if row.ply != self.plies {
            return;
        }
        let begun = Instant::now();
        let played = self.app.play(request(user), MatchRef::Game(game), &text);
        played.await.unwrap();
        self.moves.push(begun.elapsed());
    }

    /// Prints the measurements.
    pub fn report(&mut self) {
        let name = format!("among {} games on PostgreSQL", self.copies.count);
        for (what, times) in [
            ("a row", &mut self.rows),
            ("loading 20 plies", &mut self.loads),
            ("a move, loaded and appended", &mut self.moves),
        ] {
            println!("{what} {name}: {} of them, {}", times.len(), both(times));
        }
        println!(
            "  {:.2} ms of the server's processor time for a row, a load and a move",
            self.processor * 1e3 / self.rows.len() as f64
        );
    }

    /// Claims and closes as many notices as are sent together, so many times.
    pub async fn send(&mut self, batches: u64) {
        let store = self.app.store();
        let now = self.copies.count + 1;
        let mut times = Vec::new();
        for _ in 0..batches {
            let begun = Instant::now();
            let found = store.next_unsent(now, &[], &[], BATCH).await.unwrap();
            assert_eq!(found.len(), BATCH);
            let (mut users, mut done) = (Vec::new(), Vec::new());
            for unsent in found {
                let NextUnsent::Notice(unsent) = unsent else {
                    panic!("{unsent:?}");
                };
                users.extend(unsent.user.map(|user| user.0.cast_signed()));
                done.push((unsent.id, SendOutcome::Done));
            }
            let claimed = Some((ClaimKind::Person, &*users));
            let closed = store.record_outcomes(&done, now, claimed);
            closed.await.unwrap();
            times.push(begun.elapsed());
        }
        println!(
            "claiming and closing {BATCH} notices among {} that wait: {}",
            self.copies.count,
            both(&mut times)
        );
    }
}

fn both(times: &mut [Duration]) -> String {
    let [median, long] = [0.5, 0.99].map(|share| quantile(times, share).as_secs_f64() * 1e3);
    format!("p50 {median:.2} ms, p99 {long:.2} ms")
}

async fn run(connection: &mut PgConnection, statement: String) {
    let statement = sqlx::query(AssertSqlSafe(statement));
    statement.execute(connection).await.unwrap();
}

/// Returns the statement that copies the model's rows of a table, game after game.
async fn copy(connection: &mut PgConnection, copies: &Copies, table: &str, key: &str) -> String {
    let columns: Vec<String> = sqlx::query_scalar(
        "SELECT CAST(column_name AS TEXT) FROM information_schema.columns \
         WHERE table_schema = current_schema() AND table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position",
    )
    .bind(table)
    .fetch_all(connection)
    .await
    .unwrap();
    let values = columns.iter().map(|column| {
        changed(table, column, copies).unwrap_or_else(|| format!("model.\"{column}\""))
    });
    let values: Vec<String> = values.collect();
    let names: Vec<String> = columns
        .iter()
        .map(|column| format!("\"{column}\""))
        .collect();
    let (names, values, of, count) = (
        names.join(", "),
        values.join(", "),
        copies.of.0,
        copies.count,
    );
    format!(
        "INSERT INTO {table} ({names}) SELECT {values} \
         FROM (SELECT nth, nth AS n FROM generate_series(CAST(1 AS BIGINT), {count}) AS nth) AS number \
         CROSS JOIN LATERAL (SELECT * FROM {table} WHERE {key} = {of} AND number.n > 0 OFFSET 0) AS model"
    )
}
