//! What is kept about people, and what moderators do.

use serenity::model::Permissions;
use serenity::model::application::ButtonStyle;

use super::{Answer, Asker, Desk};
use crate::app::{Moderator, Refusal, Scope, Which};
use crate::discord::press::Press;
use crate::discord::reply::{File, Reply, button, buttons};
use crate::discord::request::{ModerateAsked, PrivacyAsked};
use crate::discord::texts;
use crate::table::{GameId, Moderation};

/// The most bytes of a file that is sent, with room below Discord's 10 MiB.
const LARGEST: usize = 9 << 20;

impl Desk {
    pub(super) async fn privacy(
        &self,
        asker: Asker,
        asked: PrivacyAsked,
    ) -> Result<Answer, Refusal> {
        let user = asker.request.user;
        let reply = match asked {
            PrivacyAsked::Show => {
                let kept = self.app.count_kept(user).await?;
                Reply::private(texts::kept(&kept))
            }
            PrivacyAsked::Export => {
                let text = self.app.export_kept(user).await?;
                if text.len() > LARGEST {
                    return Err(Refusal::Plain(texts::KEPT_TOO_LONG.to_owned()));
                }
                let mut reply = Reply::private(texts::KEPT_EXPORTED);
                reply.files.push(File {
                    name: "rookery.json",
                    bytes: text.into_bytes(),
                    alt: String::new(),
                });
                reply
            }
            PrivacyAsked::Erase => {
                let kept = self.app.count_kept(user).await?;
                question(texts::erase_sure(&kept), &Press::Erase, texts::BUTTON_ERASE)
            }
        };
        Ok(Answer::say(reply))
    }

    /// Erases what is kept about the asker, who has been asked.
    pub(super) async fn erase(&self, asker: Asker) -> Result<Answer, Refusal> {
        let erased = self.app.erase(asker.request.user).await?;
        self.forget_name(asker.request.user);
        Ok(self.closed(asker, texts::erased(erased)))
    }

    pub(super) async fn moderate(
        &self,
        asker: Asker,
        asked: ModerateAsked,
    ) -> Result<Answer, Refusal> {
        let moderator = moderator(asker)?;
        let text = match asked {
            ModerateAsked::Match {
                which,
                deed: Moderation::End,
                ..
            } => {
                let shown = self.app.to_be_ended(moderator, which).await?;
                let (game, ply) = (shown.game, shown.ply);
                let press = Press::EndGame { game, ply };
                let question = question(texts::end_sure(&shown), &press, texts::BUTTON_END_GAME);
                return Ok(Answer::say(question));
            }
            ModerateAsked::Match {
                which,
                deed,
                player,
            } => {
                let shown = self.app.moderate(moderator, which, deed, player).await?;
                texts::moderated(deed, shown.game)
            }
            ModerateAsked::Bar(user) => {
                let new = self.app.bar(moderator, user).await?;
                texts::barred(user, new)
            }
            ModerateAsked::Allow(user) => {
                let was = self.app.allow(moderator, user).await?;
                texts::allowed(user, was)
            }
            ModerateAsked::Bars => texts::bars(&self.app.bars(moderator).await?),
        };
        Ok(Answer::say(Reply::private(text)))
    }

    /// Ends a match, which a moderator has been asked about.
    pub(super) async fn end_game(
        &self,
        asker: Asker,
        game: GameId,
        ply: u32,
    ) -> Result<Answer, Refusal> {
        let moderator = moderator(asker)?;
        let which = Which::At(game, ply);
        let deed = Moderation::End;
        let shown = self.app.moderate(moderator, which, deed, None).await?;
        Ok(self.closed(asker, texts::moderated(deed, shown.game)))
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
fn question(text: String, yes: &Press, label: &str) -> Reply {
    Reply::private(text).row(buttons([
        button(yes, label, ButtonStyle::Danger),
        button(
            &Press::Nothing,
            texts::BUTTON_NOTHING,
            ButtonStyle::Secondary,
        ),
    ]))
}

/// Who asks, as a moderator of the server they ask from. Permissions of the whole server carry through it; the one to
/// manage messages may have been given for the channel alone.
fn moderator(asker: Asker) -> Result<Moderator, Refusal> {
    let everywhere =
        Permissions::ADMINISTRATOR | Permissions::MANAGE_GUILD | Permissions::MODERATE_MEMBERS;
    let scope = if !asker.in_guild() {
        None
    } else if asker.holds.intersects(everywhere) {
        Some(Scope::Server)
    } else if asker.holds.contains(Permissions::MANAGE_MESSAGES) {
        Some(Scope::Channel)
    } else {
        None
    };
    let scope = scope.ok_or_else(|| Refusal::Plain(texts::NOT_A_MODERATOR.to_owned()))?;
    Ok(Moderator {
        request: asker.request,
        scope,
    })
}

/// Refuses what is for those who may manage the server.
pub(super) fn must_manage(asker: Asker) -> Result<(), Refusal> {
    let may = Permissions::ADMINISTRATOR | Permissions::MANAGE_GUILD;
    if asker.holds.intersects(may) {
        Ok(())
    } else {
        Err(Refusal::Plain(texts::NOT_AN_ADMIN.to_owned()))
    }
}
