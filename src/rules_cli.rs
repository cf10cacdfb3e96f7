//! `rookery rules`: the rules core on the command line, for programs that check it from outside. Needs no database,
//! network or window.

use std::io::{self, BufRead, Write};

use clap::{Args, Subcommand};
use serde_json::{Value, json};

use crate::games;
use crate::rules::{Game, GameInfo, Options, Values};

mod batch;
mod engine;
mod standing;

use standing::{Standing, begun, refusal_text};

pub use engine::run as engine;
pub use standing::Failure;

/// A request to the rules core.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Lists the games, their variants and their options.
    List {
        /// Prints JSON.
        #[arg(long)]
        json: bool,
    },
    /// Prints the canonical legal moves after some moves, one a line, sorted by bytes.
    Legal {
        /// Game and moves.
        #[command(flatten)]
        line: Line,
        /// Prints JSON, with turn, position and status.
        #[arg(long)]
        json: bool,
    },
    /// Prints the number of move sequences of exactly that length.
    Perft {
        /// Key of the game, such as `abstract`.
        game: String,
        /// Length in plies.
        depth: u32,
        /// Options and starting position.
        #[command(flatten)]
        setting: Setting,
        /// Prints the number for each first move, too.
        #[arg(long)]
        divide: bool,
        /// Moves to play before counting.
        moves: Vec<String>,
    },
    /// Answers JSON Lines on standard input, one line each, in order.
    Batch,
}

/// A game and moves of it.
#[derive(Debug, Args)]
pub struct Line {
    /// Key of the game, such as `abstract`.
    game: String,
    /// Options and starting position.
    #[command(flatten)]
    setting: Setting,
    /// Moves to play first.
    moves: Vec<String>,
}

/// The options and the starting position of a game.
#[derive(Debug, Args)]
pub struct Setting {
    /// Option of the game, such as `turn=double`; may be given several times.
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = option)]
    options: Vec<(String, String)>,
    /// Position text to begin with instead of the usual start.
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
}

/// Reads `key=value`.
fn option(text: &str) -> Result<(String, String), String> {
    text.split_once('=')
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .ok_or_else(|| "an option is written KEY=VALUE".to_owned())
}

/// Runs a command. Output that is closed early is no failure.
///
/// # Errors
/// The input is refused, or a stream is broken.
pub fn run(
    command: Command,
    input: impl BufRead + Send + 'static,
    output: &mut impl Write,
) -> Result<(), Failure> {
    match answer(command, input, output) {
        Err(Failure::Stream(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn answer(
    command: Command,
    input: impl BufRead + Send + 'static,
    output: &mut impl Write,
) -> Result<(), Failure> {
    match command {
        Command::List { json: true } => {
            let games: Vec<Value> = games::GAMES.iter().map(|kind| described(kind)).collect();
            serde_json::to_writer_pretty(&mut *output, &games)?;
            writeln!(output)?;
        }
        Command::List { json: false } => {
            for kind in games::GAMES {
                list(kind, output)?;
            }
        }
        Command::Legal { line, json } => {
            let game = played(&line.game, &line.setting, &line.moves)?;
            if json {
                serde_json::to_writer(&mut *output, &Standing::of(&*game))?;
                writeln!(output)?;
            } else {
                for text in game.legal() {
                    writeln!(output, "{text}")?;
                }
            }
        }
        Command::Perft {
            game,
            depth,
            setting,
            divide,
            moves,
        } => perft(&*played(&game, &setting, &moves)?, depth, divide, output)?,
        Command::Batch => batch::run(input, output)?,
    }
    output.flush()?;
    Ok(())
}

/// Counts move sequences.
fn perft(
    game: &dyn Game,
    depth: u32,
    divide: bool,
    output: &mut impl Write,
) -> Result<(), Failure> {
    if divide && depth > 0 {
        let mut total = 0;
        for text in game.legal() {
            let mut next = game.boxed_clone();
            next.play(&text)
                .map_err(|rejection| Failure::Refused(refusal_text(&rejection)))?;
            let count = next.perft(depth - 1);
            total += count;
            writeln!(output, "{text} {count}")?;
        }
        writeln!(output, "{total}")?;
    } else {
        writeln!(output, "{}", game.perft(depth))?;
    }
    Ok(())
}

/// Returns a game after some moves of the command line.
fn played(key: &str, setting: &Setting, moves: &[String]) -> Result<Box<dyn Game>, Failure> {
    let options: Options = setting.options.iter().cloned().collect();
    let mut game = begun(key, &options, setting.position.as_deref()).map_err(Failure::Refused)?;
    for (ply, text) in moves.iter().enumerate() {
        play(&mut *game, ply, text)?;
    }
    Ok(game)
}

fn play(game: &mut dyn Game, ply: usize, text: &str) -> Result<(), Failure> {
    game.play(text).map(drop).map_err(|rejection| {
        Failure::Refused(format!(
            "Move {} (\"{}\"): {}",
            ply + 1,
            crate::notation::excerpt(text),
            refusal_text(&rejection)
        ))
    })
}

/// Returns the game at the beginning of a line of the command line, and after each of its moves.
pub(crate) fn each(line: &Line) -> Result<Vec<Box<dyn Game>>, Failure> {
    let mut game = played(&line.game, &line.setting, &[])?;
    let mut games = vec![game.boxed_clone()];
    for (ply, text) in line.moves.iter().enumerate() {
        play(&mut *game, ply, text)?;
        games.push(game.boxed_clone());
    }
    Ok(games)
}

/// Returns the game after all moves of a line of the command line.
pub(crate) fn begin(line: &Line) -> Result<Box<dyn Game>, Failure> {
    played(&line.game, &line.setting, &line.moves)
}

/// Describes a game for `list --json`.
fn described(kind: &GameInfo) -> Value {
    let options: Vec<Value> = kind
        .options
        .iter()
        .map(|spec| match spec.values {
            Values::OneOf(values) => json!({
                "key": spec.key,
                "about": spec.about,
                "values": values.iter().map(|(value, _)| *value).collect::<Vec<_>>(),
                "default": values.first().map(|(value, _)| *value),
            }),
            Values::Joined { values, most, .. } => json!({
                "key": spec.key,
                "about": spec.about,
                "values": values.iter().map(|(value, _)| *value).collect::<Vec<_>>(),
                "default": values.first().map(|(value, _)| *value),
                "most": most,
            }),
            Values::Number { min, max, default } => json!({
                "key": spec.key,
                "about": spec.about,
                "min": min,
                "max": max,
                "default": default,
            }),
        })
        .collect();
    let variants: Vec<Value> = kind
        .variants
        .iter()
        .map(|variant| {
            json!({
                "key": variant.key,
                "name": variant.name,
                "options": variant.options.iter().copied().collect::<Options>(),
            })
        })
        .collect();
    json!({
        "key": kind.key,
        "name": kind.name,
        "credit": kind.credit,
        "summary": kind.summary,
        "seats": kind.seats,
        "rules_version": kind.rules_version,
        "variants": variants,
        "options": options,
    })
}

/// Prints a game for `list`.
fn list(kind: &GameInfo, output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "{}: {} ({})", kind.key, kind.name, kind.credit)?;
    for variant in kind.variants {
        let options: Vec<String> = variant
            .options
            .iter()
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        let options = if options.is_empty() {
            "defaults".to_owned()
        } else {
            options.join(" ")
        };
        writeln!(
            output,
            "  variant {}: {} ({options})",
            variant.key, variant.name
        )?;
    }
    for spec in kind.options {
        let values = match spec.values {
            Values::OneOf(values) | Values::Joined { values, .. } => {
                let values: Vec<&str> = values.iter().map(|(value, _)| *value).collect();
                values.join("|")
            }
            Values::Number { min, max, default } => format!("{min}..{max} ({default})"),
        };
        writeln!(output, "  option {}={values}: {}", spec.key, spec.about)?;
    }
    Ok(())
}
