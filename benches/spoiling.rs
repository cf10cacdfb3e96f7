//! Measures how much busy people slow down quiet ones: two who play a game at their ease, alone and while one or ten
//! others use every command as quickly as Discord lets them. The median of the quiet ones' answers must stay below one
//! and a half times what it is without the others.
//!
//! Rounds without the others and rounds next to them alternate, so that other load on the machine affects both alike.
//! Each way in which somebody may try to slow down the bot is measured first, by itself: events on an analysis board,
//! notes, moving pictures, refusals, huge texts, private games whose answers wait for the machine's first move, and
//! half-open connections. The rounds without the others, split in two, show how much two medians of the same thing
//! differ here: if they differ much, the last line reports that the run proves nothing. The sandbox and its checks share
//! the machine with the bot; the figures are those of a release build.
//!
//!     cargo bench --bench spoiling -- [--case NAME] [--rounds 25] [--pause 900] [--busy 10] [--rest 20]
//!         [--connections 1100] [--bot-cores 0,1]
//!
//! The cases are `board`, `notes`, `gifs`, `refusals`, `texts`, `private`, `connections` and `everything`; without
//! `--case` all of them run.
#![allow(missing_docs, clippy::unwrap_used)]

mod driver;
mod questions;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use driver::{Arena, Bot, Match, is_board, load, milliseconds, number, only_listed, quantile};
use questions::{Names, Question, command, import, moderate, moderate_person, new, paths, play};
use rookery::games::GAMES;
use rookery::rules::GameInfo;
use serde_json::{Value, json};

/// First of the busy users.
const BUSY: u64 = 6_500_000_000_000_000_000;

/// Largest factor by which a quiet user's answers may slow down, at the median.
const BOUND: f64 = 1.5;

/// Ratio of two medians of the same thing above which the machine is too busy to measure.
const NOISE: f64 = 1.25;

/// Requests of one user in progress at a time, and the pause of their client before the next.
const AT_ONCE: usize = 6;
const BETWEEN: Duration = Duration::from_millis(100);

#[tokio::main]
pub async fn main() {
    if only_listed() {
        return;
    }
    let rounds = usize::try_from(number("--rounds", 25, 2)).unwrap();
    let pause = Duration::from_millis(number("--pause", 900, 20));
    let arena = Arc::new(Arena::new().await);
    let (bot, _) = arena.start().await;
    // Games that the busy users ask about: one that goes on, and one that is over.
    let (other, over) = (
        arena.begin(GAMES[0], 2).await,
        arena.begin(GAMES[0], 3).await,
    );
    let resign = command("resign", &[("game", &over.game.to_string())]);
    arena
        .send(resign.kind, over.users[0], resign.data, Value::Null)
        .await;
    let all = Arc::new(everything(Names {
        game: other.game,
        over: over.game,
        channel: driver::CHANNEL,
        other: other.users[0],
    }));
    let registered = arena.server.shared().commands();
    let registered: BTreeSet<String> = registered.iter().flat_map(paths).collect();
    let asked: BTreeSet<String> = all.iter().filter_map(Question::command).collect();
    assert_eq!(asked, registered, "a command that nobody uses");
    println!(
        "{rounds} moves, boards, lists and suggestions of two people with {} between them, without the others and beside \
         them in turns; {} requests of the others; load of the machine {}",
        milliseconds(pause),
        all.len(),
        load()
    );
    let own = own_board(&arena).await;
    let mut verdict = Verdict::default();
    let many = number("--busy", 10, 2);
    let only = driver::word("--case");
    let wanted = |name: &str| only.as_deref().is_none_or(|only| only == name);
    let mut begun = 0;
    let mut measure = async |arena: &Arc<Arena>,
                             bot: &Bot,
                             name: &str,
                             busy: u64,
                             all: Arc<Vec<Question>>,
                             half: usize| {
        begun += 1;
        let mut game = arena.begin(GAMES[0], 10 * begun + busy).await;
        // Things made once for all users are made before measuring.
        for _ in 0..rounds.min(3) {
            round(arena, &mut game, pause, &mut Times::default()).await;
        }
        let crowd = Crowd::new(arena, &all, busy, half);
        let mut times = [Times::default(), Times::default()];
        let (mut took, mut worked) = (0.0, 0.0);
        for _ in 0..rounds {
            crowd.rest(bot).await;
            round(arena, &mut game, pause, &mut times[0]).await;
            crowd.go();
            let (begun, before) = (Instant::now(), bot.processor());
            round(arena, &mut game, pause, &mut times[1]).await;
            took += begun.elapsed().as_secs_f64();
            worked += bot.processor() - before;
        }
        let [asked, held] = crowd.end(bot).await;
        let (now, most) = bot.extra_state();
        println!(
            "{name}, {busy} busy: {:.0} requests a second, {held} of {asked} not answered, {:.2} processors, {now:.0} MB, \
             at most {most:.0}; load of the machine {}",
            asked as f64 / took,
            worked / took,
            load()
        );
        let [alone, beside] = &mut times;
        verdict.judge(alone, beside);
    };
    for (name, busy, all) in cases(other.game, over.game, &own, many) {
        if wanted(name) {
            measure(&arena, &bot, name, busy, Arc::new(all), 0).await;
        }
    }
    if wanted("everything") {
        for busy in [1, many] {
            measure(&arena, &bot, "everything", busy, Arc::clone(&all), 0).await;
        }
    }
    drop(bot);
    if wanted("connections") {
        let arena = Arc::new(Arena::new().await);
        let bot = arena.start_workers(1).await.remove(0);
        let halves = usize::try_from(number("--connections", 1_100, 20)).unwrap();
        measure(&arena, &bot, "connections", 1, Arc::default(), halves).await;
    }
    println!("{}", verdict.sentence());
    // Only if the machine is quiet enough to judge.
    assert!(
        verdict.noise > NOISE || verdict.ratio <= BOUND || driver::in_small(),
        "the bound is broken"
    );
}

/// Returns the number of an analysis board of the first busy user.
async fn own_board(arena: &Arena) -> String {
    let question = import(&format!("Game: {}\n\nNb1-c3 Nb8-c6", GAMES[0].key));
    let made = arena
        .send(question.kind, BUSY, question.data, Value::Null)
        .await;
    let words = made.message.map(|message| message["content"].to_string());
    let words = words.unwrap_or_default();
    let number = words.split("game ").nth(1).unwrap_or_default();
    let number: String = number.chars().take_while(char::is_ascii_digit).collect();
    assert!(!number.is_empty(), "no analysis board: {words}");
    number
}

/// Returns the ways to slow down the bot, each with the number of users who try it and their requests.
fn cases(other: i64, over: i64, own: &str, many: u64) -> Vec<(&'static str, u64, Vec<Question>)> {
    let (other, over) = (other.to_string(), over.to_string());
    let board = [
        command("move", &[("move", "Pa2-a3"), ("game", own)]),
        command("takeback", &[("game", own)]),
        command("history", &[("game", own)]),
    ];
    let long = "x".repeat(6_000);
    let texts = [
        import(&format!(
            "Game: {}\n\n{}",
            GAMES[0].key,
            "Nb1-c3 ".repeat(25_000)
        )),
        import(&"(".repeat(4_000)),
        command("move", &[("move", &long), ("game", &other)]),
        command(
            "explore",
            &[
                ("line", &"Nb1-c3 Nb8-c6 Nc3-b1 Nc6-b8 ".repeat(200)),
                ("game", &other),
            ],
        ),
        command("plan", &[("line", &long), ("game", own)]),
        command("note", &[("text", &long), ("game", &other)]),
    ];
    let refusals = [
        command("move", &[("move", "Zz9-nonsense"), ("game", &other)]),
        command("move", &[("move", "Nb1-c3"), ("game", &over)]),
        command("board", &[("game", "999999")]),
        command("nothing-of-the-kind", &[]),
        new(GAMES[0]),
    ];
    // The machine moves first, and the answer waits for it.
    let last = |kind: &&GameInfo| play(kind, kind.seats[kind.seats.len() - 1]);
    let private: Vec<Question> = GAMES.iter().map(last).collect();
    vec![
        ("board", 1, board.into()),
        (
            "notes",
            many,
            vec![command(
                "note",
                &[("text", &"n".repeat(1_500)), ("game", &other)],
            )],
        ),
        ("gifs", many, vec![command("gif", &[("game", &over)])]),
        ("refusals", many, refusals.into()),
        ("texts", many, texts.into()),
        ("private", many, private),
    ]
}

/// Holds connections to the bot that send half a request each, as long as the others ask.
async fn halves(count: usize, state: &State) {
    use tokio::io::AsyncWriteExt as _;
    let Some(address) = driver::ENDPOINTS.lock().unwrap().last().cloned() else {
        return;
    };
    let mut held = Vec::new();
    while !state.ended.load(Ordering::Relaxed) {
        if !state.going.load(Ordering::Relaxed) {
            held.clear();
        } else if held.len() >= count {
            // Closed connections are opened again.
            held.drain(..count / 4);
        } else if let Ok(mut half) = tokio::net::TcpStream::connect(&address).await {
            let _ = half.write_all(b"POST /interactions HTTP/1.1\r\nhost").await;
            held.push(half);
            continue;
        }
        tokio::time::sleep(BETWEEN).await;
    }
}

/// Returns every command, expensive ones at their most expensive, and typed input.
fn everything(names: Names) -> Vec<Question> {
    let lines = "Nb1-c3 Nb8-c6 Nc3-b1 Nc6-b8 ";
    let game = names.game.to_string();
    let mut all: Vec<Question> = questions::questions(names)
        .into_iter()
        .map(|(_, question)| question)
        .collect();
    all.extend(GAMES.iter().map(|kind| new(kind)));
    all.extend(GAMES.iter().map(|kind| play(kind, kind.seats[0])));
    for kind in GAMES {
        all.push(command("rules", &[("game", kind.key)]));
        all.push(command("learn", &[("game", kind.key)]));
        all.push(command("puzzle", &[("game", kind.key)]));
    }
    all.push(import(&format!(
        "Game: {}\n\n{}",
        GAMES[0].key,
        lines.repeat(30)
    )));
    all.push(command(
        "explore",
        &[("line", &lines.repeat(5)), ("game", &game)],
    ));
    all.push(command("move", &[("move", "Nb1-c3"), ("game", &game)]));
    all.push(command("draw", &[("game", &game)]));
    all.extend(["close", "end", "hide", "show"].map(|action| moderate(action, names.game)));
    // A user who does not play here.
    all.extend(["bar", "allow"].map(|action| moderate_person(action, BUSY - 1)));
    all
}

/// Durations of the quiet users' answers, by what they asked for.
#[derive(Default)]
struct Times([Vec<Duration>; 4]);

const KINDS: [&str; 4] = ["move", "board", "games", "suggestions"];

/// The worst figures found.
#[derive(Default)]
struct Verdict {
    /// Duration relative to the rounds without the others.
    ratio: f64,
    /// Ratio of two medians of the same thing.
    noise: f64,
}

impl Verdict {
    fn judge(&mut self, alone: &mut Times, beside: &mut Times) {
        for ((kind, alone), beside) in KINDS.iter().zip(&mut alone.0).zip(&mut beside.0) {
            let mut halves = [Vec::new(), Vec::new()];
            for (index, took) in alone.iter().enumerate() {
                halves[index % 2].push(*took);
            }
            let [one, other] = halves.map(|mut half| quantile(&mut half, 0.5).as_secs_f64());
            let noise = (one / other).max(other / one);
            let (median, before) = (quantile(beside, 0.5), quantile(alone, 0.5));
            let ratio = median.as_secs_f64() / before.as_secs_f64();
            println!(
                "  {kind}: alone p50 {}, p95 {}; beside them p50 {}, p95 {}, longest {}; {ratio:.2} times at the median \
                 (alone, every second against the others: {noise:.2} times)",
                milliseconds(before),
                milliseconds(quantile(alone, 0.95)),
                milliseconds(median),
                milliseconds(quantile(beside, 0.95)),
                milliseconds(quantile(beside, 1.0)),
            );
            self.ratio = self.ratio.max(ratio);
            self.noise = self.noise.max(noise);
        }
    }

    fn sentence(&self) -> String {
        let Verdict { ratio, noise } = self;
        let found = format!("at most {ratio:.2} times as long at the median, {BOUND} are allowed");
        if *noise > NOISE {
            format!(
                "UNKNOWN: {found}; but the machine is not quiet, {noise:.2} times between two of the same"
            )
        } else if *ratio <= BOUND {
            format!("HELD: {found}")
        } else {
            format!("TOO SLOW: {found}")
        }
    }
}

/// Lets two people play, and look at things between the moves.
async fn round(arena: &Arena, game: &mut Match, pause: Duration, times: &mut Times) {
    let user = game.turn();
    let legal = game.board.legal();
    // Moves that take nothing and end nothing.
    let quiet = legal.iter().filter(|mv| {
        let mut after = game.board.clone();
        !mv.contains('x') && after.play(mv).is_ok() && !after.status().is_over()
    });
    let quiet: Vec<&String> = quiet.collect();
    let text = quiet[(times.0[0].len() * 7 + quiet.len() / 2) % quiet.len()].clone();
    let focused = json!([
        {"name": "move", "type": 3, "value": "", "focused": true},
        {"name": "game", "type": 3, "value": game.game.to_string()},
    ]);
    let typing = json!({"id": "1", "name": "move", "type": 1, "options": focused});
    let board = command("board", &[("game", &game.game.to_string())]).data;
    let games = command("games", &[]).data;
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
    // On a slow machine the board comes after the answer, but it still comes.
    assert!(
        is_board(&outcome) || outcome.deferred,
        "{text}: {outcome:?}"
    );
    game.board.play(&text).unwrap();
}

/// Users who use every command as quickly as they can: several at a time, again as soon as one is answered.
struct Crowd {
    state: Arc<State>,
    people: Vec<tokio::task::JoinHandle<()>>,
}

#[derive(Default)]
struct State {
    /// True while they ask.
    going: AtomicBool,
    ended: AtomicBool,
    under_way: AtomicUsize,
    asked: AtomicUsize,
    unanswered: AtomicUsize,
}

impl Crowd {
    fn new(arena: &Arc<Arena>, all: &Arc<Vec<Question>>, busy: u64, half: usize) -> Crowd {
        let state = Arc::new(State::default());
        let people = (0..busy).map(|person| {
            let (arena, all, state) = (Arc::clone(arena), Arc::clone(all), Arc::clone(&state));
            tokio::spawn(async move {
                if half > 0 {
                    halves(half, &state).await;
                } else {
                    ask(&arena, BUSY + person, &all, &state).await;
                }
            })
        });
        Crowd {
            people: people.collect(),
            state,
        }
    }

    fn go(&self) {
        self.state.going.store(true, Ordering::Relaxed);
    }

    /// Stops them, and waits until their requests are done, moving pictures and the machine's moves included.
    async fn rest(&self, bot: &Bot) {
        /// Processor time, in seconds, of 200 ms in which the bot is idle.
        const IDLE: f64 = 0.02;
        self.state.going.store(false, Ordering::Relaxed);
        let begun = Instant::now();
        let longest = Duration::from_secs(number("--rest", 20, 1));
        while begun.elapsed() < longest {
            let before = bot.processor();
            tokio::time::sleep(Duration::from_millis(200)).await;
            let idle = bot.processor() - before <= IDLE;
            if idle && self.state.under_way.load(Ordering::Relaxed) == 0 {
                break;
            }
        }
    }

    /// Returns the number of requests, and how many of them were not answered.
    async fn end(self, bot: &Bot) -> [usize; 2] {
        self.rest(bot).await;
        self.state.ended.store(true, Ordering::Relaxed);
        for person in self.people {
            person.await.unwrap();
        }
        let State {
            asked, unanswered, ..
        } = &*self.state;
        [asked, unanswered].map(|count| count.load(Ordering::Relaxed))
    }
}

async fn ask(arena: &Arena, user: u64, all: &[Question], state: &State) {
    let next = AtomicUsize::new(usize::try_from(user % 7).unwrap());
    let one = async || {
        while !state.ended.load(Ordering::Relaxed) {
            if state.going.load(Ordering::Relaxed) {
                let Question { kind, data } =
                    &all[next.fetch_add(1, Ordering::Relaxed) % all.len()];
                state.under_way.fetch_add(1, Ordering::Relaxed);
                let outcome = arena.send(*kind, user, data.clone(), Value::Null).await;
                state.under_way.fetch_sub(1, Ordering::Relaxed);
                state.asked.fetch_add(1, Ordering::Relaxed);
                let unanswered = usize::from(!outcome.answered);
                state.unanswered.fetch_add(unanswered, Ordering::Relaxed);
            }
            tokio::time::sleep(BETWEEN).await;
        }
    };
    futures_util::future::join_all((0..AT_ONCE).map(|_| one())).await;
}
