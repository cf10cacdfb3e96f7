//! What is suggested while somebody types.

use super::{Asker, Desk};
use crate::discord::reply::cut;
use crate::discord::request::{self, Typing};
use crate::discord::{board, texts};
use crate::table::Terms;

impl Desk {
    /// What can be suggested, as `(name, value)` pairs: at most 25, each of 1 to 100 characters.
    pub async fn suggest(&self, asker: Asker, typing: Typing) -> Vec<(String, String)> {
        let pairs: Vec<(String, String)> = match typing {
            Typing::Move { which, typed } => {
                let choices = self.app.complete_move(asker.request, which, &typed).await;
                if choices.is_empty()
                    && let Some(why) = self.app.why_no_moves(asker.request, which).await
                {
                    // One choice that says so, and that is refused as a move if it is taken.
                    return vec![(cut(&why, 100), texts::NO_MOVE.to_owned())];
                }
                choices
                    .into_iter()
                    .map(|choice| (choice.label, choice.text))
                    .collect()
            }
            Typing::Piece { which, typed } => self
                .app
                .complete_move(asker.request, which, &typed)
                .await
                .into_iter()
                .filter(|choice| !choice.whole)
                .map(|choice| (choice.label, choice.text))
                .collect(),
            Typing::Game { typed } => self
                .app
                .complete_game(asker.request, &typed)
                .await
                .iter()
                .map(|listed| {
                    let name = board::short(listed, &|user| self.name(user));
                    (name, listed.game.0.to_string())
                })
                .collect(),
            Typing::Clock { typed } => {
                let typed = typed.trim().to_lowercase();
                let mut clocks = texts::clocks();
                clocks.retain(|(name, value)| value.starts_with(&typed) || name.contains(&typed));
                if let Ok(pace) = request::pace(&typed)
                    && clocks.is_empty()
                {
                    let own = Terms {
                        pace,
                        ..Terms::default()
                    };
                    clocks.push((texts::terms(&own), typed));
                }
                clocks
            }
            Typing::Zone { typed } => zones(&typed),
            Typing::Topic { game, typed } => self.topics(asker, game, &typed).await,
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
}

/// The names of time zones that hold what was typed.
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
