//! What people are told without having asked: their turn, reminders, what happened by itself.

use super::{Desk, Drawn};
use crate::app::{App, Item, Notice, Phase, Place, Refusal, Request, Shown, Side, Way, Which, Why};
use crate::discord::reply::{Reply, cut};
use crate::discord::{board, texts};
use crate::table::{ChannelId, UserId};

/// How long one line of a daily message may be, in characters: ten of them fit into a message.
const LINE: usize = 170;

impl Desk {
    /// The use cases.
    pub fn app(&self) -> &App {
        &self.app
    }

    /// The message of a notice; `None` where there is nothing to say any more.
    ///
    /// # Errors
    /// The board cannot be made, for now: nothing says that the notice has lost its sense.
    pub async fn notice(&self, notice: &Notice) -> Result<Option<Reply>, Refusal> {
        if let Some((waiting, urgent)) = notice.waiting {
            let items = notice.items.iter();
            let items: Vec<String> = items.map(|item| cut(&line(None, item), LINE)).collect();
            let digest = texts::digest(waiting, urgent, &items);
            return Ok(Some(Reply::public(digest)));
        }
        let Some(item) = notice.items.first() else {
            return Ok(None);
        };
        if let Why::Board { mention } = &item.why {
            let user = mention.first().copied().unwrap_or(UserId(0));
            let (mut shown, drawn) = self
                .looked(user, notice.channel, item, Side::Public)
                .await?;
            if matches!(shown.phase, Phase::Open { .. }) {
                return Ok(Some(board::table(&shown, drawn, false)));
            }
            shown.mention.clone_from(mention);
            return Ok(Some(board::board(&shown, drawn)));
        }
        if item.why == Why::Sign {
            let (shown, _) = self
                .looked(UserId(0), notice.channel, item, Side::Public)
                .await?;
            return Ok(Some(board::settled(&shown)));
        }
        if let (Why::Invited, Some(user)) = (&item.why, notice.to) {
            let (shown, drawn) = self.looked(user, None, item, Side::Public).await?;
            return Ok(Some(board::table(&shown, drawn, false)));
        }
        let to = notice.to.filter(|_| notice.way == Way::Home);
        let mut reply = Reply::public(line(to, item));
        reply.pings = to.into_iter().collect();
        let Some(user) = notice.to else {
            return Ok(Some(reply));
        };
        let asked = matches!(
            item.why,
            Why::Turn | Why::Reminder { .. } | Why::Offer { .. } | Why::Claimable { .. }
        );
        match notice.way {
            // The whole board is where the match lives; what can be answered can be answered here.
            Way::Home => {
                if asked
                    && let Ok((shown, _)) =
                        self.looked(user, notice.channel, item, Side::Public).await
                {
                    reply.rows = board::answers(&shown, user);
                }
            }
            Way::Direct => {
                if asked && let Ok((shown, drawn)) = self.looked(user, None, item, Side::Own).await
                {
                    let words = reply.content;
                    reply = board::own(&shown, drawn, &[words], user);
                    reply.private = false;
                }
                if let Some(home) = item.home {
                    reply.content = format!("{}\n{}", reply.content, texts::lives_in(home));
                }
            }
        }
        Ok(Some(reply))
    }

    /// A match as somebody sees it, and its pictures.
    async fn looked(
        &self,
        user: UserId,
        channel: Option<ChannelId>,
        item: &Item,
        side: Side,
    ) -> Result<(Shown, Drawn), Refusal> {
        let request = Request {
            user,
            place: Place {
                guild: item.guild,
                channel: channel.or(item.home).unwrap_or(ChannelId(0)),
            },
            interaction: 0,
        };
        let shown = self
            .app
            .show(request, Which::Game(item.game), side, None)
            .await?;
        let drawn = self.draw(&shown).await;
        Ok((shown, drawn))
    }
}

fn line(to: Option<UserId>, item: &Item) -> String {
    texts::notice(to, &item.title, item.game, &item.text)
}
