//! Teaching: pages of the games' rules, and finding one.

use super::{Answer, Asker, Desk};
use crate::app::{Refusal, Side, Which};
use crate::discord::reply::Reply;
use crate::discord::{board, texts};
use crate::games;
use crate::rules::Options;
use crate::rules::sheet::sheet;

impl Desk {
    pub(super) async fn rules(
        &self,
        asker: Asker,
        game: Option<String>,
        topic: Option<String>,
    ) -> Result<Answer, Refusal> {
        let key = match game {
            Some(game) => Some(game),
            None => self.game_here(asker).await,
        };
        let Some(key) = key else {
            return Ok(Answer::say(board::catalogue(games::GAMES)));
        };
        let Some(kind) = games::find(&key) else {
            let typed = crate::notation::excerpt(&key);
            return Err(Refusal::Plain(texts::no_game(&typed)));
        };
        let Some(topic) = topic else {
            return Ok(self.page(kind.key, 0, false).await);
        };
        let lessons = (kind.lessons)();
        let wanted = topic.to_lowercase();
        let page = lessons
            .iter()
            .position(|lesson| lesson.key == wanted || lesson.title.to_lowercase() == wanted)
            .or_else(|| {
                lessons.iter().position(|lesson| {
                    lesson.key.contains(&wanted) || lesson.title.to_lowercase().contains(&wanted)
                })
            });
        match page {
            Some(page) => Ok(self.page(kind.key, page, false).await),
            None => {
                let known: Vec<String> =
                    lessons.iter().map(|lesson| lesson.key.to_owned()).collect();
                let typed = crate::notation::excerpt(&topic);
                Err(Refusal::Plain(texts::no_topic(kind.name, &typed, &known)))
            }
        }
    }

    /// A page of rules; `turn` where it takes the place of another page.
    pub(super) async fn page(&self, key: &str, page: usize, turn: bool) -> Answer {
        let Some(kind) = games::find(key) else {
            return Answer::say(Reply::private(texts::UNKNOWN_BUTTON));
        };
        let lessons = (kind.lessons)();
        // The first page shows all pieces: they are what a newcomer asks for first.
        let pieces = kind
            .new_game(&Options::new())
            .ok()
            .filter(|_| page == 0)
            .map(|game| sheet(game.as_ref()));
        let diagram = lessons.get(page).and_then(|lesson| lesson.diagram.as_ref());
        let scene = pieces.as_ref().map(|sheet| &sheet.scene).or(diagram);
        let drawn = match scene {
            Some(scene) => self.picture(scene).await,
            None => None,
        };
        let words = pieces.as_ref().map(|sheet| sheet.words.as_str());
        let reply = board::lesson(kind, &lessons, page, drawn, words);
        if turn {
            Answer::update(reply)
        } else {
            Answer::say(reply)
        }
    }

    pub(super) async fn topics(
        &self,
        asker: Asker,
        game: Option<String>,
        typed: &str,
    ) -> Vec<(String, String)> {
        let key = match game {
            Some(game) => Some(game),
            None => self.game_here(asker).await,
        };
        let Some(kind) = key.as_deref().and_then(games::find) else {
            return Vec::new();
        };
        let typed = typed.trim().to_lowercase();
        let mut lessons = (kind.lessons)();
        lessons.retain(|lesson| {
            lesson.key.contains(&typed) || lesson.title.to_lowercase().contains(&typed)
        });
        lessons.sort_by_key(|lesson| !lesson.key.starts_with(&typed));
        lessons
            .into_iter()
            .map(|lesson| (lesson.title, lesson.key.to_owned()))
            .collect()
    }

    /// The key of the game that is played here.
    async fn game_here(&self, asker: Asker) -> Option<String> {
        let shown = self
            .app
            .show(asker.request, Which::Here, Side::Public, None)
            .await;
        match shown {
            Ok(shown) => Some(shown.key.to_owned()),
            Err(_) => match games::GAMES {
                [only] => Some(only.key.to_owned()),
                _ => None,
            },
        }
    }
}
