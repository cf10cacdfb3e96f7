//! Offers between players, and their announcement.

use futures_util::future::BoxFuture;

use super::{Answer, Asker, Handlers, InvokedFrom};
use crate::app::{AppError, MatchRef, MatchView, OfferKind, Phase};
use crate::discord::texts;
use crate::match_state::GameId;
use crate::rules::Seat;

impl Handlers {
    pub(in crate::discord) async fn offer(
        &self,
        asker: Asker,
        which: MatchRef,
        kind: OfferKind,
        used: InvokedFrom,
    ) -> Result<Answer, AppError> {
        let match_view = self.app.offer(asker.request, which, kind).await?;
        Ok(self.announce_change(asker, &match_view, used).await)
    }

    pub(super) async fn decline(
        &self,
        asker: Asker,
        which: MatchRef,
        kind: OfferKind,
    ) -> Result<Answer, AppError> {
        let match_view = self.app.decline(asker.request, which, kind).await?;
        Ok(self
            .announce_change(asker, &match_view, InvokedFrom::Board)
            .await)
    }

    pub(in crate::discord) async fn take_seat(
        &self,
        asker: Asker,
        game: GameId,
        seat: Option<Seat>,
    ) -> Result<Answer, AppError> {
        let match_view = self.app.take_seat(asker.request, game, seat).await?;
        Ok(self
            .announce_change(asker, &match_view, InvokedFrom::Words)
            .await)
    }

    /// Announces to everybody a match that the asker has changed.
    pub(in crate::discord) fn announce_change<'a>(
        &'a self,
        asker: Asker,
        match_view: &'a MatchView,
        used: InvokedFrom,
    ) -> BoxFuture<'a, Answer> {
        Box::pin(async move {
            self.announce(asker, match_view, texts::DONE, texts::done_elsewhere, used)
                .await
        })
    }

    /// True if it is the asker's turn.
    pub(in crate::discord) fn is_next(asker: Asker, match_view: &MatchView) -> bool {
        matches!(match_view.phase, Phase::Playing)
            && match_view
                .next
                .iter()
                .any(|(_, user)| *user == asker.request.user)
    }
}
