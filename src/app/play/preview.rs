//! Previews: moves that their players see before they are made.

use std::sync::Arc;

use super::explore::{Explored, explored};
use crate::app::matches::seats::seat_to_move;
use crate::app::{App, AppError, Listed, Request};
use crate::games;
use crate::match_state::{GameId, UserId};
use crate::notation::{is_bare_square, is_pawn_move};

/// A move that is shown and not yet made.
#[derive(Clone, Debug)]
pub struct MovePreview {
    /// The board after the move, from the user's side; its line is the move alone.
    pub explored: Explored,
    /// True if the rules hide something, so that no further move can be tried.
    pub hides: bool,
    /// A remark about the reason for the preview, if any.
    pub hint: Option<PreviewHint>,
}

/// A remark about the reason for a preview.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreviewHint {
    /// Previews are the default in a player's first games of a kind, and can be turned off.
    FirstGames,
    /// The player typed only a square, and the piece that moves there is not a pawn.
    BareSquare,
    /// Several matches wait for the player, and the text is a move in this one alone.
    OnlyMatch,
}

/// Maximum number of matches in which a text is tried to find the only one in which it is a move.
const TRIED: usize = 8;

/// The cases in which a move is shown before it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum When {
    /// Always: the move was suggested, not typed by its player.
    Always,
    /// According to the player's preferences; also if only a square was typed and the piece that moves there is not a
    /// pawn.
    AsSet,
}

impl App {
    /// Returns a preview of a suggested move; `None` if the position is not that of `ply`, if it is not the user's
    /// turn, or if the text is no move.
    ///
    /// # Errors
    /// No such match here.
    pub async fn preview(
        &self,
        request: Request,
        (game, ply): (GameId, u32),
        text: &str,
    ) -> Result<Option<MovePreview>, AppError> {
        self.preview_when(When::Always, request, game, Some(ply), text)
            .await
    }

    /// Checks that the user is to move in a match.
    ///
    /// # Errors
    /// [`AppError::Plain`]: the reason why the user is not, such as that the match is over. Others: the user may not see
    /// the match, or the database failed.
    pub async fn must_be_to_move(&self, request: Request, game: GameId) -> Result<(), AppError> {
        let loaded = self.load(game).await?;
        self.must_be_visible(request, &loaded)?;
        seat_to_move(&loaded, request).map(|_| ())
    }

    /// Returns a preview of the move in the only one of several matches in which the text is a move; `None` if there is
    /// no such match, more than one, or too many to try.
    pub(in crate::app) async fn only_preview(
        &self,
        request: Request,
        among: &[Listed],
        text: &str,
    ) -> Result<Option<MovePreview>, AppError> {
        if among.len() > TRIED {
            return Ok(None);
        }
        let mut only = None;
        for listed in among {
            let preview = self.preview_when(When::Always, request, listed.game, None, text);
            if let Some(preview) = preview.await?
                && only.replace(preview).is_some()
            {
                return Ok(None);
            }
        }
        Ok(only.map(|preview| MovePreview {
            hint: Some(PreviewHint::OnlyMatch),
            ..preview
        }))
    }

    /// Returns a preview of a move that must be shown first; `None` if it must be made at once, and if it cannot be
    /// made: trying it gives the reason.
    pub(in crate::app) async fn preview_when(
        &self,
        when: When,
        request: Request,
        game: GameId,
        ply: Option<u32>,
        text: &str,
    ) -> Result<Option<MovePreview>, AppError> {
        // The cheapest checks come first, since most moves are made without a preview.
        let bare = is_bare_square(text);
        let as_set = when == When::AsSet && !bare;
        let chosen = self.preferences(request.user).await?.preview;
        if as_set && chosen == Some(false) {
            return Ok(None);
        }
        let loaded = self.load(game).await?;
        self.must_be_visible(request, &loaded)?;
        let stale = ply.is_some_and(|ply| ply != loaded.state.ply());
        let mut next = loaded.next().into_iter();
        if stale || !next.any(|(_, user)| user == request.user) {
            return Ok(None);
        }
        let first = match chosen {
            Some(_) => false,
            None => self.is_new_to(request.user, loaded.kind.key).await?,
        };
        let wanted = chosen.unwrap_or(first);
        let bare = bare && loaded.seen_by(loaded.public_sight()).names_square(text);
        if when == When::AsSet && !bare && !wanted {
            return Ok(None);
        }
        let line = vec![text.to_owned()];
        let Ok(explored) = explored(Arc::clone(&loaded), request, line, 1).await else {
            return Ok(None);
        };
        let hasty = bare && !explored.line.iter().all(|mv| is_pawn_move(mv));
        if when == When::AsSet && !wanted && !hasty {
            return Ok(None);
        }
        let hint = match (first, hasty) {
            (true, _) => Some(PreviewHint::FirstGames),
            (false, true) => Some(PreviewHint::BareSquare),
            (false, false) => None,
        };
        Ok(Some(MovePreview {
            explored,
            hides: loaded.hides,
            hint,
        }))
    }

    /// True if a user has finished fewer than two games of a kind. Against the machine each beaten level counts as one.
    async fn is_new_to(&self, user: UserId, key: &str) -> Result<bool, AppError> {
        const FIRST: u32 = 2;
        let is_same = |other: &str| {
            games::find(key)
                .is_some_and(|kind| games::find(other).is_some_and(|other| other.name == kind.name))
        };
        let ratings = self.store.ratings(user).await?.into_iter();
        let ratings = ratings.filter(|(key, _)| is_same(key));
        let mut finished: u32 = ratings
            .map(|(_, rating)| rating.won + rating.drawn + rating.lost)
            .sum();
        if finished < FIRST {
            // Matches that count for no rating are games too.
            finished = self.store.finished_of_kind(user, key, FIRST).await?;
        }
        if finished < FIRST {
            let beaten = self.store.beaten(user).await?.into_iter();
            let levels = beaten.filter(|(key, _)| is_same(key)).count();
            finished += u32::try_from(levels).unwrap_or(FIRST);
        }
        Ok(finished < FIRST)
    }
}
