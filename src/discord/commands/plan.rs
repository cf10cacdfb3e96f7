//! `/plan`: plans answers that are played automatically if the opponent plays what the user expects.

use serenity::builder::CreateCommandOption;
use serenity::model::application::{ButtonStyle, CommandDataOption, CommandOptionType};

use super::slash_command::{match_of, text_of};
use super::{SlashCommand, anywhere, name, which};
use crate::app::{AppError, MatchRef, Plan, PlanEdit};
use crate::discord::custom_id::{At, CustomId, PlanAction};
use crate::discord::handlers::{Answer, Asker, Handlers};
use crate::discord::markdown::{code, cut};
use crate::discord::reply::{MenuOption, Reply, button, buttons, menu};
use crate::discord::{request, texts};
use crate::match_state::GameId;

pub static COMMAND: SlashCommand = SlashCommand {
    name: "plan",
    about: "Plan answers that I play for you if your opponent plays what you expect",
    contexts: anywhere,
    options: |command, _| {
        let [line, add, forget] = options();
        command
            .add_option(line)
            .add_option(add)
            .add_option(forget)
            .add_option(which())
    },
    run: |handlers, asker, data| Box::pin(run(handlers, asker, &data.options)),
};

fn options() -> [CreateCommandOption; 3] {
    let option = CreateCommandOption::new;
    let line = "if their move then your move; further lines after a semicolon";
    let add = "Add the lines at the end of your plan; otherwise they replace it";
    [
        option(CommandOptionType::String, name::LINE, line).max_length(2000),
        option(CommandOptionType::Boolean, name::ADD, add),
        option(CommandOptionType::Boolean, name::FORGET, "Forget the plan"),
    ]
}

async fn run(
    handlers: &Handlers,
    asker: Asker,
    options: &[CommandDataOption],
) -> Result<Answer, AppError> {
    let (app, request) = (&handlers.app, asker.request);
    let which = match_of(options)?;
    let line = text_of(options, name::LINE);
    let forget = request::boolean(options, name::FORGET) == Some(true);
    if forget && !line.is_empty() {
        return Err(AppError::Plain(LINE_OR_FORGET.to_owned()));
    }
    let plan = if forget {
        // An empty plan replaces the old one.
        app.plan(request, which, "").await?
    } else if line.is_empty() {
        app.planned(request, which).await?
    } else if request::boolean(options, name::ADD) == Some(true) {
        app.add_to_plan(request, which, &line).await?
    } else {
        app.plan(request, which, &line).await?
    };
    Ok(Answer::say(board(&plan)))
}

const LINE_OR_FORGET: &str =
    "New lines replace your plan anyway: leave out `line` or `forget`. Your plan is as it was.";

impl Handlers {
    pub(in crate::discord) async fn plan_action(
        &self,
        asker: Asker,
        action: PlanAction,
    ) -> Result<Answer, AppError> {
        match action {
            PlanAction::Show(game) => self.planned(asker, game, None).await,
            PlanAction::Pick { game, line, .. } => self.planned(asker, game, Some(line)).await,
            PlanAction::Edit {
                game,
                ply,
                line,
                edit,
            } => {
                let which = MatchRef::At(game, ply);
                let plan = self.app.edit_plan(asker.request, which, line, edit).await?;
                Ok(Answer::update(board(&plan)))
            }
            // A menu does not arrive here: `request::component` has turned it into the action of its value.
            PlanAction::Menu(_) => Ok(Answer::say(Reply::private(texts::UNKNOWN_BUTTON))),
        }
    }

    /// Replaces the message of the button by the user's plan, or by one line of it with the possible changes.
    pub(in crate::discord) async fn planned(
        &self,
        asker: Asker,
        game: GameId,
        line: Option<i64>,
    ) -> Result<Answer, AppError> {
        let plan = self
            .app
            .planned(asker.request, MatchRef::Game(game))
            .await?;
        let one = line.and_then(|line| line_board(&plan, line));
        Ok(Answer::update(one.unwrap_or_else(|| board(&plan))))
    }
}

/// Shows a player's plan, with a menu to change its lines.
pub fn board(plan: &Plan) -> Reply {
    let (game, ply) = (plan.game, plan.ply);
    let options = (1..).zip(&plan.lines).map(|(number, line)| {
        let label = plan_option(number, &line.text);
        MenuOption::new(line.id.to_string(), label)
    });
    let menu = menu(
        &CustomId::Plan(PlanAction::Menu(At { game, ply })),
        PLAN_PLACEHOLDER,
        options,
    );
    Reply::private(plan_text(plan)).row(menu)
}

/// Shows a line of a player's plan and its possible changes; `None` if the line is gone.
fn line_board(plan: &Plan, line: i64) -> Option<Reply> {
    let (game, ply) = (plan.game, plan.ply);
    let at = plan.lines.iter().position(|one| one.id == line)?;
    let text = &plan.lines.get(at)?.text;
    let edit = |edit: PlanEdit, label: &str, style: ButtonStyle| {
        let custom_id = CustomId::Plan(PlanAction::Edit {
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
    Some(Reply::private(line_text(game, at + 1, text)).row(buttons([
        moves(at > 1, PlanEdit::First, BUTTON_PLAN_FIRST),
        moves(at > 0, PlanEdit::Up, BUTTON_PLAN_UP),
        moves(at + 1 < plan.lines.len(), PlanEdit::Down, BUTTON_PLAN_DOWN),
        edit(PlanEdit::Out, BUTTON_PLAN_OUT, ButtonStyle::Danger),
        button(
            &CustomId::Plan(PlanAction::Show(game)),
            BUTTON_PLAN_BACK,
            ButtonStyle::Secondary,
        ),
    ])))
}

/// Returns the text of a player's plan.
fn plan_text(plan: &Plan) -> String {
    let game = plan.game.0;
    if plan.lines.is_empty() {
        return format!(
            "You have no plan in game {game}. `/plan line: if their move then your move` makes one; only you see it."
        );
    }
    let order = match plan.catch_all {
        // With dice, the same is true of every line.
        _ if plan.dice => {
            "\n-# An answer is played if the die allows it; otherwise the next line that fits is tried."
                .to_owned()
        }
        Some(index) => format!(
            "\n-# Line {} fits any move: the lines after it are tried only if its answer cannot be played. The menu can move it later.",
            index + 1
        ),
        None => String::new(),
    };
    let lines: Vec<String> = (1..)
        .zip(&plan.lines)
        .map(|(number, line)| format!("{number}. {}", code(&line.text)))
        .collect();
    let lines = cut(&lines.join("\n"), 1700);
    format!(
        "Your plan in game {game}, tried in this order and seen by nobody else:\n{lines}{order}"
    )
}
/// Returns the text above the possible changes of a plan's line.
fn line_text(game: GameId, number: usize, text: &str) -> String {
    let text = cut(text, 1500);
    format!(
        "Line {number} of your plan in game {}: {}",
        game.0,
        code(&text)
    )
}
/// Returns the label of a plan's line in a menu.
fn plan_option(number: usize, text: &str) -> String {
    cut(&format!("{number}. {text}"), 100)
}

const PLAN_PLACEHOLDER: &str = "Change a line …";
const BUTTON_PLAN_FIRST: &str = "Move to the top";
const BUTTON_PLAN_UP: &str = "Earlier";
const BUTTON_PLAN_DOWN: &str = "Later";
const BUTTON_PLAN_OUT: &str = "Remove it";
const BUTTON_PLAN_BACK: &str = "Back to the plan";
