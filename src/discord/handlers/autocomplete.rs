//! Suggestions while a person types.

use super::{Asker, Handlers, moderator};
use crate::app::{AppError, Listed};
use crate::discord::commands::{game_options, new, play};
use crate::discord::name;
use crate::discord::request::{self, Autocomplete};
use crate::discord::suggestion::{self, Suggestion};
use crate::discord::{board, texts};
use crate::games::{self, GAMES};
use crate::match_state::Terms;
use crate::rules::{GameInfo, Values};

impl Handlers {
    /// Returns suggestions that Discord accepts.
    pub async fn suggest(&self, asker: Asker, typing: Autocomplete) -> Vec<Suggestion> {
        let suggestions = match typing {
            Autocomplete::Move { which, typed } => {
                match self.app.complete_move(asker.request, which, &typed).await {
                    Ok(choices) => choices
                        .into_iter()
                        .map(|choice| Suggestion::new(choice.label, choice.text))
                        .collect(),
                    // The reason is the one suggestion, and is refused as a move if it is taken.
                    Err(AppError::Plain(why)) => {
                        vec![Suggestion::new(why, texts::NO_MOVE)]
                    }
                    Err(AppError::WhichGame(_)) => {
                        vec![Suggestion::new(texts::WHICH_GAME_FIRST, texts::NO_GAME)]
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
                .map(|choice| Suggestion::new(choice.label, choice.text))
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
                clocks.retain(|clock| {
                    clock.value.starts_with(&typed) || clock.name.to_lowercase().contains(&typed)
                });
                if let Ok(pace) = request::pace(&typed)
                    && clocks.is_empty()
                {
                    let own = Terms {
                        pace,
                        ..Terms::default()
                    };
                    clocks.push(Suggestion::new(texts::short_clock(&own), typed));
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
                let mut suggestions = play::suggestions(game.as_deref(), &option);
                let typed = typed.trim().to_lowercase();
                suggestions.retain(|suggestion| {
                    suggestion.name.to_lowercase().contains(&typed)
                        || suggestion.value.contains(&typed)
                });
                suggestions
            }
            Autocomplete::Zone { typed } => zones(&typed),
            Autocomplete::Topic { game, typed } => self.topics(asker, game, &typed).await,
        };
        suggestion::fitting(suggestions)
    }

    /// Returns a match as a suggestion.
    fn suggested(&self, listed: &Listed) -> Suggestion {
        let name = board::short(listed, &|user| self.name(user));
        Suggestion::new(name, listed.game.0.to_string())
    }
}

/// Returns the values that an option of `/new` can have.
fn values(game: &str, option: &str, typed: &str) -> Vec<Suggestion> {
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
fn joined(kind: &'static GameInfo, key: &str, typed: &str) -> Vec<Suggestion> {
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
            Suggestion::new(
                format!("{before}{value}: {meaning}"),
                format!("{before}{value}"),
            )
        })
        .filter(|suggestion| can_be(&suggestion.value))
        .collect()
}

/// Returns the names of time zones that contain the typed text.
fn zones(typed: &str) -> Vec<Suggestion> {
    let typed = typed.trim().to_lowercase().replace(' ', "_");
    let mut found: Vec<String> = jiff::tz::db()
        .available()
        .map(|zone| zone.to_string())
        .filter(|zone| zone.to_lowercase().contains(&typed))
        .collect();
    found.sort_by_key(|zone| !zone.to_lowercase().contains(&format!("/{typed}")));
    found
        .into_iter()
        .map(|zone| Suggestion::new(zone.clone(), zone))
        .collect()
}
