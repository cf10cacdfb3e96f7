//! Menus that lead to a move, and suggestions after a refused one.

use serenity::builder::{CreateActionRow, CreateButton};
use serenity::model::application::ButtonStyle;

use super::parts::board_button;
use crate::app::{Steps, Walk};
use crate::discord::custom_id::{At, CustomId, GuideAction, Path};
use crate::discord::reply::{File, MenuOption, OPTIONS, Reply, button, buttons, menu};
use crate::discord::texts;
use crate::match_state::GameId;
use crate::rules::{Choices, RuleError};

/// Number of answered questions whose menus stay.
const ANSWERED: usize = 2;

/// Shows the guided menu at a step.
pub fn steps(steps: &Steps, page: usize, drawn: Option<Vec<u8>>) -> Reply {
    let mut lines = vec![texts::heading(&steps.title, steps.game)];
    let mut rows = answered(steps);
    if steps.walk.whole {
        lines.push(texts::ready(&steps.display, steps.solo));
        lines.extend(steps.effects.iter().cloned());
        lines.extend(only(&steps.walk));
        rows.extend(whole_move(steps));
    } else {
        lines.extend(so_far(&steps.walk));
        rows.extend(next_choice(steps, page, &mut lines));
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

/// Returns the menu of the first choices of a move, for a board's message; if there is only one move, its button.
pub(super) fn moves(steps: &Steps) -> Vec<CreateActionRow> {
    if steps.walk.whole {
        return whole_move(steps).into_iter().collect();
    }
    let shown = ChoicePage::new(&steps.walk.choices, 0);
    let path = &steps.walk.path;
    let menu = shown.menu(&pick(steps, path, 0), texts::CHOOSE_MOVE_PLACEHOLDER);
    let next = shown
        .next()
        .and_then(|next| choose(steps, Path(path.clone()), next, texts::BUTTON_NEXT));
    let offered = steps.piece.as_ref().and_then(|walk| {
        let label = walk.answered.last()?.label()?;
        let shown = ChoicePage::new(&walk.choices, 0);
        shown.menu(&pick(steps, &walk.path, 0), &texts::or_at_once(label))
    });
    menu.into_iter()
        .chain(offered)
        .chain(buttons([next]))
        .collect()
}

/// Returns the menus of the last questions that were answered, so that another answer is one step away.
fn answered(steps: &Steps) -> Vec<CreateActionRow> {
    let questions = &steps.walk.answered;
    let last = questions
        .iter()
        .skip(questions.len().saturating_sub(ANSWERED));
    let menus = last.filter_map(|question| {
        let taken = usize::from(question.taken);
        let shown = ChoicePage::new(&question.choices, taken / OPTIONS);
        shown.menu(&pick(steps, &question.path, shown.page), question.label()?)
    });
    menus.collect()
}

/// Returns the `custom_id` of a menu at a path.
fn pick(steps: &Steps, path: &[u16], page: usize) -> CustomId {
    CustomId::Guide(GuideAction::Pick {
        game: steps.game,
        ply: steps.ply,
        path: Path(path.to_vec()),
        page: u16::try_from(page).unwrap_or(u16::MAX),
    })
}

/// Returns the lines about the choices so far, to show before the next question.
pub(super) fn so_far(walk: &Walk) -> Vec<String> {
    // A line about a piece's reach names the piece.
    let chosen = (!walk.text.is_empty() && walk.reach.is_none())
        .then(|| texts::so_far(walk.chosen.as_deref(), &walk.text));
    let only = (walk.only).then(|| texts::ONLY_CHOICE.to_owned());
    chosen
        .into_iter()
        .chain(only)
        .chain(walk.reach.clone())
        .collect()
}

/// Returns the line that reports a choice made automatically because it was the only one.
pub(super) fn only(walk: &Walk) -> Option<String> {
    let only = match walk.back() {
        Some(_) => texts::ONLY_CHOICE,
        None => texts::ONLY_MOVE,
    };
    walk.only.then(|| only.to_owned())
}

/// Returns a button that leads to a page of the menu at a path.
fn choose(steps: &Steps, path: Path, page: usize, label: &str) -> Option<CreateButton> {
    let id = CustomId::Guide(GuideAction::Choose {
        game: steps.game,
        ply: steps.ply,
        path,
        page: u16::try_from(page).unwrap_or(u16::MAX),
    });
    button(&id, label, ButtonStyle::Secondary)
}

/// Returns the button back to the last question with several answers.
fn back(steps: &Steps) -> Option<CreateButton> {
    let back = Path(steps.walk.back()?.to_vec());
    choose(steps, back, 0, texts::BUTTON_BACK)
}

/// Returns the buttons of a complete move.
fn whole_move(steps: &Steps) -> Option<CreateActionRow> {
    let go = CustomId::Guide(GuideAction::Go {
        game: steps.game,
        ply: steps.ply,
        path: Path(steps.walk.path.clone()),
    });
    // "Back" leads to the start, too, if the user chose only one answer.
    let again = (steps.walk.back())
        .filter(|back| !back.is_empty() && !steps.solo)
        .and_then(|_| choose(steps, Path::default(), 0, texts::BUTTON_ANOTHER));
    buttons([
        button(&go, texts::BUTTON_PLAY_IT, ButtonStyle::Success),
        back(steps),
        again,
        board_button(steps.game).filter(|_| steps.solo),
    ])
}

/// A page of the next choices: as many options as a menu of Discord holds.
pub(super) struct ChoicePage<'c> {
    choices: &'c Choices,
    page: usize,
    pages: usize,
}

impl<'c> ChoicePage<'c> {
    /// Returns the page of that number, from 0, or the last page if there are fewer.
    pub(super) fn new(choices: &'c Choices, page: usize) -> Self {
        let pages = choices.options.len().div_ceil(OPTIONS).max(1);
        ChoicePage {
            choices,
            page: page.min(pages - 1),
            pages,
        }
    }

    /// Returns the question, and the number of the page if there are several.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.choices.options.is_empty() {
            lines.push(texts::NOTHING_TO_CHOOSE.to_owned());
        } else if !self.choices.prompt.is_empty() {
            lines.push(self.choices.prompt.clone());
        }
        if self.pages > 1 {
            lines.push(texts::page(self.page, self.pages));
        }
        lines
    }

    /// Returns the menu, with the options' indices as values; `None` if it is empty or its `custom_id` too long.
    pub(super) fn menu(&self, pick: &CustomId, placeholder: &str) -> Option<CreateActionRow> {
        let options = self.choices.options.iter().enumerate();
        let listed = options
            .skip(self.page * OPTIONS)
            .take(OPTIONS)
            .map(|(index, choice)| MenuOption::new(index.to_string(), choice.label.as_str()));
        menu(pick, placeholder, listed)
    }

    /// Returns the index of the page before this one, if there is one.
    pub(super) fn previous(&self) -> Option<usize> {
        self.page.checked_sub(1)
    }

    /// Returns the index of the page after this one, if there is one.
    pub(super) fn next(&self) -> Option<usize> {
        (self.page + 1 < self.pages).then_some(self.page + 1)
    }
}

/// Returns a page of the next choices as rows, and adds the lines about them to `lines`.
fn next_choice(steps: &Steps, page: usize, lines: &mut Vec<String>) -> Vec<CreateActionRow> {
    let shown = ChoicePage::new(&steps.walk.choices, page);
    lines.extend(shown.lines());
    let path = Path(steps.walk.path.clone());
    let menu = shown.menu(&pick(steps, &path.0, shown.page), texts::CHOOSE_PLACEHOLDER);
    if menu.is_none() && !steps.walk.choices.options.is_empty() {
        lines.push(texts::PATH_TOO_LONG.to_owned());
    }
    let turn = |target: Option<usize>, label: &str| choose(steps, path.clone(), target?, label);
    let (game, ply) = (steps.game, steps.ply);
    let typed = CustomId::Guide(GuideAction::Type(At { game, ply }));
    let typed = button(&typed, texts::BUTTON_TYPE, ButtonStyle::Secondary);
    let turns = buttons([
        turn(shown.previous(), texts::BUTTON_PREVIOUS),
        turn(shown.next(), texts::BUTTON_NEXT),
        back(steps),
        typed.filter(|_| steps.solo),
        board_button(steps.game).filter(|_| steps.solo),
    ]);
    menu.into_iter().chain(turns).collect()
}

/// Builds the answer to a refused move: the reason, suggestions, and buttons that show these if the ply is known. No
/// button plays a move, since a suggestion may be far from what the player meant.
pub fn refused(rejection: &RuleError, at: Option<(GameId, u32)>) -> Reply {
    let mut lines = vec![rejection.sentence.clone()];
    let explained = rejection
        .suggestions
        .iter()
        .all(|mv| rejection.sentence.contains(mv.as_str()));
    if !explained {
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
