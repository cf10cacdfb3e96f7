//! Pages of the games' rules, and the search for one.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::{Answer, Asker, Handlers};
use crate::app::{AppError, MatchRef, Side};
use crate::discord::reply::Reply;
use crate::discord::suggestion::Suggestion;
use crate::discord::{board, texts};
use crate::games;
use crate::rules::sheet::{Sheet, sheet};
use crate::rules::{GameInfo, Lesson, Options};

/// The pages of a game's rules. Making them costs more than the rest of an answer, and they never change.
pub(super) struct Pages {
    pub lessons: Vec<Lesson>,
    /// The sheet of all pieces on the first page, which a newcomer needs first.
    pieces: Option<Sheet>,
}

/// Returns the pages of a game's rules, made at the first call.
pub(super) fn pages(kind: &'static GameInfo) -> &'static Pages {
    static MADE: Mutex<BTreeMap<&str, &Pages>> = Mutex::new(BTreeMap::new());
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    made.entry(kind.key).or_insert_with(|| {
        let game = kind.new_game(&Options::new()).ok();
        // Leaked once for each game, for as long as the program runs.
        Box::leak(Box::new(Pages {
            lessons: (kind.lessons)(),
            pieces: game.map(|game| sheet(game.as_ref())),
        }))
    })
}

impl Handlers {
    pub(in crate::discord) async fn rules(
        &self,
        asker: Asker,
        game: Option<String>,
        topic: Option<String>,
    ) -> Result<Answer, AppError> {
        let found = match game {
            Some(game) => Some((game, Vec::new())),
            None => self.game_here(asker).await,
        };
        let Some((key, twists)) = found else {
            return Ok(Answer::say(board::catalogue(games::GAMES)));
        };
        let Some(kind) = games::find(&key) else {
            let typed = crate::notation::excerpt(&key);
            return Err(AppError::Plain(texts::no_game(&typed)));
        };
        let Some(topic) = topic else {
            return self.page(kind.key, 0, &twists).await.map(Answer::say);
        };
        let lessons = &pages(kind).lessons;
        let page = find_page(lessons, &topic);
        match page {
            Some(page) => self.page(kind.key, page, &twists).await.map(Answer::say),
            None => {
                let known: Vec<String> =
                    lessons.iter().map(|lesson| lesson.key.to_owned()).collect();
                let typed = crate::notation::excerpt(&topic);
                Err(AppError::Plain(texts::no_topic(kind.name, &typed, &known)))
            }
        }
    }

    /// Returns a page of rules, the first with those of the twists.
    pub(super) async fn page(
        &self,
        key: &str,
        page: usize,
        twists: &[String],
    ) -> Result<Reply, AppError> {
        let unknown = || AppError::Plain(texts::UNKNOWN_BUTTON.to_owned());
        let kind = games::find(key).ok_or_else(unknown)?;
        let Pages { lessons, pieces } = pages(kind);
        let pieces = pieces.as_ref().filter(|_| page == 0);
        let diagram = lessons.get(page).and_then(|lesson| lesson.diagram.as_ref());
        let scene = pieces.map(|sheet| &sheet.scene).or(diagram);
        let drawn = match scene {
            Some(scene) => self.picture(scene).await,
            None => None,
        };
        let words = pieces.map(|sheet| sheet.words.as_str());
        Ok(board::lesson(kind, lessons, page, twists, drawn, words))
    }

    pub(super) async fn topics(
        &self,
        asker: Asker,
        game: Option<String>,
        typed: &str,
    ) -> Vec<Suggestion> {
        let key = match game {
            Some(game) => Some(game),
            None => self.game_here(asker).await.map(|(key, _)| key),
        };
        let Some(kind) = key.as_deref().and_then(games::find) else {
            return Vec::new();
        };
        let wanted = typed.trim().to_lowercase();
        let lessons = &pages(kind).lessons;
        let found = find_page(lessons, typed).and_then(|page| lessons.get(page));
        let mut named: Vec<&Lesson> = lessons.iter().collect();
        named.retain(|lesson| {
            lesson.key.contains(&wanted) || lesson.title.to_lowercase().contains(&wanted)
        });
        named.sort_by_key(|lesson| !lesson.key.starts_with(&wanted));
        if named.is_empty() {
            named.extend(found);
        }
        named
            .into_iter()
            .map(|lesson| Suggestion::new(lesson.title.clone(), lesson.key))
            .collect()
    }

    /// Returns the key of the game that is played here, and its twists.
    async fn game_here(&self, asker: Asker) -> Option<(String, Vec<String>)> {
        let match_view = self
            .app
            .show(asker.request, MatchRef::Here, Side::Public, None)
            .await;
        match match_view {
            Ok(match_view) => Some((match_view.key.to_owned(), match_view.twisted)),
            Err(_) => match games::GAMES {
                [only] => Some((only.key.to_owned(), Vec::new())),
                _ => None,
            },
        }
    }
}

/// Other names of things in the rules.
const OTHER_NAMES: [(&str, &str); 13] = [
    ("horse", "knight"),
    ("castle", "rook"),
    ("tower piece", "rook"),
    ("elephant", "bishop"),
    ("lady", "queen"),
    ("goal", "ending"),
    ("win", "ending"),
    ("winning", "ending"),
    ("lose", "ending"),
    ("end", "ending"),
    ("remis", "draw"),
    ("mate", "ending"),
    ("checkmate", "ending"),
];

/// Words of questions that do not bear on their subject.
const QUESTION: [&str; 16] = [
    "how", "do", "does", "can", "what", "the", "is", "are", "who", "when", "why", "you", "and",
    "for", "with", "move",
];

/// Finds the page that a typed text means: by its key or title, or by the words in it.
fn find_page(lessons: &[Lesson], typed: &str) -> Option<usize> {
    let wanted = typed.trim().to_lowercase();
    if wanted.is_empty() {
        return Some(0);
    }
    let named = |name: &str| {
        lessons
            .iter()
            .position(|lesson| lesson.key == name || lesson.title.to_lowercase() == name)
            .or_else(|| {
                lessons.iter().position(|lesson| {
                    lesson.key.contains(name) || lesson.title.to_lowercase().contains(name)
                })
            })
    };
    let other = |word: &str| {
        let found = OTHER_NAMES.iter().find(|(known, _)| *known == word);
        found.map_or_else(|| word.to_owned(), |(_, name)| (*name).to_owned())
    };
    if let Some(page) = named(&wanted).or_else(|| named(&other(&wanted))) {
        return Some(page);
    }
    // "captains" is the page of the captain.
    let one = wanted.strip_suffix('s').filter(|one| one.len() > 2);
    if let Some(page) = one.and_then(named) {
        return Some(page);
    }
    let words: Vec<String> = wanted
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.len() > 2 && !QUESTION.contains(word))
        .map(other)
        .collect();
    if let Some(page) = words.iter().find_map(|word| named(word)) {
        return Some(page);
    }
    // The page that holds the most of the words; of equal ones the first.
    let held = |lesson: &Lesson| {
        let text = lesson.text.to_lowercase();
        words
            .iter()
            .filter(|word| text.contains(word.as_str()))
            .count()
    };
    let best = lessons.iter().map(held).max().filter(|held| *held > 0)?;
    lessons.iter().position(|lesson| held(lesson) == best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_found_by_what_people_call_it() {
        for kind in games::GAMES {
            let lessons = (kind.lessons)();
            let win = find_page(&lessons, "how do I win").unwrap();
            assert_eq!(lessons[win].key, "ending", "{}", kind.name);
            assert_eq!(find_page(&lessons, "xyzzy"), None, "{}", kind.name);
            let is_said = |word: &str| {
                let mut texts = lessons.iter().map(|page| page.text.to_lowercase());
                texts.any(|text| text.contains(word))
            };
            for typed in ["Knight", "king"] {
                let page = find_page(&lessons, typed);
                let said = is_said(&typed.to_lowercase());
                assert_eq!(page.is_some(), said, "{}: {typed}", kind.name);
            }
            if !is_said("knight") {
                continue;
            }
            let horse = &lessons[find_page(&lessons, "horse").unwrap()];
            if kind.key == "tower" {
                let captains = &lessons[find_page(&lessons, "captains").unwrap()];
                assert_eq!(captains.key, "captain");
            }
            let said = format!("{} {}", horse.title, horse.text).to_lowercase();
            assert!(said.contains("knight"), "{}: {}", kind.name, horse.title);
        }
    }
}
