//! Tests of moving the store: everything moves from one database to another, or nothing does.

use std::path::Path;
use std::process::Command;

use rookery::app::{App, MatchRef, OfferKind};
use rookery::match_state::GameId;
use rookery::store::{Database, Lock, Moved, StoreError, move_store};
use sqlx::AssertSqlSafe;

use crate::harness::{ANN, BOB, TestApp, challenge, four, legal, open_seat, sources, sql};

/// Begins matches of several kinds, over, in progress and open, with a rematch, a plan, a note and settings.
async fn filled(harness: &TestApp) -> GameId {
    let game = harness.game().await.game;
    for number in 0..9_usize {
        let user = [ANN, BOB][number % 2];
        let text = legal(&harness.app, game).await.remove(number % 5);
        harness.play(user, game, &text).await;
    }
    let over = harness.game().await.game;
    for user in [ANN, BOB] {
        let text = legal(&harness.app, over).await.remove(0);
        harness.play(user, over, &text).await;
    }
    let resigned = harness.app.resign(harness.by(ANN), MatchRef::Game(over));
    resigned.await.unwrap();
    for user in [ANN, BOB] {
        let which = MatchRef::Game(over);
        let asked = harness
            .app
            .offer(harness.by(user), which, OfferKind::Rematch);
        asked.await.unwrap();
    }
    let opened = harness.app.open(harness.by(BOB), open_seat()).await;
    opened.unwrap();
    harness.seated(four(true)).await;
    let prefer = harness.app.preferences(ANN).await.unwrap();
    harness.app.prefer(harness.by(ANN), prefer).await.unwrap();
    game
}

/// Returns every row of every table of a file, generated columns included.
async fn contents(file: &Path) -> Vec<String> {
    let mut connection = sql(file).await;
    let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_sqlx%' ESCAPE '\\' \
                  AND name NOT LIKE 'sqlite%' ORDER BY name";
    let tables: Vec<String> = sqlx::query_scalar(tables)
        .fetch_all(&mut connection)
        .await
        .unwrap();
    let mut contents = Vec::new();
    for table in tables {
        let columns = "SELECT group_concat('\"' || name || '\"', ', ') FROM pragma_table_xinfo(?)";
        let columns: String = sqlx::query_scalar(columns)
            .bind(&table)
            .fetch_one(&mut connection)
            .await
            .unwrap();
        let rows =
            format!("SELECT '{table} ' || json_array({columns}) FROM \"{table}\" ORDER BY 1");
        let rows = sqlx::query_scalar::<_, String>(AssertSqlSafe(rows));
        contents.extend(rows.fetch_all(&mut connection).await.unwrap());
    }
    contents
}

async fn moved(from: &Database, to: &Database) -> Moved {
    let done = move_store(from, to).await;
    done.unwrap_or_else(|error| panic!("{error}"))
}

/// A move through another file, and through a server if one is installed, to a third database and back changes nothing,
/// and new rows get numbers that were never used.
#[tokio::test(flavor = "multi_thread")]
async fn there_and_back_everything_is_as_it_was() {
    let folder = crate::scratch::folder();
    let file = |name: &str| folder.path().join(name);
    let harness = TestApp::in_a_file().await;
    let game = filled(&harness).await;
    harness.app.stop().await;
    let origin = harness.database();
    let before = contents(&origin).await;
    assert!(before.len() > 60, "{}", before.len());

    let other = match crate::postgres::schema().await {
        Some(schema) => Database::read(&schema).unwrap(),
        None => Database::File(file("other.db")),
    };
    let done = moved(&harness.place(), &other).await;
    assert_eq!(done.rows, before.len() as u64);
    assert_eq!(done.games, 5);
    assert_eq!(
        contents(&origin).await,
        before,
        "what was moved is left as it is"
    );

    let back = file("back.db");
    assert_eq!(moved(&other, &Database::from(&back)).await, done);
    assert_eq!(contents(&back).await, before);

    // The match is played on after the move.
    let app = App::start(&other, sources(&harness.now)).await.unwrap();
    let text = legal(&app, game).await.remove(0);
    let played = app.play(harness.by(BOB), MatchRef::Game(game), &text).await;
    played.unwrap();
    let opened = app.open(harness.by(ANN), challenge()).await.unwrap();
    assert_eq!(opened.game, GameId(6));
    app.stop().await;

    // A database that is not empty is left alone.
    let refused = move_store(&harness.place(), &other).await;
    assert!(matches!(refused, Err(StoreError::Move(_))), "{refused:?}");
    let refused = move_store(&other, &Database::from(&back)).await;
    assert!(matches!(refused, Err(StoreError::Move(_))), "{refused:?}");
    assert_eq!(contents(&back).await, before);
    let nowhere = Database::from(&file("nowhere.db"));
    assert!(
        move_store(&nowhere, &Database::from(&file("new.db")))
            .await
            .is_err()
    );
    assert!(!file("nowhere.db").exists() && !file("new.db").exists());
}

/// The command moves nothing while a bot runs on either database, and reports the result in one sentence.
#[tokio::test(flavor = "multi_thread")]
async fn the_command_moves_nothing_under_a_bot_that_runs() {
    let harness = TestApp::in_a_file().await;
    filled(&harness).await;
    harness.app.stop().await;
    let origin = harness.database();
    let target = harness.folder.path().join("target.db");
    let run = || {
        let ran = Command::new(env!("CARGO_BIN_EXE_rookery"))
            .arg("move-store")
            .args([&origin, &target])
            .env_clear()
            .current_dir(harness.folder.path())
            .output()
            .unwrap();
        let said = [ran.stdout, ran.stderr].concat();
        (ran.status.success(), String::from_utf8(said).unwrap())
    };
    let lock = Lock::take(&origin).unwrap();
    let (well, said) = run();
    assert!(!well && said.contains("another Rookery"), "{said}");
    drop(lock);
    let lock = Lock::take(&target).unwrap();
    let (well, said) = run();
    assert!(!well && said.contains("another Rookery"), "{said}");
    drop(lock);
    assert!(!target.exists());
    let (well, said) = run();
    assert!(
        well && said.starts_with("5 games with ") && said.contains("is as it was."),
        "{said}"
    );
    assert_eq!(contents(&target).await, contents(&origin).await);
}
