//! `/learn`: teaches a game step by step.

use serenity::builder::CreateCommandOption;
use serenity::model::application::{CommandDataOption, CommandOptionType};

use super::{SlashCommand, anywhere, game_choice, name};
use crate::app::AppError;
use crate::discord::handlers::{Answer, Asker, Handlers};
use crate::discord::{board, request, texts};

pub static COMMAND: SlashCommand = SlashCommand {
    name: "learn",
    about: "Learn a game step by step, with small tasks on your own board",
    contexts: anywhere,
    options: |command, games| {
        let about = "Which game; leave it out to see how far you are in each";
        let taught = games.iter().filter(|kind| !kind.tutorial.is_empty());
        let further = games.iter().flat_map(|kind| {
            let later = kind.tutorial.iter().skip(1);
            later.map(|course| (texts::further(kind.name), course.key))
        });
        let game = further.fold(game_choice(taught, about), |option, (name, key)| {
            option.add_string_choice(name, key)
        });
        command.add_option(game).add_option(text())
    },
    run: |handlers, asker, data| Box::pin(run(handlers, asker, &data.options)),
};

fn text() -> CreateCommandOption {
    let about = "Your move in the lesson that you are in";
    CreateCommandOption::new(CommandOptionType::String, name::MOVE, about).max_length(200)
}

async fn run(
    handlers: &Handlers,
    asker: Asker,
    options: &[CommandDataOption],
) -> Result<Answer, AppError> {
    let (app, request) = (&handlers.app, asker.request);
    let text = request::string(options, name::MOVE);
    let Some(key) = request::string(options, name::GAME) else {
        if text.is_some() {
            return Err(AppError::Plain(texts::LEARN_WHICH.to_owned()));
        }
        let all = app.tutorials(request.user).await?;
        return Ok(Answer::say(board::tutorials(&all)));
    };
    let task = app.next_exercise(request.user, key).await?;
    let reply = match text {
        Some(text) => handlers.typed_answer(asker, &task, text).await?,
        None => handlers.pictured(&app.pose(request, &task).await?).await,
    };
    Ok(Answer::say(reply))
}
