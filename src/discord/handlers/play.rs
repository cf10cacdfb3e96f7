//! Making a move: typed, suggested, or shown first.

use super::rules_pages::pages;
use super::{Answer, Asker, Handlers, InvokedFrom};
use crate::app::{AppError, MatchRef, MatchView, Purpose, Side};
use crate::discord::{board, texts};
use crate::games;
use crate::match_state::{ChannelId, GameId};
use crate::rules::{GameInfo, RuleError, RuleErrorKind};

/// When a move is shown before it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Show {
    /// Always: it was suggested, and not typed by the one who plays it.
    Always,
    /// As the player has set it; and where only a square was typed and it is no pawn that goes there.
    AsSet,
}

impl Handlers {
    /// A typed move: shown first to those who want that, or made.
    pub(in crate::discord) async fn play(
        &self,
        asker: Asker,
        which: MatchRef,
        text: &str,
    ) -> Result<Answer, AppError> {
        if let Some(words) = texts::command_typed(text) {
            return Err(AppError::Plain(words.to_owned()));
        }
        let game = self
            .app
            .which_once(asker.request, which, Purpose::Move)
            .await?;
        let which = match which {
            MatchRef::Here => MatchRef::Game(game),
            MatchRef::Game(_) | MatchRef::At(..) => which,
        };
        match self.preview(asker, which, text, Show::AsSet).await? {
            Some(preview) => Ok(preview),
            None => self.make_move(asker, which, text, InvokedFrom::Words).await,
        }
    }

    /// A suggested move, which is never made by the click that takes the suggestion.
    pub(super) async fn see(
        &self,
        asker: Asker,
        game: GameId,
        ply: u32,
        text: &str,
    ) -> Result<Answer, AppError> {
        let which = MatchRef::At(game, ply);
        if let Some(preview) = self.preview(asker, which, text, Show::Always).await? {
            return Ok(match preview.first {
                super::Response::Say(reply) => Answer::update(reply),
                _ => preview,
            });
        }
        let match_view = self
            .app
            .show(asker.request, MatchRef::Game(game), Side::Own, None)
            .await?;
        Err(if match_view.ply == ply {
            AppError::Plain(texts::NOT_YOUR_TURN.to_owned())
        } else {
            AppError::Stale(texts::gone_on(match_view.last.as_ref()))
        })
    }

    pub(in crate::discord) async fn make_move(
        &self,
        asker: Asker,
        which: MatchRef,
        text: &str,
        used: InvokedFrom,
    ) -> Result<Answer, AppError> {
        let match_view = match self.app.play(asker.request, which, text).await {
            Ok(match_view) => match_view,
            Err(AppError::Rules(rejection)) => {
                return self.not_a_move(asker, which, text, rejection).await;
            }
            Err(refusal) => return Err(refusal),
        };
        if match_view.posted {
            return self.made_unseen(asker, &match_view, used).await;
        }
        let display = match_view
            .last
            .as_ref()
            .and_then(|last| last.display.clone())
            .unwrap_or_default();
        let words = |home: ChannelId| texts::played_elsewhere(&display, home);
        Ok(self
            .announce(asker, &match_view, &texts::played(&display), words, used)
            .await)
    }

    /// The answer to a move that nobody else may read: the asker's own board, for them alone. The public one is posted
    /// separately, as nobody's answer.
    async fn made_unseen(
        &self,
        asker: Asker,
        match_view: &MatchView,
        used: InvokedFrom,
    ) -> Result<Answer, AppError> {
        if match_view.home.is_none() && asker.in_server() {
            self.set_home(match_view.game, asker.here()).await;
        }
        let which = MatchRef::Game(match_view.game);
        let look = self.app.show(asker.request, which, Side::Own, None);
        // It is made, whether it can be shown or not.
        let own = look.await.unwrap_or_else(|_| match_view.clone());
        let drawn = self.draw(&own).await;
        let reply = board::own(&own, drawn, &[], asker.request.user);
        Ok(match used {
            InvokedFrom::Board | InvokedFrom::Question if asker.in_private => Answer::update(reply),
            _ => Answer::say(reply),
        })
    }

    /// Why a text is no move, with the moves or the rule that may have been meant.
    async fn not_a_move(
        &self,
        asker: Asker,
        which: MatchRef,
        text: &str,
        rejection: RuleError,
    ) -> Result<Answer, AppError> {
        // The suggestions become buttons, which must know what position they were made for.
        let at = match which {
            MatchRef::At(game, ply) => Some((game, ply)),
            MatchRef::Here | MatchRef::Game(_) => self
                .app
                .game_and_ply(asker.request, which, Purpose::Move)
                .await
                .ok(),
        };
        if rejection.kind == RuleErrorKind::Unreadable
            && texts::asks_for_castling(text)
            && let Some((game, _)) = at
        {
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
        Ok(Answer::say(board::refused(&rejection, at)))
    }
}

/// The key of the page about castling in a game's rules, where the game has such a move.
fn castling(kind: &'static GameInfo) -> Option<&'static str> {
    let lessons = pages(kind).lessons.iter();
    lessons
        .map(|lesson| lesson.key)
        .find(|key| key.contains("castling"))
}
