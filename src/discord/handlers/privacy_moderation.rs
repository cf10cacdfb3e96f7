//! Erasing a person's data, and moderation.

use serenity::model::Permissions;
use serenity::model::application::ButtonStyle;

use super::{Answer, Asker, Handlers};
use crate::app::{AppError, MatchRef, Moderator, Scope};
use crate::discord::custom_id::CustomId;
use crate::discord::permissions::{OF_ADMINS, OF_MODERATORS};
use crate::discord::reply::{Reply, button, buttons};
use crate::discord::texts;
use crate::match_state::{GameId, Moderation};

impl Handlers {
    /// Erases the data of the asker, who has confirmed it.
    pub(super) async fn erase(&self, asker: Asker) -> Result<Answer, AppError> {
        let erased = self.app.erase(asker.request.user).await?;
        self.forget_name(asker.request.user);
        Ok(self.closed(asker, texts::erased(erased)))
    }

    /// Ends a match after a moderator has confirmed it.
    pub(super) async fn end_game(
        &self,
        asker: Asker,
        game: GameId,
        ply: u32,
    ) -> Result<Answer, AppError> {
        let moderator = moderator(asker)?;
        let which = MatchRef::At(game, ply);
        let action = Moderation::End;
        let match_view = self.app.moderate(moderator, which, action, None).await?;
        Ok(self.closed(asker, texts::moderated(action, match_view.game)))
    }

    /// Returns the answer to a question that was declined.
    pub(super) fn nothing_done(&self, asker: Asker) -> Answer {
        self.closed(asker, texts::NOTHING_DONE.to_owned())
    }

    /// Returns the answer to a question to the asker alone, in place of the question, so that its buttons are not
    /// pressed again. A button that a client put on another message leaves that as it is.
    fn closed(&self, asker: Asker, text: String) -> Answer {
        let reply = Reply::private(text);
        if asker.in_private {
            Answer::update(reply)
        } else {
            Answer::say(reply)
        }
    }
}

/// Returns a question to the asker alone.
pub(in crate::discord) fn question(text: String, yes: &CustomId, label: &str) -> Reply {
    Reply::private(text).row(buttons([
        button(yes, label, ButtonStyle::Danger),
        button(
            &CustomId::Nothing,
            texts::BUTTON_NOTHING,
            ButtonStyle::Secondary,
        ),
    ]))
}

/// Returns the asker as a moderator of the server. A permission for the whole server gives power over all of it; the
/// one to manage messages may be for the channel alone.
pub(in crate::discord) fn moderator(asker: Asker) -> Result<Moderator, AppError> {
    let scope = if !asker.in_server() {
        None
    } else if asker.holds.intersects(OF_MODERATORS) {
        Some(Scope::Server)
    } else if asker.holds.contains(Permissions::MANAGE_MESSAGES) {
        Some(Scope::Channel)
    } else {
        None
    };
    let scope = scope.ok_or_else(|| AppError::Plain(texts::NOT_A_MODERATOR.to_owned()))?;
    Ok(Moderator {
        request: asker.request,
        scope,
    })
}

/// Refuses a user who may not manage the server.
pub(in crate::discord) fn must_manage(asker: Asker) -> Result<(), AppError> {
    if asker.holds.intersects(OF_ADMINS) {
        Ok(())
    } else {
        Err(AppError::Plain(texts::NOT_AN_ADMIN.to_owned()))
    }
}
