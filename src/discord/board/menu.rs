//! The menus that lead to a move, and what is offered in the place of a refused one.

use serenity::builder::CreateActionRow;
use serenity::model::application::ButtonStyle;

use crate::app::Steps;
use crate::discord::custom_id::{CustomId, GuidePress, Path};
use crate::discord::reply::{File, OPTIONS, Reply, button, buttons, menu};
use crate::discord::texts;
use crate::match_state::GameId;
use crate::rules::RuleError;

/// The guided menu where it stands.
pub fn steps(steps: &Steps, path: &Path, page: usize, drawn: Option<Vec<u8>>) -> Reply {
    let (game, ply) = (steps.game, steps.ply);
    let mut lines = vec![texts::heading(&steps.title, game)];
    let mut rows: Vec<CreateActionRow> = Vec::new();
    let choose = |path: Path, page: usize| {
        CustomId::Guide(GuidePress::Choose {
            game,
            ply,
            path,
            page: u16::try_from(page).unwrap_or(u16::MAX),
        })
    };
    let back = (!path.0.is_empty())
        .then(|| {
            button(
                &choose(path.back(), 0),
                texts::BUTTON_BACK,
                ButtonStyle::Secondary,
            )
        })
        .flatten();
    if steps.whole {
        lines.push(texts::ready(&steps.text));
        lines.extend(steps.effects.iter().cloned());
        let go = CustomId::Guide(GuidePress::Go {
            game,
            ply,
            path: path.clone(),
        });
        let again = (path.0.len() > 1)
            .then(|| {
                button(
                    &choose(Path::default(), 0),
                    texts::BUTTON_START_AGAIN,
                    ButtonStyle::Secondary,
                )
            })
            .flatten();
        rows.extend(buttons([
            button(&go, &texts::button_play(&steps.text), ButtonStyle::Success),
            back,
            again,
        ]));
    } else {
        if !steps.text.is_empty() {
            lines.push(texts::so_far(&steps.text));
        }
        lines.extend(steps.reach.iter().cloned());
        let options = &steps.choices.options;
        let pages = options.len().div_ceil(OPTIONS).max(1);
        let page = page.min(pages - 1);
        if options.is_empty() {
            lines.push(texts::NOTHING_TO_CHOOSE.to_owned());
        } else if !steps.choices.prompt.is_empty() {
            lines.push(steps.choices.prompt.clone());
        }
        if pages > 1 {
            lines.push(texts::page(page, pages));
        }
        let pick = CustomId::Guide(GuidePress::Pick {
            game,
            ply,
            path: path.clone(),
            page: u16::try_from(page).unwrap_or(u16::MAX),
        });
        let match_view = options
            .iter()
            .enumerate()
            .skip(page * OPTIONS)
            .take(OPTIONS)
            .map(|(index, choice)| (index.to_string(), choice.label.clone(), String::new()));
        match menu(&pick, texts::CHOOSE_PLACEHOLDER, match_view) {
            Some(menu) => rows.push(menu),
            None if !options.is_empty() => lines.push(texts::PATH_TOO_LONG.to_owned()),
            None => {}
        }
        let turn = |target: Option<usize>, label: &str| {
            button(
                &choose(path.clone(), target?),
                label,
                ButtonStyle::Secondary,
            )
        };
        rows.extend(buttons([
            turn(page.checked_sub(1), texts::BUTTON_PREVIOUS),
            turn((page + 1 < pages).then_some(page + 1), texts::BUTTON_NEXT),
            back,
        ]));
    }
    let mut reply = Reply::private(lines.join("\n"));
    reply.rows = rows;
    if let Some(bytes) = drawn {
        reply.files.push(File {
            name: "preview.png",
            bytes,
            alt: steps.alt.clone(),
        });
    }
    reply
}

/// A refused move: why, what may have been meant, and buttons that show it where the ply is known. None of them plays:
/// what is suggested may be anything but what was meant.
pub fn refused(rejection: &RuleError, at: Option<(GameId, u32)>) -> Reply {
    let mut lines = vec![rejection.sentence.clone()];
    let told = rejection
        .suggestions
        .iter()
        .all(|mv| rejection.sentence.contains(mv.as_str()));
    if !told {
        lines.push(texts::suggestions(&rejection.suggestions));
    }
    let mut reply = Reply::private(lines.join("\n"));
    if let Some((game, ply)) = at {
        let offered: Vec<_> = rejection
            .suggestions
            .iter()
            .take(10)
            .map(|mv| {
                let text = mv.clone();
                button(
                    &CustomId::See { game, ply, text },
                    &texts::button_see(mv),
                    ButtonStyle::Secondary,
                )
            })
            .collect();
        for five in offered.chunks(5) {
            reply.rows.extend(buttons(five.iter().cloned()));
        }
    }
    reply
}
