//! Opening the database, and closing it.

use futures_util::future::BoxFuture;

use crate::app::{
    App, Busy, Limits, MatchCache, Reachability, Sources, deadlines::schedule, matches::upgrade,
};
use std::sync::Arc;

use crate::store::{Database, Store, StoreError};

impl App {
    /// Opens the database, and makes it if it is missing.
    ///
    /// # Errors
    /// The database cannot be used, or was written by a newer version.
    pub fn start(
        database: impl Into<Database>,
        sources: Sources,
    ) -> BoxFuture<'static, Result<App, StoreError>> {
        Box::pin(App::start_on(database.into(), sources))
    }

    async fn start_on(database: Database, sources: Sources) -> Result<App, StoreError> {
        let store = Store::open(database).await?;
        sources.clock.follow(&store).await?;
        // Nobody could move while the bot did not run: no clock ran either.
        store.wake(|| sources.clock.now(), schedule::GRACE).await?;
        schedule::give_back(&store).await?;
        let match_cache = MatchCache::default();
        match_cache.forget_before(store.last_outage().await?);
        match_cache.put_outdated(upgrade::outdated(&store).await?);
        App::of(store, sources, match_cache).await
    }

    pub(super) async fn of(
        store: Store,
        sources: Sources,
        match_cache: MatchCache,
    ) -> Result<App, StoreError> {
        let reach = Arc::new(Reachability::load(&store).await?);
        Ok(App {
            store,
            sources,
            match_cache: Arc::new(match_cache),
            failing: Arc::default(),
            task_health: Arc::default(),
            limits: Limits::default(),
            importing: Busy::default(),
            fallbacks: Arc::default(),
            reach,
            machine: Arc::default(),
            answers: true,
            seeking: Arc::default(),
        })
    }

    /// Stops the machine and closes the database. Answered requests are safe without it.
    pub fn stop(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            self.machine.stop();
            self.close_fallbacks().await;
            self.store.close().await;
        })
    }
}
