//! What is kept about people, and what moderators do.

use serenity::model::Permissions;
use serenity::model::application::ButtonStyle;

use super::{Answer, Asker, Handlers};
use crate::app::{AppError, MatchRef, Moderator, Scope};
use crate::discord::custom_id::CustomId;
use crate::discord::reply::{File, Reply, button, buttons};
use crate::discord::request::{ModerateCommand, PrivacyCommand};
use crate::discord::texts;
use crate::match_state::{GameId, Moderation};

/// The most bytes of a file that is sent, with room below Discord's 10 MiB.
const LARGEST: usize = 9 << 20;

impl Handlers {
    pub(super) async fn privacy(
        &self,
        asker: Asker,
        parsed: PrivacyCommand,
    ) -> Result<Answer, AppError> {
        let user = asker.request.user;
        let reply = match parsed {
            PrivacyCommand::Show => {
                let kept = self.app.count_kept(user).await?;
                Reply::private(texts::kept(&kept))
            }
            PrivacyCommand::Export => {
                let text = self.app.export_kept(user).await?;
                if text.len() > LARGEST {
                    return Err(AppError::Plain(texts::KEPT_TOO_LONG.to_owned()));
                }
                let mut reply = Reply::private(texts::KEPT_EXPORTED);
                reply.files.push(File {
                    name: "rookery.json",
                    bytes: text.into_bytes(),
                    alt: String::new(),
                });
                reply
            }
            PrivacyCommand::Erase => {
                let kept = self.app.count_kept(user).await?;
                question(
                    texts::erase_sure(&kept),
                    &CustomId::Erase,
                    texts::BUTTON_ERASE,
                )
            }
        };
        Ok(Answer::say(reply))
    }

    /// Erases what is kept about the asker, who has been asked.
    pub(super) async fn erase(&self, asker: Asker) -> Result<Answer, AppError> {
        let erased = self.app.erase(asker.request.user).await?;
        self.forget_name(asker.request.user);
        Ok(self.closed(asker, texts::erased(erased)))
    }

    pub(super) async fn moderate(
        &self,
        asker: Asker,
        parsed: ModerateCommand,
    ) -> Result<Answer, AppError> {
        let moderator = moderator(asker)?;
        let text = match parsed {
            ModerateCommand::Match {
                which,
                action: Moderation::End,
                ..
            } => {
                let match_view = self.app.to_be_ended(moderator, which).await?;
                let (game, ply) = (match_view.game, match_view.ply);
                let custom_id = CustomId::EndGame { game, ply };
                let question = question(
                    texts::end_sure(&match_view),
                    &custom_id,
                    texts::BUTTON_END_GAME,
                );
                return Ok(Answer::say(question));
            }
            ModerateCommand::Match {
                which,
                action,
                player,
            } => {
                let match_view = self.app.moderate(moderator, which, action, player).await?;
                texts::moderated(action, match_view.game)
            }
            ModerateCommand::Bar(user) => {
                let new = self.app.bar(moderator, user).await?;
                texts::barred(user, new)
            }
            ModerateCommand::Allow(user) => {
                let was = self.app.allow(moderator, user).await?;
                texts::allowed(user, was)
            }
            ModerateCommand::Bars => texts::bars(&self.app.bars(moderator).await?),
        };
        Ok(Answer::say(Reply::private(text)))
    }

    /// Ends a match, which a moderator has been asked about.
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

    /// Nothing is done.
    pub(super) fn spared(&self, asker: Asker) -> Answer {
        self.closed(asker, texts::NOTHING_DONE.to_owned())
    }

    /// The answer to a question that was put to the asker alone: in its place, so that its buttons are not pressed
    /// again. A button that was put on another message leaves that as it is.
    fn closed(&self, asker: Asker, text: String) -> Answer {
        let reply = Reply::private(text);
        if asker.in_private {
            Answer::update(reply)
        } else {
            Answer::say(reply)
        }
    }
}

/// A question to the asker alone.
fn question(text: String, yes: &CustomId, label: &str) -> Reply {
    Reply::private(text).row(buttons([
        button(yes, label, ButtonStyle::Danger),
        button(
            &CustomId::Nothing,
            texts::BUTTON_NOTHING,
            ButtonStyle::Secondary,
        ),
    ]))
}

/// Who asks, as a moderator of the server they ask from. Permissions of the whole server carry through it; the one to
/// manage messages may have been given for the channel alone.
fn moderator(asker: Asker) -> Result<Moderator, AppError> {
    let everywhere =
        Permissions::ADMINISTRATOR | Permissions::MANAGE_GUILD | Permissions::MODERATE_MEMBERS;
    let scope = if !asker.in_server() {
        None
    } else if asker.holds.intersects(everywhere) {
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

/// Refuses what is for those who may manage the server.
pub(super) fn must_manage(asker: Asker) -> Result<(), AppError> {
    let may = Permissions::ADMINISTRATOR | Permissions::MANAGE_GUILD;
    if asker.holds.intersects(may) {
        Ok(())
    } else {
        Err(AppError::Plain(texts::NOT_AN_ADMIN.to_owned()))
    }
}
