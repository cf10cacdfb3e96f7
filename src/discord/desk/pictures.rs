//! Pictures that are asked for by themselves: parts of a board, and the sheet of pieces.

use super::{Answer, Asker, Desk};
use crate::app::{Refusal, Side, Which};
use crate::discord::board;
use crate::discord::reply::Reply;
use crate::render;
use crate::table::GameId;

impl Desk {
    /// A part of the board from the asker's own side.
    pub(super) async fn larger(
        &self,
        asker: Asker,
        which: Which,
        at: usize,
    ) -> Result<Reply, Refusal> {
        let (game, ply) = match which {
            Which::At(game, ply) => (Which::Game(game), Some(ply)),
            other => (other, None),
        };
        let look = self.app.show(asker.request, game, Side::Own, None);
        let shown = look.await?;
        let parts = render::enlargements(&shown.scene);
        let drawn = match parts.get(at) {
            Some(part) => self.picture(&part.scene).await,
            None => None,
        };
        let moved = ply.is_some_and(|ply| ply < shown.ply);
        Ok(board::larger(&shown, &parts, at, drawn, moved))
    }

    /// The pieces of the game that is played in a match.
    pub(super) async fn pieces(&self, asker: Asker, game: GameId) -> Result<Answer, Refusal> {
        let (title, sheet) = self.app.pieces(asker.request, Which::Game(game)).await?;
        let drawn = self.picture(&sheet.scene).await;
        Ok(Answer::say(board::pieces(&title, &sheet, drawn)))
    }
}
