//! Tests of the store's promises: a ply is written once, a request works once, damage is repaired or refused with a
//! sentence, copies are whole.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use crate::harness::{ANN, BOB, TestApp, challenge, legal, sources, sql};
use futures_util::future::join_all;
use rookery::app::{App, AppError, MatchRef, Side};
use rookery::match_state::GameId;
use rookery::rules::digest;
use rookery::store::StoreError;
use sqlx::Row;

/// Returns 40 quiet plies that end nothing: knights out and back, and pawns forward.
fn quiet_moves() -> Vec<String> {
    let mut moves = Vec::new();
    for file in ["a", "b", "c", "d"] {
        for (white, black) in [("Ng1-f3", "Nb8-c6"), ("Nf3-g1", "Nc6-b8")] {
            moves.push(white.to_owned());
            moves.push(black.to_owned());
        }
        for (from, to) in [(2, 3), (3, 4), (4, 5)] {
            let far = |rank: u8| 9 - rank;
            // White's pawns on files a to d, Black's on e to h, so that none meets another.
            let other = char::from(file.as_bytes()[0] + 4);
            moves.push(format!("P{file}{from}-{file}{to}"));
            moves.push(format!("P{other}{}-{other}{}", far(from), far(to)));
        }
    }
    moves
}

async fn play_quietly(harness: &TestApp, game: GameId) {
    for (index, text) in quiet_moves().iter().enumerate() {
        let user = if index % 2 == 0 { ANN } else { BOB };
        harness.play(user, game, text).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_writers_at_one_ply_one_wins_and_the_other_is_refused() {
    let harness = TestApp::new().await;
    // A second bot on the same database, as after a start that left the first one running.
    let other = App::start(harness.place(), sources(&harness.now))
        .await
        .unwrap();
    for _ in 0..10 {
        let (user, game) = (ANN, harness.game().await.game);
        let moves = legal(&harness.app, game).await;
        let before = harness.app.store().row(game).await.unwrap().ply;
        let (first, second) = (harness.by(user), harness.by(user));
        let (one, two) = tokio::join!(
            harness
                .app
                .play(first, MatchRef::At(game, before), &moves[0]),
            other.play(second, MatchRef::At(game, before), &moves[1]),
        );
        let row = harness.app.store().row(game).await.unwrap();
        assert_eq!(row.ply, before + 1, "exactly one event");
        let (won, lost) = match (one, two) {
            (Ok(won), Err(lost)) | (Err(lost), Ok(won)) => (won, lost),
            both => panic!("one wins and one loses: {both:?}"),
        };
        assert_eq!(won.ply, before + 1);
        let AppError::Stale(sentence) = lost else {
            panic!("{lost:?}")
        };
        let display = won.last.unwrap().display.unwrap();
        assert!(
            sentence.contains(&format!("played {display}")),
            "{sentence}"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_delivered_twice_works_once() {
    let harness = TestApp::new().await;
    let opening = harness.by(ANN);
    let opened = harness.app.open(opening, challenge()).await.unwrap();
    let again = harness.app.open(opening, challenge()).await;
    assert!(matches!(again, Err(AppError::Repeated)), "{again:?}");
    assert_eq!(harness.app.games(harness.by(ANN)).await.unwrap().len(), 1);

    let joining = harness.by(BOB);
    harness.app.join(joining, opened.game, None).await.unwrap();
    let again = harness.app.join(joining, opened.game, None).await;
    assert!(matches!(again, Err(AppError::Repeated)), "{again:?}");

    // At the same moment, and after the turn has passed to the other player.
    let moving = harness.by(ANN);
    let which = MatchRef::Game(opened.game);
    let (one, two) = tokio::join!(
        harness.app.play(moving, which, "Ng1-f3"),
        harness.app.play(moving, which, "Ng1-f3"),
    );
    assert_eq!(usize::from(one.is_ok()) + usize::from(two.is_ok()), 1);
    harness.play(BOB, opened.game, "Nb8-c6").await;
    let late = harness.app.play(moving, which, "Ng1-f3").await;
    assert!(matches!(late, Err(AppError::Repeated)), "{late:?}");
    let row = harness.app.store().row(opened.game).await.unwrap();
    assert_eq!(row.moves, 2);

    let resigning = harness.by(ANN);
    harness.app.resign(resigning, which).await.unwrap();
    let again = harness.app.resign(resigning, which).await;
    assert!(matches!(again, Err(AppError::Repeated)), "{again:?}");
}

/// Moves that wait for the disk at the same moment are committed together, and each is made or refused by itself.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_moves_that_wait_together_each_is_made_or_refused_alone() {
    let harness = TestApp::new().await;
    let mut games = Vec::new();
    for _ in 0..40 {
        games.push(harness.game().await.game);
    }
    // Another connection holds the database until all of them wait.
    let mut holder = sql(&harness.database()).await;
    let hold = sqlx::query("BEGIN IMMEDIATE");
    hold.execute(&mut holder).await.unwrap();
    let play = |game: &GameId, text| {
        let (app, request, which) = (harness.app.clone(), harness.by(ANN), MatchRef::Game(*game));
        async move { app.play(request, which, text).await }
    };
    let first = join_all(games.iter().map(|game| play(game, "Ng1-f3")));
    let second = join_all(games.iter().step_by(4).map(|game| play(game, "Nb1-c3")));
    let release = async {
        let begun = Instant::now();
        while harness.app.store().queued() < 50 {
            assert!(begun.elapsed() < Duration::from_secs(20), "they wait");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        sqlx::query("ROLLBACK").execute(&mut holder).await.unwrap();
    };
    let (first, second, ()) = tokio::join!(first, second, release);
    let mut second = second.into_iter();
    for (index, (game, first)) in games.iter().zip(first).enumerate() {
        let second = (index % 4 == 0).then(|| second.next().unwrap());
        let made = [Some(&first), second.as_ref()];
        let made: Vec<_> = made
            .into_iter()
            .flatten()
            .filter_map(|m| m.as_ref().ok())
            .collect();
        assert_eq!(made.len(), 1, "one of {first:?} and {second:?}");
        let whole = harness.app.store().load_whole(*game).await.unwrap();
        assert_eq!(whole.row.moves, 1);
        assert_eq!(whole.row.ply, made[0].ply);
        assert_eq!(whole.events.len(), usize::try_from(made[0].ply).unwrap());
        let text = whole
            .events
            .last()
            .and_then(|event| event.record.text.clone());
        let knight = if first.is_ok() { "Ng1-f3" } else { "Nb1-c3" };
        assert_eq!(text.as_deref(), Some(knight));
    }
}

#[tokio::test]
async fn a_match_is_the_same_after_a_restart() {
    let mut harness = TestApp::new().await;
    let game = harness.game().await.game;
    let mut restarts = 0;
    for (index, text) in quiet_moves().iter().enumerate() {
        let user = if index % 2 == 0 { ANN } else { BOB };
        let before = harness.play(user, game, text).await;
        // A checkpoint as late as the last move, which must still be shown; and next to it.
        if ![0, 1, 15].contains(&(before.ply % 16)) {
            continue;
        }
        restarts += 1;
        harness = harness.restart().await;
        let show = harness
            .app
            .show(harness.by(ANN), MatchRef::Game(game), Side::Public, None);
        let after = show.await.unwrap();
        assert_eq!(before.ply, after.ply);
        assert_eq!(before.last, after.last);
        assert_eq!(before.last.unwrap().number, index as u32 / 2 + 1);
        assert_eq!(before.scene, after.scene);
        assert_eq!(before.alt, after.alt);
        assert_eq!(before.next, after.next);
    }
    assert!(restarts >= 6, "{restarts}");
}

#[tokio::test]
async fn a_damaged_checkpoint_is_made_again_from_the_events() {
    let mut harness = TestApp::new().await;
    let game = harness.game().await.game;
    play_quietly(&harness, game).await;
    let sound = checkpoints(&harness).await;
    assert_eq!(sound.len(), 2, "the last two are kept");
    let show = harness
        .app
        .show(harness.by(ANN), MatchRef::Game(game), Side::Public, None);
    let before = show.await.unwrap();

    // A changed letter; and a checkpoint that is whole but cannot be resumed.
    let unusable = |(ply, _, position): &(i64, String, String)| {
        let whole = format!("{}\n{ply}\n{{}}\n{position}", game.0);
        format!("{:032x}", digest(&whole))
    };
    for damage in [
        "UPDATE checkpoint SET position = replace(position, 'K', 'k')",
        "UPDATE checkpoint SET standing = '{}'",
        "UPDATE checkpoint SET standing = '{}', digest = ? WHERE ply = 32",
    ] {
        let newest = sound.last().unwrap();
        let mut connection = sql(&harness.database()).await;
        sqlx::query(damage)
            .bind(unusable(newest))
            .execute(&mut connection)
            .await
            .unwrap();
        drop(connection);
        assert_ne!(checkpoints(&harness).await, sound);
        harness = harness.restart().await;
        let show = harness
            .app
            .show(harness.by(ANN), MatchRef::Game(game), Side::Public, None);
        let after = show.await.unwrap();
        assert_eq!((before.ply, &before.scene), (after.ply, &after.scene));
        assert_eq!(before.alt, after.alt);
        assert_eq!(checkpoints(&harness).await, sound, "after {damage}");
    }
}

/// Returns ply, standing and position of every checkpoint.
async fn checkpoints(harness: &TestApp) -> Vec<(i64, String, String)> {
    let mut connection = sql(&harness.database()).await;
    sqlx::query_as("SELECT ply, standing, position FROM checkpoint ORDER BY ply")
        .fetch_all(&mut connection)
        .await
        .unwrap()
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_refused_and_left_alone() {
    let harness = TestApp::new().await;
    harness.app.stop().await;
    let count = "SELECT count(*) FROM _sqlx_migrations";
    let ours = harness.numbers(count).await;
    let later = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
                 SELECT 9999, 'from later', success, checksum, 0 FROM _sqlx_migrations WHERE version = 1";
    harness.execute(later).await;
    let refused = App::start(harness.place(), sources(&harness.now))
        .await
        .unwrap_err();
    assert!(matches!(
        refused,
        StoreError::Newer {
            migration: 9999,
            ..
        }
    ));
    let sentence = refused.to_string();
    assert!(sentence.contains("written by a newer version of Rookery"));
    let after = harness.numbers(count).await;
    assert_eq!(after, [ours[0] + 1], "ours, and the one from later");
}

#[tokio::test]
async fn what_is_no_database_is_refused_with_a_sentence() {
    let folder = crate::scratch::folder();
    let path = folder.path().join("rookery.db");
    std::fs::write(&path, "these are my holiday notes, and no database at all").unwrap();
    let now = Arc::new(AtomicI64::new(0));
    let refused = App::start(&path, sources(&now)).await.unwrap_err();
    assert!(
        refused
            .to_string()
            .contains("cannot be used as the database"),
        "{refused}"
    );
    let kept = std::fs::read_to_string(&path).unwrap();
    assert!(kept.starts_with("these are my holiday notes"));
}

#[tokio::test]
async fn the_database_and_its_folder_are_made_on_first_start() {
    let folder = crate::scratch::folder();
    let path = folder.path().join("deep/er/rookery.db");
    let now = Arc::new(AtomicI64::new(0));
    let app = App::start(&path, sources(&now)).await.unwrap();
    app.stop().await;
    assert!(path.is_file());
    let mut connection = sql(&path).await;
    let mode: String = sqlx::query_scalar("PRAGMA journal_mode")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    assert_eq!(mode, "wal");
    // Every table of the bot is strict.
    let rows = sqlx::query(
        "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table'",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    for row in rows {
        let name: String = row.get("name");
        if !name.starts_with("sqlite_") && !name.starts_with("_sqlx") {
            assert_eq!(row.get::<i64, _>("strict"), 1, "{name}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_made_while_games_are_played_is_whole() {
    let harness = Arc::new(TestApp::new().await);
    let game = harness.game().await.game;
    let stop = Arc::new(AtomicI64::new(0));
    let writer = tokio::spawn({
        let (harness, stop) = (Arc::clone(&harness), Arc::clone(&stop));
        async move {
            let mut ply = 0_usize;
            let moves = quiet_moves();
            while stop.load(Ordering::SeqCst) == 0 && ply < moves.len() {
                let user = if ply.is_multiple_of(2) { ANN } else { BOB };
                harness.play(user, game, &moves[ply]).await;
                ply += 1;
            }
        }
    });
    let mut copies = Vec::new();
    for number in 0..3 {
        let begun = Instant::now();
        while harness.app.store().row(game).await.unwrap().moves <= number {
            assert!(begun.elapsed() < Duration::from_secs(20), "nobody moves");
        }
        let copy = harness.folder.path().join(format!("copy{number}.db"));
        // Once as the running bot, then as another process would.
        if number == 0 {
            harness.app.store().backup(&copy).await.unwrap();
        } else {
            rookery::store::backup(&harness.place(), &copy)
                .await
                .unwrap();
        }
        copies.push(copy);
    }
    stop.store(1, Ordering::SeqCst);
    writer.await.unwrap();
    for copy in &copies {
        let app = App::start(copy, sources(&harness.now)).await.unwrap();
        let row = app.store().row(game).await.unwrap();
        let whole = app.store().load_whole(game).await.unwrap();
        assert_eq!(usize::try_from(row.ply).unwrap(), whole.events.len());
        let show = app.show(harness.by(ANN), MatchRef::Game(game), Side::Public, None);
        assert_eq!(show.await.unwrap().ply, row.ply);
        app.stop().await;
    }

    let before = std::fs::read(&copies[0]).unwrap();
    let refused = harness.app.store().backup(&copies[0]).await.unwrap_err();
    assert!(
        refused.to_string().contains("never overwrites"),
        "{refused}"
    );
    assert_eq!(std::fs::read(&copies[0]).unwrap(), before);
    let nowhere = harness.folder.path().join("no/such/folder/copy.db");
    assert!(harness.app.store().backup(&nowhere).await.is_err());
    let left: Vec<_> = std::fs::read_dir(harness.folder.path())
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().into_string().ok())
        .filter(|name| name.contains("part"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[tokio::test]
async fn settings_are_kept_by_owner_and_key() {
    let harness = TestApp::new().await;
    let store = harness.app.store();
    store.set(ANN.0, "zone", "Europe/Rome").await.unwrap();
    store.set(ANN.0, "zone", "Europe/Oslo").await.unwrap();
    store.set(0, "commands", "digest").await.unwrap();
    let zone = store.setting(ANN.0, "zone").await.unwrap();
    assert_eq!(zone.as_deref(), Some("Europe/Oslo"));
    assert_eq!(store.setting(BOB.0, "zone").await.unwrap(), None);
}
