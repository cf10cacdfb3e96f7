//! Moving and resigning.

use super::change::{Precondition, Trigger, since};
use super::moves::{make_move, resign};
use super::seats::{seat_to_leave, seat_to_move};
use super::{App, AppError, MatchRef, MatchView, Purpose, Request};

impl App {
    /// Plays a move, read leniently, for the seat that the asker holds.
    ///
    /// # Errors
    /// Not a player, not their turn, stale, or against the rules.
    pub async fn play(
        &self,
        request: Request,
        which: MatchRef,
        text: &str,
    ) -> Result<MatchView, AppError> {
        let game = self.which_once(request, which, Purpose::Move).await?;
        let text = text.to_owned();
        let since = match which {
            MatchRef::At(_, ply) => Precondition::Ply(ply),
            MatchRef::Here | MatchRef::Game(_) => Precondition::First,
        };
        self.change(Trigger::Move(request), game, since, move |pending, _| {
            let seat = seat_to_move(&pending.loaded, request)?;
            make_move(pending, seat, request.user, &text)
        })
        .await
    }

    /// Gives up. `MatchRef::At` names the ply that the confirming button was made at.
    ///
    /// # Errors
    /// Not a player, or the match is not being played.
    pub async fn resign(&self, request: Request, which: MatchRef) -> Result<MatchView, AppError> {
        let game = self.which_once(request, which, Purpose::Own).await?;
        let trigger = Trigger::Request(request);
        self.change(trigger, game, since(which), move |pending, _| {
            let seat = seat_to_leave(&pending.loaded, request)?;
            resign(pending, seat, request.user)
        })
        .await
    }
}
