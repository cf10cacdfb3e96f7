//! A move seen before it is made.

use super::play::Show;
use super::{Answer, Asker, Handlers};
use crate::app::{AppError, MatchRef, MatchView, Side};
use crate::discord::{board, texts};
use crate::notation::{is_bare_square, is_pawn_move};

impl Handlers {
    /// A move before it is made, where it is to be shown first; `None` where it is to be made at once, and where it
    /// cannot be made: the reason is told when it is tried.
    pub(super) async fn preview(
        &self,
        asker: Asker,
        which: MatchRef,
        text: &str,
        show: Show,
    ) -> Result<Option<Answer>, AppError> {
        let suggestions = self
            .app
            .suggestions(asker.request, which, crate::app::Purpose::Move)
            .await;
        let Ok((game, _)) = suggestions else {
            return Ok(None);
        };
        let match_view: MatchView = self
            .app
            .show(asker.request, MatchRef::Game(game), Side::Own, None)
            .await?;
        let stale = matches!(which, MatchRef::At(_, ply) if ply != match_view.ply);
        if stale || !Self::is_next(asker, &match_view) {
            return Ok(None);
        }
        let (wanted, first) = self.previews(asker, &match_view).await?;
        let line = [text.to_owned()];
        let Ok(explored) = self
            .app
            .explore(asker.request, MatchRef::Game(game), &line, 1)
            .await
        else {
            return Ok(None);
        };
        let hasty = is_bare_square(text) && !explored.line.iter().all(|mv| is_pawn_move(mv));
        if show == Show::AsSet && !wanted && !hasty {
            return Ok(None);
        }
        let hint = match (wanted && first, hasty) {
            (true, _) => Some(texts::PREVIEW_HINT),
            (false, true) => Some(texts::BARE_SQUARE),
            (false, false) => None,
        };
        let drawn = self.picture(&explored.scene).await;
        Ok(board::preview(&explored, &match_view, hint, drawn).map(Answer::say))
    }
}
