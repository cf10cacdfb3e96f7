//! Messages of notices: a turn, reminders, effects of the clock.

use std::time::Duration;

use super::{Handlers, RenderedBoard};
use crate::app::{
    AppError, Destination, Item, MatchRef, MatchView, Notice, NotificationKind, Phase, Place,
    Request, Sent, Side,
};
use crate::discord::custom_id::Home;
use crate::discord::markdown::{CONTENT, cut};
use crate::discord::reply::Reply;
use crate::discord::{board, texts};
use crate::match_state::{ChannelId, UserId};

/// The longest line about news in a daily message, in characters: ten of them fit into a message.
const LINE: usize = 170;

impl Handlers {
    /// Returns the message of a notice; `None` if it has become pointless.
    ///
    /// # Errors
    /// The board cannot be made for now; the notice may still be needed.
    pub async fn notice(&self, notice: &Notice) -> Result<Option<Reply>, AppError> {
        if let Some(waiting) = &notice.waiting {
            // The list has every turn.
            let is_turn = |item: &&Item| {
                let why = &item.why;
                matches!(
                    why,
                    NotificationKind::Turn | NotificationKind::Reminder { .. }
                )
            };
            let news = notice.items.iter().filter(|item| !is_turn(item));
            let news: Vec<String> = news.map(|item| cut(&line(None, item), LINE)).collect();
            let digest = board::digest(waiting, &news, |user| self.name(user));
            return Ok(Some(digest));
        }
        let Some(item) = notice.items.first() else {
            return Ok(None);
        };
        match &item.why {
            NotificationKind::Weekly { .. } => {
                let mut reply = Reply::public(cut(&item.text, CONTENT));
                reply.silent = true;
                return Ok(Some(reply));
            }
            NotificationKind::Result { .. } => {
                let (match_view, drawn) = self
                    .looked(UserId(0), notice.channel, item, Side::Public)
                    .await?;
                return Ok(Some(board::result(&match_view, drawn)));
            }
            _ => {}
        }
        if let NotificationKind::Board { mention, told, .. } = &item.why {
            let user = mention.first().copied().unwrap_or(UserId(0));
            let (mut match_view, drawn) = self
                .looked(user, notice.channel, item, Side::Public)
                .await?;
            if matches!(match_view.phase, Phase::Open { .. }) {
                return Ok(Some(board::table(&match_view, drawn, Home::Here)));
            }
            match_view.mention.clone_from(mention);
            match_view.told = *told;
            return Ok(Some(board::board(&match_view, drawn)));
        }
        if let NotificationKind::Together { why, users } = &item.why {
            return Ok(Some(self.to_several(notice, item, why, users).await?));
        }
        if item.why == NotificationKind::TableChanged {
            return Ok(Some(self.settled(item).await?));
        }
        if let (NotificationKind::Invited, Some(user)) = (&item.why, notice.to) {
            let (match_view, drawn) = self.looked(user, None, item, Side::Public).await?;
            return Ok(Some(board::table(&match_view, drawn, Home::Here)));
        }
        let mut reply = self.in_words(notice, item).await;
        reply.silent = notice.silent || item.why == NotificationKind::GivenBack;
        Ok(Some(reply))
    }

    /// Returns a message that tells several people the same.
    async fn to_several(
        &self,
        notice: &Notice,
        item: &Item,
        why: &NotificationKind,
        users: &[UserId],
    ) -> Result<Reply, AppError> {
        if *why == NotificationKind::Invited {
            let (match_view, drawn) = self
                .looked(UserId(0), notice.channel, item, Side::Public)
                .await?;
            return Ok(board::table(&match_view, drawn, Home::Here));
        }
        let mut reply = Reply::public(texts::notice(users, &item.title, item.game, &item.text));
        reply.pings = users.to_vec();
        if let (NotificationKind::ClaimReminder { .. }, Some(user)) = (why, users.first()) {
            let match_view = self.view(*user, notice.channel, item, Side::Public).await?;
            reply.rows = board::answers(&match_view, *user);
        }
        Ok(reply)
    }

    /// Returns a sentence about a match, with the buttons that answer it; a reminder shows the last move.
    async fn in_words(&self, notice: &Notice, item: &Item) -> Reply {
        let to = notice.to.filter(|_| notice.way == Destination::Home);
        let mut reply = Reply::public(line(to, item));
        reply.pings = to.into_iter().collect();
        let Some(user) = notice.to else {
            return reply;
        };
        let is_answered = matches!(
            item.why,
            NotificationKind::Turn
                | NotificationKind::Reminder { .. }
                | NotificationKind::Offer { .. }
                | NotificationKind::News
                | NotificationKind::Claimable { .. }
                | NotificationKind::ClaimReminder { .. }
        );
        match notice.way {
            // The whole board is at the match's home; the buttons for answers are here.
            Destination::Home => {
                if is_answered
                    && let Ok(match_view) =
                        self.view(user, notice.channel, item, Side::Public).await
                {
                    if matches!(item.why, NotificationKind::Reminder { .. }) {
                        reply.content =
                            format!("{}\n{}", reply.content, board::last_move(&match_view));
                    }
                    reply.rows = board::answers(&match_view, user);
                }
            }
            Destination::Direct => {
                if is_answered
                    && let Ok((match_view, drawn)) = self.looked(user, None, item, Side::Own).await
                {
                    // The board itself shows whose turn it is.
                    let words = Some(reply.content).filter(|_| item.why != NotificationKind::Turn);
                    reply = board::own(&match_view, drawn, words.as_slice(), user);
                    reply.private = false;
                }
                if let Some(home) = item.home.filter(|_| item.guild.is_some()) {
                    reply.content = format!("{}\n{}", reply.content, texts::home_line(home));
                }
            }
        }
        reply
    }

    /// Returns the present contents of the message of a match's table: without buttons if nobody can take a seat any
    /// more.
    ///
    /// # Errors
    /// The match cannot be loaded.
    pub async fn settled(&self, item: &Item) -> Result<Reply, AppError> {
        let match_view = self.view(UserId(0), None, item, Side::Public).await?;
        if matches!(match_view.phase, Phase::Open { .. }) {
            let drawn = self.draw(&match_view).await;
            return Ok(board::table(&match_view, drawn, Home::Thread));
        }
        Ok(board::settled(&match_view))
    }

    /// Returns the name of the thread of a match; without its players if it cannot be loaded.
    pub async fn thread_name_of(&self, item: &Item) -> String {
        match self.view(UserId(0), None, item, Side::Public).await {
            Ok(match_view) => self.thread_name(&match_view),
            Err(_) => texts::thread_name(&item.title, item.game, &[]),
        }
    }

    /// Returns a match as the user sees it, and its pictures.
    async fn looked(
        &self,
        user: UserId,
        channel: Option<ChannelId>,
        item: &Item,
        side: Side,
    ) -> Result<(MatchView, RenderedBoard), AppError> {
        let match_view = self.view(user, channel, item, side).await?;
        let drawn = self.draw(&match_view).await;
        Ok((match_view, drawn))
    }

    /// Returns a match as the user sees it.
    async fn view(
        &self,
        user: UserId,
        channel: Option<ChannelId>,
        item: &Item,
        side: Side,
    ) -> Result<MatchView, AppError> {
        let request = Request {
            user,
            place: Place {
                guild: item.guild,
                channel: channel.or(item.home).unwrap_or(ChannelId(0)),
                outside: false,
            },
            interaction: 0,
            sent: Sent::new(Duration::ZERO, Duration::ZERO),
        };
        self.app
            .show(request, MatchRef::Game(item.game), side, None)
            .await
    }
}

fn line(to: Option<UserId>, item: &Item) -> String {
    texts::notice(to.as_slice(), &item.title, item.game, &item.text)
}
