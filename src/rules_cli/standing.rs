//! The state of a game as answers show it, and refusals.

use std::io;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::games;
use crate::rules::{Game, GameInfo, Options, RuleError, RuleErrorKind};

/// The reason why a command failed, for standard error.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The input was refused.
    #[error("{0}")]
    Refused(String),
    /// Standard input or output failed.
    #[error("cannot read or write: {0}")]
    Stream(#[from] io::Error),
    /// An answer could not be written as JSON.
    #[error("cannot write JSON: {0}")]
    Json(#[from] serde_json::Error),
}

/// Status of a game in the answers of `legal --json` and `batch`.
#[derive(Serialize)]
pub(super) struct Standing {
    pub(super) turn: &'static str,
    pub(super) position: String,
    pub(super) status: String,
    pub(super) check: bool,
    pub(super) legal: Vec<String>,
    #[serde(flatten)]
    pub(super) extra: Map<String, Value>,
}

impl Standing {
    pub(super) fn of(game: &dyn Game) -> Self {
        Standing {
            turn: game.kind().seat_name(game.turn()),
            position: game.text(),
            status: game.status().to_text(game.kind()),
            check: game.check(),
            legal: game.legal(),
            extra: game
                .extra()
                .into_iter()
                .map(|(key, value)| (key.to_owned(), value))
                .collect(),
        }
    }
}

/// Returns a refusal as one line, with its suggestions.
pub(super) fn refusal_text(rejection: &RuleError) -> String {
    if rejection.suggestions.is_empty() || rejection.kind == RuleErrorKind::Ambiguous {
        return rejection.sentence.clone();
    }
    format!(
        "{} Perhaps you mean {}.",
        rejection.sentence,
        rejection.suggestions.join(" or ")
    )
}

/// Returns the game of that key.
fn kind_of(key: &str) -> Result<&'static GameInfo, String> {
    games::find(key).ok_or_else(|| games::unknown(key))
}

/// Returns a game at its start or at a position text.
pub(super) fn begun(
    key: &str,
    options: &Options,
    position: Option<&str>,
) -> Result<Box<dyn Game>, String> {
    let kind = kind_of(key)?;
    match position {
        Some(text) => kind.from_position(options, text),
        None => kind.new_game(options),
    }
    .map_err(|rejection| refusal_text(&rejection))
}
