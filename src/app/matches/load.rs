//! Loading a match: replaying it to its current state, and who may see it.

use std::sync::Arc;
use std::time::Instant;

use futures_util::future::BoxFuture;

use super::loaded::{LoadedMatch, Replayed};
use super::texts::since_sentence;
use super::unreplayable::ReplayError;
use crate::app::error::no_game;
use crate::app::view::listing::is_outdated;
use crate::app::view::log::LogEntry;
use crate::app::{App, AppError, Request, run_blocking};
use crate::match_state::{Event, GameId, Phase, UserId};
use crate::store::{EventRow, Glance, Stored};

impl App {
    /// Loads a match in its current state. A match that the rules in force cannot continue is ended first.
    pub(in crate::app) fn load(
        &self,
        game: GameId,
    ) -> BoxFuture<'_, Result<Arc<LoadedMatch>, AppError>> {
        Box::pin(async move {
            loop {
                let glance = self.glance(game, None).await?;
                if let Some(loaded) = self.load_as_of(&glance).await? {
                    return Ok(loaded);
                }
            }
        })
    }

    /// Reads a match's row, with the events that the cached match lacks.
    pub(in crate::app) fn glance(
        &self,
        game: GameId,
        interaction: Option<u64>,
    ) -> BoxFuture<'_, Result<Glance, AppError>> {
        Box::pin(async move {
            let kept = self.match_cache.get(game).map(|kept| kept.state.ply());
            Ok(self.store.glance(game, interaction, kept).await?)
        })
    }

    /// Loads a match in its state at this glance; `None` if it had to be ended and another change came first.
    pub(in crate::app) fn load_as_of<'a>(
        &'a self,
        glance: &'a Glance,
    ) -> BoxFuture<'a, Result<Option<Arc<LoadedMatch>>, AppError>> {
        Box::pin(async move {
            let row = &glance.row;
            let kept = self.match_cache.get(row.game);
            // An outage that another process has recorded leaves no event.
            let kept = kept.filter(|loaded| loaded.state.outage() >= glance.outage);
            if let Some(kept) = kept {
                if kept.state.ply() == row.ply && kept.location == row.location() {
                    return Ok(Some(kept));
                }
                if let Some(loaded) = Self::caught_up(kept, glance).await? {
                    let loaded = Arc::new(as_of(loaded, glance));
                    self.match_cache.put(Arc::clone(&loaded));
                    return Ok(Some(loaded));
                }
            }
            let loaded = self.replay(row.game, None).await?.loaded;
            let corrected = loaded
                .replay_error
                .as_ref()
                .is_some_and(ReplayError::is_by_correction);
            if corrected && *loaded.state.phase() == Phase::Playing {
                return self.end_by_correction(loaded).await;
            }
            let loaded = Arc::new(as_of(loaded, glance));
            self.match_cache.put(Arc::clone(&loaded));
            Ok(Some(loaded))
        })
    }

    /// Updates a cached match to this row: its location, and the events of other processes. `None` if that is not
    /// possible, and the match must be replayed from its checkpoint.
    async fn caught_up(
        kept: Arc<LoadedMatch>,
        glance: &Glance,
    ) -> Result<Option<LoadedMatch>, AppError> {
        let row = &glance.row;
        let mut stored = Stored {
            row: row.clone(),
            checkpoint: None,
            damaged: Vec::new(),
            events: Vec::new(),
            outages: Vec::new(),
            outage: kept.state.outage(),
        };
        if kept.state.ply() != row.ply {
            let sound = *kept.state.phase() == Phase::Playing && kept.replay_error.is_none();
            if !sound || kept.state.ply() > row.ply || kept.rules != row.rules || is_outdated(row) {
                return Ok(None);
            }
            // Since the glance the cached match may have advanced or been replaced by an older one; the replay refuses
            // a gap.
            let since = kept.state.ply();
            let unseen = glance.events.iter().filter(|event| event.ply > since);
            stored.events = unseen.cloned().collect();
            // An erased person is erased from earlier events too, and must not remain in the cache.
            let erases = |event: &EventRow| {
                matches!(
                    Event::from_record(&event.record),
                    Some(Event::Erased { .. })
                )
            };
            if stored.events.iter().any(erases) {
                return Ok(None);
            }
        }
        let replayed = run_blocking(move || {
            let (home, location) = (stored.row.home, stored.row.location());
            let kept = LoadedMatch {
                home,
                location,
                ..LoadedMatch::clone(&kept)
            };
            // An error here is found again in the whole record, and reported from there.
            kept.replay_events(&stored).ok()
        })
        .await?;
        Ok(replayed.map(|replayed| replayed.loaded))
    }

    /// Replays a match to its current state from its last checkpoint, or from one no later than `since`.
    pub(in crate::app) fn replay(
        &self,
        game: GameId,
        since: Option<u32>,
    ) -> BoxFuture<'_, Result<Replayed, AppError>> {
        Box::pin(async move {
            let stored = self.store.load(game, since).await?;
            if is_outdated(&stored.row) {
                return self.replay_whole(game, Vec::new()).await;
            }
            let begun = stored.checkpoint.as_ref().map(|checkpoint| checkpoint.ply);
            let mut damaged = stored.damaged.clone();
            let replayed = run_blocking(move || LoadedMatch::replay(&stored)).await?;
            match replayed {
                Ok(replayed) if damaged.is_empty() => return Ok(replayed),
                // The checkpoint may be wrong although it is readable: the events decide.
                Err(_) => damaged.extend(begun),
                Ok(_) => {}
            }
            if !damaged.is_empty() {
                tracing::warn!(game = game.0, plies = ?damaged, "checkpoints damaged, made again");
            }
            self.replay_whole(game, damaged).await
        })
    }

    /// Returns the refusal that says how the match has changed since it had `ply` events.
    pub(in crate::app) fn stale(
        &self,
        game: GameId,
        ply: u32,
        user: UserId,
    ) -> BoxFuture<'_, AppError> {
        Box::pin(async move {
            match self.replay(game, Some(ply)).await {
                Ok(Replayed { loaded, lines, .. }) => {
                    let since: Vec<LogEntry> =
                        lines.into_iter().filter(|line| line.ply > ply).collect();
                    AppError::Stale(since_sentence(&loaded, &since, user))
                }
                Err(refusal) => refusal,
            }
        })
    }

    /// Refuses a request that names no position if it was sent before its player can have seen the current one. Changes
    /// at an open table are exempt: they go together with any other change.
    pub(in crate::app) async fn must_have_seen(
        &self,
        request: Request,
        loaded: &LoadedMatch,
    ) -> Result<(), AppError> {
        let begun = *loaded.state.phase() != Phase::Open;
        let plays = !loaded.state.seats_of(request.user).is_empty();
        if begun && plays && loaded.changed.is_some_and(|at| request.sent.at < at) {
            let before = loaded.state.changed().saturating_sub(1);
            return Err(self.stale(loaded.id, before, request.user).await);
        }
        Ok(())
    }

    /// Refuses a look at a match that is shown elsewhere: in another server, in direct messages, or in a channel that
    /// not everyone in the server may read.
    pub(in crate::app) fn must_be_visible(
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
        let found = *state.phase() == Phase::Open && loaded.location.is_found_anywhere();
        if plays || found || (near && !state.is_hidden()) {
            return Ok(());
        }
        if near {
            return Err(AppError::Plain(format!(
                "A moderator has hidden game {}: only those who play in it can see it.",
                loaded.id.0
            )));
        }
        Err(no_game(loaded.id))
    }
}

/// Sets the time since which a match replayed after this glance is unchanged; now, if it has changed since the glance.
fn as_of(loaded: LoadedMatch, glance: &Glance) -> LoadedMatch {
    let changed = match loaded.state.changed() == glance.row.changed {
        true => glance.changed,
        false => Some(Instant::now()),
    };
    LoadedMatch { changed, ..loaded }
}
