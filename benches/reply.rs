//! The whole way of a move: from the interaction on the gateway to the received answer with its picture, with the
//! program as a separate process.
//!
//!     cargo bench --bench reply -- [--games 200] [--seconds 10] [--rate 50] [--bot-cores 0,1] [--machine 60]
//!
//! First at `rate` moves a second, evenly spaced, then 200 at once, which is more than the machine can do. With
//! `--machine` so many games against the strongest machine wait for its move meanwhile. The sandbox, which checks all
//! requests, runs on the same processors: its share is in the times, but not in the bot's processor time. The last
//! output is a table of the parts of that time.
#![allow(missing_docs, clippy::unwrap_used)]

mod driver;

use std::time::{Duration, Instant};

use driver::{Arena, Match, is_board, load, milliseconds, number, only_listed, parts, quantile};
use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use rookery::games::GAMES;

/// Moves that wait at the same time if more are made than the machine can do.
const AT_ONCE: usize = 200;

#[tokio::main]
pub async fn main() {
    if only_listed() {
        return;
    }
    let (games, seconds, rate) = (
        number("--games", 200, 5),
        number("--seconds", 10, 1),
        number("--rate", 50, 5),
    );
    let arena = Arena::new().await;
    let (bot, _) = arena.start().await;
    // Games whose dice the players would have to watch are left to the load bench.
    let mut idle: Vec<Match> = Vec::new();
    for index in 0..games {
        let kind = GAMES[usize::try_from(index).unwrap() % GAMES.len()];
        idle.push(arena.begin(kind, index).await);
    }
    idle.reverse();
    println!(
        "{games} games of {} kinds; load of the machine {}",
        GAMES.len(),
        load()
    );

    let waiting = number("--machine", 0, 2);
    for index in 0..waiting {
        let kind = GAMES[usize::try_from(index).unwrap() % GAMES.len()];
        arena.against_machine(kind, index).await;
    }
    println!(
        "{waiting} games wait for the machine; load of the machine {}",
        load()
    );

    let mut dice = ChaCha8Rng::seed_from_u64(8);
    let mut under_way = FuturesUnordered::new();
    let mut times = Vec::new();
    let mut wrong = 0;
    let total = rate * seconds;
    let (begun, before) = (Instant::now(), bot.processor());
    let mut sent = 0;
    while sent < total || !under_way.is_empty() {
        let next = begun + Duration::from_secs_f64(sent as f64 / rate as f64);
        tokio::select! {
            () = tokio::time::sleep_until(next.into()), if sent < total => {
                sent += 1;
                if let Some(game) = idle.pop() {
                    under_way.push(one(&arena, game, dice.random_range(0..usize::MAX)));
                }
            }
            Some((time, game)) = under_way.next() => {
                match time {
                    Some(time) => times.push(time),
                    None => wrong += 1,
                }
                if let Some(game) = game {
                    idle.insert(0, game);
                }
            }
        }
    }
    let whole = report(
        &format!("{rate} a second"),
        &mut times,
        wrong,
        begun.elapsed(),
        bot.processor() - before,
    );
    let (now, _) = bot.extra_state();
    println!("  resident: {now:.0} MB with {games} games");

    let (begun, before) = (Instant::now(), bot.processor());
    let (mut times, mut wrong) = (Vec::new(), 0);
    for game in idle.drain(..idle.len().min(AT_ONCE)) {
        under_way.push(one(&arena, game, dice.random_range(0..usize::MAX)));
    }
    while let Some((time, game)) = under_way.next().await {
        match time {
            Some(time) => times.push(time),
            None => wrong += 1,
        }
        if let Some(game) = game
            && begun.elapsed() < Duration::from_secs(seconds)
        {
            under_way.push(one(&arena, game, dice.random_range(0..usize::MAX)));
        }
    }
    report(
        "saturated",
        &mut times,
        wrong,
        begun.elapsed(),
        bot.processor() - before,
    );
    let (now, most) = bot.extra_state();
    println!(
        "resident: {now:.0} MB now, {most:.0} MB at most; load of the machine {}",
        load()
    );
    parts::print(whole, usize::try_from(number("--plies", 40, 4)).unwrap()).await;
}

/// Makes one move; returns the time from asking to the answer, and the game unless it is over.
async fn one(arena: &Arena, mut game: Match, lot: usize) -> (Option<Duration>, Option<Match>) {
    let Some(text) = game.some_move(lot) else {
        return (None, None);
    };
    let begun = Instant::now();
    let outcome = arena.play(game.turn(), game.game, &text).await;
    let time = begun.elapsed();
    if !is_board(&outcome) {
        return (outcome.deferred.then_some(time), None);
    }
    game.board.play(&text).unwrap();
    let goes_on = !game.board.status().is_over() && game.board.chance().is_empty();
    (Some(time), goes_on.then_some(game))
}

/// Prints the measurements; returns the processor time of a move, in milliseconds.
fn report(name: &str, times: &mut [Duration], wrong: usize, took: Duration, processor: f64) -> f64 {
    let each = processor * 1e3 / times.len().max(1) as f64;
    println!(
        "{name}: {} moves in {:.1} s ({:.0} a second), {wrong} not answered with a board",
        times.len(),
        took.as_secs_f64(),
        times.len() as f64 / took.as_secs_f64(),
    );
    println!(
        "  p50 {}, p90 {}, p99 {}, longest {}; the bot's processor time {each:.2} ms a move",
        milliseconds(quantile(times, 0.5)),
        milliseconds(quantile(times, 0.9)),
        milliseconds(quantile(times, 0.99)),
        milliseconds(quantile(times, 1.0)),
    );
    each
}
