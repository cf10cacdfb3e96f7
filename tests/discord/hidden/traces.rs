//! Tests of the program's traces while pieces are hidden: its log and its numbers, read by an operator who may also
//! play.
//!
//! The duration of an answer is not measured, since a busy machine hides it. It follows from the work done.
//! [`super::sent`] shows that as many requests are made, and of the same kinds. The rules judge a try by one list of
//! legal moves and one of possible questions, whatever is tried and whatever the answer: a refusal has no reason to
//! search for, and nothing looks ahead.

use std::collections::BTreeSet;

use serde_json::Value;

use super::sent::variations;
use super::transcript::without_snowflakes;
use super::{asks, played, position, seated};
use crate::harness::{ALICE, BOB, CAROL, Harness, content, is_private};
use crate::numbers::listening;
use crate::program::Program;

/// The lines logged, each once, and the numbers that do not measure time.
struct Traces {
    log: BTreeSet<String>,
    numbers: BTreeSet<String>,
}

/// Plays a match with these moves of Alice's; returns its traces. Bob tries refused moves, answers, and looks around.
async fn traces(own: [&str; 2], reply: &str, refused: &[String]) -> Traces {
    let harness = Harness::empty().await;
    harness.prepare().await;
    let settings = [
        ("ROOKERY_LOG", "rookery=trace"),
        ("ROOKERY_LOG_FORMAT", "json"),
        ("ROOKERY_METRICS_PORT", "0"),
    ];
    let mut program = Program::start(&harness, &settings).await;
    let thread = seated(&harness).await;
    played(&harness, &thread, ALICE, own[0], 1).await;
    for text in refused {
        let outcome = harness.play(BOB, &thread, text).await;
        assert!(is_private(&outcome.message), "{outcome:?}");
        let answer = content(&outcome.message);
        let unread = text == "gibberish" && answer.contains("I don't know the word gibberish");
        assert!(
            unread || ["No.", "Nonsense."].contains(&answer),
            "{text}: {answer}"
        );
    }
    played(&harness, &thread, BOB, reply, 2).await;
    played(&harness, &thread, ALICE, own[1], 3).await;
    for user in [BOB, CAROL] {
        for command in ["board", "history", "export", "hint", "explore"] {
            harness.command(user, &thread, command, &[]).await;
        }
        harness
            .complete(user, &thread, "move", &[("move", "N")])
            .await;
    }
    let addresses = listening(program.id());
    let port = addresses[0].split_once(':').unwrap().1;
    let port = u16::from_str_radix(port, 16).unwrap();
    let numbers = reqwest::get(format!("http://127.0.0.1:{port}/metrics"));
    let numbers = numbers.await.unwrap().text().await.unwrap();
    program.signal("TERM");
    assert!(program.end().await.success(), "{}", program.log());
    let text = program.log();
    harness.end().await;
    let mut traces = Traces {
        log: BTreeSet::new(),
        numbers: numbers
            .lines()
            .filter(is_counted)
            .map(str::to_owned)
            .collect(),
    };
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
        let target = line["target"].as_str().unwrap();
        if target.starts_with("rookery") {
            let mut fields = line["fields"].clone();
            if let Some(address) = fields.get_mut("address") {
                // The port that was free.
                *address = Value::Null;
            }
            let fields = without_snowflakes(&fields.to_string());
            traces.log.insert(format!("{target} {fields}"));
        }
    }
    traces
}

/// True if a line of the numbers counts something: durations and ages depend on the machine.
fn is_counted(line: &&str) -> bool {
    let name = line.split([' ', '{']).next().unwrap_or_default();
    !line.starts_with('#') && (!name.contains("_seconds") || name.ends_with("_count"))
}

/// The rules: "costs nothing, and nobody else hears of it". The same match with other hidden moves leaves the same log
/// and the same numbers.
#[tokio::test(flavor = "multi_thread")]
async fn log_and_numbers_do_not_tell_what_is_hidden() {
    let (one, other, reply) = variations();
    let after = |mv: &str| {
        let mut game = position();
        game.play(mv).unwrap();
        game
    };
    let games = [after(&one[0]), after(&other[0])];
    assert_eq!(asks(games[0].as_ref()), asks(games[1].as_ref()));
    // Moves refused whatever is hidden: allowed questions, if there are any, and others.
    let blocked = asks(games[0].as_ref())
        .into_iter()
        .find(|ask| games.iter().all(|game| game.parse_move(ask).is_err()));
    let refused: Vec<String> = (blocked.into_iter())
        .chain(["Raa1-bb3".to_owned(), "gibberish".to_owned()])
        .collect();
    let first = traces([&one[0], &one[1]], &reply, &refused);
    let second = traces([&other[0], &other[1]], &reply, &refused);
    let (first, second) = tokio::join!(first, second);
    assert_eq!(first.log, second.log);
    assert_eq!(first.numbers, second.numbers);
    assert!(first.log.len() > 3 && first.numbers.len() > 10);
    for line in first.log.iter().chain(&second.log).chain(&first.numbers) {
        for mv in [&one[0], &one[1], &other[0], &other[1], &reply] {
            assert!(!line.contains(mv.as_str()), "{line}");
        }
    }
}
