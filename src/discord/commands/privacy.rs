//! `/privacy`: shows a user what is stored about them, exports it and erases it.

use serenity::builder::CreateCommandOption;
use serenity::model::application::{CommandDataOption, CommandOptionType};

use super::slash_command::used;
use super::{SlashCommand, anywhere};
use crate::app::AppError;
use crate::discord::custom_id::CustomId;
use crate::discord::handlers::{Answer, Asker, Handlers, question};
use crate::discord::reply::{File, Reply};
use crate::discord::texts;

pub static COMMAND: SlashCommand = SlashCommand {
    name: "privacy",
    about: "What I keep about you: see it, take it with you, have it erased",
    contexts: anywhere,
    options: |command, _| {
        let sub = |name: &str, about: &str| {
            CreateCommandOption::new(CommandOptionType::SubCommand, name, about)
        };
        command
            .add_option(sub(SHOW, "What is kept about you, why and for how long"))
            .add_option(sub(
                EXPORT,
                "All that is kept about you, as a file for you alone",
            ))
            .add_option(sub(ERASE, "Have it erased; you are asked once more"))
    },
    run: |handlers, asker, data| Box::pin(run(handlers, asker, &data.options)),
};

/// Shows what is stored about the user.
const SHOW: &str = "show";
/// Sends all of it as a file.
const EXPORT: &str = "export";
/// Erases it, after a question.
const ERASE: &str = "erase";

/// The most bytes of a file that is sent, with room below Discord's 10 MiB.
const LARGEST: usize = 9 << 20;

async fn run(
    handlers: &Handlers,
    asker: Asker,
    options: &[CommandDataOption],
) -> Result<Answer, AppError> {
    let user = asker.request.user;
    let reply = match used(options)?.0 {
        SHOW => {
            let kept = handlers.app.count_kept(user).await?;
            Reply::private(texts::kept(&kept))
        }
        EXPORT => {
            let text = handlers.app.export_kept(user).await?;
            if text.len() > LARGEST {
                return Err(AppError::Plain(texts::KEPT_TOO_LONG.to_owned()));
            }
            let mut reply = Reply::private(texts::KEPT_EXPORTED);
            reply.files.push(File {
                name: "rookery.json",
                bytes: text.into_bytes(),
                alt: String::new(),
            });
            reply
        }
        ERASE => {
            let kept = handlers.app.count_kept(user).await?;
            question(
                texts::erase_sure(&kept),
                &CustomId::Erase,
                texts::BUTTON_ERASE,
            )
        }
        _ => return Err(AppError::Plain(texts::UNKNOWN_COMMAND.to_owned())),
    };
    Ok(Answer::say(reply))
}
