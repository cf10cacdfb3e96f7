//! `/help`: explains how to play here.

use super::{SlashCommand, anywhere};
use crate::discord::handlers::Answer;
use crate::discord::reply::Reply;
use crate::discord::texts;
use crate::games;

pub static COMMAND: SlashCommand = SlashCommand {
    name: "help",
    about: "How to play here, in a minute",
    contexts: anywhere,
    options: |command, _| command,
    run: |_, _, _| Box::pin(async { Ok(help()) }),
    components: None,
};

fn help() -> Answer {
    Answer::say(Reply::private(texts::help(games::GAMES)))
}
