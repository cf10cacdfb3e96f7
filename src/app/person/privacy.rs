//! The data kept about a person, who can see it, export it and have it erased.

use futures_util::future::BoxFuture;
use serde_json::{Map, Value, json};
use std::sync::Arc;

use crate::app::error::impossible;
use crate::app::matches::cache::MatchCache;
use crate::app::matches::change::{ATTEMPTS, Precondition, Trigger};
use crate::app::matches::loaded::LoadedMatch;
use crate::app::matches::pending::PendingMatch;
use crate::app::matches::seats::still_in;
use crate::app::play::moves::resign;
use crate::app::{App, AppError, Chance, Sources, run_blocking};
use crate::match_state::{GameId, MatchError, Phase, UserId};
use crate::store::{Beside, Commit, Database, Kept, PhaseName, Row, Store, StoreError};

/// Maximum number of times that erasing starts again because the person did something meanwhile.
const ROUNDS: usize = 8;

impl App {
    /// Opens a database that a bot may be using at the same time; this run is not recorded.
    ///
    /// # Errors
    /// The database is missing or cannot be used.
    pub async fn beside(
        database: impl Into<Database>,
        sources: Sources,
    ) -> Result<App, StoreError> {
        let database = database.into();
        if database.file().is_some_and(|file| !file.is_file()) {
            return Err(StoreError::Unusable {
                place: database,
                cause: "no such file".to_owned(),
            });
        }
        let store = Store::open(database).await?;
        sources.clock.follow(&store).await?;
        App::of(store, sources, MatchCache::default()).await
    }

    /// Returns the number of rows kept about a person, by table of the database.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn count_kept(&self, user: UserId) -> Result<Vec<Kept>, AppError> {
        Ok(self.store.count_kept(user).await?)
    }

    /// Returns everything kept about a person as JSON: by table of the database, a list of rows. Times are seconds of
    /// the Unix epoch.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn export_kept(&self, user: UserId) -> Result<String, AppError> {
        let kept = self.store.kept(user).await?;
        let tables: Map<String, Value> = kept
            .into_iter()
            .map(|kept| (kept.table, Value::Array(kept.rows)))
            .collect();
        let all = json!({
            "user": user.0.to_string(),
            "made": self.sources.clock.now(),
            "tables": tables,
        });
        serde_json::to_string_pretty(&all).map_err(|_| AppError::Internal)
    }

    /// Erases the data kept about a person. Returns the number of matches that the person was erased from.
    ///
    /// First the person leaves every open table and resigns every running match; nobody takes the person's place. Each
    /// step is stored separately: after an interruption, erasing again finishes it.
    ///
    /// # Errors
    /// [`AppError::Internal`]; the person goes on to do things meanwhile.
    pub async fn erase(&self, user: UserId) -> Result<usize, AppError> {
        let mut erased = 0;
        for (event, _) in self.store.tournaments_of(user).await? {
            self.withdraw_from_event(event, user).await?;
        }
        for _ in 0..ROUNDS {
            for game in self.store.matches_of(user).await? {
                self.erase_from(game, user).await?;
                // The cache must not hold the person either.
                self.match_cache.forget(game);
                erased += 1;
            }
            if self.store.erase_rest(user).await? {
                if let Err(error) = self.store.scrub().await {
                    tracing::warn!(%error, "what was erased is in the file until the next start");
                }
                return Ok(erased);
            }
        }
        Err(AppError::Plain(
            "Not everything is erased yet, because something happened meanwhile. Please try again."
                .to_owned(),
        ))
    }

    /// Erases a person from one match, who leaves it at the same moment if it is not over.
    fn erase_from(&self, game: GameId, user: UserId) -> BoxFuture<'_, Result<(), AppError>> {
        Box::pin(async move {
            for _ in 0..ATTEMPTS {
                let row = self.store.row(game).await?;
                let left = self.left_for_good(&row, user).await?;
                let now = self.sources.clock.now();
                let erased = self
                    .store
                    .erase_from(game, user, (row.ply, now), left.as_ref());
                match erased.await {
                    Err(StoreError::Changed) => {}
                    done => return Ok(done?),
                }
            }
            Err(StoreError::Changed.into())
        })
    }

    /// Returns the commit by which a person leaves a match for good, so that nobody waits for them; `None` if they need
    /// not leave.
    async fn left_for_good(&self, row: &Row, user: UserId) -> Result<Option<Commit>, AppError> {
        if row.phase == PhaseName::Over {
            return Ok(None);
        }
        let loaded = match self.load(row.game).await {
            Ok(loaded) => loaded,
            Err(refusal) => {
                // A match that cannot be read cannot be left, but must not keep a person from being erased.
                let stored = self.store.load_whole(row.game).await?;
                if run_blocking(move || LoadedMatch::replay(&stored))
                    .await?
                    .is_ok()
                {
                    return Err(refusal);
                }
                tracing::warn!(game = row.game.0, %refusal, "somebody is erased from a match that cannot be read");
                return Ok(None);
            }
        };
        if !is_there(&loaded, user) {
            return Ok(None);
        }
        let apply = move |pending: &mut PendingMatch, _: &Chance| leave(pending, user);
        let (pending, _) = self
            .apply_to_copy(loaded, Beside::default(), Arc::new(apply))
            .await?;
        let (postings, _) = self.postings(&pending, Trigger::Leaving(user)).await?;
        let (_, commit) = pending.into_commit(None, Vec::new(), postings);
        Ok(Some(commit))
    }

    /// Lets a person leave an open table or resign every seat, without a request made there.
    pub(in crate::app) async fn withdraw(
        &self,
        game: GameId,
        user: UserId,
    ) -> Result<(), AppError> {
        let by = Trigger::Leaving(user);
        self.change(by, game, Precondition::Any, move |pending, _| {
            leave(pending, user)
        })
        .await?;
        Ok(())
    }
}

/// True if a person takes part in a match that must be left first.
fn is_there(loaded: &LoadedMatch, user: UserId) -> bool {
    let state = &loaded.state;
    match state.phase() {
        Phase::Open => state.leaving(user) != Err(MatchError::NotHere),
        Phase::Playing => {
            let still = still_in(loaded);
            state.seats_of(user).iter().any(|seat| still.contains(seat))
        }
        Phase::Over(_) => false,
    }
}

fn leave(pending: &mut PendingMatch, user: UserId) -> Result<(), AppError> {
    if *pending.loaded.state.phase() == Phase::Open {
        return match pending.loaded.state.leaving(user) {
            Ok(events) => events
                .into_iter()
                .try_for_each(|event| pending.add(event, None).map_err(impossible)),
            Err(_) => Ok(()),
        };
    }
    for seat in pending.loaded.state.seats_of(user) {
        if *pending.loaded.state.phase() == Phase::Playing
            && still_in(&pending.loaded).contains(&seat)
        {
            resign(pending, seat, user)?;
        }
    }
    Ok(())
}
