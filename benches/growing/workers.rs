//! Several processes at work on one database, fully loaded.

use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use rookery::games::GAMES;
use rookery::rules::GameInfo;
use rookery::store::Database;

use super::driver::{self, Arena, Match, is_board, number};
use super::quota::Quota;
use super::server::{self, Server};
use super::waits::Waits;
use super::{print, schema};

/// Measures moves answered with pictures while as many wait as there are games, by one to three processes in turn, for
/// so many rounds, so that other load on the machine affects all alike. At the end one process is killed.
pub async fn measure(server: &Server) {
    let percent = number("--quota", 0, 0);
    let limited = match percent {
        0 => String::new(),
        _ => format!(", each with {percent} % of a processor"),
    };
    let rounds = number("--rounds", 1, 1);
    let counts = number("--from", 1, 3)..=3;
    let mut all: Vec<Saturated> = counts.clone().map(|_| Saturated::default()).collect();
    for round in 1..=rounds {
        for (count, sum) in counts.clone().zip(&mut all) {
            let schema = format!("workers{count}_{round}");
            let mut one = measure_one(server, &schema, count, percent, round == rounds).await;
            if rounds > 1 {
                let name = format!("  round {round}, {count} processes");
                print(&name, &mut one.times, one.took);
                let each = one.processor_a_move();
                println!("  {each:.2} ms of their processor time a move");
                println!("{}", one.server_load);
            }
            sum.add(one);
        }
    }
    let mut before = None;
    for (count, mut sum) in counts.zip(all) {
        let name = format!("{count} processes{limited}, with pictures");
        print(&name, &mut sum.times, sum.took);
        let rate = sum.times.len() as f64 / sum.took.as_secs_f64();
        if let Some(before) = before.replace(rate) {
            let more = 100.0 * (rate / before - 1.0);
            println!("  {more:+.0} % by one more process");
        }
        let each = sum.processor_a_move();
        let Saturated {
            wrong,
            processor,
            server_load,
            ..
        } = sum;
        if rounds == 1 {
            println!("{server_load}");
        }
        println!(
            "  {wrong} not answered with a board; {processor:.1} s of their processor time, {each:.2} ms a move"
        );
    }
}

/// Measures so many fully loaded processes; with `kill`, and if they are three, once more while one of them is killed.
async fn measure_one(
    server: &Server,
    name: &str,
    count: u64,
    percent: u64,
    kill: bool,
) -> Saturated {
    let seconds = Duration::from_millis(1_000 * number("--seconds", 5, 1));
    let mut arena = Arena::new().await;
    schema(server, name).await;
    arena.place = server::address(server.socket(), name);
    // Declared before the processes, which end first when both are dropped.
    let mut quotas = Vec::new();
    let mut bots = arena.start_workers(usize::try_from(count).unwrap()).await;
    if percent > 0 {
        quotas.extend(bots.iter().map(|bot| Quota::limit(bot, percent)));
    }
    let mut tables = Tables::default();
    for index in 0..number("--tables", 60, 2) {
        let kind = GAMES[usize::try_from(index).unwrap() % GAMES.len()];
        tables.idle.push(arena.begin(kind, index).await);
    }
    // Each process draws every piece once; that is not measured.
    saturate(&arena, &mut tables, seconds / 5, || {}).await;
    let before: f64 = bots.iter().map(driver::Bot::processor).sum();
    let waits = Waits::watch(server);
    let mut one = saturate(&arena, &mut tables, seconds, || {}).await;
    let after: f64 = bots.iter().map(driver::Bot::processor).sum();
    one.processor = after - before;
    one.server_load = waits.summary(server);
    if kill && count == 3 {
        let mut kill = Some(bots.remove(0));
        let mut left = saturate(&arena, &mut tables, seconds, || drop(kill.take())).await;
        print("one of 3 killed meanwhile", &mut left.times, left.took);
        let wrong = left.wrong;
        println!("  {wrong} not answered with a board; those are asked again by people");
    }
    for game in tables.idle.iter().chain(&tables.over) {
        let stored = driver::open(Database::read(&arena.place).unwrap()).await;
        let (texts, _) = driver::stored(&stored, game.kind, game.game).await;
        assert!(
            texts.starts_with(&game.accepted),
            "an answered move is lost"
        );
        stored.stop().await;
    }
    one
}

/// The results of fully loaded processes.
#[derive(Default)]
struct Saturated {
    times: Vec<Duration>,
    took: Duration,
    /// Moves that were not answered with a board.
    wrong: usize,
    /// The processes' time on processors, in seconds.
    processor: f64,
    /// Work of the database's server in the last round.
    server_load: String,
}

impl Saturated {
    /// Returns the processes' time on processors for each answered move, in milliseconds.
    fn processor_a_move(&self) -> f64 {
        1e3 * self.processor / self.times.len() as f64
    }

    fn add(&mut self, other: Saturated) {
        self.times.extend(other.times);
        self.took += other.took;
        self.wrong += other.wrong;
        self.processor += other.processor;
        self.server_load = other.server_load;
    }
}

/// The games that are played, and those that are over.
#[derive(Default)]
struct Tables {
    idle: Vec<Match>,
    over: Vec<Match>,
}

/// Plays every game on as soon as its last move is answered, and begins another for one that is over; calls `midway`
/// after half of the time.
async fn saturate(
    arena: &Arena,
    tables: &mut Tables,
    seconds: Duration,
    mut midway: impl FnMut(),
) -> Saturated {
    let (mut all, mut half) = (Saturated::default(), false);
    let begun = Instant::now();
    let idle = tables.idle.drain(..);
    let mut under_way: FuturesUnordered<_> =
        idle.map(|game| one(arena, Next::Move(game))).collect();
    while let Some((time, game)) = under_way.next().await {
        match time {
            Some(time) => all.times.push(time),
            None => all.wrong += 1,
        }
        if !half && begun.elapsed() > seconds / 2 {
            half = true;
            midway();
        }
        let goes_on = !game.board.status().is_over() && game.board.chance().is_empty();
        match (time, goes_on, begun.elapsed() < seconds) {
            (None, ..) => {}
            (Some(_), true, true) => under_way.push(one(arena, Next::Move(game))),
            (Some(_), true, false) => tables.idle.push(game),
            (Some(_), false, false) => tables.over.push(game),
            (Some(_), false, true) => {
                let number = 1_000 + tables.over.len() as u64;
                under_way.push(one(arena, Next::Begin(game.kind, number)));
                tables.over.push(game);
            }
        }
    }
    all.took = begun.elapsed();
    all
}

/// The next action at a table.
enum Next {
    /// Move of this game.
    Move(Match),
    /// First move of another game of this kind, with players of this number.
    Begin(&'static GameInfo, u64),
}

/// Makes one move; returns the time from asking to the answer.
async fn one(arena: &Arena, next: Next) -> (Option<Duration>, Match) {
    let mut game = match next {
        Next::Move(game) => game,
        Next::Begin(kind, number) => arena.begin(kind, number).await,
    };
    let Some(text) = game.some_move(game.accepted.len() * 7) else {
        return (None, game);
    };
    let begun = Instant::now();
    let outcome = arena.play(game.turn(), game.game, &text).await;
    let time = begun.elapsed();
    if !is_board(&outcome) {
        return (None, game);
    }
    game.board.play(&text).unwrap();
    game.accepted.push(text);
    (Some(time), game)
}
