//! `rookery engine`: the search on the command line, for other programs to play against. JSON Lines in and out, one
//! search at a time, answers in order. A line that cannot be answered gets an `error`, and the next line is read.
//!
//! ```text
//! {"id":1,"do":"move","game":"abstract","options":{},"position":null,"moves":["Pe2-e3"],"level":5,"seed":7}
//! {"id":1,"move":"Pd7-d6","value":12,"depth":2,"nodes":8123,"line":["Pd7-d6","Ng1-f3"]}
//! ```
//!
//! Instead of `level` (1 to 8): `nodes`, a number of positions, or `time`, seconds, both at full strength. `value` is
//! in hundredths of a pawn for the side to move; if a mate is proven, `mate` counts it in own moves, negative for the
//! side that is mated. `do` is `move`, `look` (the `best` best moves with exact values and, as `why`, a reason: code,
//! squares and sentence), `notes` (the moves of the game that cost most), `puzzle` (the positions of the game that make
//! a puzzle) or `levels` (the table).

use std::io::{BufRead, Write};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::{Map, Value, json};

use super::batch::{Bad, NO_OBJECT, crashed, position, request, serialized, value_of};
use super::standing::{Failure, refusal_text};
use crate::engine::puzzles::PuzzleKind;
use crate::engine::{Found, LEVELS, Level, Limits, Line, Request, Why, notes, puzzles};
use crate::rules::{Game, RuleError};

/// Largest number of positions that a request may name.
const MOST_NODES: u64 = 1_000_000_000;

/// Longest time that a request may name, in seconds.
const LONGEST: f64 = 3_600.0;

/// Most moves that `look` gives values for.
const MOST_MOVES: u64 = 1_000;

/// Answers line by line until the input ends.
///
/// # Errors
/// A stream is broken.
pub fn run(mut input: impl BufRead, output: &mut impl Write) -> Result<(), Failure> {
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let answered = panic::catch_unwind(AssertUnwindSafe(|| answer(&line)));
        let text = answered.unwrap_or_else(|_| crashed(&line, "engine"));
        writeln!(output, "{text}")?;
        output.flush()?;
    }
}

/// Returns the answer to one line, as JSON.
fn answer(line: &[u8]) -> String {
    let (id, value) = match value_of(line) {
        Ok(read) => read,
        Err(answer) => return answer,
    };
    match asked(value) {
        Ok(mut answer) => {
            answer.insert("id".to_owned(), id);
            serialized(&answer)
        }
        Err((error, ply)) => serialized(&Bad { id, error, ply }),
    }
}

/// Carries out a line's request, or returns the error and the index of the move that caused it.
fn asked(value: Value) -> Result<Map<String, Value>, (String, usize)> {
    let Value::Object(members) = &value else {
        return Err((NO_OBJECT.to_owned(), 0));
    };
    let what = match members.get("do") {
        Some(Value::String(what)) => what.clone(),
        Some(_) => return Err(("\"do\" is a string.".to_owned(), 0)),
        None => "move".to_owned(),
    };
    let best = match what.as_str() {
        "levels" => return Ok(levels()),
        "move" => 1,
        "notes" | "puzzle" => return judged(&what, value),
        "look" => number(members, "best", MOST_MOVES)
            .map_err(|error| (error, 0))?
            .unwrap_or(1),
        _ => {
            let known = "\"do\" is \"move\", \"look\", \"notes\", \"puzzle\" or \"levels\".";
            return Err((known.to_owned(), 0));
        }
    };
    let effort = Effort::of(members).map_err(|error| (error, 0))?;
    let seed = match members.get("seed") {
        None | Some(Value::Null) => 0,
        Some(seed) => seed
            .as_u64()
            .ok_or_else(|| ("\"seed\" is a whole number, not negative.".to_owned(), 0))?,
    };
    let request = request(value).map_err(|error| (error, 0))?;
    let game = position(&request)?;
    if game.status().is_over() {
        return Err((RuleError::finished().sentence, 0));
    }
    if !game.chance().is_empty() {
        return Err(("The die must be rolled first.".to_owned(), 0));
    }
    let best = usize::try_from(best).unwrap_or(usize::MAX);
    let found = search(&*game, effort, seed, best)
        .ok_or_else(|| ("There is no move to search for.".to_owned(), 0))?;
    Ok(match what.as_str() {
        "look" => looked(&*game, &found),
        _ => moved(&found),
    })
}

/// The requested effort of a search.
#[derive(Clone, Copy)]
enum Effort {
    Level(&'static Level),
    Nodes(u64),
    Time(Duration),
}

impl Effort {
    fn of(members: &Map<String, Value>) -> Result<Effort, String> {
        let given: Vec<&str> = ["level", "nodes", "time"]
            .into_iter()
            .filter(|key| members.get(*key).is_some_and(|value| !value.is_null()))
            .collect();
        match given[..] {
            ["level"] => {
                let level =
                    number(members, "level", 8)?.and_then(|number| u8::try_from(number).ok());
                let level = level.and_then(Level::numbered);
                level
                    .map(Effort::Level)
                    .ok_or_else(|| "\"level\" is a whole number from 1 to 8.".to_owned())
            }
            ["nodes"] => Ok(Effort::Nodes(
                number(members, "nodes", MOST_NODES)?.unwrap_or(1),
            )),
            ["time"] => {
                let seconds = members.get("time").and_then(Value::as_f64);
                let seconds = seconds.filter(|seconds| *seconds > 0.0 && *seconds <= LONGEST);
                let time = seconds.map(Duration::from_secs_f64).map(Effort::Time);
                time.ok_or_else(|| format!("\"time\" is a number of seconds, at most {LONGEST}."))
            }
            [] => Err("Say how well to play: \"level\", \"nodes\" or \"time\".".to_owned()),
            _ => Err("\"level\", \"nodes\" and \"time\" exclude each other.".to_owned()),
        }
    }
}

/// Reads a whole number from 1 to `most`; `None` if the member is absent.
fn number(members: &Map<String, Value>, key: &str, most: u64) -> Result<Option<u64>, String> {
    match members.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => value
            .as_u64()
            .filter(|number| (1..=most).contains(number))
            .map(Some)
            .ok_or_else(|| format!("\"{key}\" is a whole number from 1 to {most}.")),
    }
}

/// Searches with the requested effort.
fn search(game: &dyn Game, effort: Effort, seed: u64, best: usize) -> Option<Found> {
    let stop = Arc::new(AtomicBool::new(false));
    let (nodes, level) = match effort {
        Effort::Level(level) => (level.nodes, Some(level)),
        Effort::Nodes(nodes) => (nodes, None),
        Effort::Time(_) => (MOST_NODES, None),
    };
    let timer = match effort {
        Effort::Time(time) => {
            let (finished, waiting) = mpsc::channel::<()>();
            let stop = Arc::clone(&stop);
            let timer = thread::spawn(move || {
                // Ends at once when the search has ended and the sender is gone.
                if waiting.recv_timeout(time) == Err(mpsc::RecvTimeoutError::Timeout) {
                    stop.store(true, Ordering::Relaxed);
                }
            });
            Some((finished, timer))
        }
        _ => None,
    };
    let found = game.search(&Request {
        level,
        seed,
        best,
        ..Request::strongest(Limits {
            stop: Some(&stop),
            ..Limits::nodes(nodes)
        })
    });
    if let Some((finished, timer)) = timer {
        drop(finished);
        // The timer does nothing that could fail.
        let _ = timer.join();
    }
    found
}

/// Judges a whole game: the moves that cost most, or the puzzles in it.
fn judged(what: &str, value: Value) -> Result<Map<String, Value>, (String, usize)> {
    let Value::Object(members) = &value else {
        return Err((NO_OBJECT.to_owned(), 0));
    };
    let nodes = number(members, "nodes", MOST_NODES).map_err(|error| (error, 0))?;
    let limits = Limits::nodes(nodes.unwrap_or(notes::NODES));
    let mut request = request(value).map_err(|error| (error, 0))?;
    let moves = std::mem::take(&mut request.moves);
    let game = position(&request)?;
    let refused =
        |refused: notes::IllegalMoveError| (refusal_text(&refused.rejection), refused.ply);
    let list: Vec<Value> = if what == "notes" {
        let notes = notes::notes(&*game, &moves, limits).map_err(refused)?;
        notes.iter().map(|note| noted(&*game, note)).collect()
    } else {
        let puzzles = puzzles::puzzles(&*game, &moves, limits).map_err(refused)?;
        puzzles.iter().map(task_view).collect()
    };
    let key = if what == "notes" { "notes" } else { "puzzles" };
    let mut answer = Map::new();
    answer.insert(key.to_owned(), Value::Array(list));
    Ok(answer)
}

/// Returns a reason as code, squares and sentence.
fn reasoned(game: &dyn Game, why: &Why) -> Value {
    let mut members = Map::new();
    members.insert("code".to_owned(), json!(why.key()));
    members.insert("squares".to_owned(), json!(why.squares()));
    if let Why::Mate { moves } = why {
        members.insert("in".to_owned(), json!(moves));
    }
    members.insert("words".to_owned(), json!(game.reason(why)));
    Value::Object(members)
}

fn noted(game: &dyn Game, note: &notes::Note) -> Value {
    json!({
        "ply": note.ply,
        "move": note.text,
        "better": note.better,
        "lost": note.lost,
        "kind": note.kind.key(),
        "why": reasoned(game, &note.why),
    })
}

fn task_view(puzzle: &puzzles::Puzzle) -> Value {
    let mut members = Map::new();
    members.insert("position".to_owned(), json!(puzzle.position));
    members.insert("ply".to_owned(), json!(puzzle.ply));
    members.insert("solution".to_owned(), json!(puzzle.solution));
    match puzzle.kind {
        PuzzleKind::Mate(moves) => {
            members.insert("kind".to_owned(), json!("mate"));
            members.insert("in".to_owned(), json!(moves));
        }
        PuzzleKind::Wins(value) => {
            members.insert("kind".to_owned(), json!("wins"));
            members.insert("value".to_owned(), json!(value));
        }
        PuzzleKind::Saves(value) => {
            members.insert("kind".to_owned(), json!("saves"));
            members.insert("value".to_owned(), json!(value));
        }
    }
    members.insert("theme".to_owned(), json!(puzzle.theme.key()));
    Value::Object(members)
}

/// Adds a line's value, and its mate if one is proven.
fn valued(line: &Line, members: &mut Map<String, Value>) {
    members.insert("value".to_owned(), json!(line.value));
    if let Some(mate) = line.mate() {
        members.insert("mate".to_owned(), json!(mate));
    }
    members.insert("line".to_owned(), json!(line.line));
}

fn moved(found: &Found) -> Map<String, Value> {
    let mut members = Map::new();
    members.insert("move".to_owned(), json!(found.text));
    let played = found.best.iter().find(|line| line.text == found.text);
    if let Some(line) = played.or(found.best.first()) {
        valued(line, &mut members);
        members.insert(
            "line".to_owned(),
            match played {
                Some(line) => json!(line.line),
                None => json!([found.text]),
            },
        );
    }
    members.insert("depth".to_owned(), json!(found.depth));
    members.insert("nodes".to_owned(), json!(found.nodes));
    members
}

fn looked(game: &dyn Game, found: &Found) -> Map<String, Value> {
    let moves: Vec<Value> = found
        .best
        .iter()
        .map(|line| {
            let mut members = Map::new();
            members.insert("move".to_owned(), json!(line.text));
            valued(line, &mut members);
            if let Some(why) = game.why(&line.text, line.mate()) {
                members.insert("why".to_owned(), reasoned(game, &why));
            }
            Value::Object(members)
        })
        .collect();
    let mut members = Map::new();
    members.insert("moves".to_owned(), Value::Array(moves));
    members.insert("depth".to_owned(), json!(found.depth));
    members.insert("nodes".to_owned(), json!(found.nodes));
    members
}

fn levels() -> Map<String, Value> {
    let levels: Vec<Value> = LEVELS
        .iter()
        .map(|level| {
            let [of_two, of_four] = level.lapses;
            json!({
                "level": level.number,
                "name": level.name,
                "depth": (level.depth > 0).then_some(level.depth),
                "nodes": level.nodes,
                "careless": f64::from(of_two.careless) / 1_000.0,
                "careless_of_four": f64::from(of_four.careless) / 1_000.0,
                "noise": level.noise,
                "any": f64::from(of_two.random) / 1_000.0,
            })
        })
        .collect();
    let mut members = Map::new();
    members.insert("levels".to_owned(), Value::Array(levels));
    members
}
