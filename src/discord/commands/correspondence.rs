//! The commands of games that last for months: clocks, offers, plans, thinking, records, settings.

use serenity::builder::{CreateCommand, CreateCommandOption};
use serenity::model::application::{CommandOptionType, InteractionContext};

use super::{CHOICES, name};
use crate::discord::texts;
use crate::rules::GameInfo;

/// The options of `/new` that say how long the players may think.
pub fn terms() -> Vec<CreateCommandOption> {
    vec![clock(), flag(), wait()]
}

/// How long the players may think: one of the suggestions, or a bank of one's own.
pub fn clock() -> CreateCommandOption {
    CreateCommandOption::new(CommandOptionType::String, name::CLOCK, texts::OPTION_CLOCK)
        .set_autocomplete(true)
        .max_length(40)
}

/// What happens when somebody has thought too long.
pub fn flag() -> CreateCommandOption {
    CreateCommandOption::new(CommandOptionType::String, name::FLAG, texts::OPTION_FLAG)
        .add_string_choice(texts::CHOICE_SOFT, name::SOFT)
        .add_string_choice(texts::CHOICE_HARD, name::HARD)
}

/// How many days a table waits for players.
pub fn wait() -> CreateCommandOption {
    CreateCommandOption::new(CommandOptionType::Integer, name::WAIT, texts::OPTION_WAIT)
        .min_int_value(1)
        .max_int_value(30)
}

/// All of them; `command` makes one, `which` the option that names a match.
pub fn all(
    games: &[&'static GameInfo],
    command: impl Fn(&str, &str, Vec<InteractionContext>) -> CreateCommand,
    which: impl Fn() -> CreateCommandOption,
) -> Vec<CreateCommand> {
    let option = CreateCommandOption::new;
    let anywhere = |name: &str, about: &str| command(name, about, super::anywhere());
    let rated = games.iter().filter(|kind| kind.seats.len() == 2);
    let ladder = rated.take(CHOICES).fold(
        option(
            CommandOptionType::String,
            name::GAME,
            texts::OPTION_LADDER_GAME,
        )
        .required(true),
        |option, kind| option.add_string_choice(kind.name, kind.key),
    );
    vec![
        anywhere("draw", texts::COMMAND_DRAW).add_option(which()),
        anywhere("takeback", texts::COMMAND_TAKEBACK).add_option(which()),
        anywhere("rematch", texts::COMMAND_REMATCH).add_option(which()),
        anywhere("substitute", texts::COMMAND_SUBSTITUTE)
            .add_option(
                option(
                    CommandOptionType::String,
                    name::ACTION,
                    texts::OPTION_SUBSTITUTE_ACTION,
                )
                .add_string_choice(texts::CHOICE_TAKE, name::TAKE)
                .add_string_choice(texts::CHOICE_OFFER, name::OFFER)
                .add_string_choice(texts::CHOICE_KEEP, name::KEEP),
            )
            .add_option(which()),
        anywhere("plan", texts::COMMAND_PLAN)
            .add_option(
                option(
                    CommandOptionType::String,
                    name::LINE,
                    texts::OPTION_PLAN_LINE,
                )
                .max_length(2000),
            )
            .add_option(option(
                CommandOptionType::Boolean,
                name::ADD,
                texts::OPTION_PLAN_ADD,
            ))
            .add_option(option(
                CommandOptionType::Boolean,
                name::FORGET,
                texts::OPTION_PLAN_FORGET,
            ))
            .add_option(which()),
        anywhere("explore", texts::COMMAND_EXPLORE)
            .add_option(
                option(
                    CommandOptionType::String,
                    name::LINE,
                    texts::OPTION_EXPLORE_LINE,
                )
                .max_length(1000),
            )
            .add_option(which()),
        anywhere("note", texts::COMMAND_NOTE)
            .add_option(
                option(
                    CommandOptionType::String,
                    name::TEXT,
                    texts::OPTION_NOTE_TEXT,
                )
                .max_length(1500),
            )
            .add_option(option(
                CommandOptionType::Boolean,
                name::SEALED,
                texts::OPTION_NOTE_SEALED,
            ))
            .add_option(
                option(
                    CommandOptionType::Integer,
                    name::REMOVE,
                    texts::OPTION_NOTE_REMOVE,
                )
                .min_int_value(1)
                .max_int_value(999),
            )
            .add_option(which()),
        settings(anywhere("settings", texts::COMMAND_SETTINGS)),
        anywhere("profile", texts::COMMAND_PROFILE).add_option(option(
            CommandOptionType::User,
            name::PLAYER,
            texts::OPTION_PLAYER,
        )),
        command(
            "leaderboard",
            texts::COMMAND_LEADERBOARD,
            vec![InteractionContext::Guild],
        )
        .add_option(ladder),
        anywhere("export", texts::COMMAND_EXPORT).add_option(which()),
        anywhere("import", texts::COMMAND_IMPORT).add_option(option(
            CommandOptionType::Attachment,
            name::FILE,
            texts::OPTION_IMPORT_FILE,
        )),
    ]
}

fn settings(command: CreateCommand) -> CreateCommand {
    let option = CreateCommandOption::new;
    let hour = |name: &str, about: &str| {
        CreateCommandOption::new(CommandOptionType::Integer, name, about)
            .min_int_value(0)
            .max_int_value(23)
    };
    let three = |name: &str, about: &str| {
        CreateCommandOption::new(CommandOptionType::String, name, about)
            .add_string_choice(texts::CHOICE_ON, name::ON)
            .add_string_choice(texts::CHOICE_OFF, name::OFF)
            .add_string_choice(texts::CHOICE_PREVIEW_USUAL, name::USUAL)
    };
    command
        .add_option(texts::TELL.iter().fold(
            option(CommandOptionType::String, name::TELL, texts::OPTION_TELL),
            |option, (key, meaning)| option.add_string_choice(*meaning, *key),
        ))
        .add_option(
            option(CommandOptionType::String, name::QUIET, texts::OPTION_QUIET).max_length(20),
        )
        .add_option(
            option(CommandOptionType::String, name::ZONE, texts::OPTION_ZONE)
                .set_autocomplete(true)
                .max_length(60),
        )
        .add_option(hour(name::DIGEST, texts::OPTION_DIGEST))
        .add_option(three(name::PREVIEW, texts::OPTION_PREVIEW))
        .add_option(option(
            CommandOptionType::Boolean,
            name::FORCED,
            texts::OPTION_FORCED,
        ))
        .add_option(
            option(
                CommandOptionType::String,
                name::INVITATIONS,
                texts::OPTION_INVITATIONS,
            )
            .add_string_choice(texts::CHOICE_ANYONE, name::ANYONE)
            .add_string_choice(texts::CHOICE_NOBODY, name::NOBODY),
        )
        .add_option(option(
            CommandOptionType::User,
            name::BLOCK,
            texts::OPTION_BLOCK,
        ))
        .add_option(option(
            CommandOptionType::User,
            name::UNBLOCK,
            texts::OPTION_UNBLOCK,
        ))
}
