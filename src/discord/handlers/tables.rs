//! Open tables, and the search for an opponent.

use super::{Answer, Asker, FollowUp, Handlers, RenderedBoard};
use crate::app::{AppError, Entries, MatchRef, MatchView, Phase, SeekOutcome, Side};
use crate::discord::custom_id::{ANY, Home};
use crate::discord::reply::Reply;
use crate::discord::{board, texts};
use crate::match_state::GameId;
use crate::store::{PhaseName, Row};

impl Handlers {
    /// Returns a page of the open tables and offered seats, counted from 0.
    pub(in crate::discord) async fn tables(
        &self,
        asker: Asker,
        entries: Entries,
        page: u32,
    ) -> Result<Reply, AppError> {
        let page = self.app.tables(asker.request, entries, page).await?;
        Ok(board::tables(&page))
    }

    /// Looks for an opponent in any of these games.
    pub(super) async fn seek(&self, asker: Asker, keys: &[String]) -> Result<Answer, AppError> {
        self.must_be_seen(asker)?;
        match self.app.seek(asker.request, keys).await? {
            SeekOutcome::Paired(match_view) => self.seated(asker, &match_view).await,
            SeekOutcome::Waits(match_view) => self.opened(asker, *match_view, None).await,
        }
    }

    /// Refuses a table that nobody except its opener would see.
    pub(in crate::discord) fn must_be_seen(&self, asker: Asker) -> Result<(), AppError> {
        let place = asker.request.place;
        let unseen = place.outside
            && place.guild.is_some()
            && !asker
                .holds
                .contains(serenity::model::Permissions::USE_EXTERNAL_APPS);
        if unseen {
            return Err(AppError::Plain(texts::OUTSIDE_UNSEEN.to_owned()));
        }
        Ok(())
    }

    /// Takes a seat at a table of a list, or takes one over.
    pub(super) async fn sit(
        &self,
        asker: Asker,
        game: GameId,
        key: Option<&str>,
    ) -> Result<Answer, AppError> {
        let row = self.app.store().row(game).await?;
        if row.phase == PhaseName::Playing && row.free > 0 {
            return self.take_seat(asker, game, None).await;
        }
        if key.is_none() {
            let which = MatchRef::Game(game);
            let look = self.app.show(asker.request, which, Side::Public, None);
            let choices = look.await?.choices;
            if choices.len() > 1 {
                return Ok(Answer::update(board::which_choice(game, &choices)));
            }
        }
        let key = key.filter(|key| *key != ANY);
        let match_view = self.app.join_as(asker.request, game, key).await?;
        self.seated(asker, &match_view).await
    }

    /// Returns the answer to an asker who has taken a seat at a table whose message is elsewhere.
    pub(super) async fn seated(
        &self,
        asker: Asker,
        match_view: &MatchView,
    ) -> Result<Answer, AppError> {
        let row = self.app.store().row(match_view.game).await?;
        let drawn = self.draw(match_view).await;
        let players = board::players(match_view);
        let began = !matches!(match_view.phase, Phase::Open { .. });
        let title = &match_view.title;
        if row.outside {
            let reply = if began {
                board::board(match_view, drawn)
            } else {
                board::table(match_view, drawn, Home::Here)
            };
            return Ok(
                Answer::update(Reply::private(texts::waits_too(title, match_view.game)))
                    .and(FollowUp::Here { reply }),
            );
        }
        let near = row.guild.is_none() || row.guild == asker.request.place.server();
        let channel = row
            .table_message
            .map_or(row.home.unwrap_or(row.channel), |(channel, _)| channel);
        if !began {
            let words = texts::waits_too(title, match_view.game);
            let answer = Answer::update(Reply::private(words));
            return Ok(match row.table_message {
                Some((channel, message)) => answer.and(FollowUp::ReplaceTable {
                    channel,
                    message,
                    reply: board::table(match_view, drawn, Home::Thread),
                }),
                None => answer,
            });
        }
        let words = texts::seated(title, match_view.game, &players, near.then_some(channel));
        let own = if near {
            Reply::private(words)
        } else {
            let mut own = board::own(match_view, drawn.clone(), &[words], asker.request.user);
            own.private = true;
            own
        };
        Ok(Answer::update(own).and(self.begins_there(match_view, &row, drawn)))
    }

    /// Returns the follow-up that begins a match at its table's message.
    pub(super) fn begins_there(
        &self,
        match_view: &MatchView,
        row: &Row,
        drawn: RenderedBoard,
    ) -> FollowUp {
        FollowUp::BeginThere {
            game: match_view.game,
            channel: row
                .table_message
                .map_or(row.home.unwrap_or(row.channel), |(channel, _)| channel),
            table: row
                .table_message
                .map(|(_, message)| (message, board::begun(match_view))),
            thread: self.thread_name(match_view),
            reply: board::board(match_view, drawn),
        }
    }
}
