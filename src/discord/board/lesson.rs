//! Pages of a game's rules.

use serenity::builder::CreateActionRow;
use serenity::model::application::ButtonStyle;

use crate::discord::custom_id::CustomId;
use crate::discord::markdown::{CONTENT, cut};
use crate::discord::reply::{self, File, MenuOption, Reply, button, buttons, menu};
use crate::discord::texts;
use crate::rules::{GameInfo, Lesson};
use crate::scene::Scene;

/// Builds one page of a game's rules, with buttons to its neighbours and menus of all pages. `words` describe the
/// picture where the page's text does not.
pub fn lesson(
    kind: &GameInfo,
    lessons: &[Lesson],
    page: usize,
    twists: &[String],
    drawn: Option<Vec<u8>>,
    words: Option<&str>,
) -> Reply {
    let Some(lesson) = lessons.get(page) else {
        return Reply::private(texts::UNKNOWN_BUTTON);
    };
    let heading = if lesson.title == kind.name {
        format!("**{}**\n", kind.name)
    } else {
        format!("**{} – {}**\n", kind.name, lesson.title)
    };
    let of_twists: Vec<(usize, &Lesson)> = if page == 0 {
        let pages = twists.iter().filter_map(|twist| {
            let mut pages = lessons.iter().enumerate();
            pages.find(|(_, lesson)| lesson.key == twist.as_str())
        });
        pages.collect()
    } else {
        Vec::new()
    };
    let named: Vec<(usize, &str)> = of_twists
        .iter()
        .map(|(page, lesson)| (*page, lesson.title.as_str()))
        .collect();
    let twisted = texts::twisted(&named);
    let footer = if lessons.len() > 1 {
        format!("\n-# {}", texts::page(page, lessons.len()))
    } else {
        String::new()
    };
    let shown = texts::in_picture(&lesson.caption);
    let room = CONTENT.saturating_sub(
        (heading.clone() + &twisted + &shown + &footer)
            .encode_utf16()
            .count(),
    );
    let mut reply = Reply::private(format!(
        "{heading}{twisted}{}{shown}{footer}",
        cut(&lesson.text, room)
    ));
    let to = |page: Option<usize>, label: &str| {
        let page = u16::try_from(page?).ok()?;
        let key = kind.key.to_owned();
        button(
            &CustomId::Rules { key, page },
            label,
            ButtonStyle::Secondary,
        )
    };
    if lessons.len() > 1 {
        reply.rows.extend(menus(kind, lessons));
        let turns = [
            to(page.checked_sub(1), texts::BUTTON_PREVIOUS),
            to(
                (page + 1 < lessons.len()).then_some(page + 1),
                texts::BUTTON_NEXT,
            ),
        ];
        // A button that leads to the next page anyway would have the same custom id.
        let twists = named.iter().filter(|(twist, _)| *twist != page + 1);
        let twists = twists.map(|(page, title)| to(Some(*page), title));
        reply = reply.row(buttons(twists.chain(turns)));
    }
    if let Some(bytes) = drawn {
        reply.files.push(File {
            name: "diagram.png",
            bytes,
            alt: match words {
                Some(words) => cut(words, reply::ALT),
                None => {
                    let described = lesson.diagram.as_ref().map(Scene::described);
                    let described = [lesson.caption.clone(), described.unwrap_or_default()];
                    let words =
                        texts::diagram(&lesson.title, kind.name, described.join(" ").trim());
                    cut(&words, reply::ALT)
                }
            },
        });
    }
    reply
}

/// Returns the menus of all pages, one for each section: a message has room for four menus and a row of buttons.
fn menus(kind: &GameInfo, lessons: &[Lesson]) -> Vec<CreateActionRow> {
    let numbered: Vec<(usize, &Lesson)> = lessons.iter().enumerate().collect();
    let begins = |key: &str| kind.sections.iter().find(|(first, _)| *first == key);
    let sections = numbered.chunk_by(|_, (_, lesson)| begins(lesson.key).is_none());
    let menus = (0..).zip(sections).filter_map(|(index, pages)| {
        let section = begins(pages.first()?.1.key).map(|(_, name)| *name);
        let custom_id = CustomId::RulesMenu {
            key: kind.key.to_owned(),
            menu: index,
        };
        let pages = pages
            .iter()
            .map(|(page, lesson)| MenuOption::new(page.to_string(), lesson.title.as_str()));
        menu(&custom_id, &texts::rules_placeholder(section), pages)
    });
    menus.collect()
}

/// Lists the games that can be played here.
pub fn catalogue(games: &[&GameInfo]) -> Reply {
    let mut lines = vec![texts::RULES_GAMES.to_owned()];
    lines.extend(games.iter().map(|kind| texts::game_line(kind)));
    Reply::private(lines.join("\n"))
}
