//! Tests of moving pictures, made while everything else goes on.

use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use rookery::config::ApiBase;
use rookery::discord::{Dependencies, GifRenderer};
use rookery::render::{self, Theme};
use serde_json::{Value, json};

use crate::harness::{ALICE, BOB, CAROL, Harness, content, is_board, is_private};

/// Returns the number of frames of a message's moving picture, and the size of the file.
async fn frames(message: &Value) -> (usize, usize) {
    let file = &message["attachments"][0];
    assert_eq!(file["content_type"], "image/gif", "{message}");
    let alt = file["description"].as_str().unwrap();
    assert!((40..=1024).contains(&alt.chars().count()), "{alt}");
    let bytes = reqwest::get(file["url"].as_str().unwrap()).await.unwrap();
    let bytes = bytes.bytes().await.unwrap();
    let mut decoder = gif::DecodeOptions::new().read_info(&bytes[..]).unwrap();
    let mut frames = 0;
    while decoder.read_next_frame().unwrap().is_some() {
        frames += 1;
    }
    (frames, bytes.len())
}

async fn film(harness: &Harness, user: &str, channel: &str, range: &[(&str, u64)]) -> Value {
    let options: Vec<Value> = range
        .iter()
        .map(|(name, value)| json!({"name": name, "type": 4, "value": value}))
        .collect();
    let made = harness
        .interact(json!({
            "user": user, "channel": channel, "kind": "command", "command": "gif", "options": options,
        }))
        .await;
    assert_eq!(made.state, "answered");
    made.message
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_shown_move_by_move() {
    let harness = Harness::new().await;
    let (thread, _) = harness.begin().await;
    let none = film(&harness, ALICE, &thread, &[]).await;
    assert!(
        is_private(&none) && content(&none).contains("No move"),
        "{none}"
    );

    let moves = ["Nb1-c3", "Pa7-a6", "Nc3-d5", "Pa6-a5", "Nd5xc7"];
    for (ply, mv) in moves.into_iter().enumerate() {
        let user = if ply % 2 == 0 { ALICE } else { BOB };
        let played = harness.play(user, &thread, mv).await;
        assert!(is_board(&played.message), "{played:?}");
    }
    // Anybody who sees the thread can ask, and everybody sees it.
    let whole = film(&harness, CAROL, &thread, &[]).await;
    assert!(!is_private(&whole));
    assert!(content(&whole).contains("moves 1 to 3"), "{whole}");
    let (count, bytes) = frames(&whole).await;
    assert_eq!(count, 6, "the start and five moves");
    assert!(bytes < 120 * 1024, "{bytes}");

    let part = film(&harness, ALICE, &thread, &[("from", 2), ("to", 2)]).await;
    assert_eq!(
        frames(&part).await.0,
        3,
        "before the second round, and its two moves"
    );
    let late = film(&harness, ALICE, &thread, &[("from", 9)]).await;
    assert!(
        is_private(&late) && content(&late).contains("no move 9"),
        "{late}"
    );
    let back = film(&harness, ALICE, &thread, &[("from", 3), ("to", 1)]).await;
    assert!(is_private(&back), "{back}");
    harness.end().await;
}

/// A gate that is shut until it is opened.
#[derive(Default)]
struct Door {
    open: Mutex<bool>,
    opened: Condvar,
    waiting: Mutex<usize>,
}

impl Door {
    fn pass(&self) {
        *self.waiting.lock().unwrap() += 1;
        let open = self.open.lock().unwrap();
        let defer_after = Duration::from_secs(30);
        drop(
            self.opened
                .wait_timeout_while(open, defer_after, |open| !*open),
        );
    }

    fn open(&self) {
        *self.open.lock().unwrap() = true;
        self.opened.notify_all();
    }

    fn waiting(&self) -> usize {
        *self.waiting.lock().unwrap()
    }
}

/// Begins a game with its first move, with a bot that renders films so; returns the thread.
async fn filmed_by(gif_renderer: GifRenderer) -> (Harness, String) {
    let mut harness = Harness::empty().await;
    let api = ApiBase::new(&harness.server.api_base()).unwrap();
    let means = Dependencies {
        gif_renderer,
        ..Dependencies::default()
    };
    harness.start_bot_with(Some(api), means).await;
    let (thread, _) = harness.begin().await;
    harness.play(ALICE, &thread, "Nb1-c3").await;
    (harness, thread)
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_waits_for_a_moving_picture() {
    let door = Arc::new(Door::default());
    let held = Arc::clone(&door);
    let gif_renderer: GifRenderer = Arc::new(move |scenes, most| {
        held.pass();
        render::gif(scenes, Theme::default(), most)
    });
    let (harness, thread) = filmed_by(gif_renderer).await;

    let meanwhile = async {
        harness
            .until("the first is being made", || door.waiting() == 1)
            .await;
        // A second one of the same person is refused, another person's waits, and a move is answered at once.
        let second = film(&harness, ALICE, &thread, &[]).await;
        assert!(
            is_private(&second) && content(&second).contains("still being made"),
            "{second}"
        );
        let begun = Instant::now();
        let played = harness.play(BOB, &thread, "Pa7-a6").await;
        assert!(is_board(&played.message) && !played.deferred, "{played:?}");
        assert!(begun.elapsed() < Duration::from_millis(1500));
        assert_eq!(door.waiting(), 1, "one at a time");
        door.open();
    };
    let (first, other, ()) = tokio::join!(
        film(&harness, ALICE, &thread, &[]),
        async {
            harness
                .until("the first is being made", || door.waiting() == 1)
                .await;
            film(&harness, CAROL, &thread, &[]).await
        },
        meanwhile
    );
    assert_eq!(
        frames(&first).await.0,
        2,
        "as the game stood when it was asked for"
    );
    assert!((2..=3).contains(&frames(&other).await.0));
    let again = film(&harness, ALICE, &thread, &[]).await;
    assert_eq!(frames(&again).await.0, 3, "the next may be asked for");
    harness.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_that_cannot_be_made_is_explained() {
    let gif_renderer: GifRenderer = Arc::new(|_, _| panic!("a crash on purpose"));
    let (harness, thread) = filmed_by(gif_renderer).await;
    for _ in 0..2 {
        let notices = film(&harness, ALICE, &thread, &[]).await;
        assert!(content(&notices).contains("could not be made"), "{notices}");
    }
    harness.end().await;
}

/// An answer deferred in private stays private: the moving picture is shown to everybody in a separate message, as at a
/// quiet time.
#[test]
fn one_that_begins_late_is_for_everybody_too() {
    // A single thread does all long work, and it is blocked.
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime
        .worker_threads(4)
        .max_blocking_threads(1)
        .enable_all();
    runtime.build().unwrap().block_on(async {
        let harness = Harness::timed().await;
        let (thread, _) = harness.begin().await;
        harness.play(ALICE, &thread, "Nb1-c3").await;
        let door = Arc::new(Door::default());
        let held = Arc::clone(&door);
        tokio::task::spawn_blocking(move || held.pass());
        harness.until("it is held up", || door.waiting() == 1).await;
        let shared = harness.server.shared();
        let before = shared.requests().len();
        let answered = || {
            let requests = shared.requests();
            let mut new = requests.iter().skip(before);
            new.any(|request| request.path.starts_with("/interactions"))
        };
        let (answer, ()) = tokio::join!(film(&harness, ALICE, &thread, &[]), async {
            harness.until("it is deferred", answered).await;
            door.open();
        });
        assert!(is_private(&answer), "{answer}");
        let is_film = |message: &Value| message["attachments"][0]["filename"] == "game.gif";
        let shown = harness.message(CAROL, &thread, is_film).await;
        assert!(!is_private(&shown), "{shown}");
        assert_eq!(frames(&shown).await.0, 2);
        harness.end().await;
    });
}
