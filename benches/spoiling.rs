//! Whether busy people spoil it for quiet ones: two who play a game at their ease, alone and while one or ten others use
//! every command as quickly as they can. The median of the quiet ones' answers must stay below one and a half times what
//! it is without the others. The sandbox and its checks share the machine with the bot: the figures mean something where it
//! is idle otherwise, and in a release build.
//!
//!     cargo bench --bench spoiling -- [--rounds 25] [--pause 900] [--bot-cores 0,1]
#![allow(missing_docs, clippy::unwrap_used)]

mod driver;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use driver::{Arena, Match, is_board, load, milliseconds, number, only_listed, quantile};
use rookery::games::GAMES;
use serde_json::{Value, json};

/// The first of those who ask as much as they can.
const BUSY: u64 = 6_500_000_000_000_000_000;

/// How much slower a quiet one's answers may be, at the median.
const BOUND: f64 = 1.5;

#[tokio::main]
pub async fn main() {
    if only_listed() {
        return;
    }
    let rounds = usize::try_from(number("--rounds", 25, 2)).unwrap();
    let pause = Duration::from_millis(number("--pause", 900, 50));
    let arena = Arc::new(Arena::new().await);
    let (bot, _) = arena.start().await;
    let mut game = arena.begin(GAMES[0], 1).await;
    // What is made once for everybody is made before.
    rounds_of(&arena, &mut game, rounds.min(5), pause).await;
    println!(
        "{rounds} moves, boards, lists and suggestions of two people with {} between them; load of the machine {}",
        milliseconds(pause),
        load()
    );
    let mut alone = rounds_of(&arena, &mut game, rounds, pause).await;
    print("alone", &mut alone, None);
    for busy in [1, 10] {
        let stop = Arc::new(AtomicBool::new(false));
        let asked = Arc::new(AtomicUsize::new(0));
        let before = bot.processor();
        let begun = Instant::now();
        let crowd: Vec<_> = (0..busy)
            .map(|person| {
                let (arena, stop, asked) = (Arc::clone(&arena), stop.clone(), asked.clone());
                tokio::spawn(async move { ask(&arena, BUSY + person, &stop, &asked).await })
            })
            .collect();
        let mut beside = rounds_of(&arena, &mut game, rounds, pause).await;
        let took = begun.elapsed().as_secs_f64();
        stop.store(true, Ordering::Relaxed);
        for person in crowd {
            person.await.unwrap();
        }
        println!(
            "{busy} busy: {:.0} requests a second, {:.2} processors; load of the machine {}",
            asked.load(Ordering::Relaxed) as f64 / took,
            (bot.processor() - before) / took,
            load()
        );
        print("  quiet", &mut beside, Some(&mut alone));
    }
}

/// How long the quiet ones' answers took, by what they asked for.
#[derive(Default)]
struct Times([Vec<Duration>; 4]);

const KINDS: [&str; 4] = ["move", "board", "games", "suggestions"];

fn print(who: &str, times: &mut Times, alone: Option<&mut Times>) {
    let mut medians = [Duration::ZERO; 4];
    if let Some(alone) = alone {
        for (median, times) in medians.iter_mut().zip(&mut alone.0) {
            *median = quantile(times, 0.5);
        }
    }
    for ((kind, times), before) in KINDS.iter().zip(&mut times.0).zip(medians) {
        let median = quantile(times, 0.5);
        let ratio = median.as_secs_f64() / before.as_secs_f64();
        let verdict = match ratio {
            ratio if !ratio.is_finite() => String::new(),
            ratio if ratio <= BOUND => format!(", {ratio:.2} times"),
            ratio => format!(", {ratio:.2} times: TOO MUCH"),
        };
        println!(
            "{who}: {kind} p50 {}, p95 {}, longest {}{verdict}",
            milliseconds(median),
            milliseconds(quantile(times, 0.95)),
            milliseconds(quantile(times, 1.0)),
        );
    }
}

/// Two people play, and look at things between the moves.
async fn rounds_of(arena: &Arena, game: &mut Match, rounds: usize, pause: Duration) -> Times {
    let mut times = Times::default();
    // Moves that take nothing and end nothing.
    for round in 0..rounds {
        let user = game.turn();
        let legal = game.board.legal();
        let quiet = legal.iter().filter(|mv| {
            let mut after = game.board.clone();
            !mv.contains('x') && after.play(mv).is_ok() && !after.status().is_over()
        });
        let quiet: Vec<&String> = quiet.collect();
        let text = quiet[(round * 7 + quiet.len() / 2) % quiet.len()].clone();
        let focused = json!([
            {"name": "move", "type": 3, "value": "", "focused": true},
            {"name": "game", "type": 3, "value": game.game.to_string()},
        ]);
        let typing = json!({"id": "1", "name": "move", "type": 1, "options": focused});
        let which = json!([{"name": "game", "type": 3, "value": game.game.to_string()}]);
        let board = json!({"id": "1", "name": "board", "type": 1, "options": which});
        let games = json!({"id": "1", "name": "games", "type": 1});
        for (index, kind, data) in [(3, 4, typing), (1, 2, board), (2, 2, games)] {
            tokio::time::sleep(pause).await;
            let begun = Instant::now();
            let outcome = arena.send(kind, user, data, Value::Null).await;
            times.0[index].push(begun.elapsed());
            assert!(outcome.answered, "{outcome:?}");
        }
        tokio::time::sleep(pause).await;
        let begun = Instant::now();
        let outcome = arena.play(user, game.game, &text).await;
        times.0[0].push(begun.elapsed());
        // Where the machine is too slow the board comes after the answer, and has been made all the same.
        assert!(
            is_board(&outcome) || outcome.deferred,
            "{text}: {outcome:?}"
        );
        game.board.play(&text).unwrap();
    }
    times
}

/// Somebody uses every command as quickly as they can: several at a time, again as soon as one is answered.
async fn ask(arena: &Arena, user: u64, stop: &AtomicBool, asked: &AtomicUsize) {
    const AT_ONCE: usize = 6;
    let lines = "Nb1-c3 Nb8-c6 Nc3-b1 Nc6-b8 ".repeat(30);
    let text = |name: &str, value: &str| json!({"name": name, "type": 3, "value": value});
    let command = |name: &str, options: Value| json!({"id": "1", "name": name, "type": 1, "options": options});
    let mut all: Vec<(u64, Value)> = GAMES
        .iter()
        .map(|kind| {
            let sub = json!([{"name": driver::subcommand(kind), "type": 1, "options": []}]);
            (2, command("new", sub))
        })
        .collect();
    let fields = json!([{"type": 1, "components": [
        {"type": 4, "custom_id": "r1:import", "value": format!("Game: abstract\n\n{lines}")},
    ]}]);
    all.push((5, json!({"custom_id": "r1:import", "components": fields})));
    for name in [
        "board", "history", "export", "gif", "explore", "note", "plan", "resign",
    ] {
        all.push((2, command(name, json!([text("game", "1")]))));
    }
    let line = json!([
        text("line", &"Nb1-c3 Nb8-c6 Nc3-b1 Nc6-b8 ".repeat(5)),
        text("game", "1")
    ]);
    all.push((2, command("explore", line)));
    for name in [
        "board", "games", "profile", "settings", "vacation", "help", "rematch", "draw",
    ] {
        all.push((2, command(name, json!([]))));
    }
    all.push((2, command("leaderboard", json!([text("game", "abstract")]))));
    for game in GAMES {
        all.push((2, command("rules", json!([text("game", game.key)]))));
    }
    for typed in ["", "N", "p"] {
        let focused = json!([{"name": "game", "type": 3, "value": typed, "focused": true}]);
        all.push((4, command("board", focused)));
        let focused = json!([{"name": "move", "type": 3, "value": typed, "focused": true}]);
        all.push((4, command("move", focused)));
    }
    let next = AtomicUsize::new(usize::try_from(user % 7).unwrap());
    let one = async || {
        while !stop.load(Ordering::Relaxed) {
            let (kind, data) = &all[next.fetch_add(1, Ordering::Relaxed) % all.len()];
            arena.send(*kind, user, data.clone(), Value::Null).await;
            asked.fetch_add(1, Ordering::Relaxed);
            // A person's client sends no faster.
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    futures_util::future::join_all((0..AT_ONCE).map(|_| one())).await;
}
