//! Thinking in private: the board on which moves are tried, and a move before it is made.

use serenity::builder::CreateActionRow;
use serenity::model::application::ButtonStyle;

use crate::app::{Explored, MatchView, Plan, PlanEdit};
use crate::discord::custom_id::{CustomId, ExplorePress, GuidePress, MachinePress, PlanPress};
use crate::discord::reply::{File, Reply, button, buttons, menu};
use crate::discord::texts;
use crate::rules::Choice;

/// A private board. `typed` is what has been chosen of the next move, `next` what can be chosen now; `mine` tells
/// whether the asker plays in the match, and whether it is their turn.
pub fn explored(
    explored: &Explored,
    typed: &str,
    next: &[Choice],
    mine: Option<bool>,
    drawn: Option<Vec<u8>>,
) -> Reply {
    let mut lines = vec![texts::heading(&explored.title, explored.game)];
    if explored.line.is_empty() {
        lines.push(texts::LINE_EMPTY.to_owned());
    } else {
        lines.push(format!("{}`{}`", texts::LINE, explored.line.join(" ")));
        lines.push(texts::line_at(explored.at, explored.line.len()));
    }
    lines.extend(explored.words.iter().cloned());
    lines.extend(explored.warnings.iter().map(|line| texts::danger(line)));
    if !typed.is_empty() {
        lines.push(texts::so_far(typed));
    }
    let mut reply = Reply::private(lines.join("\n"))
        .row(moves_to_try(explored, typed, next))
        .row(line_buttons(explored, mine));
    attach(&mut reply, explored, drawn);
    reply
}

/// How many moves of a line, as a `custom_id` has it.
fn place(at: usize) -> u16 {
    u16::try_from(at).unwrap_or(u16::MAX)
}

/// The menu of what can be tried next: moves or parts of one, or what chance may bring.
fn moves_to_try(explored: &Explored, typed: &str, next: &[Choice]) -> Option<CreateActionRow> {
    let options: Vec<Choice> = if explored.chance.is_empty() {
        next.to_vec()
    } else {
        explored
            .chance
            .iter()
            .map(|text| Choice {
                text: text.clone(),
                label: text.clone(),
                whole: true,
            })
            .collect()
    };
    let values = options
        .iter()
        .filter(|choice| choice.text.chars().count() < 99)
        .map(|choice| {
            let sign = if choice.whole { '=' } else { '~' };
            let value = format!("{sign}{}", choice.text);
            (value, choice.label.clone(), String::new())
        });
    let tries = CustomId::Explore(ExplorePress::TryMenu {
        game: explored.game,
        ply: explored.ply,
        at: place(explored.at),
        typed: typed.to_owned(),
    });
    menu(&tries, texts::TRY_PLACEHOLDER, values)
}

/// The buttons that step through the line, have it hinted at, played or planned.
fn line_buttons(explored: &Explored, mine: Option<bool>) -> Option<CreateActionRow> {
    let (game, ply) = (explored.game, explored.ply);
    let look = |target: Option<usize>, label: &str| {
        let at = place(target?);
        button(
            &CustomId::Explore(ExplorePress::Look { game, ply, at }),
            label,
            ButtonStyle::Secondary,
        )
    };
    let on = (explored.at < explored.line.len()).then_some(explored.at + 1);
    let first = explored.line.first().filter(|_| mine == Some(true));
    let play = first.and_then(|first| {
        button(
            &CustomId::Explore(ExplorePress::PlayLine { game, ply }),
            &texts::button_play(first),
            ButtonStyle::Success,
        )
    });
    let plan = (mine == Some(false) && explored.line.len() > 1)
        .then(|| {
            button(
                &CustomId::Explore(ExplorePress::PlanLine { game, ply }),
                texts::BUTTON_PLAN,
                ButtonStyle::Success,
            )
        })
        .flatten();
    let hint = explored.helped.then(|| {
        let at = place(explored.at);
        let custom_id = CustomId::Machine(MachinePress::HintLine { game, ply, at });
        button(&custom_id, texts::BUTTON_HINT, ButtonStyle::Secondary)
    });
    buttons([
        look(explored.at.checked_sub(1), texts::BUTTON_STEP_BACK),
        look(on, texts::BUTTON_STEP_ON),
        hint.flatten(),
        play,
        plan,
    ])
}

/// A player's plan, with a menu to change its lines.
pub fn plan(plan: &Plan) -> Reply {
    let (game, ply) = (plan.game, plan.ply);
    let options = (1..).zip(&plan.lines).map(|(number, line)| {
        let label = texts::plan_option(number, &line.text);
        (line.id.to_string(), label, String::new())
    });
    let menu = menu(
        &CustomId::Plan(PlanPress::Menu { game, ply }),
        texts::PLAN_PLACEHOLDER,
        options,
    );
    Reply::private(texts::plan(plan)).row(menu)
}

/// A line of a player's plan and what can be done with it; `None` where it is not there any more.
pub fn plan_line(plan: &Plan, line: i64) -> Option<Reply> {
    let (game, ply) = (plan.game, plan.ply);
    let at = plan.lines.iter().position(|one| one.id == line)?;
    let text = &plan.lines.get(at)?.text;
    let edit = |edit: PlanEdit, label: &str, style: ButtonStyle| {
        let custom_id = CustomId::Plan(PlanPress::Edit {
            game,
            ply,
            line,
            edit,
        });
        button(&custom_id, label, style)
    };
    let moves = |there: bool, how: PlanEdit, label: &str| {
        there
            .then(|| edit(how, label, ButtonStyle::Secondary))
            .flatten()
    };
    Some(
        Reply::private(texts::plan_line(game, at + 1, text)).row(buttons([
            moves(at > 1, PlanEdit::First, texts::BUTTON_PLAN_FIRST),
            moves(at > 0, PlanEdit::Up, texts::BUTTON_PLAN_UP),
            moves(
                at + 1 < plan.lines.len(),
                PlanEdit::Down,
                texts::BUTTON_PLAN_DOWN,
            ),
            edit(PlanEdit::Out, texts::BUTTON_PLAN_OUT, ButtonStyle::Danger),
            button(
                &CustomId::Plan(PlanPress::Show { game }),
                texts::BUTTON_PLAN_BACK,
                ButtonStyle::Secondary,
            ),
        ])),
    )
}

/// The line that the message of a private board shows.
pub fn line_of(content: &str) -> Vec<String> {
    content
        .lines()
        .find_map(|line| line.strip_prefix(texts::LINE))
        .map(|line| {
            let bare = line.trim().trim_matches('`');
            bare.split_whitespace().map(str::to_owned).collect()
        })
        .unwrap_or_default()
}

/// A move before it is made, with a remark below it; `None` for a line without a move.
pub fn preview(
    explored: &Explored,
    match_view: &MatchView,
    hint: Option<&str>,
    drawn: Option<Vec<u8>>,
) -> Option<Reply> {
    let (game, ply) = (match_view.game, match_view.ply);
    let text = explored.line.first()?.clone();
    let mut lines = vec![
        texts::heading(&explored.title, game),
        texts::PREVIEW.to_owned(),
    ];
    let display = explored.display.first().map_or("", String::as_str);
    lines.push(texts::ready(display));
    lines.extend(explored.words.iter().cloned());
    lines.extend(explored.warnings.iter().map(|line| texts::danger(line)));
    lines.extend(hint.map(str::to_owned));
    let whole = format!("{}`{text}`", texts::LINE);
    let green = ButtonStyle::Success;
    let play = button(
        &CustomId::Play { game, ply, text },
        texts::BUTTON_PLAY_IT,
        green,
    )
    .or_else(|| {
        // A text that is too long for a button is read from the message again.
        lines.push(whole);
        button(
            &CustomId::Explore(ExplorePress::PlayLine { game, ply }),
            texts::BUTTON_PLAY_IT,
            green,
        )
    });
    let mut reply = Reply::private(lines.join("\n")).row(buttons([
        play,
        button(
            &CustomId::Guide(GuidePress::Another { game, ply }),
            texts::BUTTON_TRY_ANOTHER,
            ButtonStyle::Secondary,
        ),
        (!match_view.hides)
            .then(|| {
                button(
                    &CustomId::Explore(ExplorePress::Open { game, ply }),
                    texts::BUTTON_EXPLORE,
                    ButtonStyle::Secondary,
                )
            })
            .flatten(),
    ]));
    attach(&mut reply, explored, drawn);
    Some(reply)
}

fn attach(reply: &mut Reply, explored: &Explored, drawn: Option<Vec<u8>>) {
    if let Some(bytes) = drawn {
        reply.files.push(File {
            name: "preview.png",
            bytes,
            alt: explored.alt.clone(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_read_from_the_message_that_shows_it() {
        let content = "**Game** · game 1\nLine: `Nb1-c3 d4>e5:g8,h7`\nAfter move 2 of 2.";
        assert_eq!(line_of(content), ["Nb1-c3", "d4>e5:g8,h7"]);
        assert!(line_of("**Game**\nThe board as it stands.").is_empty());
    }
}
