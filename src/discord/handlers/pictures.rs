//! Pictures asked for separately: parts of a board, and the sheet of pieces.

use super::{Answer, Asker, Handlers};
use crate::app::{AppError, MatchRef, Side};
use crate::discord::board;
use crate::discord::reply::Reply;
use crate::match_state::GameId;
use crate::render;

impl Handlers {
    /// Returns a part of the board from the asker's side; without a number the part where the last move ended.
    pub(super) async fn larger(
        &self,
        asker: Asker,
        which: MatchRef,
        at: Option<usize>,
    ) -> Result<Reply, AppError> {
        let (game, ply) = match which {
            MatchRef::At(game, ply) => (MatchRef::Game(game), Some(ply)),
            other => (other, None),
        };
        let look = self.app.show(asker.request, game, Side::Own, None);
        let match_view = look.await?;
        let parts = render::enlargements(&match_view.scene);
        let at = at.unwrap_or_else(|| render::first_of(&parts));
        let drawn = match parts.get(at) {
            Some(part) => self.picture(&part.scene).await,
            None => None,
        };
        Ok(board::larger(&match_view, &parts, at, drawn, ply))
    }

    /// Shows the pieces of the game that is played in a match.
    pub(super) async fn pieces(&self, asker: Asker, game: GameId) -> Result<Answer, AppError> {
        let (title, sheet) = self.app.pieces(asker.request, MatchRef::Game(game)).await?;
        let drawn = self.picture(&sheet.scene).await;
        Ok(Answer::say(board::pieces(&title, game, &sheet, drawn)))
    }

    /// Shows one of these pieces, in place of the sheet.
    pub(super) async fn piece(
        &self,
        asker: Asker,
        game: GameId,
        at: usize,
    ) -> Result<Answer, AppError> {
        let (title, sheet) = self.app.pieces(asker.request, MatchRef::Game(game)).await?;
        let drawn = match sheet.entries.get(at) {
            Some(entry) => self.picture(&entry.scene).await,
            None => None,
        };
        let reply = board::piece(&title, game, &sheet, at, drawn);
        Ok(Answer::update(reply))
    }
}
