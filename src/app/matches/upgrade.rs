//! Upgrading matches that were played under another version of the rules, and replaying those whose board cannot be
//! worked out.
//!
//! A correction of a game's rules raises its `rules_version`. A match of an earlier version is replayed under the rules
//! in force when it is next opened, and soon after a start in any case. If they allow every move and lead to the same
//! turns and the same end, the match goes on under them; otherwise it ends without a result. Finished matches stay as
//! they are.

use std::sync::Arc;

use futures_util::future::BoxFuture;

use super::change::Trigger;
use super::loaded::{LoadedMatch, Replayed};
use super::pending::PendingMatch;
use super::unreplayable::{Cause, ReplayError};
use crate::app::view::listing::is_outdated;
use crate::app::view::showing::public_view;
use crate::app::{App, AppError, run_blocking};
use crate::games;
use crate::match_state::{Ending, Event, GameId, Phase};
use crate::store::{StoreError, Stored};

/// Number of matches of earlier rules replayed at a time, while other requests wait for a processor.
const BATCH: usize = 20;

impl App {
    /// Replays a match from its first event. `damaged` are the plies of checkpoints to replace.
    pub(in crate::app) fn replay_whole(
        &self,
        game: GameId,
        damaged: Vec<u32>,
    ) -> BoxFuture<'_, Result<Replayed, AppError>> {
        Box::pin(async move {
            let mut whole = self.store.load_whole(game).await?;
            whole.damaged = damaged;
            let ply = whole.row.ply;
            let stored = whole.row.rules;
            let mut replayed = run_blocking(move || replayed(&whole)).await?;
            let loaded = &mut replayed.loaded;
            if let Some(replay_error) = &loaded.replay_error {
                if self.match_cache.is_newly_lost(game) {
                    tracing::warn!(game = game.0, ply = replay_error.ply, cause = ?replay_error.cause, detail = replay_error.detail,
                    "the board of a stored match cannot be worked out");
                }
                return Ok(replayed);
            }
            let ours = loaded.kind.rules_version;
            if stored != ours && loaded.agrees() {
                match self
                    .store
                    .set_rules_version(game, ply, (stored, ours))
                    .await
                {
                    Ok(()) => loaded.rules = ours,
                    // The match is replayed again when it is next opened.
                    Err(error) => {
                        tracing::warn!(game = game.0, %error, "a rules version was not noted")
                    }
                }
            }
            for checkpoint in &replayed.mended {
                if let Err(error) = self
                    .store
                    .replace_damaged_checkpoint(game, checkpoint)
                    .await
                {
                    tracing::warn!(game = game.0, %error, "a checkpoint could not be written again");
                }
            }
            Ok(replayed)
        })
    }

    /// Ends a match that the rules in force cannot continue, and notifies its players. Returns the match after that;
    /// `None` if it has changed meanwhile.
    pub(in crate::app) async fn end_by_correction(
        &self,
        loaded: LoadedMatch,
    ) -> Result<Option<Arc<LoadedMatch>>, AppError> {
        let game = loaded.id;
        let now = self.sources.clock.now();
        let (pending, match_view) = run_blocking(move || {
            let mut pending = PendingMatch::of(loaded, now);
            let ending = Ending::by_correction(pending.loaded.game.umpire());
            pending
                .add(Event::Ended { ending }, None)
                .map_err(crate::app::error::impossible)?;
            let match_view = public_view(&pending.loaded, now);
            Ok::<_, AppError>((pending, match_view))
        })
        .await??;
        let after = Arc::new(pending.loaded.clone());
        match self.commit(Trigger::Clock, pending, match_view).await {
            Ok(_) => {
                tracing::info!(game = game.0, "a match ends: its rules were corrected");
                Ok(Some(after))
            }
            Err(StoreError::Changed) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Opens some of the running matches of earlier rules, and returns the number left. A match that fails is opened
    /// again on demand.
    pub(in crate::app) async fn upgrade_some(&self) -> usize {
        let (some, left) = self.match_cache.take_outdated(BATCH);
        for game in some {
            if let Err(refusal) = self.load(game).await {
                tracing::warn!(game = game.0, %refusal, "a match of earlier rules was not opened");
            }
        }
        left
    }
}

/// Replays a match to its current state; without its board if that cannot be worked out.
fn replayed(whole: &Stored) -> Replayed {
    let outdated = is_outdated(&whole.row);
    let mut replay_error = match LoadedMatch::replay(whole) {
        Ok(replayed) => {
            let loaded = &replayed.loaded;
            let differs = outdated && *loaded.state.phase() == Phase::Playing && !loaded.agrees();
            if !differs {
                return replayed;
            }
            ReplayError {
                ply: whole.row.ply + 1,
                text: None,
                cause: Cause::Refused,
                detail: "the game differs".to_owned(),
            }
        }
        Err(replay_error) => replay_error,
    };
    if let (Some(kind), true) = (games::find(&whole.row.key), outdated)
        && matches!(replay_error.cause, Cause::Refused | Cause::BadOptions)
    {
        replay_error.cause = Cause::OtherRules {
            name: kind.name,
            stored: whole.row.rules,
            ours: kind.rules_version,
        };
    }
    LoadedMatch::replay_partly(whole, &replay_error)
}

/// Returns the running matches of earlier rules.
pub(in crate::app) async fn outdated(
    store: &crate::store::Store,
) -> Result<Vec<GameId>, StoreError> {
    let mut outdated = Vec::new();
    for kind in games::GAMES {
        outdated.extend(store.older(kind.key, kind.rules_version).await?);
    }
    Ok(outdated)
}
