//! The commands of context menus: to challenge a person, and to see the board or the moves of the match in a message.

use serenity::builder::CreateCommand;
use serenity::model::application::{
    ActionRowComponent, ButtonKind, CommandData, CommandType, InteractionContext,
};

use super::{among_others, anywhere, installed};
use crate::app::{AppError, MatchRef};
use crate::discord::custom_id::CustomId;
use crate::discord::handlers::{Answer, Asker, Handlers};
use crate::discord::{board, texts};
use crate::games;
use crate::match_state::UserId;

// Names of context menus have at most 32 characters.
const MENU_CHALLENGE: &str = "Challenge";
const MENU_BOARD: &str = "My board";
const MENU_MOVES: &str = "Moves";

/// Returns the context menus, ready to be registered.
pub(super) fn all() -> Vec<CreateCommand> {
    let menus = [
        (MENU_CHALLENGE, CommandType::User, among_others()),
        (MENU_BOARD, CommandType::Message, anywhere()),
        (MENU_MOVES, CommandType::Message, anywhere()),
    ];
    let command = |(name, kind, contexts): (&str, CommandType, Vec<InteractionContext>)| {
        CreateCommand::new(name)
            .kind(kind)
            .integration_types(installed(&contexts))
            .contexts(contexts)
    };
    menus.map(command).into()
}

/// Answers a context menu.
pub async fn run(
    handlers: &Handlers,
    asker: Asker,
    data: &CommandData,
) -> Result<Answer, AppError> {
    let unknown = || AppError::Plain(texts::UNKNOWN_COMMAND.to_owned());
    match (data.kind, data.name.as_str()) {
        (CommandType::User, MENU_CHALLENGE) => {
            let user = challenged(data).ok_or_else(unknown)?;
            if data.resolved.users.get(&user).is_some_and(|user| user.bot) {
                return Err(AppError::Plain(texts::BOTS_DO_NOT_PLAY.to_owned()));
            }
            let user = UserId(user.get());
            Ok(Answer::say(board::challenge(games::GAMES, user)))
        }
        (CommandType::Message, MENU_BOARD) => {
            let which = shown(data).ok_or_else(unknown)?;
            handlers.own_board(asker, which, None, None).await
        }
        (CommandType::Message, MENU_MOVES) => {
            let which = shown(data).ok_or_else(unknown)?;
            handlers.history(asker, which).await
        }
        _ => Err(unknown()),
    }
}

/// Returns the person on whom the context menu was opened.
fn challenged(data: &CommandData) -> Option<serenity::model::id::UserId> {
    Some(data.target_id?.to_user_id())
}

/// Returns the match shown by the message on which the context menu was opened, or else the match here.
fn shown(data: &CommandData) -> Option<MatchRef> {
    let target = data.target_id?.to_message_id();
    let message = data.resolved.messages.get(&target);
    let rows = message.into_iter().flat_map(|message| &message.components);
    let game = rows
        .flat_map(|row| &row.components)
        .find_map(|component| match component {
            ActionRowComponent::Button(button) => match &button.data {
                ButtonKind::NonLink { custom_id, .. } => CustomId::parse(custom_id)?.game(),
                _ => None,
            },
            _ => None,
        });
    Some(game.map_or(MatchRef::Here, MatchRef::Game))
}
