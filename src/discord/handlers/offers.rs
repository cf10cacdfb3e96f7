//! What players offer to each other, and what everybody is shown of it.

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

    /// Shows everybody a match that the asker has changed.
    pub(in crate::discord) async fn announce_change(
        &self,
        asker: Asker,
        match_view: &MatchView,
        used: InvokedFrom,
    ) -> Answer {
        self.announce(asker, match_view, texts::DONE, texts::done_elsewhere, used)
            .await
    }

    /// Whether somebody sees a move before it is made: as they have chosen, or in their first games of a kind; and
    /// whether it is for the latter that they do.
    pub(super) async fn previews(
        &self,
        asker: Asker,
        match_view: &MatchView,
    ) -> Result<(bool, bool), AppError> {
        /// How many games of a kind one has finished before one is not asked any more.
        const FIRST: u32 = 2;
        let chosen = self.app.preferences(asker.request.user).await?.preview;
        if let Some(chosen) = chosen {
            return Ok((chosen, false));
        }
        let profile = self.app.profile(asker.request.user).await?;
        let Some(kind) = crate::games::find(match_view.key) else {
            return Ok((false, false));
        };
        let two = profile.ratings.iter().filter(|(name, _)| name == kind.name);
        let two: u32 = two
            .map(|(_, rating)| rating.won + rating.drawn + rating.lost)
            .sum();
        let more = profile
            .placings
            .iter()
            .filter(|(name, _)| name == kind.name);
        let more: u32 = more
            .flat_map(|(_, places)| places)
            .map(|(_, times)| *times)
            .sum();
        let beaten = profile.beaten.iter();
        let beaten = beaten.filter(|(name, _)| name == kind.name);
        let beaten: usize = beaten.map(|(_, levels)| levels.len()).sum();
        let beaten = u32::try_from(beaten).unwrap_or(FIRST);
        let first = two + more + beaten < FIRST;
        Ok((first, first))
    }

    /// Whether it is the asker's turn.
    pub(in crate::discord) fn is_next(asker: Asker, match_view: &MatchView) -> bool {
        matches!(match_view.phase, Phase::Playing)
            && match_view
                .next
                .iter()
                .any(|(_, user)| *user == asker.request.user)
    }
}
