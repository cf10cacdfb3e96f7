//! Moves: typed, suggested, or shown first.

use futures_util::future::BoxFuture;

use super::rules_pages::pages;
use super::{Answer, Asker, Handlers, InvokedFrom, Response};
use crate::app::{AppError, MatchRef, MatchView, MovePreview, Side, TypedMove};
use crate::discord::reply::Reply;
use crate::discord::{board, texts};
use crate::games;
use crate::match_state::{ChannelId, GameId};
use crate::rules::{GameInfo, RuleError, RuleErrorKind};

impl Handlers {
    /// Makes a typed move, or shows it first to users who want that.
    pub(in crate::discord) async fn play(
        &self,
        asker: Asker,
        which: MatchRef,
        text: &str,
    ) -> Result<Answer, AppError> {
        if let Some(words) = texts::command_typed(text) {
            return Err(AppError::Plain(words.to_owned()));
        }
        self.play_from(asker, which, text, InvokedFrom::Words).await
    }

    /// Answers the form in which a move was typed, in the message that it was opened from if nobody else reads that.
    pub(super) async fn typed_move(
        &self,
        asker: Asker,
        game: GameId,
        ply: u32,
        text: &str,
    ) -> Answer {
        let used = match asker.reads_alone() {
            true => InvokedFrom::Board,
            false => InvokedFrom::Words,
        };
        match self
            .play_from(asker, MatchRef::At(game, ply), text, used)
            .await
        {
            Err(AppError::Stale(reason)) => {
                let renewed = self.renewed(asker, Some(game), &reason).await;
                renewed.unwrap_or_else(|| super::refused(AppError::Stale(reason)))
            }
            done => done.unwrap_or_else(super::refused),
        }
    }

    async fn play_from(
        &self,
        asker: Asker,
        which: MatchRef,
        text: &str,
        used: InvokedFrom,
    ) -> Result<Answer, AppError> {
        let typed = match self.app.play_typed(asker.request, which, text).await {
            Err(AppError::WhichGame(listed)) => {
                return Ok(Answer::say(board::which_game_for(&listed, text)));
            }
            typed => typed?,
        };
        match typed {
            TypedMove::Preview(preview) => {
                let reply = self.preview_reply(&preview).await;
                Ok(match preview.explored.solo && used != InvokedFrom::Words {
                    true => Answer::update(reply),
                    false => Answer::say(reply),
                })
            }
            TypedMove::Made(match_view) => Ok(self.made(asker, &match_view, used).await),
            TypedMove::Refused {
                rejection,
                game,
                ply,
                among,
            } => {
                let refused = self.not_a_move(asker, (game, ply), text, rejection).await;
                let mut answer = refused.unwrap_or_else(super::refused);
                if let (Some(listed), Response::Say(reply)) = (among, &mut answer.first) {
                    reply.content = format!("{}\n{}", board::about(&listed), reply.content);
                }
                Ok(answer)
            }
        }
    }

    /// Shows a suggested move; the click that takes the suggestion never makes it.
    pub(super) async fn see(
        &self,
        asker: Asker,
        game: GameId,
        ply: u32,
        text: &str,
    ) -> Result<Answer, AppError> {
        let preview = self.app.preview(asker.request, (game, ply), text).await?;
        if let Some(preview) = preview {
            return Ok(Answer::update(self.preview_reply(&preview).await));
        }
        self.app.must_be_to_move(asker.request, game).await?;
        let match_view = self
            .app
            .show(asker.request, MatchRef::Game(game), Side::Own, None)
            .await?;
        if match_view.ply != ply {
            return Err(AppError::Stale(texts::gone_on(match_view.last.as_ref())));
        }
        // The text is no move here: trying it gives the reason.
        let line = [text.to_owned()];
        let tried = self
            .app
            .explore(asker.request, MatchRef::Game(game), &line, 1);
        match tried.await {
            Err(AppError::Rules(rejection)) => {
                self.not_a_move(asker, (game, ply), text, rejection).await
            }
            tried => Err(tried.err().unwrap_or(AppError::Internal)),
        }
    }

    /// Makes a move that a button names, in the position that the button was made for.
    pub(in crate::discord) fn make_move<'a>(
        &'a self,
        asker: Asker,
        (game, ply): (GameId, u32),
        text: &'a str,
        used: InvokedFrom,
    ) -> BoxFuture<'a, Result<Answer, AppError>> {
        Box::pin(async move {
            let which = MatchRef::At(game, ply);
            match self.app.play(asker.request, which, text).await {
                Ok(match_view) => Ok(self.made(asker, &match_view, used).await),
                Err(AppError::Rules(rejection)) => {
                    self.not_a_move(asker, (game, ply), text, rejection).await
                }
                Err(refusal) => Err(refusal),
            }
        })
    }

    /// Returns the message of a move before it is made, with the button that makes it.
    async fn preview_reply(&self, preview: &MovePreview) -> Reply {
        let drawn = self.picture(&preview.explored.scene).await;
        board::preview(preview, drawn)
    }

    /// Returns the answer to a move that has been made.
    async fn made(&self, asker: Asker, match_view: &MatchView, used: InvokedFrom) -> Answer {
        if match_view.posted {
            return self.made_unseen(asker, match_view, used).await;
        }
        let last = match_view.last.as_ref();
        let display = last.and_then(|last| last.display.clone());
        let display = display.unwrap_or_default();
        let words = |home: ChannelId| texts::played_elsewhere(&display, home);
        self.announce(asker, match_view, &texts::played(&display), words, used)
            .await
    }

    /// Returns the answer to a move that nobody else may read: the asker's board, for the asker alone. The public board
    /// is posted separately, as nobody's answer.
    async fn made_unseen(&self, asker: Asker, match_view: &MatchView, used: InvokedFrom) -> Answer {
        if match_view.home.is_none() && asker.in_server() {
            self.set_home(match_view.game, asker.here()).await;
        }
        let which = MatchRef::Game(match_view.game);
        let look = self.app.show(asker.request, which, Side::Own, None);
        // The move is made, whether it can be shown or not.
        let own = look.await.unwrap_or_else(|_| match_view.clone());
        let drawn = self.draw(&own).await;
        let reply = board::own(&own, drawn, &[], asker.request.user);
        match used {
            InvokedFrom::Board | InvokedFrom::Question if asker.in_private => Answer::update(reply),
            _ => Answer::say(reply),
        }
    }

    /// Returns why a text is no move, with the moves or the rule that the asker may have meant. The suggestions become
    /// buttons, which carry the position that they were made for.
    async fn not_a_move(
        &self,
        asker: Asker,
        (game, ply): (GameId, u32),
        text: &str,
        rejection: RuleError,
    ) -> Result<Answer, AppError> {
        if rejection.kind == RuleErrorKind::Unreadable && texts::asks_for_castling(text) {
            let which = MatchRef::Game(game);
            let match_view: MatchView =
                self.app.show(asker.request, which, Side::Own, None).await?;
            if let Some(kind) = games::find(match_view.key) {
                return Err(AppError::Plain(texts::castling(kind.name, castling(kind))));
            }
        }
        if rejection.suggestions.is_empty() {
            return Err(AppError::Rules(rejection));
        }
        Ok(Answer::say(board::refused(&rejection, Some((game, ply)))))
    }
}

/// Returns the key of the page about castling in a game's rules, if the game has such a move.
fn castling(kind: &'static GameInfo) -> Option<&'static str> {
    let lessons = pages(kind).lessons.iter();
    lessons
        .map(|lesson| lesson.key)
        .find(|key| key.contains("castling"))
}
