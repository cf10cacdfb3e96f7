//! `/explore`: tries moves on a private board; the line can then be played or planned.

use serenity::builder::{CreateActionRow, CreateCommandOption};
use serenity::model::application::{ButtonStyle, CommandDataOption, CommandOptionType};

use super::slash_command::{match_of, text_of};
use super::{SlashCommand, anywhere, name, plan, which};
use crate::app::{AppError, Explored, MatchRef, Side};
use crate::discord::custom_id::{At, CustomId, ExploreAction, MachineAction};
use crate::discord::handlers::{Answer, Asker, Handlers, InvokedFrom};
use crate::discord::reply::{MenuOption, Reply, button, buttons, menu};
use crate::discord::{board, texts};
use crate::match_state::GameId;
use crate::rules::Choice;

pub static COMMAND: SlashCommand = SlashCommand {
    name: "explore",
    about: "Try moves on a private board",
    contexts: anywhere,
    options: |command, _| command.add_option(line()).add_option(which()),
    run: |handlers, asker, data| Box::pin(run(handlers, asker, &data.options)),
};

fn line() -> CreateCommandOption {
    let about = "Moves to begin with, with spaces between them";
    CreateCommandOption::new(CommandOptionType::String, name::LINE, about).max_length(1000)
}

async fn run(
    handlers: &Handlers,
    asker: Asker,
    options: &[CommandDataOption],
) -> Result<Answer, AppError> {
    let which = match_of(options)?;
    let line = text_of(options, name::LINE);
    let line: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    let reply = handlers
        .explore(asker, which, &line, usize::MAX, "")
        .await?;
    Ok(Answer::say(reply))
}

impl Handlers {
    /// Answers a button or menu of a private board; `message` is the text of the message that it is on.
    pub(in crate::discord) async fn explore_action(
        &self,
        asker: Asker,
        action: ExploreAction,
        message: &str,
    ) -> Result<Answer, AppError> {
        match action {
            ExploreAction::Open(At { game, .. }) => {
                let board = self.explore(asker, MatchRef::Game(game), &[], 0, "").await;
                board.map(Answer::say)
            }
            ExploreAction::Look { game, ply, at } => {
                let (which, line) = (MatchRef::At(game, ply), line_of(message));
                let board = self.explore(asker, which, &line, usize::from(at), "").await;
                board.map(Answer::update)
            }
            ExploreAction::Try {
                game,
                ply,
                at,
                text,
            } => {
                let at = usize::from(at);
                self.try_move(asker, (game, ply), at, &text, message).await
            }
            ExploreAction::Play(at) => self.play_line(asker, at, message).await,
            ExploreAction::Plan(at) => self.plan_line(asker, at, message).await,
            // A menu does not arrive here: `request::component` has turned it into the action of its value.
            ExploreAction::Menu { .. } => Ok(Answer::say(Reply::private(texts::UNKNOWN_BUTTON))),
        }
    }

    /// Builds a private board after `at` moves of a line; `typed` is the part of the next move chosen so far.
    pub(in crate::discord) async fn explore(
        &self,
        asker: Asker,
        which: MatchRef,
        line: &[String],
        at: usize,
        typed: &str,
    ) -> Result<Reply, AppError> {
        let request = asker.request;
        let explored = self.app.explore(request, which, line, at).await?;
        if let MatchRef::At(_, ply) = which
            && ply < explored.ply
            && !line.is_empty()
        {
            return Err(AppError::Stale(LINE_STALE.to_owned()));
        }
        let game = MatchRef::Game(explored.game);
        let part = explored.line.get(..explored.at).unwrap_or_default();
        let next = if explored.turn.is_some() && explored.chance.is_empty() {
            self.app.complete_line(request, game, part, typed).await
        } else {
            Vec::new()
        };
        let match_view = self.app.show(request, game, Side::Own, None).await?;
        let plays = match_view
            .seats
            .iter()
            .any(|(_, user)| *user == Some(request.user));
        let mine = plays.then(|| Self::is_next(asker, &match_view));
        let drawn = self.picture(&explored.scene).await;
        Ok(board(&explored, typed, &next, mine, drawn))
    }

    /// Adds a move, or a part of one, to a line; it was taken from the menu of a private board.
    async fn try_move(
        &self,
        asker: Asker,
        (game, ply): (GameId, u32),
        at: usize,
        text: &str,
        message: &str,
    ) -> Result<Answer, AppError> {
        let which = MatchRef::At(game, ply);
        let mut line = line_of(message);
        line.truncate(at);
        let reply = match text.strip_prefix('=') {
            Some(whole) => {
                line.push(whole.to_owned());
                let at = line.len();
                self.explore(asker, which, &line, at, "").await?
            }
            None => {
                let typed = text.strip_prefix('~').unwrap_or_default();
                self.explore(asker, which, &line, at, typed).await?
            }
        };
        Ok(Answer::update(reply))
    }

    /// Plays the first move of the line.
    async fn play_line(
        &self,
        asker: Asker,
        At { game, ply }: At,
        message: &str,
    ) -> Result<Answer, AppError> {
        let line = line_of(message);
        let first = line.first();
        let first = first.ok_or_else(|| AppError::Plain(LINE_EMPTY.to_owned()))?;
        self.make_move(asker, (game, ply), first, InvokedFrom::Question)
            .await
    }

    /// Makes a plan of the line.
    async fn plan_line(
        &self,
        asker: Asker,
        At { game, ply }: At,
        message: &str,
    ) -> Result<Answer, AppError> {
        let request = asker.request;
        let which = MatchRef::At(game, ply);
        let line = line_of(message);
        let match_view = self
            .app
            .show(request, MatchRef::Game(game), Side::Own, None)
            .await?;
        let mine = |index: usize| {
            let seat = match_view.seats.get(index);
            seat.is_some_and(|(_, user)| *user == Some(request.user))
        };
        if !match_view
            .seats
            .iter()
            .any(|(_, user)| *user == Some(request.user))
        {
            return Err(AppError::Plain(NOT_YOUR_LINE.to_owned()));
        }
        let mut steps: Vec<String> = Vec::new();
        let mut conditions: Vec<&str> = Vec::new();
        for (at, mv) in line.iter().enumerate() {
            let explored = self.app.explore(request, which, &line, at).await?;
            let own = explored.turn.is_some_and(|seat| mine(seat.index()));
            if !own {
                conditions.push(mv);
            } else if conditions.is_empty() {
                return Err(AppError::Plain(NOTHING_TO_PLAN.to_owned()));
            } else {
                steps.push(format!("if {} then {mv}", conditions.join(" and ")));
                conditions.clear();
            }
        }
        if steps.is_empty() {
            return Err(AppError::Plain(NOTHING_TO_PLAN.to_owned()));
        }
        // The lines already planned are kept, and are tried first.
        let line = steps.join(" then ");
        let plan = self.app.add_to_plan(request, which, &line).await?;
        Ok(Answer::update(plan::board(&plan)))
    }
}

/// Builds a private board. `typed` is the part of the next move chosen so far, `next` the choices to continue it;
/// `mine` is `None` if the user does not play in the match, and otherwise true if it is their turn.
fn board(
    explored: &Explored,
    typed: &str,
    next: &[Choice],
    mine: Option<bool>,
    drawn: Option<Vec<u8>>,
) -> Reply {
    let mut lines = vec![texts::heading(&explored.title, explored.game)];
    if explored.line.is_empty() {
        lines.push(LINE_EMPTY.to_owned());
    } else {
        lines.push(format!("{}`{}`", board::LINE, explored.line.join(" ")));
        lines.push(line_at(explored.at, explored.line.len()));
    }
    lines.extend(explored.words.iter().cloned());
    lines.extend(explored.warnings.iter().map(|line| texts::danger(line)));
    if !typed.is_empty() {
        lines.push(texts::so_far(None, typed));
    }
    let mut reply = Reply::private(lines.join("\n"))
        .row(moves_to_try(explored, typed, next))
        .row(line_buttons(explored, mine));
    board::attach(&mut reply, explored, drawn);
    reply
}

/// Returns a number of moves as a `custom_id` holds it.
fn place(at: usize) -> u16 {
    u16::try_from(at).unwrap_or(u16::MAX)
}

/// Returns the menu of what to try next: moves, parts of one, or outcomes of chance.
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
            MenuOption::new(value, choice.label.as_str())
        });
    let tries = CustomId::Explore(ExploreAction::Menu {
        game: explored.game,
        ply: explored.ply,
        at: place(explored.at),
        text: typed.to_owned(),
    });
    menu(&tries, TRY_PLACEHOLDER, values)
}

/// Returns the buttons that step through the line, give a hint, and play or plan the line.
fn line_buttons(explored: &Explored, mine: Option<bool>) -> Option<CreateActionRow> {
    let (game, ply) = (explored.game, explored.ply);
    let look = |target: Option<usize>, label: &str| {
        let at = place(target?);
        let look = CustomId::Explore(ExploreAction::Look { game, ply, at });
        button(&look, label, ButtonStyle::Secondary)
    };
    let on = (explored.at < explored.line.len()).then_some(explored.at + 1);
    let first = explored.line.first().filter(|_| mine == Some(true));
    let play = first.and_then(|first| {
        button(
            &CustomId::Explore(ExploreAction::Play(At { game, ply })),
            &texts::button_play(first),
            ButtonStyle::Success,
        )
    });
    let plan = (mine == Some(false) && explored.line.len() > 1)
        .then(|| {
            button(
                &CustomId::Explore(ExploreAction::Plan(At { game, ply })),
                BUTTON_PLAN,
                ButtonStyle::Success,
            )
        })
        .flatten();
    let hint = explored.helped.then(|| {
        let at = place(explored.at);
        let custom_id = CustomId::Machine(MachineAction::HintLine { game, ply, at });
        button(&custom_id, texts::BUTTON_HINT, ButtonStyle::Secondary)
    });
    buttons([
        look(explored.at.checked_sub(1), BUTTON_STEP_BACK),
        look(on, BUTTON_STEP_ON),
        hint.flatten(),
        play,
        plan,
    ])
}

/// Returns the line that the message of a private board shows.
pub fn line_of(content: &str) -> Vec<String> {
    content
        .lines()
        .find_map(|line| line.strip_prefix(board::LINE))
        .map(|line| {
            let bare = line.trim().trim_matches('`');
            bare.split_whitespace().map(str::to_owned).collect()
        })
        .unwrap_or_default()
}

/// Returns the place of a private board in its line, in words.
fn line_at(at: usize, of: usize) -> String {
    format!("After move {at} of {of}.")
}

const LINE_EMPTY: &str =
    "The board as it is now. Choose a move to try, for either side; nobody else sees it.";
const TRY_PLACEHOLDER: &str = "Try a move …";
const BUTTON_STEP_BACK: &str = "◀";
const BUTTON_STEP_ON: &str = "▶";
const BUTTON_PLAN: &str = "Make it a plan";
const LINE_STALE: &str =
    "The game has moved on since this board was opened: `/explore` opens a new one.";
const NOTHING_TO_PLAN: &str =
    "A plan needs an opponent's move and then your answer: try both on the board first.";
const NOT_YOUR_LINE: &str = "Only the players of this game can play or plan it.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_read_from_the_message_that_shows_it() {
        let content = "**Game** · game 1\nLine: `Nb1-c3 d4>e5:g8,h7`\nAfter move 2 of 2.";
        assert_eq!(line_of(content), ["Nb1-c3", "d4>e5:g8,h7"]);
        assert!(line_of("**Game**\nThe board as it is now.").is_empty());
    }
}
