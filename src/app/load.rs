//! A match as it was stored, replayed to where it stands, and who may see it.

use std::sync::Arc;

use super::listing::{is_outdated, location};
use super::loaded::LoadedMatch;
use super::log::LogEntry;
use super::match_texts::since_sentence;
use super::unreplayable::ReplayError;
use super::{App, AppError, Request, run_blocking};
use crate::match_state::{self, GameId, UserId};
use crate::store::Row;

impl App {
    /// A match as it stands. One that the rules in force do not allow to go on is ended first.
    pub(super) async fn load(&self, game: GameId) -> Result<Arc<LoadedMatch>, AppError> {
        loop {
            let (row, outage) = self.store.row_and_outage(game).await?;
            if let Some(loaded) = self.load_as_of(&row, outage).await? {
                return Ok(loaded);
            }
        }
    }

    /// A match of which this is the row, where `outage` is the number of the last outage; `None` where somebody else has
    /// ended it meanwhile, and its row is another.
    pub(super) async fn load_as_of(
        &self,
        row: &Row,
        outage: i64,
    ) -> Result<Option<Arc<LoadedMatch>>, AppError> {
        let kept = self.match_cache.get(row.game, row.ply);
        // Of an outage that another process has noted no event tells.
        let kept = kept.filter(|loaded| loaded.state.outage() >= outage);
        if let Some(loaded) = kept {
            if loaded.location == location(row) {
                return Ok(Some(loaded));
            }
            let mut moved = LoadedMatch::clone(&loaded);
            moved.home = row.home;
            moved.location = location(row);
            let moved = Arc::new(moved);
            self.match_cache.put(Arc::clone(&moved));
            return Ok(Some(moved));
        }
        let (loaded, _) = self.replay(row.game, None).await?;
        let corrected = loaded
            .replay_error
            .as_ref()
            .is_some_and(ReplayError::is_by_correction);
        if corrected && *loaded.state.phase() == match_state::Phase::Playing {
            return self.end_by_correction(loaded).await;
        }
        let loaded = Arc::new(loaded);
        self.match_cache.put(Arc::clone(&loaded));
        Ok(Some(loaded))
    }

    /// A match replayed from its last checkpoint, or from one no later than `since`, to where it stands; with what
    /// happened on the way.
    pub(super) async fn replay(
        &self,
        game: GameId,
        since: Option<u32>,
    ) -> Result<(LoadedMatch, Vec<LogEntry>), AppError> {
        let stored = self.store.load(game, since).await?;
        if is_outdated(&stored.row) {
            return self.replay_whole(game, Vec::new()).await;
        }
        let begun = stored.checkpoint.as_ref().map(|checkpoint| checkpoint.ply);
        let mut damaged = stored.damaged.clone();
        let replayed = run_blocking(move || LoadedMatch::replay(&stored)).await?;
        match replayed {
            Ok((loaded, lines, _)) if damaged.is_empty() => return Ok((loaded, lines)),
            // The checkpoint may be at fault, whatever it says of itself: the events decide.
            Err(_) => damaged.extend(begun),
            Ok(_) => {}
        }
        if !damaged.is_empty() {
            tracing::warn!(game = game.0, plies = ?damaged, "checkpoints damaged, made again");
        }
        self.replay_whole(game, damaged).await
    }

    /// That a match has gone on since it had `ply` events, and how.
    pub(super) async fn stale(&self, game: GameId, ply: u32, user: UserId) -> AppError {
        match self.replay(game, Some(ply)).await {
            Ok((loaded, lines)) => {
                let since: Vec<LogEntry> =
                    lines.into_iter().filter(|line| line.ply > ply).collect();
                AppError::Stale(since_sentence(&loaded, &since, user))
            }
            Err(refusal) => refusal,
        }
    }

    /// Refuses a look at a match that is shown elsewhere: in another server, in somebody's direct messages, or in a
    /// channel that not everyone in the server may read.
    pub(super) fn must_be_visible(
        &self,
        request: Request,
        loaded: &LoadedMatch,
    ) -> Result<(), AppError> {
        let user = request.user;
        let state = &loaded.state;
        let plays = state.tenures().iter().any(|tenure| tenure.user == user)
            || state.guests().iter().any(|guest| guest.user == user)
            || state.invited().contains(&user)
            || state.opener() == Some(user);
        let place = request.place;
        let near = loaded.location.is_visible_from(place.guild, place.channel);
        let found =
            *state.phase() == match_state::Phase::Open && loaded.location.is_found_anywhere();
        if plays || found || (near && !state.is_hidden()) {
            return Ok(());
        }
        if near {
            return Err(AppError::Plain(format!(
                "A moderator has hidden game {}: only those who play in it can see it.",
                loaded.id.0
            )));
        }
        Err(AppError::Plain(format!(
            "There is no game {} here.",
            loaded.id.0
        )))
    }
}
