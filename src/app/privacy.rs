//! What is kept about a person: they can see it, take it with them, and have it erased.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::change::{ATTEMPTS, By, Since};
use super::live::{Ahead, Live};
use super::lobby::impossible;
use super::offer::still_in;
use super::play::resign;
use super::recent::Recent;
use super::{App, Chance, Refusal, Sources, think};
use crate::store::{Addition, Kept, PhaseName, Row, Store, StoreError};
use crate::table::{Fault, GameId, Phase, UserId};

/// How often erasing begins again because the person did something meanwhile.
const ROUNDS: usize = 8;

impl App {
    /// A database that a bot may be using at the same time: nothing is noted of when this one runs.
    ///
    /// # Errors
    /// There is no database, or it cannot be used.
    pub async fn beside(database: &Path, sources: Sources) -> Result<App, StoreError> {
        if !database.is_file() {
            return Err(StoreError::Unusable {
                path: database.to_owned(),
                cause: "there is none".to_owned(),
            });
        }
        let store = Store::open(database).await?;
        App::of(store, sources, Recent::default()).await
    }

    /// How much is kept about a person, by table of the database.
    ///
    /// # Errors
    /// [`Refusal::Internal`].
    pub async fn count_kept(&self, user: UserId) -> Result<Vec<Kept>, Refusal> {
        Ok(self.store.count_kept(user).await?)
    }

    /// All that is kept about a person, as JSON: by table of the database, a list of rows. Times are seconds of the Unix
    /// epoch.
    ///
    /// # Errors
    /// [`Refusal::Internal`].
    pub async fn export_kept(&self, user: UserId) -> Result<String, Refusal> {
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
        serde_json::to_string_pretty(&all).map_err(|_| Refusal::Internal)
    }

    /// Erases what is kept about a person. They leave every open table and resign every running game first; where others
    /// played with them, nobody takes their place. Done in steps, each of which stands: what was interrupted is finished
    /// by erasing again. Gives back from how many matches they were erased.
    ///
    /// # Errors
    /// [`Refusal::Internal`]; the person goes on to do things meanwhile.
    pub async fn erase(&self, user: UserId) -> Result<usize, Refusal> {
        let mut erased = 0;
        for _ in 0..ROUNDS {
            for game in self.store.matches_of(user).await? {
                self.erase_from(game, user).await?;
                // Nothing of them is remembered either.
                self.recent.forget(game);
                erased += 1;
            }
            if self.store.erase_rest(user).await? {
                return Ok(erased);
            }
        }
        Err(Refusal::Plain(
            "Not everything is erased yet, because something happened meanwhile. Please try again."
                .to_owned(),
        ))
    }

    /// Erases a person from one match, which they leave at the same moment if it is not over.
    async fn erase_from(&self, game: GameId, user: UserId) -> Result<(), Refusal> {
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
    }

    /// What is to be stored when a person leaves a match for good, so that nobody waits for them; `None` where nobody does.
    async fn left_for_good(&self, row: &Row, user: UserId) -> Result<Option<Addition>, Refusal> {
        if row.phase == PhaseName::Over {
            return Ok(None);
        }
        let live = match self.live(row.game).await {
            Ok(live) => live,
            Err(refusal) => {
                // A match that cannot be read cannot be left, and is no reason to keep somebody in it.
                let stored = self.store.load_whole(row.game).await?;
                if think(move || Live::replay(&stored)).await?.is_ok() {
                    return Err(refusal);
                }
                tracing::warn!(game = row.game.0, %refusal, "somebody is erased from a match that cannot be read");
                return Ok(None);
            }
        };
        if !is_there(&live, user) {
            return Ok(None);
        }
        let happen = move |ahead: &mut Ahead, _: &Chance| leave(ahead, user);
        let (ahead, _) = self.ahead(live, &happen).await?;
        let mut addition = ahead.addition(None, Vec::new());
        (addition.postings, _) = self.postings(&ahead, By::Leaving(user)).await?;
        Ok(Some(addition))
    }

    /// Lets a person leave an open table or resign every seat of theirs, without having asked for it there.
    pub(super) async fn withdraw(&self, game: GameId, user: UserId) -> Result<(), Refusal> {
        let by = By::Leaving(user);
        self.change(by, game, Since::Any, move |ahead, _| leave(ahead, user))
            .await?;
        Ok(())
    }
}

/// Whether somebody has to leave a match.
fn is_there(live: &Live, user: UserId) -> bool {
    let table = &live.table;
    match table.phase() {
        Phase::Open => table.leaving(user) != Err(Fault::NotHere),
        Phase::Playing => {
            let still = still_in(live);
            table.seats_of(user).iter().any(|seat| still.contains(seat))
        }
        Phase::Over(_) => false,
    }
}

fn leave(ahead: &mut Ahead, user: UserId) -> Result<(), Refusal> {
    if *ahead.live.table.phase() == Phase::Open {
        return match ahead.live.table.leaving(user) {
            Ok(events) => events
                .into_iter()
                .try_for_each(|event| ahead.add(event, None).map_err(impossible)),
            Err(_) => Ok(()),
        };
    }
    for seat in ahead.live.table.seats_of(user) {
        if *ahead.live.table.phase() == Phase::Playing && still_in(&ahead.live).contains(&seat) {
            resign(ahead, seat, user)?;
        }
    }
    Ok(())
}
