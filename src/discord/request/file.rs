//! The file that comes with a command, for its text.

use serenity::model::application::{CommandData, CommandDataOptionValue, CommandType};

use super::value;
use crate::discord::name;

/// A file that came with a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttachedFile {
    /// Size in bytes.
    pub size: u32,
    /// The address from which it can be fetched for a while.
    pub url: String,
}

/// The name of the command that takes a file.
pub const IMPORT: &str = "import";

/// Returns the file that came with this command.
pub fn file(data: &CommandData) -> Option<AttachedFile> {
    if data.kind != CommandType::ChatInput {
        return None;
    }
    let CommandDataOptionValue::Attachment(id) = value(&data.options, name::FILE)? else {
        return None;
    };
    let file = data.resolved.attachments.get(id)?;
    Some(AttachedFile {
        size: file.size,
        url: file.url.clone(),
    })
}
