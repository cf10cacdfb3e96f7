//! A bot without Discord, with a separate database, clock and chance.

#![allow(
    dead_code,
    clippy::unwrap_used,
    reason = "each test file uses a part of it"
)]

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use futures_util::future::BoxFuture;
use rookery::app::{
    App, Chance, Clock, Delivery, Limits, MatchRef, MatchView, NewGame, Notice, NotificationKind,
    Place, Request, Sent, Side, Sources,
};
use rookery::match_state::{ChannelId, GameId, GuildId, Pace, Terms, UserId};
use rookery::rules::{Game, Options, Seat};
use rookery::store::Database;
use sqlx::migrate::Migrator;
use sqlx::{Connection as _, PgConnection};
use tempfile::TempDir;

pub const ANN: UserId = UserId(101);
pub const BOB: UserId = UserId(102);
pub const CY: UserId = UserId(103);
pub const DEE: UserId = UserId(104);

/// Limits that never apply, except of time.
const LIMITS: Limits = Limits {
    review_nodes: 2_000,
    mining_nodes: 500,
    ..Limits::UNLIMITED
};

/// A bot with a separate clock and chance.
pub struct TestApp {
    pub app: App,
    pub folder: TempDir,
    /// The database, as in `ROOKERY_DATABASE`.
    pub place: String,
    pub now: Arc<AtomicI64>,
    interaction: AtomicU64,
}

pub fn sources(now: &Arc<AtomicI64>) -> Sources {
    let now = Arc::clone(now);
    Sources {
        clock: Clock::new(move || now.load(Ordering::SeqCst)),
        // The highest number, so that shuffles change nothing; but a die that always shows the same can lose every
        // turn.
        chance: Chance::new({
            let throws = AtomicU64::new(0);
            move |count| match count {
                6 => throws.fetch_add(1, Ordering::SeqCst) % 6,
                count => count - 1,
            }
        }),
    }
}

/// Shows the bot's log together with the failure of a test.
fn log() {
    let _ = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::WARN)
        .with_test_writer()
        .try_init();
}

impl TestApp {
    pub fn new() -> BoxFuture<'static, TestApp> {
        Box::pin(async move { TestApp::on(crate::postgres::schema().await).await })
    }

    /// Starts a bot on a file, whatever database other tests run on.
    pub fn in_a_file() -> BoxFuture<'static, TestApp> {
        TestApp::on(None)
    }

    fn on(schema: Option<String>) -> BoxFuture<'static, TestApp> {
        Box::pin(async move {
            log();
            let folder = crate::scratch::folder();
            let now = Arc::new(AtomicI64::new(1_000_000));
            let place = match schema {
                Some(schema) => schema,
                None => {
                    let file = folder.path().join("rookery.db");
                    crate::migrated::create(&file).await;
                    file.display().to_string()
                }
            };
            let app = App::start(Database::read(&place).unwrap(), sources(&now))
                .await
                .unwrap()
                .with_limits(LIMITS);
            TestApp {
                app,
                folder,
                place,
                now,
                interaction: AtomicU64::new(1),
            }
        })
    }

    /// Starts a bot on the database that these statements make, a day after the last of its moves. They are applied to
    /// the result of the migrations up to `newest`, or to an empty database.
    pub async fn found(dump: &'static str, newest: Option<i64>) -> TestApp {
        use sqlx::Connection;
        let folder = crate::scratch::folder();
        let path = folder.path().join("rookery.db");
        let options = sqlx::sqlite::SqliteConnectOptions::new()
            .filename(&path)
            .create_if_missing(true)
            // The tables are not in the order in which they refer to each other.
            .foreign_keys(false);
        let mut connection = sqlx::SqliteConnection::connect_with(&options)
            .await
            .unwrap();
        if let Some(newest) = newest {
            let mut migrator = Migrator::new(Path::new("migrations/sqlite")).await.unwrap();
            let migrations = migrator.migrations.to_mut();
            migrations.retain(|migration| migration.version <= newest);
            migrator.run(&mut connection).await.unwrap();
        }
        sqlx::raw_sql(dump).execute(&mut connection).await.unwrap();
        let last: i64 = sqlx::query_scalar("SELECT max(at) FROM event")
            .fetch_one(&mut connection)
            .await
            .unwrap();
        connection.close().await.unwrap();
        let now = Arc::new(AtomicI64::new(last + 86_400));
        let app = App::start(&path, sources(&now)).await.unwrap();
        TestApp {
            app,
            folder,
            place: path.display().to_string(),
            now,
            // Requests in the database have smaller numbers.
            interaction: AtomicU64::new(2_000_000),
        }
    }

    /// Restarts the bot on the same database with an empty cache.
    pub fn restart(self) -> BoxFuture<'static, TestApp> {
        Box::pin(async move {
            self.app.stop().await;
            let app = App::start(self.place(), sources(&self.now))
                .await
                .unwrap()
                .with_limits(LIMITS);
            TestApp { app, ..self }
        })
    }

    pub fn by(&self, user: UserId) -> Request {
        self.at(user, 900)
    }

    pub fn at(&self, user: UserId, channel: u64) -> Request {
        Request {
            user,
            place: Place {
                guild: Some(GuildId(500)),
                channel: ChannelId(channel),
                outside: false,
            },
            interaction: self.interaction.fetch_add(1, Ordering::SeqCst),
            sent: Sent::now(),
        }
    }

    /// Carries out statements that both databases understand, past the bot.
    pub fn execute<'a>(&'a self, statements: &'a str) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            let statements = sqlx::raw_sql(sqlx::AssertSqlSafe(statements));
            if self.place().file().is_some() {
                let mut connection = sql(&self.database()).await;
                statements.execute(&mut connection).await.unwrap();
            } else {
                let mut connection = PgConnection::connect(&self.place).await.unwrap();
                statements.execute(&mut connection).await.unwrap();
            }
        })
    }

    /// Queries numbers, past the bot.
    pub fn numbers<'a>(&'a self, question: &'a str) -> BoxFuture<'a, Vec<i64>> {
        Box::pin(async move {
            let question = sqlx::AssertSqlSafe(question);
            if self.place().file().is_some() {
                let mut connection = sql(&self.database()).await;
                let numbers = sqlx::query_scalar(question);
                numbers.fetch_all(&mut connection).await.unwrap()
            } else {
                let mut connection = PgConnection::connect(&self.place).await.unwrap();
                let numbers = sqlx::query_scalar(question);
                numbers.fetch_all(&mut connection).await.unwrap()
            }
        })
    }

    /// Makes the database fail from now on at `before` (`INSERT` or `UPDATE`) in a table, in the rows for which `when`
    /// holds.
    pub fn fail<'a>(&'a self, before: &'a str, table: &'a str, when: &'a str) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            let fault = if self.place().file().is_some() {
                format!(
                    "CREATE TRIGGER fault BEFORE {before} ON {table} WHEN {when} BEGIN SELECT RAISE(ABORT, 'a fault'); END"
                )
            } else {
                format!(
                    "CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'a fault'; END $$; \
                 CREATE TRIGGER fault BEFORE {before} ON {table} FOR EACH ROW WHEN ({when}) EXECUTE FUNCTION fault()"
                )
            };
            self.execute(&fault).await;
        })
    }

    /// Ends the failures of [`TestApp::fail`].
    pub fn repair(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            let mended = match self.place().file() {
                Some(_) => "DROP TRIGGER fault",
                None => "DROP FUNCTION fault CASCADE",
            };
            self.execute(mended).await;
        })
    }

    /// Returns the database.
    pub fn place(&self) -> Database {
        Database::read(&self.place).unwrap()
    }

    /// Returns the database's file, for tests of SQLite alone.
    pub fn database(&self) -> PathBuf {
        let place = self.place();
        let file = place.file();
        file.expect("a test of SQLite's").to_owned()
    }

    /// Begins a match that Ann opens with White, challenging Bob, who joins.
    pub fn game(&self) -> BoxFuture<'_, MatchView> {
        Box::pin(async move {
            let opened = self.app.open(self.by(ANN), challenge()).await.unwrap();
            let joined = self.app.join(self.by(BOB), opened.game, None).await;
            self.answer().await;
            joined.unwrap()
        })
    }

    /// Confirms all answers, as Discord's side of the bot does.
    pub fn answer(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            let next = self.interaction.load(Ordering::SeqCst);
            for interaction in next.saturating_sub(9)..next {
                self.app.answered(interaction, true).await;
            }
        })
    }

    /// Begins a match of Ann and Bob.
    pub fn begun(&self, new: NewGame) -> BoxFuture<'_, GameId> {
        Box::pin(async move {
            let opened = self.app.open(self.by(ANN), new).await.unwrap();
            let joined = self.app.join(self.by(BOB), opened.game, None).await;
            self.answer().await;
            joined.unwrap().game
        })
    }

    /// Begins a match of four, the seats in the order Ann, Bob, Cy, Dee.
    pub fn four(&self, terms: Terms) -> BoxFuture<'_, GameId> {
        self.seated(NewGame {
            terms: Some(terms),
            ..four(false)
        })
    }

    /// Begins a match of four as specified.
    pub fn seated(&self, new: NewGame) -> BoxFuture<'_, GameId> {
        Box::pin(async move {
            let opened = self.app.open(self.by(ANN), new).await.unwrap();
            for (seat, user) in [(1, BOB), (2, CY), (3, DEE)] {
                let seat = Some(Seat(seat));
                let joined = self.app.join(self.by(user), opened.game, seat).await;
                joined.unwrap();
            }
            self.answer().await;
            opened.game
        })
    }

    /// Plays the ten moves from which on a match that is given up counts for the ratings, or the first of them.
    pub fn moves(&self, game: GameId, users: [UserId; 2], count: usize) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            let files = ['a', 'b', 'c', 'd', 'e'].into_iter();
            let moves = files.flat_map(|file| {
                let [white, black] = users;
                let pair = [(white, '2', '3'), (black, '7', '6')];
                pair.map(|(user, from, to)| (user, format!("P{file}{from}-{file}{to}")))
            });
            for (user, text) in moves.take(count) {
                self.play(user, game, &text).await;
            }
        })
    }

    pub fn play<'a>(
        &'a self,
        user: UserId,
        game: GameId,
        text: &'a str,
    ) -> BoxFuture<'a, MatchView> {
        Box::pin(async move {
            let moved = self
                .app
                .play(self.by(user), MatchRef::Game(game), text)
                .await;
            self.answer().await;
            moved.unwrap_or_else(|refusal| panic!("{text}: {refusal}"))
        })
    }
}

pub fn challenge() -> NewGame {
    NewGame {
        game: "abstract".to_owned(),
        options: Options::new(),
        opponents: vec![BOB],
        seat: Some(Seat::WHITE),
        terms: None,
    }
}

/// Returns a table of four, of whichever game has four seats; with or without chance between the moves.
pub fn four(chance: bool) -> NewGame {
    for kind in rookery::games::GAMES {
        if kind.seats.len() != 4 {
            continue;
        }
        let mut tried = vec![Options::new()];
        for spec in kind.options {
            if let rookery::rules::Values::OneOf(values) = spec.values {
                tried.extend(
                    values
                        .iter()
                        .map(|(value, _)| [(spec.key, *value)].into_iter().collect()),
                );
            }
        }
        for options in tried {
            let board = kind.new_game(&options);
            if board.is_ok_and(|board| board.chance().is_empty() != chance) {
                return NewGame {
                    game: kind.key.to_owned(),
                    options,
                    opponents: Vec::new(),
                    seat: Some(Seat(0)),
                    terms: None,
                };
            }
        }
    }
    panic!("there is a game of four")
}

pub fn open_seat() -> NewGame {
    NewGame {
        opponents: Vec::new(),
        ..challenge()
    }
}

/// Opens raw access to a database file.
pub fn sql(path: &std::path::Path) -> BoxFuture<'_, sqlx::SqliteConnection> {
    Box::pin(async move {
        use sqlx::Connection;
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path);
        sqlx::SqliteConnection::connect_with(&options)
            .await
            .unwrap()
    })
}

/// Returns every legal move of a match, by replaying its stored moves.
pub fn legal(app: &App, game: GameId) -> BoxFuture<'_, Vec<String>> {
    Box::pin(async move { board(app, game).await.legal() })
}

/// Returns the board of a match, by replaying its stored moves.
pub fn board(app: &App, game: GameId) -> BoxFuture<'_, Box<dyn Game>> {
    Box::pin(async move {
        let stored = app.store().load_whole(game).await.unwrap();
        let kind = rookery::games::find(&stored.row.key).unwrap();
        let options: Options = serde_json::from_str(&stored.row.options).unwrap();
        let mut board = kind.new_game(&options).unwrap();
        for event in stored.events {
            let played = ["moved", "answered", "rolled", "resigned", "timedout"];
            if let (true, Some(text)) = (
                played.contains(&event.record.kind.as_str()),
                event.record.text,
            ) {
                board.play(&text).unwrap();
            }
        }
        board
    })
}

/// An hour, in seconds.
pub const HOUR: i64 = 3_600;

/// Returns terms of so many days for every move.
pub fn per_move(days: u8, hard: bool) -> Terms {
    Terms {
        pace: Pace::PerMove { days },
        hard,
        open: 7,
        ..Terms::default()
    }
}

/// Returns a challenge on these terms.
pub fn on(terms: Terms) -> NewGame {
    NewGame {
        terms: Some(terms),
        ..challenge()
    }
}

/// Sends all due notices successfully; returns them without boards that answers have shown, and threads to archive.
pub fn sent(harness: &TestApp) -> BoxFuture<'_, Vec<Notice>> {
    Box::pin(async move {
        let mut sent = all_sent(harness).await;
        sent.retain(|notice| {
            notice.fallback_for.is_none()
                && notice
                    .items
                    .iter()
                    .all(|item| item.why != NotificationKind::Archive)
        });
        sent
    })
}

/// Sends all due notices successfully; returns them.
pub fn all_sent(harness: &TestApp) -> BoxFuture<'_, Vec<Notice>> {
    Box::pin(async move {
        let sent = Mutex::new(Vec::new());
        let send = |notice| {
            sent.lock().unwrap().push(notice);
            async { Delivery::Done }
        };
        harness.app.deliver(send).await.unwrap();
        sent.into_inner().unwrap()
    })
}

/// Returns the kinds of the notices sent, each with its recipient.
pub fn sent_kinds(harness: &TestApp) -> BoxFuture<'_, Vec<(Option<UserId>, NotificationKind)>> {
    Box::pin(async move {
        let sent = sent(harness).await;
        let each = sent.into_iter().flat_map(|notice| {
            notice
                .items
                .into_iter()
                .map(move |item| (notice.to, item.why))
        });
        each.collect()
    })
}

/// Returns a match as everybody sees it.
pub fn match_view(harness: &TestApp, game: GameId) -> BoxFuture<'_, MatchView> {
    Box::pin(async move {
        let show = harness
            .app
            .show(harness.by(ANN), MatchRef::Game(game), Side::Public, None);
        show.await.unwrap()
    })
}

/// Passes time while the bot runs.
pub fn pass(harness: &TestApp, seconds: i64) -> BoxFuture<'_, ()> {
    Box::pin(async move {
        harness.now.fetch_add(seconds, Ordering::SeqCst);
        harness.app.beat().await.unwrap();
        harness.app.tick().await.unwrap();
    })
}

/// Returns the notice by which several people are told the same.
pub fn together(why: NotificationKind, users: &[UserId]) -> NotificationKind {
    NotificationKind::Together {
        why: Box::new(why),
        users: users.to_vec(),
    }
}

/// True for a reminder of a turn.
pub fn is_reminder(why: &NotificationKind) -> bool {
    matches!(why, NotificationKind::Reminder { .. })
}
