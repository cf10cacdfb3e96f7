//! What `/privacy` and `/moderate` ask for.

use serenity::model::application::{CommandDataOption, CommandDataOptionValue};

use super::{user, which};
use crate::app::Which;
use crate::discord::commands::care;
use crate::discord::texts;
use crate::table::{Moderation, UserId};

/// What somebody asks for about what is kept of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrivacyAsked {
    /// To be told.
    Show,
    /// All of it as a file.
    Export,
    /// Its erasure, after a question.
    Erase,
}

/// What a moderator asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModerateAsked {
    /// To do something with a match; `player` is whose seats are meant.
    Match {
        /// Which match.
        which: Which,
        /// What.
        deed: Moderation,
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
pub fn privacy(options: &[CommandDataOption]) -> Result<PrivacyAsked, String> {
    match used(options)?.0 {
        care::SHOW => Ok(PrivacyAsked::Show),
        care::EXPORT => Ok(PrivacyAsked::Export),
        care::ERASE => Ok(PrivacyAsked::Erase),
        _ => Err(texts::UNKNOWN_COMMAND.to_owned()),
    }
}

/// Reads `/moderate`.
///
/// # Errors
/// There is no such subcommand; nobody is named where somebody must be; the match cannot be read.
pub fn moderate(options: &[CommandDataOption]) -> Result<ModerateAsked, String> {
    let unknown = || texts::UNKNOWN_COMMAND.to_owned();
    let (name, inside) = used(options)?;
    let player = user(inside, super::name::PLAYER);
    match name {
        care::BAR => player.map(ModerateAsked::Bar).ok_or_else(unknown),
        care::ALLOW => player.map(ModerateAsked::Allow).ok_or_else(unknown),
        care::BARS => Ok(ModerateAsked::Bars),
        deed => Ok(ModerateAsked::Match {
            which: which(inside)?,
            deed: Moderation::from_key(deed).ok_or_else(unknown)?,
            player,
        }),
    }
}
