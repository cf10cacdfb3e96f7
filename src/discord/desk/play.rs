//! Making a move: typed, suggested, or shown first.

use super::{Answer, Asker, Desk, Used};
use crate::app::{Purpose, Refusal, Shown, Side, Which};
use crate::discord::{board, texts};
use crate::games;
use crate::rules::{Kind, Rejection, RejectionKind};
use crate::table::{ChannelId, GameId};

/// When a move is shown before it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Show {
    /// Always: it was suggested, and not typed by the one who plays it.
    Always,
    /// As the player has set it; and where only a square was typed and it is no pawn that goes there.
    AsSet,
}

impl Desk {
    /// A typed move: shown first to those who want that, or made.
    pub(super) async fn play(
        &self,
        asker: Asker,
        which: Which,
        text: &str,
    ) -> Result<Answer, Refusal> {
        if let Some(words) = texts::command_typed(text) {
            return Err(Refusal::Plain(words.to_owned()));
        }
        match self.preview(asker, which, text, Show::AsSet).await? {
            Some(preview) => Ok(preview),
            None => self.make_move(asker, which, text, Used::Words).await,
        }
    }

    /// A suggested move, which is never made by the press that takes the suggestion.
    pub(super) async fn see(
        &self,
        asker: Asker,
        game: GameId,
        ply: u32,
        text: &str,
    ) -> Result<Answer, Refusal> {
        let which = Which::At(game, ply);
        if let Some(preview) = self.preview(asker, which, text, Show::Always).await? {
            return Ok(match preview.first {
                super::First::Say(reply) => Answer::update(reply),
                _ => preview,
            });
        }
        let shown = self
            .app
            .show(asker.request, Which::Game(game), Side::Own, None)
            .await?;
        Err(if shown.ply == ply {
            Refusal::Plain(texts::NOT_YOUR_TURN.to_owned())
        } else {
            let last = shown.last.as_ref();
            let last = last.map(|last| (last.seat.as_str(), last.display.as_str()));
            Refusal::Stale(texts::gone_on(last))
        })
    }

    pub(super) async fn make_move(
        &self,
        asker: Asker,
        which: Which,
        text: &str,
        used: Used,
    ) -> Result<Answer, Refusal> {
        let shown = match self.app.play(asker.request, which, text).await {
            Ok(shown) => shown,
            Err(Refusal::Rules(rejection)) => {
                return self.not_a_move(asker, which, text, rejection).await;
            }
            Err(refusal) => return Err(refusal),
        };
        let display = shown
            .last
            .as_ref()
            .map(|last| last.display.clone())
            .unwrap_or_default();
        let words = |home: ChannelId| texts::played_elsewhere(&display, home);
        Ok(self
            .announce(asker, &shown, &texts::played(&display), words, used)
            .await)
    }

    /// Why a text is no move, with the moves or the rule that may have been meant.
    async fn not_a_move(
        &self,
        asker: Asker,
        which: Which,
        text: &str,
        rejection: Rejection,
    ) -> Result<Answer, Refusal> {
        // The suggestions become buttons, which must know what position they were made for.
        let at = match which {
            Which::At(game, ply) => Some((game, ply)),
            Which::Here | Which::Game(_) => self
                .app
                .meant(asker.request, which, Purpose::Move)
                .await
                .ok(),
        };
        if rejection.kind == RejectionKind::Unreadable
            && texts::asks_for_castling(text)
            && let Some((game, _)) = at
        {
            let which = Which::Game(game);
            let shown: Shown = self.app.show(asker.request, which, Side::Own, None).await?;
            if let Some(kind) = games::find(shown.key) {
                return Err(Refusal::Plain(texts::castling(kind.name, castling(kind))));
            }
        }
        if rejection.meant.is_empty() {
            return Err(Refusal::Rules(rejection));
        }
        Ok(Answer::say(board::refused(&rejection, at)))
    }
}

/// The key of the page about castling in a game's rules, where the game has such a move.
fn castling(kind: &Kind) -> Option<&'static str> {
    (kind.lessons)()
        .into_iter()
        .map(|lesson| lesson.key)
        .find(|key| key.contains("castling"))
}
