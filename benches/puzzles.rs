//! Mines the built-in puzzles from games of the machine against itself, and proves them again.
//!
//!     cargo bench --bench puzzles -- mine KEY [--options K=V,K=V] [--seed N] [--games N] [--most N] [--each N]
//!         [--glance N] [--from N] [--plies N] [--careless N] [--weak N] [--lead N] [--only THEME,THEME]
//!     cargo bench --bench puzzles -- sift KEY
//!     cargo bench --bench puzzles -- verify [KEY]
//!
//! `mine` writes the text of a file `puzzles.txt` to standard output; the same arguments give the same text. `sift`
//! writes those puzzles of a game's file that still are puzzles, with their themes, and `verify` proves every puzzle of
//! every file again, and fails if one is not a puzzle. `--most` and `--each` limit the puzzles in all and of each theme,
//! `--glance` is the number of nodes of the first search of a position, which may be small where a position is dear,
//! `--from` the ply of a game from which its positions are searched, `--plies` that at which it is given up,
//! `--careless` in how many of 1,000 turns the players overlook much, `--weak` in how many one of them moves at random,
//! which leads to mates; `--lead` how far ahead the solver of a puzzle that is no mate may be.
#![allow(missing_docs, clippy::unwrap_used)]

use std::collections::{BTreeMap, HashSet};
use std::time::Instant;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rookery::engine::puzzles::{self, Puzzle};
use rookery::engine::{Lapses, Level, Limits, Request, Theme};
use rookery::games;
use rookery::rules::{Game, GameInfo, Options, Seat};

/// Nodes of the search of a promising position; the second search takes eight times as many.
const LOOK: u64 = 8_000;

/// Most puzzles from one game, and fewest plies between two of them.
const MOST_OF_A_GAME: usize = 10;
const APART: usize = 4;

/// Moves looked at in a turn: the move that is made, and others that look well at first sight.
const LOOKED_AT: usize = 6;

/// Most that the solver of a puzzle that is no mate may be behind, as `--lead` limits how far ahead: beyond these the
/// game is decided.
const BEHIND: i32 = 400;

/// Fewest legal moves of a position in which one of them is worth finding.
const LEAST_CHOICE: usize = 6;

/// Returns the player: it looks one move ahead and overlooks much, which leaves puzzles to find.
fn player(careless: u16, random: u16) -> &'static Level {
    // Levels live as long as the program.
    Box::leak(Box::new(Level {
        number: 2,
        name: "miner",
        depth: 1,
        nodes: 1_500,
        noise: 50,
        lapses: [Lapses { careless, random }; 2],
    }))
}

/// Settings of the games and the search for puzzles.
struct Mine {
    options: Options,
    seed: u64,
    games: u64,
    /// Number of puzzles wanted.
    most: usize,
    /// Number of puzzles wanted of each theme.
    each: usize,
    glance: u64,
    from: usize,
    plies: usize,
    careless: u16,
    weak: u16,
    lead: i32,
    only: Vec<Theme>,
}

/// Returns the plies after which a game is given up, by the number of its seats.
fn longest(kind: &GameInfo) -> u64 {
    if kind.seats.len() == 2 { 140 } else { 280 }
}

/// Returns a game after some random moves, in which nobody has won.
fn opening(
    kind: &'static GameInfo,
    options: &Options,
    dice: &mut ChaCha8Rng,
) -> Option<Box<dyn Game>> {
    let mut game = kind.new_game(options).unwrap();
    for _ in 0..12 {
        let text = game.legal().choose(dice).cloned()?;
        game.play(&text).unwrap();
    }
    (!game.status().is_over()).then_some(game)
}

/// Returns true if a short search finds one move far better than all others, unless it captures the most.
fn promises(game: &dyn Game, glance: u64, lead: i32) -> bool {
    let found = game.search(&Request {
        best: 2,
        ..Request::strongest(Limits::nodes(glance))
    });
    let Some(found) = found else {
        return false;
    };
    let [best, second, ..] = &found.best[..] else {
        return false;
    };
    let now = game.evaluation(game.turn());
    let least = if game.kind().seats.len() == 2 {
        200
    } else {
        40
    };
    let promises = match best.mate() {
        Some(moves) => moves > 0 && second.mate().is_none_or(|second| second > moves),
        None => (-lead - BEHIND..lead).contains(&now) && best.value - second.value >= least,
    };
    promises && game.legal().len() >= LEAST_CHOICE && !puzzles::is_biggest_capture(game, &best.text)
}

/// Returns the puzzle in a position, if it makes one that is no warm-up.
fn mined(game: &dyn Game, how: &Mine) -> Option<Puzzle> {
    if game.status().is_over() || !promises(game, how.glance, how.lead) {
        return None;
    }
    let puzzle = puzzles::puzzle(game, 0, Limits::nodes(LOOK))?;
    // A puzzle begins from its position text, without the game before.
    let alone = game.kind().from_position(game.options(), &puzzle.position);
    let mut alone = alone.ok()?;
    let again = puzzles::theme(&*alone, &puzzle) == Some(puzzle.theme);
    let plays = again && puzzle.solution.iter().all(|text| alone.play(text).is_ok());
    (plays && puzzle.theme != Theme::Material).then_some(puzzle)
}

/// Writes a puzzle with its options.
fn line(puzzle: &Puzzle, options: &Options) -> String {
    let options: Vec<String> = options
        .iter()
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    if options.is_empty() {
        puzzle.to_string()
    } else {
        format!("{puzzle}\t{}", options.join(","))
    }
}

fn mine(kind: &'static GameInfo, how: &Mine, command: &str) {
    let players = [
        player(how.careless, how.careless / 12),
        player(how.careless, how.weak),
    ];
    println!("# cargo bench --bench puzzles -- {command}");
    let begun = Instant::now();
    let mut seen = HashSet::new();
    let mut themes: BTreeMap<Theme, usize> = BTreeMap::new();
    for number in 0..how.games {
        let mut dice = ChaCha8Rng::seed_from_u64(how.seed * 1_000_000 + number);
        let Some(mut game) = opening(kind, &how.options, &mut dice) else {
            continue;
        };
        let mut of_game = 0;
        let mut next = how.from;
        // Each seat is the weak one in turn.
        let weak = Seat((number % kind.seats.len() as u64) as u8);
        for ply in 0..how.plies {
            if game.status().is_over() || of_game >= MOST_OF_A_GAME || seen.len() >= how.most {
                break;
            }
            let is_weak = how.weak > 0 && game.turn() == weak;
            let player = players[usize::from(is_weak)];
            let request = Request {
                level: Some(player),
                seed: dice.random(),
                best: if ply < next { 1 } else { LOOKED_AT },
                ..Request::strongest(Limits::nodes(player.nodes))
            };
            let Some(found) = game.search(&request) else {
                break;
            };
            let others = found.best.iter().map(|line| &line.text);
            let others = others.filter(|text| **text != found.text);
            for text in others.chain([&found.text]) {
                if ply < next {
                    break;
                }
                let mut after = game.boxed_clone();
                after.play(text).unwrap();
                let Some(puzzle) = mined(&*after, how) else {
                    continue;
                };
                let of_theme = themes.entry(puzzle.theme).or_default();
                let wanted = how.only.is_empty() || how.only.contains(&puzzle.theme);
                if wanted && *of_theme < how.each && seen.insert(puzzle.position.clone()) {
                    *of_theme += 1;
                    next = ply + APART;
                    of_game += 1;
                    println!("{}", line(&puzzle, &how.options));
                }
            }
            game.play(&found.text).unwrap();
        }
        eprintln!(
            "{} game {number}: {of_game}, {themes:?}, {:.0} s",
            kind.key,
            begun.elapsed().as_secs_f64()
        );
        if seen.len() >= how.most {
            break;
        }
    }
}

/// Proves a puzzle again: returns it with its theme if it still is one.
fn again(kind: &'static GameInfo, options: &Options, puzzle: &Puzzle) -> Option<Puzzle> {
    let game = kind.from_position(options, &puzzle.position).unwrap();
    let again = puzzles::puzzle(&*game, 0, Limits::nodes(LOOK))?;
    let same = again.solution[0] == puzzle.solution[0] && again.kind.is_like(puzzle.kind);
    same.then_some(again)
}

/// Writes the puzzles of a game's file that still are puzzles and no warm-ups, at most `each` of a theme.
fn sift(kind: &'static GameInfo, each: usize) {
    let mut themes: BTreeMap<Theme, usize> = BTreeMap::new();
    for (options, puzzle) in puzzles::read(kind.puzzles) {
        let Some(again) = again(kind, &options, &puzzle) else {
            continue;
        };
        let of_theme = themes.entry(again.theme).or_default();
        if again.theme != Theme::Material && *of_theme < each {
            *of_theme += 1;
            println!("{}", line(&again, &options));
        }
    }
    eprintln!("{}: {themes:?}", kind.key);
}

fn verify(kind: &'static GameInfo) -> usize {
    let begun = Instant::now();
    let all = puzzles::read(kind.puzzles);
    let is_bad = |(options, puzzle): &&(Options, Puzzle)| {
        let again = again(kind, options, puzzle);
        again.is_none_or(|again| again.theme != puzzle.theme)
    };
    let bad: Vec<_> = all.iter().filter(is_bad).collect();
    for (options, puzzle) in &bad {
        println!("{}: not proven: {}", kind.key, line(puzzle, options));
    }
    println!(
        "{}: {} of {} puzzles proven, {:.0} s",
        kind.key,
        all.len() - bad.len(),
        all.len(),
        begun.elapsed().as_secs_f64()
    );
    bad.len()
}

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    run(&arguments);
}

/// Mines, sifts or verifies, as the arguments say.
pub fn run(arguments: &[String]) {
    let text = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name);
        at.and_then(|at| arguments.get(at + 1))
    };
    let value = |name: &str, default: u64| text(name).map_or(default, |text| text.parse().unwrap());
    let named = arguments.get(1).and_then(|key| games::find(key));
    let size = |name, default| usize::try_from(value(name, default)).unwrap();
    match arguments.first().map(String::as_str) {
        Some("mine") => {
            let kind = named.unwrap();
            let options = text("--options").map(|text| puzzles::read_options(text).unwrap());
            let themes = text("--only").map_or("", |text| text.as_str()).split(',');
            let how = Mine {
                options: options.unwrap_or_default(),
                seed: value("--seed", 1),
                games: value("--games", 1_000),
                most: size("--most", 300),
                each: size("--each", 300),
                glance: value("--glance", 2_000),
                from: size("--from", 0),
                plies: size("--plies", longest(kind)),
                careless: u16::try_from(value("--careless", 150)).unwrap(),
                weak: u16::try_from(value("--weak", 0)).unwrap(),
                lead: i32::try_from(value("--lead", 1_000)).unwrap(),
                only: themes.filter_map(Theme::read).collect(),
            };
            mine(kind, &how, &arguments.join(" "));
        }
        Some("sift") => sift(named.unwrap(), size("--each", 300)),
        Some("verify") | None => {
            let kinds = games::GAMES
                .iter()
                .filter(|kind| named.is_none_or(|one| one.key == kind.key));
            let bad: usize = kinds.map(|kind| verify(kind)).sum();
            assert_eq!(bad, 0);
        }
        Some(other) => panic!("{other}: mine, sift or verify"),
    }
}
