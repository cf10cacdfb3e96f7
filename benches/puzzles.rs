//! Mines the built-in puzzles from games of the machine against itself, and proves them again.
//!
//!     cargo bench --bench puzzles -- mine KEY [--seed N] [--games N] [--most N] [--plies N] [--careless N] [--lead N]
//!     cargo bench --bench puzzles -- verify [KEY]
//!
//! `mine` writes the text of a file `puzzles.txt` to standard output; the same arguments give the same text. `verify`
//! proves every puzzle of every file again, and fails if one is not a puzzle. `--plies` is the length at which a game
//! is given up, `--careless` in how many of 1,000 turns the players overlook much, `--lead` how far ahead the solver of
//! a puzzle that wins material may be: with many equal pieces on the board few positions have a single way to win
//! material unless the play is careful, and so large a lead decides less.
#![allow(missing_docs, clippy::unwrap_used)]

use std::collections::HashSet;
use std::time::Instant;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rookery::engine::puzzles::{self, Puzzle, PuzzleKind};
use rookery::engine::{Lapses, Level, Limits, Line, Request};
use rookery::games;
use rookery::rules::{Game, GameInfo, Options};

/// Nodes of the first search of a position.
const GLANCE: u64 = 2_000;

/// Nodes of the search of a promising position; the second search takes eight times as many.
const LOOK: u64 = 8_000;

/// Most puzzles from one game, and fewest plies between two of them.
const MOST_OF_A_GAME: usize = 10;
const APART: usize = 4;

/// Random moves tried besides each move that is made: people overlook more than the machine.
const CARELESS: usize = 4;

/// Most that the solver of a puzzle that wins material may be behind, as `--lead` limits how far ahead: beyond these
/// the game is decided.
const BEHIND: i32 = 200;

/// Further lead at which a game is given up: on the way there a side mates.
const MATES_FROM: i32 = 1_000;

/// Returns the player: it looks one move ahead and overlooks much, which leaves puzzles to find.
fn player(careless: u16) -> Level {
    let random = careless / 12;
    Level {
        number: 2,
        name: "miner",
        depth: 1,
        nodes: 1_500,
        noise: 50,
        lapses: [Lapses { careless, random }; 2],
    }
}

/// Settings of the games and the search for puzzles.
struct Mine {
    seed: u64,
    games: u64,
    /// Number of puzzles wanted.
    most: usize,
    plies: usize,
    careless: u16,
    lead: i32,
}

/// Returns the plies after which a game is given up, by the number of its seats.
fn longest(kind: &GameInfo) -> u64 {
    if kind.seats.len() == 2 { 140 } else { 280 }
}

/// Returns a game after some random moves, in which nobody has won.
fn opening(kind: &'static GameInfo, dice: &mut ChaCha8Rng) -> Option<Box<dyn Game>> {
    let mut game = kind.new_game(&Options::new()).unwrap();
    for _ in 0..12 {
        let text = game.legal().choose(dice).cloned()?;
        game.play(&text).unwrap();
    }
    (!game.status().is_over()).then_some(game)
}

/// Returns the move that a short search finds far better than all others: a mate, or a gain of material if `open`.
fn promised(game: &dyn Game, open: bool) -> Option<Line> {
    let found = game.search(&Request {
        best: 2,
        ..Request::strongest(Limits::nodes(GLANCE))
    })?;
    let [best, second, ..] = &found.best[..] else {
        return None;
    };
    let least = puzzles::shown_gain(game.kind().seats.len());
    let promises = match best.mate() {
        Some(moves) => moves > 0,
        None => {
            open && best.value - game.evaluation(game.turn()) >= least
                && best.value - second.value >= least * 4 / 5
        }
    };
    promises.then(|| best.clone())
}

/// Returns the move with the best evaluation after it, and that evaluation: what is easy to find.
fn by_eye(game: &dyn Game) -> Option<(i32, String)> {
    let seat = game.turn();
    let looks = game.legal().into_iter().map(|text| {
        let mut after = game.boxed_clone();
        after.play(&text).unwrap();
        (after.evaluation(seat), text)
    });
    looks.max()
}

/// Returns the puzzle that a move sets the opponent, if it sets one, and true if it is easy. Easy puzzles are rejected
/// unless `easy_too`.
fn task_view(game: &dyn Game, text: &str, lead: i32, easy_too: bool) -> Option<(Puzzle, bool)> {
    let mut after = game.boxed_clone();
    after.play(text).unwrap();
    let solver = after.turn();
    let now = after.evaluation(solver);
    // A piece just lost is taken back by anybody.
    let open = game.evaluation(solver) - now < 100 && (-lead - BEHIND..lead).contains(&now);
    if after.status().is_over() {
        return None;
    }
    // A capture that wins so much is nearly always found by the short search: it makes no puzzle.
    let (most, eye) = by_eye(&*after)?;
    if !easy_too && most - now >= 2 * puzzles::shown_gain(after.kind().seats.len()) {
        return None;
    }
    let best = promised(&*after, open)?;
    let easy = best.mate().is_none() && best.text == eye;
    if easy && !easy_too {
        return None;
    }
    let puzzle = puzzles::whole_puzzle(&*after, 0, Limits::nodes(LOOK))?;
    Some((puzzle, easy))
}

fn mine(kind: &'static GameInfo, how: &Mine) {
    // Levels live as long as the program.
    let player: &'static Level = Box::leak(Box::new(player(how.careless)));
    println!(
        "# Puzzles of {}, mined by the program from games against itself:",
        kind.name
    );
    println!(
        "# cargo bench --bench puzzles -- mine {} --seed {} --games {} --most {} --plies {} --careless {} --lead {}",
        kind.key, how.seed, how.games, how.most, how.plies, how.careless, how.lead
    );
    println!("# goal, position, solution; separated by tabs");
    let begun = Instant::now();
    let mut seen = HashSet::new();
    let mut lines = Vec::new();
    let mut easies = 0;
    for number in 0..how.games {
        let mut dice = ChaCha8Rng::seed_from_u64(how.seed * 1_000_000 + number);
        let Some(mut game) = opening(kind, &mut dice) else {
            continue;
        };
        let mut of_game = 0;
        let mut next = 0;
        for ply in 0..how.plies {
            if game.status().is_over() || of_game >= MOST_OF_A_GAME || lines.len() >= how.most {
                break;
            }
            // Positions after the move that is made, and after some careless ones.
            let mut moves: Vec<String> = (0..CARELESS)
                .filter_map(|_| game.legal().choose(&mut dice).cloned())
                .collect();
            let request = Request {
                level: Some(player),
                seed: dice.random(),
                ..Request::strongest(Limits::nodes(player.nodes))
            };
            let Some(found) = game.search(&request) else {
                break;
            };
            moves.push(found.text.clone());
            for text in &moves {
                if ply < next {
                    break;
                }
                let easy_too = easies * 6 <= lines.len() * 5;
                if let Some((puzzle, easy)) = task_view(&*game, text, how.lead, easy_too)
                    && seen.insert(puzzle.position.clone())
                {
                    easies += usize::from(easy);
                    next = ply + APART;
                    of_game += 1;
                    println!("{puzzle}");
                    lines.push(puzzle.to_string());
                }
            }
            game.play(&found.text).unwrap();
            let two = kind.seats.len() == 2;
            if two && game.evaluation(game.turn()).abs() > how.lead + MATES_FROM {
                break;
            }
        }
        eprintln!(
            "{} game {number}: {of_game}, {} in all, {:.0} s",
            kind.key,
            lines.len(),
            begun.elapsed().as_secs_f64()
        );
        if lines.len() >= how.most {
            break;
        }
    }
}

fn verify(kind: &'static GameInfo) -> usize {
    let begun = Instant::now();
    let mut bad = 0;
    let all = puzzles::read(kind.puzzles);
    for puzzle in &all {
        let game = kind
            .from_position(&Options::new(), &puzzle.position)
            .unwrap();
        let again = puzzles::puzzle(&*game, 0, Limits::nodes(LOOK));
        if !again.is_some_and(|again| {
            again.solution[0] == puzzle.solution[0]
                && matches!(
                    (again.kind, puzzle.kind),
                    (PuzzleKind::Wins(_), PuzzleKind::Wins(_))
                ) | (again.kind == puzzle.kind)
        }) {
            bad += 1;
            println!("{}: not proven: {puzzle}", kind.key);
        }
    }
    println!(
        "{}: {} of {} puzzles proven, {:.0} s",
        kind.key,
        all.len() - bad,
        all.len(),
        begun.elapsed().as_secs_f64()
    );
    bad
}

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    run(&arguments);
}

/// Mines or verifies, as the arguments say.
pub fn run(arguments: &[String]) {
    let value = |name: &str, default: u64| {
        let at = arguments.iter().position(|argument| argument == name);
        at.and_then(|at| arguments.get(at + 1))
            .map_or(default, |text| text.parse().unwrap())
    };
    let named = arguments.get(1).and_then(|key| games::find(key));
    match arguments.first().map(String::as_str) {
        Some("mine") => {
            let kind = named.unwrap();
            let size = |name, default| usize::try_from(value(name, default)).unwrap();
            let how = Mine {
                seed: value("--seed", 1),
                games: value("--games", 1_000),
                most: size("--most", 300),
                plies: size("--plies", longest(kind)),
                careless: u16::try_from(value("--careless", 600)).unwrap(),
                lead: i32::try_from(value("--lead", 1_000)).unwrap(),
            };
            mine(kind, &how);
        }
        Some("verify") | None => {
            let kinds = games::GAMES
                .iter()
                .filter(|kind| named.is_none_or(|one| one.key == kind.key));
            let bad: usize = kinds.map(|kind| verify(kind)).sum();
            assert_eq!(bad, 0);
        }
        Some(other) => panic!("{other}: mine or verify"),
    }
}
