//! Tests that run with SQLite are run again on PostgreSQL; and tests of PostgreSQL alone.

use std::process::Command;

use sqlx::{Connection as _, PgConnection};

use crate::server::{self, Server};

/// Folder of the server's socket, for a process that runs tests on it.
pub const SOCKET: &str = "ROOKERY_TEST_POSTGRES";

/// Tests that are run on both, by the beginnings of their names.
const BOTH: [&str; 13] = [
    "clocks::",
    "events::",
    "kill::",
    "late::",
    "move_store::",
    "notices::",
    "postgres::on_a_server::",
    "ratings::",
    "scheduler::",
    "season::",
    "statements::",
    "store::",
    "workers::",
];

/// Tests among them that are about SQLite alone: its copies of a file, its commits in groups, rows read past the bot, a
/// row that PostgreSQL does not take, and two years that take too long to pass twice.
const SQLITES: [&str; 6] = [
    "clocks::a_year_passes_in_seconds",
    "season::a_year_of_a_league",
    "scheduler::a_notice_that_cannot_be_read_is_put_aside_and_the_others_go_out",
    "store::a_backup_made_while_games_are_played_is_whole",
    "store::a_damaged_checkpoint_is_made_again_from_the_events",
    "store::of_moves_that_wait_together_each_is_made_or_refused_alone",
];

/// Returns the address of a separate schema for a test, if tests are run on a server.
pub async fn schema() -> Option<String> {
    let socket = std::env::var_os(SOCKET)?;
    let name = format!("test_{:x}", rand::random::<u64>());
    let address = server::address(socket.as_ref(), &name);
    let mut connection = PgConnection::connect(&address).await.unwrap();
    let create = sqlx::AssertSqlSafe(format!("CREATE SCHEMA {name}"));
    sqlx::query(create).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    Some(address)
}

/// Returns the address of a separate schema for a test, outside of a runtime.
pub fn place() -> Option<String> {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(schema())
}

#[test]
fn what_holds_with_sqlite_holds_with_postgresql() {
    let Some(server) = Server::start() else {
        return;
    };
    let skipped = SQLITES.iter().flat_map(|name| ["--skip", name]);
    let ran = Command::new(std::env::current_exe().unwrap())
        .args(BOTH)
        .args(skipped)
        .args(["--include-ignored", "--test-threads", "4"])
        .env(SOCKET, server.socket())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success(), "{said}");
    println!("{said}");
}

/// Tests for a server alone, run by the one above.
pub mod on_a_server {
    use std::collections::BTreeSet;
    use std::pin::pin;
    use std::time::Duration;

    use rookery::app::{App, MatchRef, Request};
    use rookery::store::{Database, Lease, LeaseTimes, Store, StoreError};
    use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

    use crate::harness::{ANN, BOB, TestApp, challenge, legal, match_view, sources, sql};

    /// Starts a bot, and another process on the same database; `None` without a server.
    pub async fn two() -> Option<(TestApp, App)> {
        let harness = TestApp::new().await;
        if harness.place().file().is_some() {
            return None;
        }
        let other = App::start(harness.place(), sources(&harness.now));
        let other = other
            .await
            .unwrap()
            .with_limits(rookery::app::Limits::UNLIMITED);
        Some((harness, other))
    }

    /// Whatever both try at the same ply, the answers agree with the record.
    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    #[ignore = "run by the test above, which starts a server"]
    async fn of_two_processes_that_race_for_every_ply_one_wins() {
        let Some((harness, other)) = two().await else {
            return;
        };
        let mut games = Vec::new();
        for _ in 0..3 {
            games.push(harness.begun(challenge()).await);
        }
        for game in games {
            let (mut won, mut lost, mut rounds) = (0, 0, 0);
            // The winner of a race decides which move is played, and so when the game is over.
            for _ in 0..20 {
                let moves = legal(&harness.app, game).await;
                let (Some(first), Some(last)) = (moves.first(), moves.last()) else {
                    break;
                };
                let play = |app: &App, request: Request, text: &String| {
                    let (app, text) = (app.clone(), text.clone());
                    tokio::spawn(async move {
                        app.play(request, MatchRef::Game(game), &text).await.is_ok()
                    })
                };
                let (_, user) = match_view(&harness, game).await.next[0];
                let both = [
                    play(&harness.app, harness.by(user), first),
                    play(&other, harness.by(user), last),
                ];
                rounds += 1;
                for one in both {
                    if one.await.unwrap() {
                        won += 1;
                    } else {
                        lost += 1;
                    }
                }
            }
            let stored = other.store().load_whole(game).await.unwrap();
            let moved = stored
                .events
                .iter()
                .filter(|one| one.record.kind == "moved");
            assert_eq!(moved.count(), won);
            let plies = stored.events.iter().map(|event| event.ply);
            assert!(plies.eq(1..=stored.row.ply));
            assert!(
                rounds > 0 && won >= rounds,
                "{won} moves, {lost} refused in {rounds} rounds"
            );
        }
        other.stop().await;
    }

    /// A task dropped while it begins a transaction does not affect the connection: its next statement is committed.
    #[tokio::test]
    #[ignore = "run by the test above, which starts a server"]
    async fn a_transaction_given_up_while_it_begins_leaves_no_other_open() {
        let harness = TestApp::new().await;
        if harness.place().file().is_some() {
            return;
        }
        let store = Store::open(harness.place().with_connections(1))
            .await
            .unwrap();
        let mut times_given_up = 0;
        for polls in 1..=4 {
            {
                let mut begun = pin!(store.next_unsent(0, &[], &[], 1));
                let polled = async {
                    for _ in 0..polls {
                        tokio::task::yield_now().await;
                    }
                };
                tokio::select! {
                    biased;
                    // So many polls were enough for all of it.
                    _ = &mut begun => break,
                    () = polled => times_given_up += 1,
                }
            }
            let value = format!("{polls}");
            store.set(7, "key", &value).await.unwrap();
            let stored = harness.app.store().setting(7, "key").await.unwrap();
            assert_eq!(stored, Some(value));
        }
        assert!(times_given_up > 0);
        store.close().await;
    }

    /// Results of one pair that arrive at the same moment are all kept, and four of them count for the ratings.
    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    #[ignore = "run by the test above, which starts a server"]
    async fn results_that_come_at_once_are_all_kept_and_four_count() {
        const GAMES: u32 = 10;
        let Some((harness, other)) = two().await else {
            return;
        };
        let mut games = Vec::new();
        for _ in 0..GAMES {
            let game = harness.begun(challenge()).await;
            harness.moves(game, [ANN, BOB], 10).await;
            games.push(game);
        }
        let apps = [&harness.app, &other];
        let resigned = games
            .into_iter()
            .zip(apps.into_iter().cycle())
            .map(|(game, app)| {
                let (app, request) = (app.clone(), harness.by(BOB));
                tokio::spawn(async move { app.resign(request, MatchRef::Game(game)).await })
            });
        for one in resigned.collect::<Vec<_>>() {
            one.await.unwrap().unwrap();
        }
        for user in [ANN, BOB] {
            let ratings = other.store().ratings(user).await.unwrap();
            let [(_, rating)] = &ratings[..] else {
                panic!("{ratings:?}");
            };
            assert_eq!(rating.won + rating.drawn + rating.lost, 4, "{user:?}");
            assert_eq!(other.store().reliability(user).await.unwrap().0, GAMES);
        }
        other.stop().await;
    }

    /// A waiting process becomes the bot as soon as the first lets go, or has been silent for long enough.
    #[tokio::test]
    #[ignore = "run by the test above, which starts a server"]
    async fn of_several_processes_one_is_the_bot() {
        let Some(place) = crate::postgres::schema().await else {
            return;
        };
        let Ok(Database::Server(address)) = Database::read(&place) else {
            panic!("{place} is no server");
        };
        let times = LeaseTimes {
            lasts: Duration::from_millis(900),
            renewed: Duration::from_millis(200),
            asked: Duration::from_millis(20),
        };
        let wait = || {
            let address = address.clone();
            tokio::spawn(async move { Lease::wait(&address, times).await.unwrap() })
        };
        // Waits until the lease has been renewed after the time at which it would have ended.
        let outlasts = async || {
            let mut connection = PgConnection::connect(&place).await.unwrap();
            let mut until = async || -> i64 {
                let until = sqlx::query_scalar("SELECT until FROM lease");
                until.fetch_one(&mut connection).await.unwrap()
            };
            let end = until().await + i64::try_from(times.lasts.as_millis()).unwrap();
            while until().await < end {
                tokio::time::sleep(times.asked).await;
            }
        };
        let first = wait().await.unwrap();
        let second = wait();
        tokio::select! {
            lost = first.keep() => panic!("{lost}"),
            () = outlasts() => assert!(!second.is_finished()),
        }
        first.release().await;
        let second = second.await.unwrap();
        // The silent process learns that it is not the bot.
        let third = wait().await.unwrap();
        let lost = second.keep().await;
        assert!(matches!(lost, StoreError::Superseded { .. }), "{lost}");
        tokio::select! {
            lost = third.keep() => panic!("{lost}"),
            () = outlasts() => {}
        }
    }

    /// `rookery check` reports if the server can be used, without any secret of its address.
    #[tokio::test]
    #[ignore = "run by the test above, which starts a server"]
    async fn a_check_looks_at_the_server_and_tells_no_secret() {
        let harness = TestApp::new().await;
        if harness.place().file().is_some() {
            return;
        }
        let check = |address: String| {
            let ran = std::process::Command::new(env!("CARGO_BIN_EXE_rookery"))
                .arg("check")
                .env_clear()
                .env("ROOKERY_DATABASE", address)
                .current_dir(harness.folder.path())
                .output()
                .unwrap();
            let said = [ran.stdout, ran.stderr].concat();
            (ran.status.success(), String::from_utf8(said).unwrap())
        };
        let address = harness
            .place
            .replace("user=rookery", "user=rookery&password=hushhush");
        let (good, said) = check(address.clone());
        assert!(
            good && said.contains("can be reached and written to, with 0 games."),
            "{said}"
        );
        let (good, missing) = check(address.replace("host=", "host=/nowhere"));
        assert!(
            !good && missing.contains("Look whether the server runs"),
            "{missing}"
        );
        for said in [said, missing] {
            assert!(!said.contains("hushhush"), "{said}");
        }
    }

    /// Both databases have the same tables, columns and indexes.
    #[tokio::test]
    #[ignore = "run by the test above, which starts a server"]
    async fn both_schemas_are_alike() {
        let harness = TestApp::new().await;
        if harness.place().file().is_some() {
            return;
        }
        let mut connection = PgConnection::connect(&harness.place).await.unwrap();
        let mut postgres = BTreeSet::new();
        for question in POSTGRES {
            let lines = sqlx::query_scalar::<_, String>(question);
            postgres.extend(lines.fetch_all(&mut connection).await.unwrap());
        }
        let folder = crate::scratch::folder();
        let file = folder.path().join("rookery.db");
        let app = App::start(&file, sources(&harness.now)).await.unwrap();
        let mut connection = sql(&file).await;
        let mut sqlite = BTreeSet::new();
        for question in SQLITE {
            let lines =
                sqlx::query_scalar::<_, String>(AssertSqlSafe(question.replace("TABLES", TABLES)));
            sqlite.extend(lines.fetch_all(&mut connection).await.unwrap());
        }
        app.stop().await;
        let differing: Vec<_> = sqlite.symmetric_difference(&postgres).collect();
        assert!(differing.is_empty(), "{differing:#?}");
        assert!(sqlite.len() > 200, "{}", sqlite.len());
    }

    const TABLES: &str = "sqlite_schema AS t WHERE t.type IN ('table', 'view') AND t.name NOT LIKE 'sqlite%' AND t.name NOT LIKE '_sqlx%'";

    const SQLITE: [&str; 4] = [
        "SELECT t.name || '.' || c.name || ' ' || c.type || CASE WHEN c.\"notnull\" OR c.pk > 0 THEN ' not null' ELSE '' END \
         || CASE WHEN c.pk > 0 THEN ' key ' || c.pk ELSE '' END \
         FROM (SELECT name FROM TABLES AND t.type = 'table') AS t JOIN pragma_table_xinfo(t.name) AS c",
        "SELECT 'index ' || i.name || ' on ' || t.name || CASE WHEN i.\"unique\" THEN ' unique' ELSE '' END \
         || CASE WHEN i.partial THEN ' partial' ELSE '' END || ': ' || (SELECT group_concat(name, ', ') FROM \
         (SELECT name FROM pragma_index_info(i.name) ORDER BY seqno)) \
         FROM (SELECT name FROM TABLES) AS t JOIN pragma_index_list(t.name) AS i WHERE i.origin = 'c'",
        "SELECT 'reference ' || t.name || '.' || f.\"from\" || ' to ' || f.\"table\" \
         FROM (SELECT name FROM TABLES) AS t JOIN pragma_foreign_key_list(t.name) AS f",
        "SELECT 'view ' || name FROM TABLES AND t.type = 'view'",
    ];

    const POSTGRES: [&str; 4] = [
        "SELECT c.table_name || '.' || c.column_name || ' ' || CASE c.data_type WHEN 'bigint' THEN 'INTEGER' \
         WHEN 'double precision' THEN 'REAL' WHEN 'text' THEN 'TEXT' ELSE c.data_type END \
         || CASE c.is_nullable WHEN 'NO' THEN ' not null' ELSE '' END || coalesce(' key ' || k.ordinal_position, '') \
         FROM information_schema.columns AS c JOIN information_schema.tables AS t USING (table_schema, table_name) \
         LEFT JOIN information_schema.key_column_usage AS k ON k.table_schema = c.table_schema \
         AND k.table_name = c.table_name AND k.column_name = c.column_name AND k.constraint_name LIKE '%pkey' \
         WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.table_name NOT LIKE '\\_sqlx%' \
         AND c.table_name NOT IN ('lease', 'claim', 'person_lock')",
        "SELECT 'index ' || i.relname || ' on ' || t.relname || CASE WHEN x.indisunique THEN ' unique' ELSE '' END \
         || CASE WHEN x.indpred IS NOT NULL THEN ' partial' ELSE '' END || ': ' || (SELECT string_agg(a.attname, ', ' ORDER BY k.n) \
         FROM unnest(x.indkey) WITH ORDINALITY AS k (at, n) JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum = k.at) \
         FROM pg_index AS x JOIN pg_class AS i ON i.oid = x.indexrelid JOIN pg_class AS t ON t.oid = x.indrelid \
         WHERE t.relnamespace = current_schema()::regnamespace AND NOT x.indisprimary",
        "SELECT 'reference ' || t.relname || '.' || a.attname || ' to ' || o.relname FROM pg_constraint AS f \
         JOIN pg_class AS t ON t.oid = f.conrelid JOIN pg_class AS o ON o.oid = f.confrelid \
         JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum = f.conkey[1] \
         WHERE f.contype = 'f' AND t.relnamespace = current_schema()::regnamespace",
        "SELECT 'view ' || table_name FROM information_schema.views WHERE table_schema = current_schema()",
    ];
}
