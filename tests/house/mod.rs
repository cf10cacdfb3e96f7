//! A bot without Discord, with a database, a clock and a chance of its own.

#![allow(
    dead_code,
    clippy::unwrap_used,
    reason = "each test file uses a part of it"
)]

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use rookery::app::{App, Chance, Clock, NewGame, Place, Request, Shown, Sources, Which};
use rookery::rules::{Options, Seat};
use rookery::table::{ChannelId, GameId, GuildId, UserId};
use tempfile::TempDir;

pub const ANN: UserId = UserId(101);
pub const BOB: UserId = UserId(102);
pub const CY: UserId = UserId(103);

/// A bot with a clock and a chance of its own.
pub struct House {
    pub app: App,
    pub folder: TempDir,
    pub now: Arc<AtomicI64>,
    interaction: AtomicU64,
}

pub fn sources(now: &Arc<AtomicI64>) -> Sources {
    let now = Arc::clone(now);
    Sources {
        clock: Clock::new(move || now.load(Ordering::SeqCst)),
        // Always the highest number: shuffles change nothing.
        chance: Chance::new(|count| count - 1),
    }
}

impl House {
    pub async fn new() -> House {
        let folder = tempfile::tempdir().unwrap();
        let now = Arc::new(AtomicI64::new(1_000_000));
        let app = App::start(&folder.path().join("rookery.db"), sources(&now))
            .await
            .unwrap();
        House {
            app,
            folder,
            now,
            interaction: AtomicU64::new(1),
        }
    }

    /// The same database with nothing remembered.
    pub async fn restart(self) -> House {
        self.app.stop().await;
        let app = App::start(&self.database(), sources(&self.now))
            .await
            .unwrap();
        House { app, ..self }
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
            },
            interaction: self.interaction.fetch_add(1, Ordering::SeqCst),
        }
    }

    pub fn database(&self) -> PathBuf {
        self.folder.path().join("rookery.db")
    }

    /// Ann opens with White and challenges Bob, who joins.
    pub async fn game(&self) -> Shown {
        let opened = self.app.open(self.by(ANN), challenge()).await.unwrap();
        self.app
            .join(self.by(BOB), opened.game, None)
            .await
            .unwrap()
    }

    pub async fn play(&self, user: UserId, game: GameId, text: &str) -> Shown {
        let moved = self.app.play(self.by(user), Which::Game(game), text).await;
        moved.unwrap_or_else(|refusal| panic!("{text}: {refusal}"))
    }
}

pub fn challenge() -> NewGame {
    NewGame {
        game: "abstract".to_owned(),
        options: Options::new(),
        opponents: vec![BOB],
        seat: Some(Seat::WHITE),
    }
}

pub fn open_seat() -> NewGame {
    NewGame {
        opponents: Vec::new(),
        ..challenge()
    }
}

/// Raw access to a database file.
pub async fn sql(path: &std::path::Path) -> sqlx::SqliteConnection {
    use sqlx::Connection;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path);
    sqlx::SqliteConnection::connect_with(&options)
        .await
        .unwrap()
}

/// Every legal move of a match, by replaying its stored moves.
pub async fn legal(app: &App, game: GameId) -> Vec<String> {
    let stored = app.store().load_whole(game).await.unwrap();
    let kind = rookery::games::find(&stored.row.key).unwrap();
    let options: Options = serde_json::from_str(&stored.row.options).unwrap();
    let mut board = kind.new_game(&options).unwrap();
    for event in stored.events {
        if event.record.kind == "moved" {
            board.play(&event.record.text.unwrap()).unwrap();
        }
    }
    board.legal()
}
