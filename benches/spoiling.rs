//! Whether busy people spoil it for quiet ones: two who play a game at their ease, alone and while one or ten others use
//! every command as quickly as Discord lets them. The median of the quiet ones' answers must stay below one and a half
//! times what it is without the others.
//!
//! Both are measured in turns, a round without the others and a round beside them, so that what else the machine does
//! concerns both alike. The rounds without them, split in two, say how much two medians of the same thing differ here:
//! where that is much, the last line says that nothing can be said. The sandbox and its checks share the machine with
//! the bot; the figures are those of a release build.
//!
//!     cargo bench --bench spoiling -- [--rounds 25] [--pause 900] [--busy 10] [--rest 20] [--bot-cores 0,1]
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
use serde_json::{Value, json};

/// The first of those who ask as much as they can.
const BUSY: u64 = 6_500_000_000_000_000_000;

/// How much slower a quiet one's answers may be, at the median.
const BOUND: f64 = 1.5;

/// Where two medians of the same thing differ by more than this, the machine has too much else to do.
const NOISE: f64 = 1.25;

/// How many requests of one person are under way at a time, and how long their client waits before the next.
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
    // What the busy ones ask about: a game that goes on, and one that is over.
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
    let mut verdict = Verdict::default();
    for busy in [1, number("--busy", 10, 2)] {
        let mut game = arena.begin(GAMES[0], 10 + busy).await;
        // What is made once for everybody is made before.
        for _ in 0..rounds.min(3) {
            round(&arena, &mut game, pause, &mut Times::default()).await;
        }
        let crowd = Crowd::new(&arena, &all, busy);
        let mut times = [Times::default(), Times::default()];
        let (mut took, mut worked) = (0.0, 0.0);
        for _ in 0..rounds {
            crowd.rest(&bot).await;
            round(&arena, &mut game, pause, &mut times[0]).await;
            crowd.go();
            let (begun, before) = (Instant::now(), bot.processor());
            round(&arena, &mut game, pause, &mut times[1]).await;
            took += begun.elapsed().as_secs_f64();
            worked += bot.processor() - before;
        }
        let [asked, held] = crowd.end(&bot).await;
        println!(
            "{busy} busy: {:.0} requests a second, {held} of {asked} not answered, {:.2} processors; load of the machine {}",
            asked as f64 / took,
            worked / took,
            load()
        );
        let [alone, beside] = &mut times;
        verdict.judge(alone, beside);
    }
    println!("{}", verdict.sentence());
}

/// Every command, the dear ones with what is dearest in them, and what is typed.
fn everything(names: Names) -> Vec<Question> {
    let lines = "Nb1-c3 Nb8-c6 Nc3-b1 Nc6-b8 ";
    let game = names.game.to_string();
    let mut all: Vec<Question> = questions::questions(names)
        .into_iter()
        .map(|(_, question)| question)
        .collect();
    all.extend(GAMES.iter().map(|kind| new(kind)));
    all.extend(GAMES.iter().map(|kind| play(kind)));
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
    // Nobody who plays here.
    all.extend(["bar", "allow"].map(|action| moderate_person(action, BUSY - 1)));
    all
}

/// How long the quiet ones' answers took, by what they asked for.
#[derive(Default)]
struct Times([Vec<Duration>; 4]);

const KINDS: [&str; 4] = ["move", "board", "games", "suggestions"];

/// The worst that was found.
#[derive(Default)]
struct Verdict {
    /// How many times as long as alone.
    ratio: f64,
    /// By how much two medians of the same thing differ, as a ratio.
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

/// Two people play, and look at things between the moves.
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
    // Where the machine is too slow the board comes after the answer, and has been made all the same.
    assert!(
        is_board(&outcome) || outcome.deferred,
        "{text}: {outcome:?}"
    );
    game.board.play(&text).unwrap();
}

/// People who use every command as quickly as they can: several at a time, again as soon as one is answered.
struct Crowd {
    state: Arc<State>,
    people: Vec<tokio::task::JoinHandle<()>>,
}

#[derive(Default)]
struct State {
    /// Whether they ask at the moment.
    going: AtomicBool,
    ended: AtomicBool,
    under_way: AtomicUsize,
    asked: AtomicUsize,
    unanswered: AtomicUsize,
}

impl Crowd {
    fn new(arena: &Arc<Arena>, all: &Arc<Vec<Question>>, busy: u64) -> Crowd {
        let state = Arc::new(State::default());
        let people = (0..busy).map(|person| {
            let (arena, all, state) = (Arc::clone(arena), Arc::clone(all), Arc::clone(&state));
            tokio::spawn(async move { ask(&arena, BUSY + person, &all, &state).await })
        });
        Crowd {
            people: people.collect(),
            state,
        }
    }

    fn go(&self) {
        self.state.going.store(true, Ordering::Relaxed);
    }

    /// They stop, and what they have asked for is done, pictures that move and the machine's moves included.
    async fn rest(&self, bot: &Bot) {
        /// Of 200 ms of time, in seconds of the processor.
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

    /// How much they asked for, and how much of it was not answered.
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
