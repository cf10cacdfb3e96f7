//! A reply as plain data, and its ways to Discord: the first answer to an interaction, an update of the message a
//! button is on, a later message of the interaction, and a message in a channel.
//!
//! Whatever way it takes, only people named in [`Reply::pings`] and roles named in [`Reply::roles`] may be mentioned.

use serde::Serialize;
use serde_json::Value;
use serenity::builder::{
    CreateActionRow, CreateAllowedMentions, CreateAttachment, CreateButton, CreateInputText,
    CreateInteractionResponse, CreateInteractionResponseFollowup, CreateInteractionResponseMessage,
    CreateMessage, CreateModal, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
    EditAttachments, EditInteractionResponse, EditMessage,
};
use serenity::model::application::{ButtonStyle, InputTextStyle, InteractionResponseFlags};
use serenity::model::channel::{Message, MessageFlags, Nonce};
use serenity::model::id::RoleId;

use super::custom_id::CustomId;
use super::markdown::{CONTENT, cut};
use super::texts;
use crate::match_state::UserId;

/// Discord's limit for the description of an attachment, in characters.
pub const ALT: usize = 1024;
/// Discord's limit for a button's label, in characters.
const LABEL: usize = 80;
/// Discord's limit for an option's label or description in a select menu, in characters.
const OPTION: usize = 100;
/// Discord's limit for the options of a select menu.
pub const OPTIONS: usize = 25;
/// Discord's limit for a menu's placeholder, in characters.
const PLACEHOLDER: usize = 150;

/// The `custom_id` of the form for the text of a match.
pub const IMPORT: &str = "r1:import";

/// A file that comes with a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name, such as `board.png`.
    pub name: &'static str,
    /// Its contents.
    pub bytes: Vec<u8>,
    /// The file in words, for people who cannot see it; empty for texts.
    pub alt: String,
}

/// A reply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reply {
    /// The text, in Discord's markdown.
    pub content: String,
    /// Pictures and texts, in order.
    pub files: Vec<File>,
    /// Buttons and menus.
    pub rows: Vec<CreateActionRow>,
    /// The users that the reply may mention.
    pub pings: Vec<UserId>,
    /// The roles that the reply may mention, as snowflakes.
    pub roles: Vec<u64>,
    /// True if the reply sends no push notifications, not even to the people it mentions.
    pub silent: bool,
    /// True if only the asker sees the reply.
    pub private: bool,
}

impl Reply {
    /// Creates a reply with a text that only the asker sees.
    pub fn private(content: impl Into<String>) -> Self {
        Reply {
            content: content.into(),
            private: true,
            ..Reply::default()
        }
    }

    /// Creates a reply with a text that everybody in the channel sees.
    pub fn public(content: impl Into<String>) -> Self {
        Reply {
            content: content.into(),
            ..Reply::default()
        }
    }

    /// Adds a row, if there is one; Discord refuses empty rows.
    pub fn row(mut self, row: impl Into<Option<CreateActionRow>>) -> Self {
        self.rows.extend(row.into());
        self
    }

    fn text(&self) -> String {
        cut(&self.content, CONTENT)
    }

    fn mentions(&self) -> CreateAllowedMentions {
        let pings = self.pings.iter();
        let pings = pings.filter(|user| !user.is_erased() && !user.is_machine());
        let roles = self.roles.iter().map(|role| RoleId::new((*role).max(1)));
        CreateAllowedMentions::new()
            .users(pings.map(|user| serenity::model::id::UserId::new(user.0.max(1))))
            .roles(roles)
    }

    fn attachments(&self) -> impl Iterator<Item = CreateAttachment> + '_ {
        self.files.iter().map(|file| {
            let attachment = CreateAttachment::bytes(file.bytes.clone(), file.name);
            if file.alt.is_empty() {
                attachment
            } else {
                attachment.description(cut(&file.alt, ALT))
            }
        })
    }

    fn response(&self) -> CreateInteractionResponseMessage {
        CreateInteractionResponseMessage::new()
            .content(self.text())
            .allowed_mentions(self.mentions())
            .components(self.rows.clone())
            .add_files(self.attachments())
    }

    /// Returns the reply as the first answer to an interaction.
    pub fn first(&self) -> CreateInteractionResponse {
        let mut flags = InteractionResponseFlags::empty();
        flags.set(InteractionResponseFlags::EPHEMERAL, self.private);
        flags.set(
            InteractionResponseFlags::SUPPRESS_NOTIFICATIONS,
            self.silent && !self.private,
        );
        CreateInteractionResponse::Message(self.response().flags(flags))
    }

    /// Returns the reply as the first answer to a button, in place of the message that the button is on.
    pub fn update(&self) -> CreateInteractionResponse {
        CreateInteractionResponse::UpdateMessage(self.response())
    }

    /// Returns the reply as an edit of a deferred answer, or of the message of an acknowledged button.
    pub fn edit(&self) -> EditInteractionResponse {
        let attachments = self
            .attachments()
            .fold(EditAttachments::new(), EditAttachments::add);
        EditInteractionResponse::new()
            .content(self.text())
            .allowed_mentions(self.mentions())
            .components(self.rows.clone())
            .attachments(attachments)
    }

    /// Returns the reply as a further message of an interaction.
    pub fn followup(&self) -> CreateInteractionResponseFollowup {
        let mut flags = MessageFlags::empty();
        flags.set(MessageFlags::EPHEMERAL, self.private);
        flags.set(
            MessageFlags::SUPPRESS_NOTIFICATIONS,
            self.silent && !self.private,
        );
        CreateInteractionResponseFollowup::new()
            .content(self.text())
            .allowed_mentions(self.mentions())
            .components(self.rows.clone())
            .add_files(self.attachments())
            .flags(flags)
    }

    /// Returns the reply as a change of a message's text, buttons and menus; its files stay.
    pub fn change(&self) -> EditMessage {
        EditMessage::new()
            .content(self.text())
            .allowed_mentions(self.mentions())
            .components(self.rows.clone())
    }

    /// Returns the reply as a message in a channel. The same `nonce` (at most 25 characters) within some minutes makes
    /// no second message.
    pub fn message(&self, nonce: &str) -> CreateMessage {
        CreateMessage::new()
            .content(self.text())
            .allowed_mentions(self.mentions())
            .components(self.rows.clone())
            .add_files(self.attachments())
            .flags(if self.silent {
                MessageFlags::SUPPRESS_NOTIFICATIONS
            } else {
                MessageFlags::empty()
            })
            .nonce(Nonce::String(nonce.to_owned()))
            .enforce_nonce(true)
    }
}

/// Returns a message as the body of a request. serenity numbers the files only where it sends them itself.
pub fn body(message: impl Serialize) -> Value {
    let mut body = serde_json::to_value(message).unwrap_or_default();
    let list = match body["data"].is_object() {
        true => "/data/attachments",
        false => "/attachments",
    };
    if let Some(Value::Array(files)) = body.pointer_mut(list) {
        for (number, file) in files.iter_mut().enumerate() {
            file["id"] = number.into();
        }
    }
    body
}

/// True if only one person sees a message.
pub fn is_private(message: &Message) -> bool {
    let flags = message.flags.unwrap_or_default();
    flags.contains(MessageFlags::EPHEMERAL)
}

/// A form with one line to fill in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The `custom_id` of the form and of its line.
    pub id: String,
    /// The form's heading: at most 45 characters.
    pub title: &'static str,
    /// The line's label: at most 45 characters.
    pub label: &'static str,
    /// The text shown in the empty line: at most 100 characters.
    pub placeholder: &'static str,
}

impl Question {
    /// Returns the form as the first answer to a button.
    pub fn form(&self) -> CreateInteractionResponse {
        let line = CreateInputText::new(InputTextStyle::Short, self.label, self.id.clone())
            .placeholder(self.placeholder)
            .required(true)
            .max_length(200);
        CreateInteractionResponse::Modal(
            CreateModal::new(self.id.clone(), self.title)
                .components(vec![CreateActionRow::InputText(line)]),
        )
    }
}

/// Returns the form for the text of a match.
pub fn form() -> CreateInteractionResponse {
    let field = CreateInputText::new(InputTextStyle::Paragraph, texts::IMPORT_FIELD, IMPORT)
        .required(true)
        .max_length(4000);
    CreateInteractionResponse::Modal(
        CreateModal::new(IMPORT, texts::IMPORT_TITLE)
            .components(vec![CreateActionRow::InputText(field)]),
    )
}

/// Returns a button; `None` if its `custom_id` would be too long.
pub fn button(custom_id: &CustomId, label: &str, style: ButtonStyle) -> Option<CreateButton> {
    Some(
        CreateButton::new(custom_id.id()?)
            .label(cut(label, LABEL))
            .style(style),
    )
}

/// Returns a row of at most 5 buttons, without absent ones; `None` if all are absent.
pub fn buttons(buttons: impl IntoIterator<Item = Option<CreateButton>>) -> Option<CreateActionRow> {
    let row: Vec<CreateButton> = buttons.into_iter().flatten().take(5).collect();
    (!row.is_empty()).then_some(CreateActionRow::Buttons(row))
}

/// A line of a select menu.
#[derive(Debug)]
pub struct MenuOption {
    value: String,
    label: String,
    about: String,
}

impl MenuOption {
    /// Creates a line without an explanation. `value` is sent when the line is chosen.
    pub fn new(value: impl Into<String>, label: impl Into<String>) -> Self {
        MenuOption {
            value: value.into(),
            label: label.into(),
            about: String::new(),
        }
    }

    /// Adds an explanation, shown below the label.
    pub fn about(self, about: impl Into<String>) -> Self {
        MenuOption {
            about: about.into(),
            ..self
        }
    }

    fn build(self) -> CreateSelectMenuOption {
        let option =
            CreateSelectMenuOption::new(cut(&self.label, OPTION), cut(&self.value, OPTION));
        match self.about.as_str() {
            "" => option,
            about => option.description(cut(about, OPTION)),
        }
    }
}

/// Returns a select menu of at most 25 lines; `None` without any, or if its `custom_id` would be too long.
pub fn menu(
    custom_id: &CustomId,
    placeholder: &str,
    options: impl IntoIterator<Item = MenuOption>,
) -> Option<CreateActionRow> {
    let options = options.into_iter().take(OPTIONS);
    let options: Vec<CreateSelectMenuOption> = options.map(MenuOption::build).collect();
    if options.is_empty() {
        return None;
    }
    Some(CreateActionRow::SelectMenu(
        CreateSelectMenu::new(custom_id.id()?, CreateSelectMenuKind::String { options })
            .placeholder(cut(placeholder, PLACEHOLDER)),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn json(value: impl serde::Serialize) -> Value {
        serde_json::to_value(value).unwrap()
    }

    fn reply() -> Reply {
        Reply {
            content: "<@1>, your turn. <@2> @everyone".to_owned(),
            files: vec![File {
                name: "board.png",
                bytes: vec![1, 2, 3],
                alt: "x".repeat(2000),
            }],
            pings: vec![UserId(1)],
            ..Reply::default()
        }
        .row(buttons([button(
            &CustomId::Cancel,
            "No",
            ButtonStyle::Secondary,
        )]))
    }

    #[test]
    fn every_way_mentions_exactly_those_named() {
        let reply = reply();
        let allowed = json!({"parse": [], "users": ["1"], "roles": []});
        for sent in [
            json(reply.first())["data"].clone(),
            json(reply.update())["data"].clone(),
            json(reply.edit()),
            json(reply.followup()),
            json(reply.message("1")),
        ] {
            assert_eq!(sent["allowed_mentions"], allowed, "{sent}");
            assert_eq!(
                sent["components"][0]["components"][0]["custom_id"],
                "r1:cancel"
            );
            let alt = sent["attachments"][0]["description"].as_str().unwrap();
            assert_eq!(alt.chars().count(), 1024);
        }
        assert_eq!(
            json(Reply::private("x").first())["data"]["allowed_mentions"],
            json!({"parse": [], "users": [], "roles": []})
        );
    }

    #[test]
    fn private_is_ephemeral_and_public_is_not() {
        assert_eq!(json(Reply::private("x").first())["data"]["flags"], 64);
        assert_eq!(json(Reply::private("x").followup())["flags"], 64);
        assert_ne!(json(Reply::public("x").first())["data"]["flags"], 64);
    }

    #[test]
    fn a_silent_reply_rings_at_nobodys_whichever_way_it_takes() {
        let silent = Reply {
            silent: true,
            ..Reply::public("x")
        };
        for sent in [
            json(silent.first())["data"].clone(),
            json(silent.followup()),
            json(silent.message("1")),
        ] {
            assert_eq!(sent["flags"], 1 << 12, "{sent}");
        }
    }

    #[test]
    fn a_long_reply_is_cut_to_what_discord_takes() {
        let long = Reply::public("x".repeat(3000));
        assert_eq!(
            json(long.first())["data"]["content"]
                .as_str()
                .unwrap()
                .chars()
                .count(),
            2000
        );
    }

    #[test]
    fn rows_without_buttons_are_not_sent() {
        assert!(buttons([None, None]).is_none());
        assert!(menu(&CustomId::Show, "", Vec::new()).is_none());
    }
}
