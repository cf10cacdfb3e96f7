//! `/board`: shows a match's board from the user's side.

use serenity::builder::CreateCommandOption;
use serenity::model::application::{CommandDataOption, CommandOptionType};

use super::slash_command::match_of;
use super::{SlashCommand, anywhere, name, which};
use crate::app::AppError;
use crate::discord::handlers::{Answer, Asker, Handlers};
use crate::discord::request;
use crate::notation::bare;

pub static COMMAND: SlashCommand = SlashCommand {
    name: "board",
    about: "See the board from your side, for your eyes only",
    contexts: anywhere,
    options: |command, _| command.add_option(piece()).add_option(which()),
    run: |handlers, asker, data| Box::pin(run(handlers, asker, &data.options)),
};

fn piece() -> CreateCommandOption {
    CreateCommandOption::new(
        CommandOptionType::String,
        name::PIECE,
        "Mark where the piece on this square can go",
    )
    .set_autocomplete(true)
    .max_length(100)
}

async fn run(
    handlers: &Handlers,
    asker: Asker,
    options: &[CommandDataOption],
) -> Result<Answer, AppError> {
    let which = match_of(options)?;
    let piece = request::string(options, name::PIECE).and_then(piece_named);
    handlers
        .own_board(asker, which, piece.as_deref(), None)
        .await
}

/// Returns the piece that was typed or taken from the suggestions, without the remarks of its label.
fn piece_named(text: &str) -> Option<String> {
    let named = bare(text);
    (!named.is_empty()).then(|| named.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_are_not_read() {
        for (typed, read) in [
            ("g1", Some("g1")),
            (" Ng1: knight ", Some("Ng1")),
            ("", None),
        ] {
            assert_eq!(piece_named(typed).as_deref(), read, "{typed}");
        }
    }
}
