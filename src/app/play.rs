//! Playing: moving and resigning, previews, plans, takebacks, and analysis in private.

pub(super) mod explore;
pub(super) mod moves;
pub(super) mod plan;
pub(super) mod preview;
pub(super) mod steps;
pub(super) mod takeback;
pub(super) mod walk;

use futures_util::future::BoxFuture;

use crate::app::matches::change::{Precondition, Trigger, since};
use crate::app::matches::seats::{seat_to_leave, seat_to_move};
use crate::app::{App, AppError, Listed, MatchRef, MatchView, Purpose, Request};
use crate::match_state::GameId;
use crate::rules::RuleError;
use moves::{make_move, resign};
use preview::{MovePreview, When};

/// The result of a typed move.
#[derive(Clone, Debug)]
pub enum TypedMove {
    /// The move was made; a view of the match after it.
    Made(Box<MatchView>),
    /// The move was not made; its player sees a preview first.
    Preview(Box<MovePreview>),
    /// The rules refuse the move.
    Refused {
        /// The reason.
        rejection: RuleError,
        /// The match.
        game: GameId,
        /// The match's number of events, for buttons that play other moves.
        ply: u32,
        /// The match as a line of a list, if the user plays others that could have been meant.
        among: Option<Box<Listed>>,
    },
}

impl App {
    /// Plays a leniently read move for the seat that the user holds.
    ///
    /// # Errors
    /// Not a player, not the user's turn, stale, or against the rules.
    pub fn play<'a>(
        &'a self,
        request: Request,
        which: MatchRef,
        text: &'a str,
    ) -> BoxFuture<'a, Result<MatchView, AppError>> {
        Box::pin(async move {
            let game = self.find_match_once(request, which, Purpose::Move).await?;
            self.play_in(request, game, which.ply(), text).await
        })
    }

    /// Plays a typed move, or shows it first: if its player wants a preview, or did not say which of several matches is
    /// meant.
    ///
    /// # Errors
    /// Not a player, not the user's turn, or stale; several matches fit.
    pub async fn play_typed(
        &self,
        request: Request,
        which: MatchRef,
        text: &str,
    ) -> Result<TypedMove, AppError> {
        let game = match self.find_match_once(request, which, Purpose::Move).await {
            Err(AppError::WhichGame(among)) => {
                let only = self.only_preview(request, &among, text).await?;
                return only
                    .map(|preview| TypedMove::Preview(Box::new(preview)))
                    .ok_or(AppError::WhichGame(among));
            }
            found => found?,
        };
        let ply = which.ply();
        let preview = self.preview_when(When::AsSet, request, game, ply, text);
        if let Some(preview) = preview.await? {
            return Ok(TypedMove::Preview(Box::new(preview)));
        }
        match self.play_in(request, game, ply, text).await {
            Ok(match_view) => Ok(TypedMove::Made(Box::new(match_view))),
            Err(AppError::Rules(rejection)) => {
                let ply = match ply {
                    Some(ply) => ply,
                    None => self.store.row(game).await?.ply,
                };
                Ok(TypedMove::Refused {
                    rejection,
                    game,
                    ply,
                    among: self.among_several(request, game).await?.map(Box::new),
                })
            }
            Err(refusal) => Err(refusal),
        }
    }

    /// Plays a move in a match that has been found, at the position of `ply` if given.
    async fn play_in(
        &self,
        request: Request,
        game: GameId,
        ply: Option<u32>,
        text: &str,
    ) -> Result<MatchView, AppError> {
        let (text, limits) = (text.to_owned(), self.limits);
        let since = ply.map_or(Precondition::First, Precondition::Ply);
        self.change(Trigger::Move(request), game, since, move |pending, _| {
            let seat = seat_to_move(&pending.loaded, request)?;
            limits.must_have_room(pending.loaded.state.ply())?;
            make_move(pending, seat, request.user, &text)
        })
        .await
    }

    /// Resigns. `MatchRef::At` names the ply at which the confirming button was made.
    ///
    /// # Errors
    /// Not a player, or the match is not being played.
    pub fn resign(
        &self,
        request: Request,
        which: MatchRef,
    ) -> BoxFuture<'_, Result<MatchView, AppError>> {
        Box::pin(async move {
            let game = self.find_match_once(request, which, Purpose::Own).await?;
            let trigger = Trigger::Request(request);
            self.change(trigger, game, since(which), move |pending, _| {
                let seat = seat_to_leave(&pending.loaded, request)?;
                resign(pending, seat, request.user)
            })
            .await
        })
    }
}
