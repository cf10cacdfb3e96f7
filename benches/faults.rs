//! SIGKILL at random instants while people play through the socket, and each time the program started again: no
//! answered move may be lost, and nothing may be half stored.
//!
//!     cargo bench --bench faults -- [--kills 1000] [--games 20] [--trials 5]
//!
//! Between the kills Discord's side misbehaves too: the gateway drops or asks to reconnect, and REST answers 429, 500,
//! late, or carries a request out and cuts the connection. Slow faults are tried a few times: sessions declared
//! invalid, REST that answers nothing at all, a database held by another process, a disk that fills up, a clock that
//! jumps, a crash while a picture is drawn. The bench checks that every answered move is in the record, in its place;
//! that every record replays; that a move in the record without an answer was in progress; that no refused move is
//! there; and that after each of these faults the next move counts.
#![allow(missing_docs, clippy::unwrap_used)]

mod driver;
#[path = "faults/trial.rs"]
mod trial;

use std::time::{Duration, Instant};

use driver::{Arena, Match, is_board, load, milliseconds, number, only_listed, quantile, stored};
use futures_util::future::join_all;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use rookery::games::GAMES;
use rookery::sandbox::FaultKind;
use trial::fail_connections;

#[tokio::main]
pub async fn main() {
    if only_listed() {
        return;
    }
    let (kills, games) = (number("--kills", 1000, 2), number("--games", 20, 2));
    let (seed, trials) = (number("--seed", 1, 1), number("--trials", 5, 0));
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let arena = Arena::new().await;
    let (mut bot, _) = arena.start().await;
    let mut matches = Vec::new();
    let mut index = 0;
    while index < games {
        matches.push(
            arena
                .begin(GAMES[usize::try_from(index).unwrap() % GAMES.len()], index)
                .await,
        );
        index += 1;
    }
    let app = driver::open(&arena.database()).await;
    let (mut answered, mut silent, mut endured, mut starts) = (0, 0, 0, Vec::new());
    let begun = Instant::now();
    println!(
        "{kills} kills, {games} games, seed {seed}; load of the machine {}",
        load()
    );
    for kill in 0..kills {
        let ill = match dice.random_range(0..8) {
            0 => Some(FaultKind::Status(429)),
            1 => Some(FaultKind::Status(500)),
            2 => Some(FaultKind::Late(Duration::from_millis(30))),
            3 => Some(FaultKind::Lost),
            _ => None,
        };
        if let Some(ill) = ill {
            arena.server.shared().fault("POST /interactions/", ill, 1);
        }
        let lots: Vec<usize> = matches
            .iter()
            .map(|_| dice.random_range(0..usize::MAX))
            .collect();
        let instant = Duration::from_micros(dice.random_range(0..150_000));
        let shared = arena.server.shared();
        let arena = &arena;
        let moves = matches.iter().zip(lots).map(|(game, lot)| async move {
            let text = game.some_move(lot)?;
            let asked = arena.play(game.turn(), game.game, &text);
            // Nobody waits for a dead bot.
            let outcome = tokio::time::timeout(instant + Duration::from_millis(30), asked).await;
            Some((text, outcome.is_ok_and(|outcome| is_board(&outcome))))
        });
        let killing = async {
            tokio::time::sleep(instant).await;
            bot.0.kill().unwrap();
            bot.0.wait().unwrap();
        };
        let (outcomes, ()) = tokio::join!(join_all(moves), killing);
        while shared.bot_online() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        for (game, outcome) in matches.iter_mut().zip(outcomes) {
            let Some((text, was_answered)) = outcome else {
                continue;
            };
            let (texts, board) = stored(&app, game.kind, game.game).await;
            let before = game.accepted.len();
            assert_eq!(
                texts[..before],
                game.accepted,
                "kill {kill}: game {} changed",
                game.game
            );
            match &texts[before..] {
                [] => assert!(
                    !was_answered,
                    "kill {kill}: an answered move is lost in game {}",
                    game.game
                ),
                [one] => {
                    let mut expected = game.board.clone();
                    let played = expected.play(&text).unwrap();
                    assert_eq!(
                        *one, played.canonical,
                        "kill {kill}: a move that nobody made"
                    );
                    if was_answered {
                        answered += 1
                    } else {
                        silent += 1
                    }
                    game.accepted.push(played.canonical);
                }
                more => panic!("kill {kill}: {more:?} in game {}", game.game),
            }
            game.board = board;
        }
        let (next, took) = arena.start().await;
        bot = next;
        starts.push(took);
        match dice.random_range(0..10) {
            0 => fail_connections(arena, "drop").await,
            1 => fail_connections(arena, "reconnect").await,
            _ => {}
        }
        for game in &mut matches {
            if game.board.status().is_over() {
                *game = fresh(arena, &mut index).await;
            }
        }
        if trials > 0 && (kill + 1) % (kills / trials).max(1) == 0 {
            trial::outside(arena, &app, &mut matches).await;
            drop(bot);
            while shared.bot_online() {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            trial::inside(arena, &mut matches).await;
            bot = arena.start().await.0;
            endured += 1;
        }
        if (kill + 1) % 100 == 0 {
            println!(
                "  {} kills, {:.0} s",
                kill + 1,
                begun.elapsed().as_secs_f64()
            );
        }
    }
    println!(
        "{kills} kills in {:.0} s: {answered} answered moves, all there; {silent} moves were kept although their \
         answer was cut off; no game is half there",
        begun.elapsed().as_secs_f64()
    );
    println!(
        "  {endured} times each: 4 ways of losing the gateway, 5 of REST (429, 500, late, lost, silent), a held database, \
         a full disk, 5 jumps of the clock, a crash in a picture: nothing half done, the next move counted"
    );
    println!(
        "  from a start to ready p50 {}, longest {}; load of the machine {}",
        milliseconds(quantile(&mut starts, 0.5)),
        milliseconds(quantile(&mut starts, 1.0)),
        load()
    );
}

async fn fresh(arena: &Arena, index: &mut u64) -> Match {
    let kind = GAMES[usize::try_from(*index).unwrap() % GAMES.len()];
    *index += 1;
    arena.begin(kind, *index).await
}
