//! Faults other than being killed: after each trial the next move must count, and refused moves must not be stored.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rookery::app::{App, Chance, Clock, Sources};
use rookery::config::{ApiBase, Token};
use rookery::discord::{self, BoardRenderer, Connection, Dependencies};
use rookery::render::{self, Theme};
use rookery::sandbox::{FaultKind, Outcome};
use serde_json::json;
use sqlx::{Connection as _, SqliteConnection};
use tokio::sync::oneshot;

use super::driver::{Arena, CHANNEL, Match, is_board, stored};

/// Disturbs the gateway's connection as the sandbox's page can, and waits until the bot has come back.
pub async fn fail_connections(arena: &Arena, what: &str) {
    let url = format!("{}/sandbox/gateway", arena.server.api_base());
    let body = json!({"do": what});
    let sent = reqwest::Client::new().post(url).json(&body).send().await;
    assert!(sent.unwrap().status().is_success());
    // Wait for its return, or the next fault would always hit a bot that is away.
    tokio::time::sleep(Duration::from_millis(50)).await;
    while !arena.server.shared().bot_online() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// Makes a move of the side to move; returns the text and its answer.
async fn attempt(arena: &Arena, game: &Match) -> (String, Outcome) {
    // The matches are long enough for a move that does not end them.
    let moves = game.board.legal();
    let text = moves
        .iter()
        .find(|text| {
            let mut after = game.board.boxed_clone();
            after.play(text).is_ok() && !after.status().is_over()
        })
        .or(moves.first());
    let text = text.expect("a game that goes on").clone();
    let outcome = arena.play(game.turn(), game.game, &text).await;
    (text, outcome)
}

/// Asserts that the move is in the record once, after the earlier moves.
async fn must_count(app: &App, game: &mut Match, text: &str, trial: &str) {
    let canonical = game.board.play(text).unwrap().canonical;
    game.accepted.push(canonical);
    let (texts, board) = stored(app, game.kind, game.game).await;
    assert_eq!(texts, game.accepted, "{trial}: game {}", game.game);
    game.board = board;
}

/// Asserts that the record is unchanged.
async fn must_be_unchanged(app: &App, game: &Match, trial: &str) {
    let (texts, _) = stored(app, game.kind, game.game).await;
    assert_eq!(texts, game.accepted, "{trial}: game {}", game.game);
}

/// Makes a move that is answered with a board, and counts. The gateway loses input while a session begins again, as on
/// Discord, and a busy machine answers too late: users look, and type it again if necessary.
async fn play(arena: &Arena, app: &App, game: &mut Match, trial: &str) {
    let mut last = None;
    for _ in 0..20 {
        let (text, outcome) = attempt(arena, game).await;
        let (texts, _) = stored(app, game.kind, game.game).await;
        if is_board(&outcome) || outcome.deferred || texts.len() > game.accepted.len() {
            must_count(app, game, &text, trial).await;
            return;
        }
        last = Some(outcome);
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    panic!("{trial}: {last:?}");
}

fn said(outcome: &Outcome) -> &str {
    let message = outcome.message.as_ref();
    message.map_or("", |message| {
        message["content"].as_str().unwrap_or_default()
    })
}

/// Runs the trials of a bot in a separate process.
pub async fn outside(arena: &Arena, app: &App, matches: &mut [Match]) {
    let mut next = Rotation::of(matches);
    for what in ["drop", "reconnect", "resumable", "invalidate"] {
        fail_connections(arena, what).await;
        play(arena, app, next.game(), what).await;
    }

    let shared = arena.server.shared();
    for (ill, times) in [
        (FaultKind::Status(429), 1),
        (FaultKind::Status(500), 2),
        (FaultKind::Late(Duration::from_millis(900)), 1),
        (FaultKind::Lost, 1),
    ] {
        shared.fault("POST /interactions/", ill, times);
        play(arena, app, next.game(), &format!("{ill:?}")).await;
    }

    // Nothing is answered for longer than an interaction lives: the board comes as a separate message.
    let newest = || {
        let path = format!("/channels/{CHANNEL}/messages");
        let mut requests = shared.requests().into_iter().rev();
        let posted = requests.find(|one| one.path == path && one.status == 200);
        posted.map(|one| one.answer["id"].clone())
    };
    let (before, game) = (newest(), next.game());
    shared.fault("POST /interactions/", FaultKind::Silence, 3);
    let (text, _) = attempt(arena, game).await;
    while newest() == before {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    must_count(app, game, &text, "silence").await;

    // Another process holds the database for longer than the bot waits.
    let path = format!("sqlite://{}", arena.database().display());
    let mut holder = SqliteConnection::connect(&path).await.unwrap();
    let hold = sqlx::query("BEGIN EXCLUSIVE").execute(&mut holder).await;
    hold.unwrap();
    let game = next.game();
    let (_, outcome) = attempt(arena, game).await;
    assert!(
        said(&outcome).contains("nothing was changed"),
        "{outcome:?}"
    );
    must_be_unchanged(app, game, "locked").await;
    sqlx::query("ROLLBACK").execute(&mut holder).await.unwrap();
    holder.close().await.unwrap();
    play(arena, app, game, "locked").await;
}

/// Runs the trials that need a bot in this process, with faults of its clock, renderer and disk.
pub async fn inside(arena: &Arena, matches: &mut [Match]) {
    let system = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap()
        .as_secs();
    let system = i64::try_from(system).unwrap();
    let now = Arc::new(AtomicI64::new(system));
    let clock = Arc::clone(&now);
    let sources = Sources {
        clock: Clock::new(move || clock.load(Ordering::SeqCst)),
        chance: Chance::system(),
    };
    let broken = Arc::new(AtomicBool::new(false));
    let switch = Arc::clone(&broken);
    let board_renderer: BoardRenderer = Arc::new(move |scene| {
        assert!(!switch.load(Ordering::SeqCst), "a crash on purpose");
        render::png(scene, Theme::default())
    });
    let means = Dependencies {
        board_renderer,
        look: Duration::from_millis(100),
        ..Dependencies::default()
    };
    let app = App::start(arena.database(), sources).await.unwrap();
    let connection = Connection {
        token: Token::new(arena.server.token()).unwrap(),
        api: Some(ApiBase::new(&arena.server.api_base()).unwrap()),
    };
    let (stop, stopped) = oneshot::channel::<()>();
    let running = tokio::spawn(discord::run_with(app.clone(), connection, means, async {
        let _ = stopped.await;
    }));
    while !arena.server.shared().bot_online() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let mut next = Rotation::of(matches);

    // A crash while the board is drawn.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    broken.store(true, Ordering::SeqCst);
    let game = next.game();
    let (text, outcome) = attempt(arena, game).await;
    assert!(
        said(&outcome).contains("picture could not be drawn"),
        "{outcome:?}"
    );
    must_count(&app, game, &text, "picture").await;
    broken.store(false, Ordering::SeqCst);
    std::panic::set_hook(hook);
    play(arena, &app, game, "picture").await;

    // The clock is set back and forward, by hours and by years.
    for jump in [
        -3_600,
        -86_400,
        86_400,
        10 * 365 * 86_400,
        -20 * 365 * 86_400,
    ] {
        now.store(system + jump, Ordering::SeqCst);
        tokio::time::sleep(Duration::from_millis(250)).await;
        play(arena, &app, next.game(), &format!("clock {jump} s")).await;
    }
    now.store(system, Ordering::SeqCst);
    tokio::time::sleep(Duration::from_millis(250)).await;

    // A disk that fills up.
    app.store().limit_pages(1).await.unwrap();
    let mut refusals = 0;
    for _ in 0..5_000 {
        let game = next.game();
        let (text, outcome) = attempt(arena, game).await;
        if !said(&outcome).contains("no room left") {
            assert!(is_board(&outcome) || outcome.deferred, "{outcome:?}");
            must_count(&app, game, &text, "full").await;
            continue;
        }
        must_be_unchanged(&app, game, "full").await;
        refusals += 1;
        if refusals == 3 {
            break;
        }
    }
    assert_eq!(refusals, 3, "the disk was never full");
    app.store().limit_pages(u32::MAX - 1).await.unwrap();
    play(arena, &app, next.game(), "full").await;

    let _ = stop.send(());
    running.await.unwrap().unwrap();
    app.stop().await;
}

/// Matches that go on, one after another.
struct Rotation<'m> {
    matches: &'m mut [Match],
    next: usize,
}

impl<'m> Rotation<'m> {
    fn of(matches: &'m mut [Match]) -> Self {
        Rotation { matches, next: 0 }
    }

    fn game(&mut self) -> &mut Match {
        let count = self.matches.len();
        let going = (0..count)
            .map(|step| (self.next + step) % count)
            .find(|index| !self.matches[*index].board.legal().is_empty())
            .expect("a game that goes on");
        self.next = going + 1;
        &mut self.matches[going]
    }
}
