//! A move seen before it is made.

use super::play::Show;
use super::{Answer, Asker, Handlers};
use crate::app::{AppError, MatchRef, Side};
use crate::discord::{board, texts};
use crate::notation::{is_bare_square, is_pawn_move};

impl Handlers {
    /// A move before it is made, where it is to be shown first; `None` where it is to be made at once, and where it
    /// cannot be made: the reason is given when it is tried.
    pub(super) async fn preview(
        &self,
        asker: Asker,
        which: MatchRef,
        text: &str,
        show: Show,
    ) -> Result<Option<Answer>, AppError> {
        // What costs least is asked first: most moves are made without a preview.
        let as_set = show == Show::AsSet && !is_bare_square(text);
        let chosen = self.app.preferences(asker.request.user).await?.preview;
        if as_set && chosen == Some(false) {
            return Ok(None);
        }
        let look = self.app.show(asker.request, which, Side::Own, None);
        let Ok(match_view) = look.await else {
            return Ok(None);
        };
        let game = match_view.game;
        let stale = matches!(which, MatchRef::At(_, ply) if ply != match_view.ply);
        if stale || !Self::is_next(asker, &match_view) {
            return Ok(None);
        }
        let first = match chosen {
            Some(_) => false,
            None => {
                let newcomer = self.app.is_new_to(asker.request.user, match_view.key);
                newcomer.await?
            }
        };
        let wanted = chosen.unwrap_or(first);
        if as_set && !wanted {
            return Ok(None);
        }
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
        let hint = match (first, hasty) {
            (true, _) => Some(texts::PREVIEW_HINT),
            (false, true) => Some(texts::BARE_SQUARE),
            (false, false) => None,
        };
        let drawn = self.picture(&explored.scene).await;
        Ok(board::preview(&explored, &match_view, hint, drawn).map(Answer::say))
    }
}
