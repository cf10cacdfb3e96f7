//! The subcommands of `/privacy` and `/moderate`.

use serenity::builder::{CreateCommand, CreateCommandOption};
use serenity::model::Permissions;
use serenity::model::application::{CommandOptionType, InteractionContext};

use super::name;
use crate::discord::texts;
use crate::match_state::Moderation;

/// What is kept about the asker.
pub const SHOW: &str = "show";
/// All of it as a file.
pub const EXPORT: &str = "export";
/// Its erasure.
pub const ERASE: &str = "erase";
/// Keeping somebody from the server's tables.
pub const BAR: &str = "bar";
/// The end of that.
pub const ALLOW: &str = "allow";
/// Who is kept from them.
pub const BARS: &str = "bars";

/// Both commands; `command` makes one, `which` the option that names a match.
pub fn all(
    command: impl Fn(&str, &str, Vec<InteractionContext>) -> CreateCommand,
    which: impl Fn() -> CreateCommandOption,
) -> Vec<CreateCommand> {
    let sub = |name: &str, about: &str| {
        CreateCommandOption::new(CommandOptionType::SubCommand, name, about)
    };
    let player = |about: &str| {
        CreateCommandOption::new(CommandOptionType::User, name::PLAYER, about).required(true)
    };
    let mut moderate = command(
        "moderate",
        texts::COMMAND_MODERATE,
        vec![InteractionContext::Guild],
    )
    .default_member_permissions(Permissions::MANAGE_MESSAGES);
    for action in Moderation::ALL {
        let mut option = sub(action.key(), texts::moderation(action));
        if action == Moderation::Free {
            option = option.add_sub_option(player(texts::OPTION_FREE_PLAYER));
        }
        moderate = moderate.add_option(option.add_sub_option(which()));
    }
    vec![
        command("privacy", texts::COMMAND_PRIVACY, super::anywhere())
            .add_option(sub(SHOW, texts::COMMAND_PRIVACY_SHOW))
            .add_option(sub(EXPORT, texts::COMMAND_PRIVACY_EXPORT))
            .add_option(sub(ERASE, texts::COMMAND_PRIVACY_ERASE)),
        moderate
            .add_option(
                sub(BAR, texts::COMMAND_MODERATE_BAR)
                    .add_sub_option(player(texts::OPTION_BAR_PLAYER)),
            )
            .add_option(
                sub(ALLOW, texts::COMMAND_MODERATE_ALLOW)
                    .add_sub_option(player(texts::OPTION_BAR_PLAYER)),
            )
            .add_option(sub(BARS, texts::COMMAND_MODERATE_BARS)),
    ]
}
