//! Tests that no cost grows with the number of games, people or servers: lists read as many games as they show,
//! leaderboards and counts are stored instead of computed, and unused rows are deleted.

use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::sync::atomic::Ordering;

use crate::harness::{ANN, BOB, CY, DEE, TestApp, challenge, legal, sources, sql};
use crate::many::{BUSY, Copies, long_game, multiply};
use rookery::app::{App, AppError, LONGEST_GAME, MatchRef, Side};
use rookery::games::GAMES;
use rookery::match_state::{GameId, GuildId, UserId};
use rookery::store::{Lock, Store, StoreError};
use sqlx::migrate::Migrator;

/// Returns a number from the database.
async fn number(path: &Path, query: &'static str) -> i64 {
    let mut connection = sql(path).await;
    let asked = sqlx::query_scalar(query);
    asked.fetch_one(&mut connection).await.unwrap()
}

/// Begins a match of two that the second wins, and that counts for their ratings.
async fn won(harness: &TestApp, (first, second): (UserId, UserId)) -> GameId {
    let mut new = challenge();
    new.opponents = vec![second];
    let opened = harness.app.open(harness.by(first), new).await.unwrap().game;
    harness
        .app
        .join(harness.by(second), opened, None)
        .await
        .unwrap();
    harness.moves(opened, [first, second], 10).await;
    let which = MatchRef::Game(opened);
    harness.app.resign(harness.by(first), which).await.unwrap();
    opened
}

#[tokio::test]
async fn a_leaderboard_is_of_those_who_have_played_there_and_says_where_the_asker_stands() {
    let harness = TestApp::new().await;
    won(&harness, (ANN, BOB)).await;
    won(&harness, (ANN, CY)).await;
    let ladder = harness
        .app
        .ladder(harness.by(ANN), "abstract")
        .await
        .unwrap();
    let users: Vec<UserId> = ladder.players.iter().map(|(user, _)| *user).collect();
    assert_eq!(users.len(), 3);
    assert_eq!(users[2], ANN);
    let (place, rating) = ladder.asker.unwrap();
    assert_eq!((place, rating), (3, ladder.players[2].1));
    let bob = harness
        .app
        .ladder(harness.by(BOB), "abstract")
        .await
        .unwrap();
    let place = users.iter().position(|user| *user == BOB).unwrap() as u32 + 1;
    assert_eq!(bob.asker.unwrap().0, place);
    // A player who has not played, or not here, has no place; in another server nobody has played.
    let dee = harness
        .app
        .ladder(harness.by(DEE), "abstract")
        .await
        .unwrap();
    assert_eq!((dee.asker, dee.players.len()), (None, 3));
    let mut elsewhere = harness.by(ANN);
    elsewhere.place.guild = Some(GuildId(501));
    let ladder = harness.app.ladder(elsewhere, "abstract").await.unwrap();
    assert_eq!((ladder.players.len(), ladder.asker), (0, None));
    // The leaderboard follows the ratings.
    won(&harness, (CY, ANN)).await;
    let mut connection = sql(&harness.database()).await;
    let differing: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM member JOIN rating USING (user, key) WHERE member.rating IS NOT rating.rating - 2 * rating.deviation",
    )
    .fetch_one(&mut connection)
    .await
    .unwrap();
    assert_eq!(differing, 0);
    // A player who gives up their seats and ratings is removed from it.
    for erase in [
        "UPDATE seat SET user = 1 WHERE user = ?",
        "DELETE FROM rating WHERE user = ?",
    ] {
        let erased = sqlx::query(erase).bind(ANN.0 as i64);
        erased.execute(&mut connection).await.unwrap();
    }
    let ladder = harness
        .app
        .ladder(harness.by(ANN), "abstract")
        .await
        .unwrap();
    assert_eq!((ladder.players.len(), ladder.asker), (2, None));
    let left = "SELECT count(*) FROM member WHERE user = 101";
    assert_eq!(number(&harness.database(), left).await, 0);
}

/// A list reads only the first of a person's 300 games; every game is found by its number.
#[tokio::test]
async fn a_list_takes_as_many_games_as_it_shows() {
    let harness = TestApp::new().await;
    let game = harness.game().await.game;
    harness.app.stop().await;
    let copies = Copies {
        of: game,
        count: 400,
        people: 50,
        busy: 300,
    };
    multiply(&harness.database(), &[copies]).await;
    let harness = harness.restart().await;
    let busy = harness.by(BUSY);
    let listed = harness.app.games(busy).await.unwrap();
    assert_eq!(listed.len(), 26);
    assert!(listed.iter().all(|one| one.mine && one.others.len() == 1));
    let offered = harness.app.complete_game(busy, "", true, &|_| None).await;
    assert_eq!(offered.len(), 25);
    assert_eq!(offered[..], listed[..25]);
    assert_eq!(
        harness
            .app
            .complete_game(busy, "abstract", true, &|_| None)
            .await
            .len(),
        25
    );
    assert!(
        harness
            .app
            .complete_game(busy, "no such", true, &|_| None)
            .await
            .is_empty()
    );
    assert!(
        harness
            .app
            .complete_game(busy, "0", true, &|_| None)
            .await
            .is_empty()
    );
    // The last of them, far behind the end of a list; and no game of others.
    let last = game.0 + 300;
    let found = harness
        .app
        .complete_game(busy, &format!("#{last}"), true, &|_| None)
        .await;
    assert_eq!(found[0].game, GameId(last));
    let theirs = (last + 1).to_string();
    assert!(
        harness
            .app
            .complete_game(busy, &theirs, true, &|_| None)
            .await
            .is_empty()
    );
    let some = harness.app.complete_game(busy, "29", true, &|_| None).await;
    let numbers: Vec<i64> = some.iter().map(|one| one.game.0).collect();
    assert_eq!(
        numbers,
        [29, 290, 291, 292, 293, 294, 295, 296, 297, 298, 299]
    );
    let refused = harness.app.play(busy, MatchRef::Here, "Ng1-f3").await;
    assert!(matches!(refused, Err(AppError::WhichGame(list)) if list.len() == 26));
    // Lists of another person are unchanged.
    let ann = harness.app.games(harness.by(ANN)).await.unwrap();
    assert_eq!(ann.len(), 1);
    assert_eq!((ann[0].game, &ann[0].others[..]), (game, &[BOB][..]));
}

/// A list begins with the games that have waited longest; a match of two own seats appears there once.
#[tokio::test]
async fn a_list_begins_with_what_has_waited_longest() {
    let harness = TestApp::new().await;
    let mut games = Vec::new();
    for _ in 0..3 {
        harness.now.fetch_add(60, Ordering::SeqCst);
        games.push(harness.game().await.game);
    }
    harness.now.fetch_add(60, Ordering::SeqCst);
    let own = "Game: abstract\n\n";
    let both = harness.app.import(harness.by(ANN), own).await.unwrap().game;
    harness.now.fetch_add(60, Ordering::SeqCst);
    harness.play(ANN, games[1], "Ng1-f3").await;
    harness.now.fetch_add(60, Ordering::SeqCst);
    harness.play(ANN, games[0], "Ng1-f3").await;
    harness.play(BOB, games[0], "Nb8-c6").await;
    let mut invited = challenge();
    invited.opponents = vec![ANN];
    let table = harness
        .app
        .open(harness.by(CY), invited)
        .await
        .unwrap()
        .game;
    let listed = harness.app.games(harness.by(ANN)).await.unwrap();
    let order: Vec<GameId> = listed.iter().map(|one| one.game).collect();
    assert_eq!(order, [games[2], both, games[0], games[1], table]);
    let old: Vec<GameId> = harness
        .app
        .store()
        .games_of(ANN)
        .await
        .unwrap()
        .iter()
        .map(|row| row.game)
        .collect();
    assert_eq!(order, old);
}

#[tokio::test]
async fn an_imported_game_is_not_replayed_from_its_beginning_at_every_look() {
    let harness = TestApp::new().await;
    let (moves, _) = long_game(330);
    let text = format!("Game: {}\n\n{}", GAMES[0].key, moves.join(" "));
    let game = harness
        .app
        .import(harness.by(ANN), &text)
        .await
        .unwrap()
        .game;
    let stored = harness.app.store().load(game, None).await.unwrap();
    assert!(stored.row.ply > 330);
    assert!(stored.checkpoint.is_some());
    assert!(stored.events.len() <= 32, "{}", stored.events.len());
    let harness = harness.restart().await;
    let show = harness
        .app
        .show(harness.by(ANN), MatchRef::Game(game), Side::Public, None);
    let match_view = show.await.unwrap();
    assert_eq!(match_view.last.unwrap().number, 165);
    let next = legal(&harness.app, game).await[0].clone();
    harness.play(ANN, game, &next).await;
}

#[tokio::test]
async fn a_game_of_more_moves_than_anybody_plays_is_not_brought_in() {
    let harness = TestApp::new().await;
    let moves = vec!["Ng1-f3"; LONGEST_GAME + 1].join(" ");
    let text = format!("Game: {}\n\n{moves}", GAMES[0].key);
    let refused = harness
        .app
        .import(harness.by(ANN), &text)
        .await
        .unwrap_err();
    let sentence = refused.to_string();
    assert!(
        sentence.contains("2001") && sentence.contains("2000"),
        "{sentence}"
    );
    assert!(harness.app.games(harness.by(ANN)).await.unwrap().is_empty());
}

#[tokio::test]
async fn games_are_counted_as_they_change() {
    let harness = TestApp::new().await;
    let counted = async |harness: &TestApp| harness.app.store().census().await.unwrap();
    assert_eq!(
        counted(&harness).await,
        [("open", 0), ("playing", 0), ("over", 0)]
    );
    let game = harness.game().await.game;
    let table = harness
        .app
        .open(harness.by(CY), challenge())
        .await
        .unwrap()
        .game;
    assert_eq!(
        counted(&harness).await,
        [("open", 1), ("playing", 1), ("over", 0)]
    );
    harness.app.close(harness.by(CY), table).await.unwrap();
    harness
        .app
        .resign(harness.by(ANN), MatchRef::Game(game))
        .await
        .unwrap();
    assert_eq!(
        counted(&harness).await,
        [("open", 0), ("playing", 0), ("over", 2)]
    );
}

#[tokio::test]
async fn a_game_that_is_over_keeps_no_checkpoint() {
    let harness = TestApp::new().await;
    let (ended, running) = (harness.game().await.game, harness.game().await.game);
    let (moves, _) = long_game(40);
    for game in [ended, running] {
        for (text, user) in moves.iter().zip([ANN, BOB].into_iter().cycle()) {
            harness.play(user, game, text).await;
        }
    }
    let kept = "SELECT count(*) FROM checkpoint";
    assert_eq!(number(&harness.database(), kept).await, 4);
    let which = MatchRef::Game(ended);
    harness.app.resign(harness.by(ANN), which).await.unwrap();
    assert_eq!(number(&harness.database(), kept).await, 2);
    // Rows of games that were already over are deleted little by little.
    let mut connection = sql(&harness.database()).await;
    for old in [
        "INSERT INTO checkpoint SELECT 1, ply, standing, position, digest FROM checkpoint",
        "INSERT INTO upkeep VALUES ('checkpoints', 0, 2)",
    ] {
        sqlx::query(old).execute(&mut connection).await.unwrap();
    }
    assert_eq!(number(&harness.database(), kept).await, 4);
    while harness.app.upkeep().await.unwrap() {}
    let left = "SELECT count(*) FROM checkpoint WHERE game = 2";
    assert_eq!(number(&harness.database(), left).await, 2);
    assert_eq!(number(&harness.database(), kept).await, 2);
    assert_eq!(
        number(&harness.database(), "SELECT count(*) FROM upkeep").await,
        0
    );
    let harness = harness.restart().await;
    for which in [MatchRef::Game(ended), MatchRef::Game(running)] {
        let show = harness.app.show(harness.by(ANN), which, Side::Public, None);
        assert_eq!(show.await.unwrap().last.unwrap().number, 20);
    }
}

#[tokio::test]
async fn requests_are_remembered_for_a_day() {
    let harness = TestApp::new().await;
    let game = harness.game().await.game;
    let moving = harness.by(ANN);
    let which = MatchRef::Game(game);
    harness.app.play(moving, which, "Ng1-f3").await.unwrap();
    let remembered = "SELECT count(*) FROM event WHERE interaction IS NOT NULL";
    let before = number(&harness.database(), remembered).await;
    assert_eq!(before, 3);
    assert!(!harness.app.upkeep().await.unwrap());
    assert_eq!(number(&harness.database(), remembered).await, before);
    let again = harness.app.play(moving, which, "Ng1-f3").await;
    assert!(matches!(again, Err(AppError::Repeated)), "{again:?}");
    harness.now.fetch_add(86_401, Ordering::SeqCst);
    harness.play(BOB, game, "Nb8-c6").await;
    while harness.app.upkeep().await.unwrap() {}
    assert_eq!(number(&harness.database(), remembered).await, 1);
}

#[test]
fn a_second_bot_on_one_database_is_refused_with_a_sentence() {
    let folder = crate::scratch::folder();
    let database = folder.path().join("deep/rookery.db");
    let first = Lock::take(&database).unwrap();
    let refused = Lock::take(&database).unwrap_err();
    let sentence = refused.to_string();
    let process = format!("process {}", std::process::id());
    assert!(sentence.contains(&process), "{sentence}");
    assert!(sentence.contains("ROOKERY_DATABASE"), "{sentence}");
    // Another database is not affected, and with the bot the lock ends.
    let other = Lock::take(&folder.path().join("other.db")).unwrap();
    drop(first);
    Lock::take(&database).unwrap();
    drop(other);
}

/// SQLite's "How To Corrupt An SQLite Database File", 2.4: one file under several names has several logs.
#[tokio::test]
async fn a_file_is_one_database_whatever_links_lead_to_it() {
    let folder = crate::scratch::folder();
    let place = |name: &str| folder.path().join(name);
    let database = place("rookery.db");
    let locked = Lock::take(&database).unwrap();
    std::fs::create_dir(place("deep")).unwrap();
    symlink(&database, place("deep/link.db")).unwrap();
    symlink(place("deep"), place("way")).unwrap();
    // The link leads nowhere yet, and its target would be readable by everybody.
    let early = Lock::take(&place("deep/link.db")).unwrap_err().to_string();
    assert!(
        early.contains("link to a file that is not there"),
        "{early}"
    );
    assert!(Store::open(place("deep/link.db")).await.is_err());
    assert!(!database.exists());
    let store = Store::open(&database).await.unwrap();
    store.set(1, "zone", "UTC").await.unwrap();
    for other in [
        "deep/link.db",
        "way/link.db",
        "way/../rookery.db",
        "deep/../rookery.db",
    ] {
        let refused = Lock::take(&place(other));
        assert!(
            matches!(refused, Err(StoreError::InUse { .. })),
            "{other}: {refused:?}"
        );
    }
    let through = Store::open(place("way/link.db")).await.unwrap();
    assert!(through.setting(1, "zone").await.unwrap().is_some());
    through.close().await;
    store.close().await;
    drop(locked);
    drop(Lock::take(&place("way/link.db")).unwrap());
    std::fs::hard_link(&database, place("hard.db")).unwrap();
    for name in ["hard.db", "rookery.db", "way/link.db"] {
        let refused = Lock::take(&place(name)).unwrap_err().to_string();
        assert!(refused.contains("2 names"), "{name}: {refused}");
        assert!(Store::open(place(name)).await.is_err(), "{name}");
    }
    std::fs::remove_file(place("hard.db")).unwrap();
    Lock::take(&database).unwrap();
}

#[tokio::test]
async fn nobody_else_on_the_machine_can_read_what_is_stored() {
    let folder = crate::scratch::folder();
    let database = folder.path().join("deep/er/rookery.db");
    let store = Store::open(&database).await.unwrap();
    store.set(1, "zone", "UTC").await.unwrap();
    let backup = database.with_file_name("backup.db");
    store.backup(&backup).await.unwrap();
    let _lock = Lock::take(&database).unwrap();
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    for name in [
        "rookery.db",
        "rookery.db-wal",
        "rookery.db-shm",
        "rookery.db.lock",
        "backup.db",
    ] {
        assert_eq!(mode(&database.with_file_name(name)), 0o600, "{name}");
    }
    for made in [folder.path().join("deep"), folder.path().join("deep/er")] {
        assert_eq!(mode(&made), 0o700, "{}", made.display());
    }
    store.close().await;
}

/// A database of an earlier version is counted once, members included, when it is upgraded.
#[tokio::test]
async fn an_older_database_is_counted_once_when_it_is_brought_up_to_date() {
    let harness = TestApp::new().await;
    harness.app.stop().await;
    let path = harness.folder.path().join("old.db");
    std::fs::File::create(&path).unwrap();
    let mut connection = sql(&path).await;
    let mut migrator = Migrator::new(Path::new("migrations/sqlite")).await.unwrap();
    migrator.migrations.to_mut().retain(|one| one.version <= 3);
    migrator.run(&mut connection).await.unwrap();
    for insert in [
        "INSERT INTO game (id, key, options, rules, guild, channel, opened, ply, phase, since, moves) VALUES \
         (1, 'abstract', '{}', 1, 500, 9, 5, 0, 'playing', 70, 0), (2, 'abstract', '{}', 1, 500, 9, 5, 0, 'over', 50, 0), \
         (3, 'abstract', '{}', 1, NULL, 9, 5, 0, 'playing', 60, 0)",
        "INSERT INTO seat VALUES (1, 0, 1, 101, 0, NULL, 1, 1, NULL, NULL), (1, 1, 1, 102, 0, NULL, 1, 0, NULL, NULL), \
         (2, 0, 1, 103, 0, NULL, 0, 0, 4, 1), (3, 0, 1, 101, 0, NULL, 1, 1, NULL, NULL), \
         (3, 1, 1, 104, 0, NULL, 1, 0, NULL, NULL)",
        "INSERT INTO rating VALUES (103, 'abstract', 1600.0, 60.0, 0.06, 1, 0, 0), \
         (104, 'abstract', 1700.0, 60.0, 0.06, 1, 0, 0)",
        "INSERT INTO checkpoint VALUES (1, 16, '', '', ''), (2, 16, '', '', '')",
    ] {
        sqlx::query(insert).execute(&mut connection).await.unwrap();
    }
    drop(connection);
    let app = App::start(&path, sources(&harness.now)).await.unwrap();
    let store = app.store();
    let census = store.census().await.unwrap();
    assert_eq!(census, [("open", 0), ("playing", 2), ("over", 1)]);
    let strongest = store.strongest("abstract", GuildId(500), 20).await.unwrap();
    let users: Vec<UserId> = strongest.iter().map(|(user, _)| *user).collect();
    assert_eq!(users, [CY], "Dee has played in no server");
    let games = store.own_games(ANN, 26).await.unwrap();
    assert_eq!(games, [GameId(3), GameId(1)]);
    while app.upkeep().await.unwrap() {}
    app.stop().await;
    assert_eq!(number(&path, "SELECT sum(game) FROM checkpoint").await, 1);
}

/// The heartbeat before every answer takes the one writing connection only every few seconds.
#[tokio::test]
async fn that_the_bot_runs_is_not_written_down_at_every_answer() {
    let harness = TestApp::new().await;
    let written = async || number(&harness.database(), "SELECT at FROM heartbeat").await;
    harness.app.wake().await.unwrap();
    let first = written().await;
    let game = harness.game().await.game;
    harness.now.fetch_add(4, Ordering::SeqCst);
    harness.app.wake().await.unwrap();
    harness.play(ANN, game, "Nb1-c3").await;
    assert_eq!(written().await, first);
    harness.now.fetch_add(4, Ordering::SeqCst);
    harness.app.wake().await.unwrap();
    assert_eq!(written().await, first + 8);
}
