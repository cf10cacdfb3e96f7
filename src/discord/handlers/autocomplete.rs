//! Suggestions while a person types.

use super::{Asker, Handlers, moderator};
use crate::app::{AppError, Listed};
use crate::discord::commands::{game_options, new, play};
use crate::discord::markdown::cut;
use crate::discord::name;
use crate::discord::request::{self, Autocomplete};
use crate::discord::{board, texts};
use crate::games::{self, GAMES};
use crate::match_state::Terms;
use crate::rules::{GameInfo, Values};

impl Handlers {
    /// Returns suggestions as `(name, value)` pairs: at most 25, each of 1 to 100 characters.
    pub async fn suggest(&self, asker: Asker, typing: Autocomplete) -> Vec<(String, String)> {
        let pairs: Vec<(String, String)> = match typing {
            Autocomplete::Move { which, typed } => {
                match self.app.complete_move(asker.request, which, &typed).await {
                    Ok(choices) => choices
                        .into_iter()
                        .map(|choice| (choice.label, choice.text))
                        .collect(),
                    // The reason is the one suggestion, and is refused as a move if it is taken.
                    Err(AppError::Plain(why)) => {
                        return vec![(cut(&why, 100), texts::NO_MOVE.to_owned())];
                    }
                    Err(AppError::WhichGame(_)) => {
                        let which = texts::WHICH_GAME_FIRST.to_owned();
                        return vec![(which, texts::NO_GAME.to_owned())];
                    }
                    Err(_) => Vec::new(),
                }
            }
            Autocomplete::Piece { which, typed } => self
                .app
                .complete_move(asker.request, which, &typed)
                .await
                .unwrap_or_default()
                .into_iter()
                .filter(|choice| !choice.whole)
                .map(|choice| (choice.label, choice.text))
                .collect(),
            Autocomplete::Game { typed, over } => self
                .app
                .complete_game(asker.request, &typed, over, &|user| self.name(user))
                .await
                .iter()
                .map(|listed| self.suggested(listed))
                .collect(),
            Autocomplete::Moderated { action, typed } => {
                let Ok(moderator) = moderator(asker) else {
                    return Vec::new();
                };
                let listed = self.app.complete_moderated(moderator, action, &typed);
                let listed = listed.await.unwrap_or_default();
                listed.iter().map(|listed| self.suggested(listed)).collect()
            }
            Autocomplete::Clock { typed } => {
                let typed = typed.trim().to_lowercase();
                let mut clocks = texts::clocks();
                clocks.retain(|(name, value)| {
                    value.starts_with(&typed) || name.to_lowercase().contains(&typed)
                });
                if let Ok(pace) = request::pace(&typed)
                    && clocks.is_empty()
                {
                    let own = Terms {
                        pace,
                        ..Terms::default()
                    };
                    clocks.push((texts::short_clock(&own), typed));
                }
                clocks
            }
            Autocomplete::Option {
                game,
                option,
                typed,
            } => values(&game, &option, &typed),
            Autocomplete::Play {
                game,
                option,
                typed,
            } if option == name::TWIST => {
                let kind = game.as_deref().and_then(games::find);
                kind.and_then(|kind| Some((kind, kind.twist_option()?.0)))
                    .map(|(kind, key)| joined(kind, key, &typed))
                    .unwrap_or_default()
            }
            Autocomplete::Play {
                game,
                option,
                typed,
            } => {
                let mut pairs = play::suggestions(game.as_deref(), &option);
                let typed = typed.trim().to_lowercase();
                pairs.retain(|(name, value)| {
                    name.to_lowercase().contains(&typed) || value.contains(&typed)
                });
                pairs
            }
            Autocomplete::Zone { typed } => zones(&typed),
            Autocomplete::Topic { game, typed } => self.topics(asker, game, &typed).await,
        };
        pairs
            .into_iter()
            // A value that does not fit cannot be offered whole, and a part of it would be another move.
            .filter(|(_, value)| (1..=100).contains(&value.encode_utf16().count()))
            .map(|(name, value)| {
                let name = if name.trim().is_empty() {
                    value.clone()
                } else {
                    name
                };
                (cut(&name, 100), value)
            })
            .take(25)
            .collect()
    }

    /// Returns a match as a suggestion.
    fn suggested(&self, listed: &Listed) -> (String, String) {
        let name = board::short(listed, &|user| self.name(user));
        (name, listed.game.0.to_string())
    }
}

/// Returns the values that an option of `/new` can have.
fn values(game: &str, option: &str, typed: &str) -> Vec<(String, String)> {
    let kind = GAMES.iter().find(|kind| new::subcommand(kind) == game);
    if let Some(kind) = kind
        && option == name::OPTIONS
    {
        return game_options::suggest(kind, typed);
    }
    let spec = kind.and_then(|kind| {
        let mut specs = kind.options.iter();
        Some((*kind, specs.find(|spec| new::option_name(spec) == option)?))
    });
    spec.map(|(kind, spec)| joined(kind, spec.key, typed))
        .unwrap_or_default()
}

/// Returns the values of an option whose parts are joined by a plus, one part at a time; none for other options.
fn joined(kind: &'static GameInfo, key: &str, typed: &str) -> Vec<(String, String)> {
    let spec = kind.options.iter().find(|spec| spec.key == key);
    let Some(Values::Joined { values, most, .. }) = spec.map(|spec| &spec.values) else {
        return Vec::new();
    };
    let typed = typed.trim().to_lowercase();
    let (before, part) = match typed.rsplit_once('+') {
        Some((before, part)) => (format!("{before}+"), part),
        None => (String::new(), typed.as_str()),
    };
    if before.matches('+').count() >= *most {
        return Vec::new();
    }
    let can_be = |value: &str| {
        let options = [(key, value)].into_iter().collect();
        kind.new_game(&options).is_ok()
    };
    values
        .iter()
        .filter(|(value, meaning)| value.contains(part) || meaning.contains(part))
        .map(|(value, meaning)| {
            (
                format!("{before}{value}: {meaning}"),
                format!("{before}{value}"),
            )
        })
        .filter(|(_, value)| can_be(value))
        .collect()
}

/// Returns the names of time zones that contain the typed text.
fn zones(typed: &str) -> Vec<(String, String)> {
    let typed = typed.trim().to_lowercase().replace(' ', "_");
    let mut found: Vec<String> = jiff::tz::db()
        .available()
        .map(|zone| zone.to_string())
        .filter(|zone| zone.to_lowercase().contains(&typed))
        .collect();
    found.sort_by_key(|zone| !zone.to_lowercase().contains(&format!("/{typed}")));
    found
        .into_iter()
        .take(25)
        .map(|zone| (zone.clone(), zone))
        .collect()
}
