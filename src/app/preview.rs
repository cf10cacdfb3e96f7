//! A move that its player sees before it is made: when that is, and what is shown.

use std::sync::Arc;

use super::explore::{Explored, explored};
use super::{App, AppError, Listed, Request};
use crate::match_state::GameId;
use crate::notation::{is_bare_square, is_pawn_move};

/// A move that is shown and not yet made.
#[derive(Clone, Debug)]
pub struct MovePreview {
    /// The board after it, from the asker's side; its line is the move alone.
    pub explored: Explored,
    /// Whether the rules hide something, so that no further move can be tried.
    pub hides: bool,
    /// What the player should know about being shown it, if anything.
    pub hint: Option<PreviewHint>,
}

/// What a player should know about being shown a move first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreviewHint {
    /// It is done in one's first games of a kind, and can be set.
    FirstGames,
    /// Only a square was typed, and the piece that goes there is no pawn.
    BareSquare,
    /// Several matches wait for the player, and it is a move in this one alone.
    OnlyMatch,
}

/// In how many matches a text is tried, at most, to find out which one it is meant for.
const TRIED: usize = 8;

/// When a move is shown before it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// Always: it was suggested, and not typed by the one who plays it.
    Always,
    /// As the player has set it; and where only a square was typed and it is no pawn that goes there.
    AsSet,
}

impl App {
    /// A suggested move before it is made; `None` where the position is no longer that of `ply`, where it is not the
    /// asker's turn, and where the text is no move.
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

    /// A move in that one of several matches in which the text is a move; `None` where it is one in none of them, in two,
    /// or where they are too many to be tried.
    pub(super) async fn only_preview(
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

    /// A move before it is made, where it is to be shown first; `None` where it is to be made at once, and where it
    /// cannot be made: the reason is given when it is tried.
    pub(super) async fn preview_when(
        &self,
        when: When,
        request: Request,
        game: GameId,
        ply: Option<u32>,
        text: &str,
    ) -> Result<Option<MovePreview>, AppError> {
        // What costs least is asked first: most moves are made without a preview.
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
}
