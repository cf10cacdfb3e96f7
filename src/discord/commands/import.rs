//! `/import`: reads a game from its text and shows it on a private analysis board.

use serenity::builder::CreateCommandOption;
use serenity::model::application::CommandOptionType;

use super::{SlashCommand, anywhere, name};
use crate::discord::handlers::{Answer, Asker, Handlers, InvokedFrom, Response, refused};
use crate::discord::request;

pub static COMMAND: SlashCommand = SlashCommand {
    name: request::IMPORT,
    about: "Open a game from its text on a private analysis board",
    contexts: anywhere,
    options: |command, _| command.add_option(file()),
    // `request::file` has handled an attached file already; without one, the answer is the form for the text.
    run: |_, _, _| Box::pin(async { Ok(text_form()) }),
};

fn file() -> CreateCommandOption {
    let about = "The file that /export made; leave it out to paste the text into a form";
    CreateCommandOption::new(CommandOptionType::Attachment, name::FILE, about)
}

/// Returns the form for the text.
fn text_form() -> Answer {
    Answer {
        first: Response::Form,
        then: None,
        keep: None,
    }
}

impl Handlers {
    /// Imports a match from its text.
    pub async fn import(&self, asker: Asker, text: &str) -> Answer {
        match self.app.import(asker.request, text).await {
            Ok(match_view) => {
                self.privately(
                    asker,
                    &match_view,
                    &[IMPORTED.to_owned()],
                    InvokedFrom::Words,
                )
                .await
            }
            Err(refusal) => refused(refusal),
        }
    }
}

/// The line below an imported game.
const IMPORTED: &str =
    "Your analysis board: only you see it and no clock runs. `/gif` shows it to everybody here.";
