//! Tests of a process's answers while its database is unreachable, full or held.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::join_all;
use rookery::app::{App, AppError, MatchRef, Side};
use rookery::match_state::GameId;
use rookery::store::Database;
use sqlx::{Connection as _, PgConnection};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{UnixListener, UnixStream};

use crate::harness::{ANN, BOB, TestApp, legal, sources};
use crate::postgres::on_a_server::two;

/// A moment at which a connection is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut {
    /// Cut before the server gets a message that contains this.
    Before(&'static str),
    /// Cut before the answer to such a message arrives: the server has carried it out.
    After(&'static str),
    /// Cut before the server gets [`MOVE`], which arrives later; then before a commit.
    Late,
    /// The late message arrives.
    Arrival,
    /// At [`MOVE`], but nothing is cut: the server falls silent.
    Silence,
    /// All connections are silent, as from a machine that is gone.
    Silent,
}

/// End of a transaction, with the end of the message, since `READ COMMITTED` contains the word, too.
const COMMIT: &str = "COMMIT\0";

/// Part of a move that is one statement, which commits itself: the notifications, as JSON.
const MOVE: &str = "\"cover\":";

/// Offers a socket to the server, in a separate folder, until a connection is cut at the next commit.
fn reach(server: PathBuf, folder: &Path, cut: Arc<Mutex<Option<Cut>>>) {
    let listener = UnixListener::bind(folder.join(SOCKET)).unwrap();
    tokio::spawn(async move {
        loop {
            let (client, _) = listener.accept().await.unwrap();
            if *cut.lock().unwrap() == Some(Cut::Silent) {
                tokio::spawn(async move {
                    let _client = client;
                    std::future::pending::<()>().await;
                });
                continue;
            }
            let server = UnixStream::connect(server.join(SOCKET)).await.unwrap();
            tokio::spawn(pass_on(client, server, Arc::clone(&cut)));
        }
    });
}

/// A match, and an app that reaches its server through a socket that can be cut.
struct Relayed {
    /// Bot that reaches the server directly.
    harness: TestApp,
    game: GameId,
    app: App,
    cut: Arc<Mutex<Option<Cut>>>,
    /// Folder of that socket, deleted with this value.
    folder: TempDir,
}

/// Begins a match; `None` without PostgreSQL. If `direct`, the app also knows the server's own socket, as that of
/// another server.
async fn relayed(direct: bool) -> Option<Relayed> {
    let (harness, other) = two().await?;
    other.stop().await;
    let game = harness.game().await.game;
    let folder = crate::scratch::folder();
    let socket = std::env::var(crate::postgres::SOCKET).unwrap();
    let cut = Arc::new(Mutex::new(None));
    reach(PathBuf::from(&socket), folder.path(), Arc::clone(&cut));
    let mut sockets = folder.path().display().to_string();
    if direct {
        sockets = format!("{sockets},{socket}");
    }
    let place = Database::read(&harness.place.replace(&socket, &sockets)).unwrap();
    let app = App::start(place, sources(&harness.now)).await.unwrap();
    Some(Relayed {
        harness,
        game,
        app,
        cut,
        folder,
    })
}

const SOCKET: &str = ".s.PGSQL.5432";

/// Sends a message when it may arrive, and waits for the server's answer.
async fn arrive(mut server: UnixStream, message: &[u8], state: &Mutex<Option<Cut>>) {
    while *state.lock().unwrap() != Some(Cut::Arrival) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    server.write_all(message).await.unwrap();
    let _ = server.read(&mut [0; 65_536]).await;
    *state.lock().unwrap() = None;
}

async fn pass_on(mut client: UnixStream, mut server: UnixStream, state: Arc<Mutex<Option<Cut>>>) {
    let (mut asked, mut answered) = (vec![0; 65_536], vec![0; 65_536]);
    loop {
        tokio::select! {
            Ok(count @ 1..) = client.read(&mut asked) => {
                let asked = &asked[..count];
                let has = |text: &str| asked.windows(text.len()).any(|word| word == text.as_bytes());
                let cut = {
                    let mut cut = state.lock().unwrap();
                    match *cut {
                        Some(Cut::Silent) => Some(Cut::Silent),
                        Some(Cut::Silence) if has(MOVE) => cut.replace(Cut::Silent),
                        Some(Cut::Late) if has(MOVE) => cut.replace(Cut::Before(COMMIT)),
                        Some(Cut::Before(text) | Cut::After(text)) if has(text) => cut.take(),
                        _ => None,
                    }
                };
                if cut == Some(Cut::Late) {
                    drop(client);
                    return arrive(server, asked, &state).await;
                }
                if cut == Some(Cut::Silence) {
                    server.write_all(asked).await.unwrap();
                }
                if matches!(cut, Some(Cut::Silence | Cut::Silent)) {
                    std::future::pending::<()>().await;
                }
                if matches!(cut, Some(Cut::Before(_))) || server.write_all(asked).await.is_err() {
                    return;
                }
                if matches!(cut, Some(Cut::After(_))) {
                    let _ = server.read(&mut answered).await;
                    return;
                }
            }
            Ok(count @ 1..) = server.read(&mut answered) => {
                if client.write_all(&answered[..count]).await.is_err() {
                    return;
                }
            }
            else => return,
        }
    }
}

/// A move whose connection is cut during the commit is looked up: the answer agrees with the record.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "run by another test, which starts a server"]
async fn a_connection_that_is_cut_in_a_commit_loses_no_answer_and_invents_none() {
    let Some(Relayed {
        harness,
        game,
        app,
        cut,
        folder: _folder,
    }) = relayed(false).await
    else {
        return;
    };
    for number in 0..12_usize {
        // With an open offer a move is a transaction, otherwise one statement.
        let in_a_transaction = number >= 6;
        if in_a_transaction {
            harness.execute("UPDATE game SET offered = 1").await;
        }
        let user = [ANN, BOB][number % 2];
        let text = legal(&harness.app, game).await.remove(number % 5);
        let before = app.store().row(game).await.unwrap().ply;
        let what = if in_a_transaction { COMMIT } else { MOVE };
        let arrives = number / 2 % 2 == 0;
        *cut.lock().unwrap() = Some(if arrives {
            Cut::After(what)
        } else {
            Cut::Before(what)
        });
        let which = MatchRef::Game(game);
        let first = app.play(harness.by(user), which, &text).await;
        assert_eq!(*cut.lock().unwrap(), None, "it was not cut");
        let stored = harness.app.store().row(game).await.unwrap().ply;
        assert_eq!(first.is_ok(), stored > before, "{first:?}");
        // A statement that did not arrive is sent again; a transaction is not.
        let expected = arrives || !in_a_transaction;
        assert_eq!(first.is_ok(), expected, "{:?}", first.err());
        if first.is_err() {
            app.play(harness.by(user), which, &text).await.unwrap();
        }
    }
    let moves = harness.app.store().row(game).await.unwrap().moves;
    assert_eq!(moves, 12);
    app.stop().await;
}

/// A move that is held up on its way may be made after all: it is not said that nothing was changed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "run by another test, which starts a server"]
async fn a_move_that_may_still_arrive_is_not_called_undone() {
    let Some(Relayed {
        harness,
        game,
        app,
        cut,
        folder: _folder,
    }) = relayed(false).await
    else {
        return;
    };
    let text = legal(&harness.app, game).await.remove(0);
    *cut.lock().unwrap() = Some(Cut::Late);
    let played = app.play(harness.by(ANN), MatchRef::Game(game), &text).await;
    let said = played.unwrap_err().to_string();
    assert!(said.contains("I don't know whether"), "{said}");
    assert_eq!(harness.app.store().row(game).await.unwrap().moves, 0);
    *cut.lock().unwrap() = Some(Cut::Arrival);
    while cut.lock().unwrap().is_some() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(harness.app.store().row(game).await.unwrap().moves, 1);
    app.stop().await;
}

/// A server that disappears silently in the middle of a commit is given up for one that can be written to, and the move
/// is found there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "run by another test, which starts a server"]
async fn a_server_that_falls_silent_is_left_for_another() {
    let Some(Relayed {
        harness,
        game,
        app,
        cut,
        folder: _folder,
    }) = relayed(true).await
    else {
        return;
    };
    for number in 0..2_usize {
        let text = legal(&harness.app, game).await.remove(0);
        let user = [ANN, BOB][number];
        let played = app.play(harness.by(user), MatchRef::Game(game), &text);
        let played = played.await;
        assert!(played.is_ok(), "{played:?}");
        *cut.lock().unwrap() = Some(Cut::Silence);
    }
    assert_eq!(harness.app.store().row(game).await.unwrap().moves, 2);
    app.stop().await;
}

/// A request to a server that disappeared silently fails within seconds; when it can be reached again, no connection is
/// missing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "run by another test, which starts a server"]
async fn nobody_waits_for_a_server_that_is_gone() {
    const AT_ONCE: usize = 16;
    let Some(Relayed {
        harness,
        game,
        app,
        cut,
        folder: _folder,
    }) = relayed(false).await
    else {
        return;
    };
    let look = async || {
        let looks = (0..AT_ONCE).map(|_| {
            let (app, request) = (app.clone(), harness.by(ANN));
            async move {
                app.show(request, MatchRef::Game(game), Side::Own, None)
                    .await
            }
        });
        let seen = join_all(looks).await;
        seen.iter().filter(|seen| seen.is_ok()).count()
    };
    assert_eq!(look().await, AT_ONCE);
    *cut.lock().unwrap() = Some(Cut::Silent);
    let begun = std::time::Instant::now();
    assert_eq!(look().await, 0);
    let took = begun.elapsed();
    assert!(took < std::time::Duration::from_secs(20), "{took:?}");
    *cut.lock().unwrap() = None;
    assert_eq!(look().await, AT_ONCE);
    app.stop().await;
}

/// Returns the match's ply and the counts of rows that a move writes.
async fn amounts(harness: &TestApp) -> Vec<i64> {
    let mut amounts = Vec::new();
    for count in [
        "SELECT ply FROM game",
        "SELECT count(*) FROM event",
        "SELECT count(*) FROM outbox",
        "SELECT count(*) FROM checkpoint",
        "SELECT sum(awaited * (number + 1))::bigint FROM seat",
    ] {
        amounts.extend(harness.numbers(count).await);
    }
    amounts
}

/// PostgreSQL's manual, appendix A: 53100, at any statement of the transaction, refuses the whole move.
#[tokio::test]
#[ignore = "run by another test, which starts a server"]
async fn where_the_disk_is_full_a_move_is_refused_and_nothing_is_half_done() {
    let harness = TestApp::new().await;
    if harness.place().file().is_some() {
        return;
    }
    let game = harness.game().await.game;
    let full = "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
                RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END $$;";
    let mut users = [ANN, BOB].into_iter().cycle();
    for before in [
        "INSERT ON event",
        "UPDATE ON game",
        "UPDATE ON seat",
        "INSERT ON outbox",
    ] {
        let text = legal(&harness.app, game).await.remove(0);
        let user = users.next().unwrap();
        let was = amounts(&harness).await;
        let trigger = format!(
            "{full} CREATE TRIGGER full_disk BEFORE {before} FOR EACH ROW EXECUTE FUNCTION full_disk()"
        );
        harness.execute(&trigger).await;
        let played = harness
            .app
            .play(harness.by(user), MatchRef::Game(game), &text);
        let said = played.await.unwrap_err().to_string();
        assert!(
            said.contains("no room left") && said.contains("nothing was changed"),
            "{before}: {said}"
        );
        assert_eq!(amounts(&harness).await, was, "{before}");
        let show = harness
            .app
            .show(harness.by(user), MatchRef::Game(game), Side::Own, None);
        assert!(!show.await.unwrap().next.is_empty());
        // Space is freed: the same move counts now.
        harness.execute("DROP FUNCTION full_disk CASCADE").await;
        harness.play(user, game, &text).await;
    }
}

/// A move is refused while another connection holds its rows for longer than the bot waits; views still work.
#[tokio::test]
#[ignore = "run by another test, which starts a server"]
async fn while_somebody_holds_the_tables_a_move_is_refused_and_looking_goes_on() {
    let harness = TestApp::new().await;
    if harness.place().file().is_some() {
        return;
    }
    let game = harness.game().await.game;
    let was = amounts(&harness).await;
    let mut holder = PgConnection::connect(&harness.place).await.unwrap();
    let hold = sqlx::raw_sql("BEGIN; LOCK TABLE game IN EXCLUSIVE MODE");
    hold.execute(&mut holder).await.unwrap();
    let which = MatchRef::Game(game);
    let played = harness.app.play(harness.by(ANN), which, "Nb1-c3").await;
    assert!(
        matches!(&played, Err(AppError::Plain(said)) if said.contains("nothing was changed")),
        "{played:?}"
    );
    let show = harness.app.show(harness.by(ANN), which, Side::Own, None);
    show.await.unwrap();
    let release = sqlx::raw_sql("ROLLBACK");
    release.execute(&mut holder).await.unwrap();
    assert_eq!(amounts(&harness).await, was);
    harness.play(ANN, game, "Nb1-c3").await;
}
