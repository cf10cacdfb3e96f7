//! Number of statements that a move sends to the database. Each is a round trip to a server, or two changes of thread
//! with SQLite, while the player waits: additions to a move show up here.

use std::fmt::Debug;
use std::future::ready;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::FutureExt as _;
use rookery::app::{Delivery, MatchRef, Notice, Purpose};
use rookery::match_state::ChannelId;
use tokio::sync::Notify;
use tokio::sync::mpsc::unbounded_channel;
use tokio::time::timeout;
use tracing::field::{Field, Visit};
use tracing::subscriber::DefaultGuard;
use tracing_subscriber::layer::{Context, Layer, SubscriberExt as _};

use crate::harness::{ANN, BOB, TestApp, challenge, legal};

/// The texts of the statements that this thread sends, in order.
#[derive(Clone, Default)]
pub struct Statements(Arc<Mutex<Vec<String>>>);

impl Statements {
    /// Collects the statements sent from now on, until the guard is dropped.
    pub fn listen() -> (Statements, DefaultGuard) {
        let statements = Statements::default();
        let subscriber = tracing_subscriber::registry().with(statements.clone());
        (statements, tracing::subscriber::set_default(subscriber))
    }

    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }
}

impl<S: tracing::Subscriber> Layer<S> for Statements {
    fn on_event(&self, event: &tracing::Event<'_>, _: Context<'_, S>) {
        if event.metadata().target() == "rookery::store::statement" {
            event.record(&mut self.clone());
        }
    }
}

impl Visit for Statements {
    fn record_str(&mut self, _: &Field, text: &str) {
        self.0.lock().unwrap().push(text.to_owned());
    }

    fn record_debug(&mut self, _: &Field, _: &dyn Debug) {}
}

#[tokio::test]
async fn a_move_sends_no_more_statements_than_it_needs() {
    let (statements, _listening) = Statements::listen();
    let harness = TestApp::new().await;
    let mut new = challenge();
    new.opponents = vec![BOB];
    let opened = harness.app.open(harness.by(ANN), new).await.unwrap();
    let joined = harness.app.join(harness.by(BOB), opened.game, None).await;
    joined.unwrap();
    let mut user = ANN;
    for _ in 0..6 {
        let text = legal(&harness.app, opened.game).await.swap_remove(0);
        statements.take();
        let which = MatchRef::Game(opened.game);
        let played = harness.app.play(harness.by(user), which, &text).await;
        played.unwrap();
        user = if user == ANN { BOB } else { ANN };
    }
    let sent = statements.take();
    let on_a_server = harness.place().file().is_none();
    let begins = |text: &String| text == "BEGIN" || text.starts_with("WITH held ");
    let begun = sent.iter().rposition(begins).unwrap();
    // Before the transaction: the match with everything that may prevent the move, its players, and the rules they have
    // been shown. Within: the match, the event, the next turn, the fallback notification, and the two ends; on a server
    // all that is one statement.
    let within = if on_a_server { 1 } else { 6 };
    assert_eq!(
        [begun, sent.len() - begun],
        [3, within],
        "{}",
        sent.join("\n")
    );
    // If the player names no match, the matches that live in the channel are read, with their state.
    let home = harness.app.set_home(opened.game, ChannelId(900));
    home.await.unwrap();
    statements.take();
    let meant = harness
        .app
        .find_match(harness.by(user), MatchRef::Here, Purpose::Move);
    assert_eq!(meant.await.unwrap(), opened.game);
    let sent = statements.take();
    assert_eq!(sent.len(), 2, "{}", sent.join("\n"));
}

/// A match's effect on its players' ratings is read and written in one statement each.
#[tokio::test]
async fn the_end_of_a_match_rates_its_players_in_two_statements() {
    let (statements, _listening) = Statements::listen();
    let harness = TestApp::new().await;
    let game = harness.begun(challenge()).await;
    harness.moves(game, [ANN, BOB], 10).await;
    statements.take();
    let which = MatchRef::Game(game);
    harness.app.resign(harness.by(ANN), which).await.unwrap();
    let sent = statements.take();
    let rating = sent.iter().filter(|text| text.contains("INTO rating "));
    assert_eq!(rating.count(), 2, "{}", sent.join("\n"));
    let read = sent.iter().any(|text| text.contains("FROM rating "));
    assert!(!read, "{}", sent.join("\n"));
    let won = "SELECT won FROM rating ORDER BY \"user\"";
    assert_eq!(harness.numbers(won).await, [0, 1]);
}

/// A move that notifies nobody yet causes no search for notices; if its answer does not arrive, its board is sent at
/// once.
#[tokio::test]
async fn a_usual_move_has_nobody_look_for_notices() {
    let (statements, _listening) = Statements::listen();
    let harness = TestApp::new().await;
    let game = harness.begun(challenge()).await;
    let (nudge, (sent, mut notices)) = (Arc::new(Notify::new()), unbounded_channel());
    let delivering = {
        let (app, nudge) = (harness.app.clone(), Arc::clone(&nudge));
        tokio::spawn(async move {
            let send = |notice: Notice| {
                if notice.fallback_for.is_some() {
                    sent.send(()).unwrap();
                }
                ready(Delivery::Done)
            };
            app.deliver_always(send, || ready(()), &nudge, Duration::from_secs(3_600))
                .await;
        })
    };
    let looks = || {
        let sent = statements.take();
        sent.iter()
            .filter(|text| text.contains("first = $1"))
            .count()
    };
    idle(&nudge).await;
    assert!(looks() > 0, "at the start");
    for number in 0..4 {
        let text = legal(&harness.app, game).await.swap_remove(0);
        harness.play([ANN, BOB][number % 2], game, &text).await;
        idle(&nudge).await;
        assert_eq!(looks(), 0, "after move {number}");
    }
    let text = legal(&harness.app, game).await.swap_remove(0);
    let request = harness.by(ANN);
    let played = harness.app.play(request, MatchRef::Game(game), &text);
    played.await.unwrap();
    harness.app.answered(request.interaction, false).await;
    nudge.notify_one();
    let told = timeout(Duration::from_secs(20), notices.recv()).await;
    assert_eq!(told, Ok(Some(())));
    assert!(looks() > 0, "for the board");
    delivering.abort();
}

/// Wakes those who wait for a nudge, until they wait for the next one with nothing left to do.
async fn idle(nudge: &Notify) {
    // Work at the first nudge may have left something to look for.
    for _ in 0..2 {
        nudge.notify_one();
        let taken = async {
            tokio::task::yield_now().await;
            // The nudge is still unconsumed: they are at work.
            while nudge.notified().now_or_never().is_some() {
                nudge.notify_one();
                tokio::task::yield_now().await;
            }
        };
        timeout(Duration::from_secs(20), taken).await.unwrap();
    }
}
