//! `rookery rules batch`: JSON Lines in, JSON Lines out, in the same order, on every core.

use std::io::{self, BufRead, Write};
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Receiver, SyncSender, TryRecvError};
use std::thread;

use serde::Serialize;
use serde_json::{Map, Value};

use super::standing::{Failure, Standing, begun, refusal_text};
use crate::rules::{Game, Options};

/// Number of lines that may wait for each worker, and of answers that may wait for the writer.
const WAITING: usize = 64;

/// A line's request.
pub(super) struct Request {
    game: String,
    options: Options,
    position: Option<String>,
    /// Moves to play first.
    pub moves: Vec<String>,
    tries: Option<Vec<String>>,
}

/// The answer to a good line.
#[derive(Serialize)]
struct Answer {
    id: Value,
    #[serde(flatten)]
    standing: Standing,
    #[serde(rename = "try", skip_serializing_if = "Option::is_none")]
    tries: Option<Vec<Tried>>,
}

/// The verdict on a text of `try`.
#[derive(Serialize)]
#[serde(untagged)]
enum Tried {
    Legal { ok: bool, canonical: String },
    Refused { ok: bool, error: String },
}

/// The answer to a bad line.
#[derive(Serialize)]
pub(super) struct Bad {
    pub id: Value,
    pub error: String,
    /// Index of the refused move, 0 for other errors.
    pub ply: usize,
}

/// Answers line by line until the input ends.
///
/// Line n goes to worker n modulo their number, and the writer collects the answers in the same turn: that keeps the
/// order without numbering. The output is flushed whenever the next answer is not ready, so that a program that waits
/// for each answer gets it.
///
/// # Errors
/// A stream is broken.
pub fn run(input: impl BufRead + Send + 'static, output: &mut impl Write) -> Result<(), Failure> {
    let count = thread::available_parallelism()
        .map_or(1, usize::from)
        .min(8);
    let mut workers = Vec::new();
    let mut answers = Vec::new();
    for _ in 0..count {
        let (worker, lines) = mpsc::sync_channel::<Vec<u8>>(WAITING);
        let (reply, replies) = mpsc::sync_channel::<String>(WAITING);
        thread::spawn(move || work(&lines, &reply));
        workers.push(worker);
        answers.push(replies);
    }
    let reader = thread::spawn(move || read(input, &workers));
    for replies in answers.iter().cycle() {
        let answer = match replies.try_recv() {
            Ok(answer) => Some(answer),
            Err(TryRecvError::Disconnected) => None,
            Err(TryRecvError::Empty) => {
                output.flush()?;
                replies.recv().ok()
            }
        };
        // The next worker in turn has no more answers: the input has ended.
        let Some(answer) = answer else {
            break;
        };
        output.write_all(answer.as_bytes())?;
    }
    output.flush()?;
    match reader.join() {
        Ok(result) => Ok(result?),
        Err(panic) => panic::resume_unwind(panic),
    }
}

/// Hands the lines that are not blank to the workers in turn.
fn read(mut input: impl BufRead, workers: &[SyncSender<Vec<u8>>]) -> io::Result<()> {
    for worker in workers.iter().cycle() {
        let mut line = Vec::new();
        while line.trim_ascii().is_empty() {
            line.clear();
            if input.read_until(b'\n', &mut line)? == 0 {
                return Ok(());
            }
        }
        // The receiver is gone once the output is closed.
        if worker.send(line).is_err() {
            return Ok(());
        }
    }
    Ok(())
}

/// Answers lines until there are no more.
fn work(lines: &Receiver<Vec<u8>>, reply: &SyncSender<String>) {
    for line in lines {
        // One bad line must not end the rest of the batch, not even through a bug here.
        let answered = panic::catch_unwind(AssertUnwindSafe(|| answer(&line)));
        let mut text = answered.unwrap_or_else(|_| crashed(&line, "rules core"));
        text.push('\n');
        if reply.send(text).is_err() {
            return;
        }
    }
}

/// Returns the answer to one line, as JSON.
fn answer(line: &[u8]) -> String {
    let (id, value) = match value_of(line) {
        Ok(read) => read,
        Err(answer) => return answer,
    };
    let bad = |(error, ply)| {
        let id = id.clone();
        serialized(&Bad { id, error, ply })
    };
    let answered = request(value)
        .map_err(|error| (error, 0))
        .and_then(|request| {
            let game = position(&request)?;
            let tries = request
                .tries
                .as_ref()
                .map(|texts| texts.iter().map(|text| tried(&*game, text)).collect());
            Ok((Standing::of(&*game), tries))
        });
    match answered {
        Ok((standing, tries)) => serialized(&Answer {
            id: id.clone(),
            standing,
            tries,
        }),
        Err(why) => bad(why),
    }
}

/// Returns the game after the request's moves, or an error with the index of the move that caused it.
pub(super) fn position(request: &Request) -> Result<Box<dyn Game>, (String, usize)> {
    let mut game = begun(&request.game, &request.options, request.position.as_deref())
        .map_err(|error| (error, 0))?;
    for (ply, text) in request.moves.iter().enumerate() {
        game.play(text)
            .map_err(|rejection| (refusal_text(&rejection), ply))?;
    }
    Ok(game)
}

/// Judges a text without playing it.
fn tried(game: &dyn Game, text: &str) -> Tried {
    match game.parse_move(text) {
        Ok(canonical) => Tried::Legal {
            ok: true,
            canonical,
        },
        Err(rejection) => Tried::Refused {
            ok: false,
            error: refusal_text(&rejection),
        },
    }
}

/// Returns a line's `id` and JSON, or the whole answer to a line that is not JSON.
pub(super) fn value_of(line: &[u8]) -> Result<(Value, Value), String> {
    match serde_json::from_slice(line) {
        Ok(value) => Ok((id_of(&value), value)),
        Err(error) => Err(serialized(&Bad {
            id: Value::Null,
            error: format!("This line is not JSON: {error}."),
            ply: 0,
        })),
    }
}

/// Returns the answer to a line at which `part` of the program panicked.
pub(super) fn crashed(line: &[u8], part: &str) -> String {
    serialized(&Bad {
        id: id_of(&serde_json::from_slice(line).unwrap_or_default()),
        error: format!("This request shows a mistake in the {part}."),
        ply: 0,
    })
}

/// Returns a line's `id`: a number or a string, otherwise null.
fn id_of(value: &Value) -> Value {
    match value.get("id") {
        Some(id @ (Value::Number(_) | Value::String(_))) => id.clone(),
        _ => Value::Null,
    }
}

/// Error for a line that is JSON but no request.
pub(super) const NO_OBJECT: &str = "A request is a JSON object.";

/// Reads a request, or returns which member is wrong.
pub(super) fn request(value: Value) -> Result<Request, String> {
    let Value::Object(mut members) = value else {
        return Err(NO_OBJECT.to_owned());
    };
    match members.get("id") {
        None | Some(Value::Null | Value::Number(_) | Value::String(_)) => {}
        Some(_) => return Err("\"id\" is a number or a string.".to_owned()),
    }
    let game = match members.remove("game") {
        Some(Value::String(game)) => game,
        Some(_) => return Err("\"game\" is a string.".to_owned()),
        None => return Err("\"game\" is missing.".to_owned()),
    };
    let position = match members.remove("position") {
        None | Some(Value::Null) => None,
        Some(Value::String(text)) => Some(text),
        Some(_) => return Err("\"position\" is a string or null.".to_owned()),
    };
    Ok(Request {
        game,
        options: options(members.remove("options"))?,
        position,
        moves: texts(&mut members, "moves")?.unwrap_or_default(),
        tries: texts(&mut members, "try")?,
    })
}

/// Reads `options`: strings, or whole numbers for options that are numbers.
fn options(value: Option<Value>) -> Result<Options, String> {
    let members = match value {
        None => return Ok(Options::new()),
        Some(Value::Object(members)) => members,
        Some(_) => return Err("\"options\" is an object.".to_owned()),
    };
    members
        .into_iter()
        .map(|(key, value)| match value {
            Value::String(text) => Ok((key, text)),
            Value::Number(number) if number.is_u64() => Ok((key, number.to_string())),
            _ => Err(format!(
                "The option \"{}\" is a string.",
                crate::notation::excerpt(&key)
            )),
        })
        .collect()
}

/// Reads a list of strings; `None` if the member is absent.
fn texts(members: &mut Map<String, Value>, key: &str) -> Result<Option<Vec<String>>, String> {
    let Some(value) = members.remove(key) else {
        return Ok(None);
    };
    let wrong = || format!("\"{key}\" is a list of strings.");
    let Value::Array(items) = value else {
        return Err(wrong());
    };
    items
        .into_iter()
        .map(|item| match item {
            Value::String(text) => Ok(text),
            _ => Err(wrong()),
        })
        .collect::<Result<Vec<_>, _>>()
        .map(Some)
}

/// Returns an answer as one line of JSON.
pub(super) fn serialized(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).unwrap_or_else(|_| {
        r#"{"id":null,"error":"The answer could not be written.","ply":0}"#.to_owned()
    })
}
