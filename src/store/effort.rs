//! Tests of the cost of lists, leaderboards and counts, in steps of SQLite's virtual machine. The number of steps is
//! the same on every computer, so a lost index, or a query that reads more than it shows, is noticed among few matches.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tempfile::TempDir;

use crate::match_state::{ChannelId, GuildId, UserId};
use crate::store::sql::{Connection, query};
use crate::store::{SearchedPlaces, Store, StoreError};

/// A user who plays in every match.
const BUSY: UserId = UserId(7);
const GUILD: GuildId = GuildId(500);
const HOME: ChannelId = ChannelId(900);
/// The first of the other users, each of whom plays in one match.
const FIRST: u64 = 1_000;

/// Makes a database of so many running matches with numbers from 1,000 on, all in one server and channel, and as many
/// open tables and users with ratings.
async fn store_of(games: i64) -> (Store, TempDir) {
    let folder = crate::scratch::folder();
    let store = Store::open(folder.path().join("rookery.db")).await.unwrap();
    let mut transaction = store.begin().await.unwrap();
    for fill in [
        "CREATE TEMP TABLE number AS WITH RECURSIVE count (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM count WHERE n + 1 < ?1) \
         SELECT n FROM count",
        "INSERT INTO game (id, key, options, rules, guild, channel, home, opened, ply, phase, since, moves, changed, \
         due, audience, free) SELECT 1000 + n, 'key', '{}', 1, 500, 900, 900, 0, 1, 'playing', n, 1, 1, n, 'server', 0 \
         FROM number",
        "INSERT INTO game (id, key, options, rules, guild, channel, home, opened, ply, phase, since, moves, changed, \
         audience, free, shared) SELECT 2000000 + n, 'key', '{}', 1, 500 + n % 2, 900, 900, 0, 1, 'open', n, 0, 1, \
         'server', 1, n % 2 FROM number",
        "INSERT INTO seat (game, number, tenure, user, since, live, awaited, stands) \
         SELECT 1000 + n, 0, 1, 7, 0, 1, n % 2, n FROM number",
        "INSERT INTO seat (game, number, tenure, user, since, live, awaited, stands) \
         SELECT 1000 + n, 1, 1, 1000 + n, 0, 1, 1 - n % 2, n FROM number",
        "INSERT INTO rating (user, key, rating, deviation, volatility, won, drawn, lost) \
         SELECT 1000 + n, 'key', 1500 + (n * 7919) % 1000, 60, 0.06, 1, 0, 0 FROM number",
        "INSERT INTO reliability SELECT 1000 + n, 1, 0 FROM number",
        "INSERT INTO placing_count SELECT 1000 + n, 'key', 1, 1 FROM number",
    ] {
        let filled = query(fill).bind(games).execute(&mut transaction);
        filled.await.unwrap();
    }
    transaction.commit().await.unwrap();
    (store, folder)
}

/// Counts the steps of all reading connections from now on.
async fn counted(store: &Store) -> Arc<AtomicU64> {
    let steps = Arc::new(AtomicU64::new(0));
    let mut connections = Vec::new();
    for _ in 0..crate::store::sql::sqlite::READERS {
        connections.push(store.readers.acquire().await.unwrap());
    }
    for connection in &mut connections {
        let steps = Arc::clone(&steps);
        let Connection::Sqlite(held) = connection else {
            panic!("not SQLite");
        };
        let mut handle = held.lock_handle().await.unwrap();
        handle.set_progress_handler(1, move || {
            steps.fetch_add(1, Ordering::Relaxed);
            true
        });
    }
    steps
}

/// Returns the number of steps of `done`, after every connection has finished its earlier work: a query whose first row
/// was enough may still be running.
async fn taken<T>(
    (store, steps): (&Store, &AtomicU64),
    done: impl Future<Output = Result<T, StoreError>>,
) -> u64 {
    let mut connections = Vec::new();
    for _ in 0..crate::store::sql::sqlite::READERS {
        connections.push(store.readers.acquire().await.unwrap());
    }
    for connection in &mut connections {
        query("SELECT 1").execute(connection).await.unwrap();
    }
    drop(connections);
    steps.store(0, Ordering::Relaxed);
    done.await.unwrap();
    steps.load(Ordering::Relaxed)
}

/// Returns the name of each list and its number of steps.
async fn efforts(store: &Store) -> Vec<(&'static str, u64)> {
    let steps = counted(store).await;
    let counting = (store, &*steps);
    let some = UserId(FIRST + 5);
    let places = SearchedPlaces {
        guild: Some(GUILD),
        channel: HOME,
        other_servers: true,
    };
    vec![
        (
            "own games",
            taken(counting, store.own_games(BUSY, 26)).await,
        ),
        (
            "own games by number",
            taken(counting, store.own_numbered(BUSY, 1, 26)).await,
        ),
        (
            "games of a channel",
            taken(counting, store.games_at(HOME, 26)).await,
        ),
        (
            "games of a channel and one's own",
            taken(counting, store.games_here(BUSY, HOME, 26)).await,
        ),
        (
            "last game of a channel",
            taken(counting, store.last_over_at(HOME)).await,
        ),
        (
            "open tables",
            taken(counting, store.open_tables(places, (0, 10))).await,
        ),
        (
            "leaderboard",
            taken(counting, store.strongest("key", GUILD, 20)).await,
        ),
        (
            "place",
            taken(counting, store.rank("key", GUILD, some)).await,
        ),
        ("ratings", taken(counting, store.ratings(some)).await),
        ("placings", taken(counting, store.placings(some)).await),
        (
            "reliability",
            taken(counting, store.reliability(some)).await,
        ),
        ("due", taken(counting, store.due(1_000_000, &[], 25)).await),
        ("next due", taken(counting, store.next_due()).await),
        ("census", taken(counting, store.census()).await),
    ]
}

/// Returns the lists that take more than one and a half times as many steps among many matches as among few.
fn slower(few: &[(&'static str, u64)], many: &[(&'static str, u64)]) -> Vec<String> {
    let pairs = few.iter().zip(many);
    pairs
        .filter(|((_, few), (_, many))| many * 2 > few * 3)
        .map(|((name, few), (_, many))| {
            format!("{name}: {few} steps among 60 games, {many} among 2,000")
        })
        .collect()
}

#[tokio::test]
async fn no_list_takes_more_steps_among_many_games_and_people() {
    let (few, _folder) = store_of(60).await;
    let (store, _folder) = store_of(2_000).await;
    let (few, many) = (efforts(&few).await, efforts(&store).await);
    assert!(few.iter().all(|(_, steps)| *steps > 0), "{few:?}");
    let found = slower(&few, &many);
    assert!(found.is_empty(), "{}", found.join("\n"));
    // A lost index would be noticed.
    for (index, list) in [
        ("seat_list", "own games:"),
        ("member_rating", "leaderboard:"),
    ] {
        let drop = sqlx::AssertSqlSafe(format!("DROP INDEX {index}"));
        let connection = &mut store.write().await.unwrap();
        query(drop).execute(connection).await.unwrap();
        let found = slower(&few, &efforts(&store).await);
        assert!(
            found.iter().any(|one| one.starts_with(list)),
            "{index}: {found:?}"
        );
    }
}
