//! The subcommands of `/server`.

use serenity::builder::CreateCommandOption;
use serenity::model::application::CommandOptionType;
use serenity::model::channel::ChannelType;

use super::{CHOICES, name};
use crate::discord::texts;
use crate::rules::GameInfo;

/// What a server's admin sees.
pub const SHOW: &str = "show";
/// The role that is mentioned when a table opens.
pub const ROLE: &str = "role";
/// The terms of tables opened without any.
pub const CLOCK: &str = "clock";
/// Where tables are posted and matches are played.
pub const TABLES: &str = "tables";
/// Where results are posted.
pub const RESULTS: &str = "results";
/// Where the weekly digest is posted.
pub const DIGEST: &str = "digest";
/// Where a puzzle a day is posted.
pub const PUZZLES: &str = "puzzles";

/// All of them.
pub fn subcommands(games: &[&'static GameInfo]) -> Vec<CreateCommandOption> {
    let sub = |name: &str, about: &str| {
        CreateCommandOption::new(CommandOptionType::SubCommand, name, about)
    };
    let option = CreateCommandOption::new;
    let which = games.iter().take(CHOICES).fold(
        option(
            CommandOptionType::String,
            name::GAME,
            texts::OPTION_ROLE_GAME,
        )
        .required(true),
        |option, kind| option.add_string_choice(kind.name, kind.key),
    );
    let posted_in = || {
        option(
            CommandOptionType::Channel,
            name::CHANNEL,
            texts::OPTION_BULLETIN_CHANNEL,
        )
        .channel_types(vec![ChannelType::Text, ChannelType::News])
    };
    vec![
        sub(RESULTS, texts::COMMAND_SERVER_RESULTS).add_sub_option(posted_in()),
        sub(DIGEST, texts::COMMAND_SERVER_DIGEST).add_sub_option(posted_in()),
        sub(PUZZLES, texts::COMMAND_SERVER_PUZZLES).add_sub_option(posted_in()),
        sub(SHOW, texts::COMMAND_SERVER_SHOW),
        sub(ROLE, texts::COMMAND_SERVER_ROLE)
            .add_sub_option(which)
            .add_sub_option(option(
                CommandOptionType::Role,
                name::ROLE,
                texts::OPTION_ROLE,
            )),
        sub(CLOCK, texts::COMMAND_SERVER_CLOCK)
            .add_sub_option(super::terms::clock())
            .add_sub_option(super::terms::flag())
            .add_sub_option(super::terms::wait()),
        sub(TABLES, texts::COMMAND_SERVER_TABLES)
            .add_sub_option(
                option(
                    CommandOptionType::String,
                    name::PLACE,
                    texts::OPTION_SERVER_PLACE,
                )
                .add_string_choice(texts::CHOICE_THREAD, name::THREAD)
                .add_string_choice(texts::CHOICE_CHANNEL, name::HERE),
            )
            .add_sub_option(
                option(
                    CommandOptionType::Channel,
                    name::CHANNEL,
                    texts::OPTION_SERVER_CHANNEL,
                )
                .channel_types(vec![ChannelType::Text]),
            )
            .add_sub_option(option(
                CommandOptionType::Boolean,
                name::ANYWHERE,
                texts::OPTION_SERVER_ANYWHERE,
            ))
            .add_sub_option(option(
                CommandOptionType::Boolean,
                name::SHARED,
                texts::OPTION_SERVER_SHARED,
            )),
    ]
}
