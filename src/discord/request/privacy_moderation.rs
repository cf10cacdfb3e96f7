//! What `/privacy` and `/moderate` ask for.

use serenity::model::application::{CommandDataOption, CommandDataOptionValue};

use super::{user, which};
use crate::app::MatchRef;
use crate::discord::commands::privacy_moderation;
use crate::discord::texts;
use crate::match_state::{Moderation, UserId};

/// What somebody asks for about what is kept of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrivacyCommand {
    /// To be told.
    Show,
    /// All of it as a file.
    Export,
    /// Its erasure, after a question.
    Erase,
}

/// What a moderator asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModerateCommand {
    /// To do something with a match; `player` is whose seats are meant.
    Match {
        /// Which match.
        which: MatchRef,
        /// What.
        action: Moderation,
        /// Whose seats.
        player: Option<UserId>,
    },
    /// To keep somebody from the server's tables.
    Bar(UserId),
    /// To let them sit down again.
    Allow(UserId),
    /// To see who is kept from them.
    Bars,
}

/// The subcommand that was used, and its options.
fn used(options: &[CommandDataOption]) -> Result<(&str, &[CommandDataOption]), String> {
    let unknown = || texts::UNKNOWN_COMMAND.to_owned();
    let given = options.first().ok_or_else(unknown)?;
    match &given.value {
        CommandDataOptionValue::SubCommand(inside) => Ok((&given.name, inside)),
        _ => Err(unknown()),
    }
}

/// Reads `/privacy`.
///
/// # Errors
/// There is no such subcommand.
pub fn privacy(options: &[CommandDataOption]) -> Result<PrivacyCommand, String> {
    match used(options)?.0 {
        privacy_moderation::SHOW => Ok(PrivacyCommand::Show),
        privacy_moderation::EXPORT => Ok(PrivacyCommand::Export),
        privacy_moderation::ERASE => Ok(PrivacyCommand::Erase),
        _ => Err(texts::UNKNOWN_COMMAND.to_owned()),
    }
}

/// Reads `/moderate`.
///
/// # Errors
/// There is no such subcommand; nobody is named where somebody must be; the match cannot be read.
pub fn moderate(options: &[CommandDataOption]) -> Result<ModerateCommand, String> {
    let unknown = || texts::UNKNOWN_COMMAND.to_owned();
    let (name, inside) = used(options)?;
    let player = user(inside, super::name::PLAYER);
    match name {
        privacy_moderation::BAR => player.map(ModerateCommand::Bar).ok_or_else(unknown),
        privacy_moderation::ALLOW => player.map(ModerateCommand::Allow).ok_or_else(unknown),
        privacy_moderation::BARS => Ok(ModerateCommand::Bars),
        action => Ok(ModerateCommand::Match {
            which: which(inside)?,
            action: Moderation::from_key(action).ok_or_else(unknown)?,
            player,
        }),
    }
}
