//! Tests a failover: the primary of a PostgreSQL server dies under load and its standby takes over.

use std::collections::{BTreeMap, BTreeSet};
use std::pin::pin;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use rookery::app::{App, Delivery, Limits, MatchRef, Notice, Place, Request};
use rookery::match_state::{ChannelId, GameId, UserId};
use rookery::rules::Options;
use rookery::store::{Database, Lease, LeaseTimes, PhaseName, StoreError};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use tokio::sync::{Semaphore, watch};

use crate::harness::{ANN, BOB, challenge, sources};
use crate::server::Server;

/// Matches played at the same time, in two processes.
const GAMES: usize = 6;

/// Reminders sent meanwhile.
const REMINDERS: u64 = 150;

/// Longest time until a player is answered again, from the promotion of the standby.
const SOON: Duration = Duration::from_secs(5);

static INTERACTION: AtomicUsize = AtomicUsize::new(1);

fn by(user: UserId) -> Request {
    Request {
        user,
        place: Place {
            guild: None,
            channel: ChannelId(7),
            outside: false,
        },
        interaction: INTERACTION.fetch_add(1, Ordering::SeqCst) as u64,
        sent: rookery::app::Sent::now(),
    }
}

/// The answered moves.
struct Answered {
    moves: Mutex<Vec<(GameId, u32, String)>>,
    count: watch::Sender<usize>,
    /// A permit for each move: notices are sent as quickly as moves are made.
    sendable: Semaphore,
}

impl Answered {
    fn new() -> Self {
        Answered {
            moves: Mutex::default(),
            count: watch::Sender::default(),
            sendable: Semaphore::new(0),
        }
    }

    fn note(&self, game: GameId, ply: u32, text: &str) {
        self.moves
            .lock()
            .unwrap()
            .push((game, ply, text.to_owned()));
        self.count.send_modify(|count| *count += 1);
        self.sendable.add_permits(1);
    }

    /// Waits for so many more.
    async fn more(&self, more: usize) {
        let mut count = self.count.subscribe();
        let wanted = *count.borrow() + more;
        count.wait_for(|count| *count >= wanted).await.unwrap();
    }
}

/// Plays both sides of a match without pause, and asks again after a missing answer.
async fn play(app: App, answered: Arc<Answered>, mut ended: watch::Receiver<bool>) {
    let kind = rookery::games::find("abstract").unwrap();
    let mut users = [BOB, ANN].into_iter().cycle();
    while !*ended.borrow_and_update() {
        let opened = app.open(by(ANN), challenge()).await;
        let Ok(opened) = opened else {
            tokio::task::yield_now().await;
            continue;
        };
        let which = MatchRef::Game(opened.game);
        while app.join(by(BOB), opened.game, None).await.is_err() {
            let row = app.store().row(opened.game).await;
            // The move was stored, though the answer was lost.
            if row.is_ok_and(|row| row.phase == PhaseName::Playing) {
                break;
            }
        }
        let mut board = kind.new_game(&Options::new()).unwrap();
        while !board.status().is_over() && !*ended.borrow() {
            let user = users.next().unwrap();
            let moves = board.legal();
            let text = &moves[moves.len() / 3];
            match app.play(by(user), which, text).await {
                Ok(view) => {
                    answered.note(opened.game, view.ply, text);
                    board.play(text).unwrap();
                }
                // It is another player's turn, the move could not be stored, or its result is unknown.
                Err(_) => {
                    if let Ok(stored) = app.store().load_whole(opened.game).await {
                        board = kind.new_game(&Options::new()).unwrap();
                        let moved = stored
                            .events
                            .iter()
                            .filter(|one| one.record.kind == "moved");
                        for text in moved.filter_map(|one| one.record.text.as_deref()) {
                            board.play(text).unwrap();
                        }
                    }
                }
            }
        }
    }
}

/// Each notice that was sent, by its contents, with its nonces.
type Sent = Mutex<BTreeMap<String, Vec<String>>>;

fn send(sent: &Sent, notice: &Notice) -> Delivery {
    for item in &notice.items {
        let notices = format!("{:?} {item:?}", notice.to);
        sent.lock()
            .unwrap()
            .entry(notices)
            .or_default()
            .push(notice.nonce.clone());
    }
    Delivery::Done
}

async fn notify(
    app: App,
    answered: Arc<Answered>,
    sent: Arc<Sent>,
    mut ended: watch::Receiver<bool>,
) {
    let paced = async |notice: Notice| {
        answered.sendable.acquire().await.unwrap().forget();
        send(&sent, &notice)
    };
    let mut stopped = pin!(async { ended.wait_for(|ended| *ended).await.is_ok() });
    loop {
        tokio::select! {
            biased;
            _ = &mut stopped => return,
            // A notice whose sending could not be recorded is sent again.
            _ = app.deliver(&paced) => tokio::task::yield_now().await,
        }
    }
}

/// No answered move is lost, a notice is only repeated under its nonce, by which Discord recognizes it, the process
/// that is the bot stays it, and players are answered again soon after the promotion.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_primary_that_dies_under_load_loses_nothing_that_was_answered() {
    let Some([(mut primary, here), (standby, there)]) = Server::pair() else {
        return;
    };
    // The standby first: a server that is only readable is not used.
    let address = format!("postgres://rookery@127.0.0.1:{there},127.0.0.1:{here}/postgres");
    let place = Database::read(&address).unwrap();
    let Database::Server(server) = place.clone() else {
        panic!("{address}");
    };
    let times = LeaseTimes {
        renewed: Duration::from_secs(2),
        ..LeaseTimes::BOT
    };
    // Two servers that have just begun may answer late on a busy machine.
    let begun = Instant::now();
    let lease = loop {
        match Lease::wait(&server, times).await {
            Ok(lease) => break lease,
            Err(error) => assert!(begun.elapsed() < Duration::from_secs(30), "{error}"),
        }
    };
    let now = Arc::new(AtomicI64::new(1_000_000));
    let mut apps = Vec::new();
    for _ in 0..2 {
        let app = App::start(&place, sources(&now)).await.unwrap();
        apps.push(app.with_limits(Limits::UNLIMITED));
    }
    let (answered, sent) = (Arc::new(Answered::new()), Arc::new(Sent::default()));
    let (end, ended) = watch::channel(false);
    let players = apps.iter().cycle().take(GAMES);
    let players =
        players.map(|app| tokio::spawn(play(app.clone(), answered.clone(), ended.clone())));
    let players: Vec<_> = players.collect();
    answered.more(2 * GAMES).await;
    let mut connection =
        PgConnection::connect(&address.replace(&format!("127.0.0.1:{there},"), ""))
            .await
            .unwrap();
    for number in 0..REMINDERS {
        let why = format!("{{\"why\": \"joined\", \"user\": {number}}}");
        let insert = format!(
            "INSERT INTO outbox (game, ply, \"user\", why, at, ready) VALUES (1, 9, {}, '{why}', 0, 0)",
            300 + number
        );
        let insert = sqlx::query(AssertSqlSafe(insert));
        insert.execute(&mut connection).await.unwrap();
    }
    let notifiers = apps.iter().map(|app| {
        let (answered, sent) = (answered.clone(), sent.clone());
        tokio::spawn(notify(app.clone(), answered, sent, ended.clone()))
    });
    let notifiers: Vec<_> = notifiers.collect();
    answered.more(8 * GAMES).await;
    let before = *answered.count.borrow();
    let failover = async {
        primary.kill();
        standby.promote();
        let promoted = Instant::now();
        answered.more(1).await;
        let first = promoted.elapsed();
        answered.more(8 * GAMES).await;
        first
    };
    let first = tokio::select! {
        lost = lease.keep() => panic!("{lost}"),
        first = failover => first,
    };
    assert!(first < SOON, "{first:?}");
    end.send(true).unwrap();
    for one in join_all(players.into_iter().chain(notifiers)).await {
        one.unwrap();
    }
    // Claims of a process whose connection was cut are free after a minute.
    now.fetch_add(120, Ordering::SeqCst);
    for app in &apps {
        let rest = app.deliver(async |notice| send(&sent, &notice));
        rest.await.unwrap();
    }
    let sent = std::mem::take(&mut *sent.lock().unwrap());
    verify(&apps[0], &answered, &sent).await;
    let again = sent.values().filter(|nonces| nonces.len() > 1).count();
    println!(
        "{before} moves before and {} after; answered again {first:?} after the promotion; {} notices, {again} of them \
         sent again under their nonce",
        *answered.count.borrow() - before,
        sent.len()
    );
    lease.release().await;
    for app in apps {
        app.stop().await;
    }
}

async fn verify(app: &App, answered: &Answered, sent: &BTreeMap<String, Vec<String>>) {
    let answered = answered.moves.lock().unwrap().clone();
    for game in answered
        .iter()
        .map(|(game, ..)| *game)
        .collect::<BTreeSet<_>>()
    {
        let stored = app.store().load_whole(game).await.unwrap();
        let plies = stored.events.iter().map(|event| event.ply);
        assert!(plies.eq(1..=stored.row.ply));
        for (_, ply, text) in answered.iter().filter(|(of, ..)| *of == game) {
            // The events that a move brought with it are counted in its ply.
            let moves = stored.events[..*ply as usize].iter().rev();
            let mut moves = moves.filter(|event| event.record.kind == "moved");
            let last = moves.next().and_then(|event| event.record.text.clone());
            assert_eq!(last.as_ref(), Some(text), "{game:?}, ply {ply}");
        }
    }
    let reminders = (0..REMINDERS).filter(|number| {
        let to = format!("Some({:?})", UserId(300 + number));
        sent.keys().any(|notices| notices.starts_with(&to))
    });
    assert_eq!(reminders.count() as u64, REMINDERS);
    for (notices, nonces) in sent {
        let different: BTreeSet<_> = nonces.iter().collect();
        assert_eq!(different.len(), 1, "{notices}: {nonces:?}");
    }
}

/// A start without a writable server among several names the reason for each of them, and no secret.
#[tokio::test]
async fn servers_of_which_none_can_be_written_to_are_named() {
    let address = "postgres://zoe:hushhush@127.0.0.1:1,127.0.0.1:2/x";
    let started = App::start(
        Database::read(address).unwrap(),
        sources(&Arc::new(AtomicI64::new(0))),
    );
    let refused = started.await.err().unwrap();
    assert!(
        matches!(refused, StoreError::Unusable { .. }),
        "{refused:?}"
    );
    let said = refused.to_string();
    for part in ["127.0.0.1:1: ", "127.0.0.1:2: ", "none of its servers"] {
        assert!(said.contains(part), "{said}");
    }
    assert!(
        !said.contains("hushhush") && !said.contains("zoe"),
        "{said}"
    );
}
