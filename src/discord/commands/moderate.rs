//! `/moderate`: lets moderators act on tables, games and players of their server.

use serenity::builder::{CreateCommand, CreateCommandOption};
use serenity::model::Permissions;
use serenity::model::application::{CommandDataOption, CommandOptionType, InteractionContext};

use super::slash_command::{match_of, used};
use super::{SlashCommand, name, which};
use crate::app::{AppError, MatchRef};
use crate::discord::custom_id::{At, CustomId};
use crate::discord::handlers::{Answer, Asker, Handlers, moderator, question};
use crate::discord::reply::Reply;
use crate::discord::{request, texts};
use crate::match_state::{Moderation, UserId};

pub static COMMAND: SlashCommand = SlashCommand {
    name: "moderate",
    about: "For moderators: tables, games and players of this server",
    contexts: || vec![InteractionContext::Guild],
    options: |command, _| subcommands(command),
    run: |handlers, asker, data| Box::pin(run(handlers, asker, &data.options)),
};

const WHICH_GAME: &str = "Which game of this server, if it is not the one of this channel";

/// Bars somebody from the server's tables.
const BAR: &str = "bar";
/// Ends a bar.
const ALLOW: &str = "allow";
/// Lists the barred.
const BARS: &str = "bars";

fn subcommands(command: CreateCommand) -> CreateCommand {
    let sub = |name: &str, about: &str| {
        CreateCommandOption::new(CommandOptionType::SubCommand, name, about)
    };
    let player = |about: &str| {
        CreateCommandOption::new(CommandOptionType::User, name::PLAYER, about).required(true)
    };
    let mut command = command.default_member_permissions(Permissions::MANAGE_MESSAGES);
    for action in Moderation::ALL {
        let mut option = sub(action.key(), texts::moderation(action));
        match action {
            Moderation::Free => option = option.add_sub_option(player("Whose seat")),
            Moderation::Notes => option = option.add_sub_option(player("Whose notes")),
            _ => {}
        }
        let which = which().description(WHICH_GAME);
        command = command.add_option(option.add_sub_option(which));
    }
    let whom = || player("Whom");
    command
        .add_option(
            sub(
                BAR,
                "Stop somebody from joining games in this server; what they play goes on",
            )
            .add_sub_option(whom()),
        )
        .add_option(
            sub(ALLOW, "Let somebody join games in this server again").add_sub_option(whom()),
        )
        .add_option(sub(BARS, "Who can't join games in this server"))
}

/// The moderator's request.
enum Action {
    /// An action on a match.
    Match {
        /// The match.
        which: MatchRef,
        /// The action.
        action: Moderation,
        /// The player whose seats are freed or whose notes are removed; `None` for any other action.
        player: Option<UserId>,
    },
    /// Bars a user from the server's tables.
    Bar(UserId),
    /// Lets a user join the server's tables again.
    Allow(UserId),
    /// Lists the barred users.
    Bars,
}

/// Returns the user whom the command would bar; `None` if it does something else.
pub fn barred(options: &[CommandDataOption]) -> Option<UserId> {
    match read(options) {
        Ok(Action::Bar(user)) => Some(user),
        _ => None,
    }
}

fn read(options: &[CommandDataOption]) -> Result<Action, AppError> {
    let unknown = || AppError::Plain(texts::UNKNOWN_COMMAND.to_owned());
    let (name, inside) = used(options)?;
    let player = request::user(inside, name::PLAYER);
    match name {
        BAR => player.map(Action::Bar).ok_or_else(unknown),
        ALLOW => player.map(Action::Allow).ok_or_else(unknown),
        BARS => Ok(Action::Bars),
        action => Ok(Action::Match {
            which: match_of(inside)?,
            action: Moderation::from_key(action).ok_or_else(unknown)?,
            player,
        }),
    }
}

async fn run(
    handlers: &Handlers,
    asker: Asker,
    options: &[CommandDataOption],
) -> Result<Answer, AppError> {
    let moderator = moderator(asker)?;
    let text = match read(options)? {
        Action::Match {
            which,
            action: Moderation::End,
            ..
        } => {
            let match_view = handlers.app.to_be_ended(moderator, which).await?;
            let (game, ply) = (match_view.game, match_view.ply);
            let custom_id = CustomId::EndGame(At { game, ply });
            let question = question(
                texts::end_sure(&match_view),
                &custom_id,
                texts::BUTTON_END_GAME,
            );
            return Ok(Answer::say(question));
        }
        Action::Match {
            which,
            action,
            player,
        } => {
            let match_view = handlers
                .app
                .moderate(moderator, which, action, player)
                .await?;
            texts::moderated(action, match_view.game)
        }
        Action::Bar(user) => match handlers.app.bar(moderator, user).await? {
            true => texts::barred(user),
            false => texts::barred_already(user),
        },
        Action::Allow(user) => match handlers.app.allow(moderator, user).await? {
            true => texts::allowed(user),
            false => texts::allowed_already(user),
        },
        Action::Bars => texts::bars(&handlers.app.bars(moderator).await?),
    };
    Ok(Answer::say(Reply::private(text)))
}
