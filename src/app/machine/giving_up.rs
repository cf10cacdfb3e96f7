//! Games that the machine gives up at its weak levels.

use std::sync::Arc;

use crate::app::matches::loaded::{LoadedMatch, Replayed};
use crate::app::view::record;
use crate::app::{App, AppError, run_blocking};
use crate::engine::Level;
use crate::engine::giving_up::{TURNS, has_nothing_to_try, is_behind, may_give_up};
use crate::rules::{Game, Seat};

impl App {
    /// Returns true if the machine, to move for a seat, gives up: it is hopeless, and the game is not one that began
    /// from a position of another one, such as of one that the machine gave up.
    pub(super) async fn gives_up(
        &self,
        loaded: &Arc<LoadedMatch>,
        seat: Seat,
        level: &Level,
    ) -> Result<bool, AppError> {
        let board = loaded.game.umpire();
        if !may_give_up(level, board) || loaded.state.only_person().is_none() {
            return Ok(false);
        }
        let (board, level) = (board.boxed_clone(), *level);
        let hopeless = move || is_behind(&*board, seat) && has_nothing_to_try(&*board);
        if !run_blocking(hopeless).await? || self.store.is_practice(loaded.id).await? {
            return Ok(false);
        }
        let Replayed { loaded, lines, .. } = self.replay(loaded.id, Some(0)).await?;
        run_blocking(move || {
            let mut board = loaded.kind.new_game(&loaded.options)?;
            let mut behind = 0;
            let mut count = |board: &dyn Game| {
                if board.turn() == seat {
                    let hopeless = may_give_up(&level, board) && is_behind(board, seat);
                    behind = if hopeless { behind + 1 } else { 0 };
                }
            };
            let sight = loaded.public_sight();
            for line in record::entries_in_force(&lines) {
                if let Some(text) = record::played(line, sight) {
                    count(&*board);
                    board.play(text)?;
                }
            }
            count(&*board);
            Ok::<bool, AppError>(behind >= TURNS)
        })
        .await?
    }
}
