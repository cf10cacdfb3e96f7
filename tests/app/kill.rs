//! Tests of kills: no answered move is lost, and nothing is half stored, when the process is killed at any instant.
//!
//! The test runs its own binary again as a child that plays without pause and prints each move it was answered; the
//! child is killed with SIGKILL, and the database it leaves behind is read as the next start reads it.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicI64;
use std::sync::mpsc;
use std::time::Duration;

use crate::harness::{ANN, BOB, challenge, legal, sources};
use rand::RngExt;
use rookery::app::{App, MatchRef, Place, Request, Sent, Side};
use rookery::match_state::{ChannelId, GameId, UserId};
use rookery::rules::Seat;
use rookery::store::{Database, PhaseName};

const DATABASE: &str = "ROOKERY_KILL_TEST_DATABASE";
const ROUNDS: usize = 20;

fn request(user: UserId, interaction: u64) -> Request {
    Request {
        user,
        place: Place {
            guild: None,
            channel: ChannelId(7),
            outside: false,
        },
        interaction,
        sent: Sent::now(),
    }
}

/// The child: plays on from the last kill, both sides, and prints every answer.
#[test]
#[ignore = "run by the test below, as a process of its own"]
fn child_that_plays_until_it_is_killed() {
    let Ok(database) = std::env::var(DATABASE) else {
        return;
    };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let now = Arc::new(AtomicI64::new(0));
        let app = App::start(Database::read(&database).unwrap(), sources(&now))
            .await
            .unwrap();
        loop {
            let going = app.games(request(BOB, 0)).await.unwrap();
            let game = match going.first() {
                Some(listed) => listed.game,
                None => {
                    let open = app.open(request(ANN, rand::rng().random()), challenge());
                    open.await.unwrap().game
                }
            };
            let kind = rookery::games::find("abstract").unwrap();
            let mut board = kind.new_game(&rookery::rules::Options::new()).unwrap();
            let stored = app.store().load_whole(game).await.unwrap();
            if stored.row.phase == PhaseName::Open {
                let join = app.join(request(BOB, rand::rng().random()), game, None);
                println!("ANSWERED {} {} began", game.0, join.await.unwrap().ply);
            }
            for event in stored.events {
                if event.record.kind == "moved" {
                    board.play(&event.record.text.unwrap()).unwrap();
                }
            }
            while !board.status().is_over() {
                let moves = board.legal();
                let text = &moves[rand::rng().random_range(0..moves.len())];
                let user = if board.turn() == Seat::WHITE {
                    ANN
                } else {
                    BOB
                };
                board.play(text).unwrap();
                let asking = request(user, rand::rng().random());
                let match_view = app.play(asking, MatchRef::Game(game), text).await.unwrap();
                println!("ANSWERED {} {} {text}", game.0, match_view.ply);
            }
        }
    });
}

#[test]
fn what_was_answered_survives_sigkill_and_nothing_is_half_there() {
    let folder = crate::scratch::folder();
    let file = folder.path().join("rookery.db").display().to_string();
    let database = crate::postgres::place().unwrap_or(file);
    let mut answered: Vec<(GameId, u32, String)> = Vec::new();
    for round in 0..ROUNDS {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "kill::child_that_plays_until_it_is_killed"])
            .args(["--ignored", "--nocapture", "--test-threads=1"])
            .env(DATABASE, &database)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = mpsc::channel();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let reader = std::thread::spawn(move || {
            let mut stdout = stdout;
            let mut line = String::new();
            // A line without its end was cut by the kill: it does not count as answered.
            while stdout.read_line(&mut line).is_ok_and(|read| read > 0) && line.ends_with('\n') {
                let _ = sender.send(std::mem::take(&mut line));
            }
        });
        let before = answered.len();
        let mut hear = |line: String| {
            if let Some((_, said)) = line.split_once("ANSWERED ") {
                let mut words = said.split_whitespace();
                let game = GameId(words.next().unwrap().parse().unwrap());
                let ply = words.next().unwrap().parse().unwrap();
                answered.push((game, ply, words.next().unwrap().to_owned()));
                return true;
            }
            false
        };
        // Some are killed while they start, most between and during moves.
        if round % 5 != 4 {
            for _ in 0..4 {
                while !hear(lines.recv_timeout(Duration::from_secs(60)).unwrap()) {}
            }
        }
        let instant = rand::rng().random_range(0..60_000);
        std::thread::sleep(Duration::from_micros(instant));
        child.kill().unwrap();
        child.wait().unwrap();
        reader.join().unwrap();
        for line in lines {
            hear(line);
        }
        assert!(round % 5 == 4 || answered.len() > before);
        verify(&database, &answered);
    }
    assert!(answered.len() >= 3 * ROUNDS, "{} moves", answered.len());
}

/// Checks the next start: every answered move is stored, and every match is whole.
fn verify(database: &str, answered: &[(GameId, u32, String)]) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let now = Arc::new(AtomicI64::new(0));
        let app = App::start(Database::read(database).unwrap(), sources(&now))
            .await
            .unwrap();
        let mut number = 0;
        let last = answered.iter().map(|(game, _, _)| game.0).max();
        // PostgreSQL does not reuse the numbers of matches that were never opened.
        while number < last.unwrap_or(0) + ROUNDS as i64 {
            number += 1;
            let game = GameId(number);
            let Ok(mut stored) = app.store().load_whole(game).await else {
                let lost = answered.iter().any(|(of, _, _)| *of == game);
                assert!(!lost, "game {number}, which was opened, is lost");
                continue;
            };
            let (match_view, moves_left) = loop {
                let match_view = app
                    .show(request(ANN, 0), MatchRef::Game(game), Side::Public, None)
                    .await
                    .unwrap();
                let moves_left = !legal(&app, game).await.is_empty();
                // A server may still carry out requests of the killed process.
                let again = app.store().load_whole(game).await.unwrap();
                if again.row.ply == stored.row.ply {
                    break (match_view, moves_left);
                }
                stored = again;
            };
            let plies: Vec<u32> = stored.events.iter().map(|event| event.ply).collect();
            let expected: Vec<u32> = (1..=stored.row.ply).collect();
            assert_eq!(plies, expected);
            assert_eq!(match_view.ply, stored.row.ply);
            // A game over on the board is over as a match: both were stored together. At a table that waits for its
            // second player nobody is to move.
            let is_begun = stored.row.phase != PhaseName::Open;
            assert_eq!(moves_left && is_begun, !match_view.next.is_empty());
            for (_, ply, text) in answered.iter().filter(|(of, _, _)| *of == game) {
                // The events that a move brought with it are counted in its ply.
                let notices = stored.events.iter().take(usize::try_from(*ply).unwrap());
                let last = notices
                    .rev()
                    .find(|event| event.record.kind != "ended")
                    .unwrap();
                let said = last.record.text.as_deref().unwrap_or("began");
                assert_eq!(said, text, "game {number}, ply {ply}");
            }
        }
        app.stop().await;
    });
}
