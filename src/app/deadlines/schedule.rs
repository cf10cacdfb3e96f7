//! The scheduler: deadlines, reminders, and matches that end by silence. Deadlines are stored and looked up; each
//! effect is stored once, together with its notices.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;

use super::expiry::{agree, run_out};
use super::health::Task;
use crate::app::matches::change::{ATTEMPTS, Trigger};
use crate::app::matches::loaded::LoadedMatch;
use crate::app::matches::pending::PendingMatch;
use crate::app::matches::seats::still_in;
use crate::app::notice::kinds::{MOST_REMINDERS, NotificationKind, posting};
use crate::app::notice::recipients::players;
use crate::app::offer::consent::is_agreed;
use crate::app::{App, AppError, Chance};
use crate::match_state::{Due, Expiry, GameId, UserId};
use crate::store::{Beside, ClaimKind, Store, StoreError};

/// Interval at which the bot looks up what is due and records that it runs.
pub const TICK: Duration = Duration::from_secs(10);

/// Shortest outage that is given back to the clocks, in seconds: several heartbeats.
pub(in crate::app) const GRACE: i64 = 60;

/// Number of matches whose deadlines one transaction moves after an outage, few enough that other writers of the file
/// do not wait long.
const MOVED_AT_ONCE: u32 = 2_000;

/// Number of matches looked up at a time.
const BATCH: u32 = 100;

/// Returns the opponents of `owner`, who is out of time, who may claim.
fn claimants(loaded: &LoadedMatch, owner: UserId) -> Vec<UserId> {
    let state = &loaded.state;
    let still = still_in(loaded);
    let mut users = players(state);
    users.retain(|user| {
        let plays = state
            .seats_of(*user)
            .iter()
            .any(|seat| still.contains(seat));
        plays && *user != owner && !user.is_machine()
    });
    users
}

/// Moves the deadlines of some matches by the last outage. Returns true if there may be more to do.
pub(in crate::app) async fn give_back(store: &Store) -> Result<bool, StoreError> {
    let told = serde_json::to_string(&NotificationKind::GivenBack).unwrap_or_default();
    store.give_back(MOVED_AT_ONCE, &told).await
}

impl App {
    /// Records that the bot runs, and gives back the time of an outage: the scheduler's heartbeat.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn heartbeat(&self) -> Result<(), AppError> {
        self.wake().await?;
        if self.store.is_shared() {
            // Other processes send notices: they stop clocks, and do not know which answers were given here.
            self.reach.refresh(&self.store).await?;
            self.close_fallbacks().await;
        }
        self.task_health.note_run(Task::Heartbeat);
        Ok(())
    }

    /// Does what is due in every match, once the clock is known to be right, so that nobody's time runs out while
    /// nobody can move. Returns the number of matches changed.
    ///
    /// # Errors
    /// Those of [`App::tick`].
    pub fn run_due_timers(&self) -> BoxFuture<'_, Result<usize, AppError>> {
        Box::pin(async move {
            if !self.answers && !self.is_somebody_answering().await? {
                self.task_health.note_run(Task::Deadlines);
                return Ok(0);
            }
            self.check_clock().await?;
            let done = self.tick().await? + self.post_digests().await?;
            self.task_health.note_run(Task::Deadlines);
            Ok(done)
        })
    }

    /// Records that the bot runs, and gives back the time of an outage. If the machine's clock has leapt, forward or
    /// back, every deadline leaps with it.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub fn wake(&self) -> BoxFuture<'_, Result<(), AppError>> {
        Box::pin(async move {
            self.sources.clock.follow(&self.store).await?;
            let now = || self.sources.clock.now();
            if let Some(outage) = self.store.wake(now, GRACE).await? {
                if outage.until < outage.since {
                    tracing::warn!(
                        seconds = outage.since - outage.until,
                        "the machine's clock was set back: every deadline goes with it"
                    );
                } else {
                    tracing::info!(
                        seconds = outage.until - outage.since,
                        "time in which the bot did not run is given back"
                    );
                }
                self.match_cache.forget_before(outage.id);
                // All of them if they are few; the scheduler moves the rest.
                give_back(&self.store).await?;
            }
            Ok(())
        })
    }

    /// Returns the seconds since the last record that the bot runs; `None` before the first.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn heartbeat_age(&self) -> Result<Option<i64>, AppError> {
        let last = self.store.heartbeat().await?;
        Ok(last.map(|last| self.sources.clock.now() - last))
    }

    /// True if a process that answers people has recently recorded that it runs.
    async fn is_somebody_answering(&self) -> Result<bool, AppError> {
        let age = self.heartbeat_age().await?;
        Ok(age.is_some_and(|age| age.abs() <= GRACE))
    }

    /// Ensures that nothing is judged by a clock that has leapt or has not seen an outage. A process without answers
    /// leaves that to the others.
    pub(in crate::app) async fn check_clock(&self) -> Result<(), AppError> {
        if !self.answers || self.is_awake(self.store.heartbeat().await?) {
            return Ok(());
        }
        self.wake().await
    }

    /// True if the clock can be relied on, given the time at which the bot was last known to run.
    pub(in crate::app) fn is_awake(&self, heartbeat: Option<i64>) -> bool {
        let gap = heartbeat.map(|last| self.sources.clock.now() - last);
        !self.answers || gap.is_some_and(|gap| gap.abs() <= GRACE)
    }

    /// Records that the bot runs.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn beat(&self) -> Result<(), AppError> {
        Ok(self.store.beat(|| self.sources.clock.now()).await?)
    }

    /// Does what is due in every match. Returns the number of matches changed.
    ///
    /// # Errors
    /// [`AppError::Internal`]: the due matches cannot be looked up. A match that cannot be processed is left alone
    /// until the next tick, and after further failures longer, up to an hour.
    pub fn tick(&self) -> BoxFuture<'_, Result<usize, AppError>> {
        Box::pin(async move {
            self.upgrade_some().await;
            while give_back(&self.store).await? {}
            let mut done = 0;
            // A match that keeps being changed by others must not hold up the rest.
            let mut tries = 0;
            loop {
                let now = self.sources.clock.now();
                let failing = self.failing.left_alone(now);
                let due = self.store.due(now, &failing, BATCH).await?;
                if due.is_empty() {
                    return Ok(done);
                }
                for game in due {
                    let fired = self.fire(game).await;
                    self.store.release(ClaimKind::Deadline, &[game.0]).await;
                    match fired {
                        Ok(true) => {
                            self.failing.recovered(game);
                            done += 1;
                        }
                        // Nobody can move there; the log has reported it once.
                        Ok(false) => {
                            self.failing.leave_alone(game, now);
                        }
                        // Another change came first: what is due is looked up again.
                        Err(AppError::Stale(_)) if tries < BATCH => tries += 1,
                        Err(refusal) => {
                            let seconds = self.failing.leave_alone(game, now);
                            tracing::error!(game = game.0, %refusal, seconds, "a match that is due is put off");
                        }
                    }
                }
            }
        })
    }

    /// Returns the time at which something is due next, in seconds of the Unix epoch.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn next_due(&self) -> Result<Option<i64>, AppError> {
        Ok(self.store.next_due().await?)
    }

    /// Does what is due in one match; false if its board cannot be worked out, so that nothing can be done.
    async fn fire(&self, game: GameId) -> Result<bool, AppError> {
        let now = self.sources.clock.now();
        let loaded = self.load(game).await?;
        // Nobody can move, so no time runs out and nobody is reminded.
        if loaded.replay_error.is_some() {
            return Ok(false);
        }
        let state = &loaded.state;
        let Some(timer) = state.timer() else {
            tracing::error!(game = game.0, "a match is due and has no timer");
            return Err(AppError::Internal);
        };
        if self.note_missed_vacation(&loaded).await? || self.expire(game).await? {
            return Ok(true);
        }
        let mut postings = Vec::new();
        let reminded = timer.reminded(now);
        if let (true, Due::Claim, Some((seat, owner))) =
            (reminded, timer.due, loaded.next().first().copied())
        {
            let until = timer.at;
            let why = NotificationKind::ClaimReminder { seat, until };
            let users = claimants(&loaded, owner);
            postings = self.told_alike(&loaded, &users, &why, now).await?;
        } else if let (true, Due::Filling) = (reminded, timer.due) {
            let invited = NotificationKind::Invited;
            postings = self
                .told_alike(&loaded, state.invited(), &invited, now)
                .await?;
        } else if let (true, Some((_, user))) = (reminded, loaded.next().first()) {
            let asked = self.store.nagged(*user).await?;
            let deadline = timer.at;
            let why = NotificationKind::Reminder { deadline };
            // In a match without clocks the reminder names no deadline.
            let why = if timer.due == Due::Silence {
                NotificationKind::Turn
            } else {
                why
            };
            if asked < MOST_REMINDERS {
                let mut posting = posting(Some(*user), &why, now);
                posting.nags = true;
                postings.push(posting);
            }
        }
        let (ply, next) = (state.ply(), timer.next(now));
        match self.store.remind(game, ply, now, next, &postings).await {
            Err(StoreError::Changed) => Err(AppError::Stale(String::new())),
            done => done.map(|()| true).map_err(AppError::from),
        }
    }

    /// Applies a timer that has run out in a match; false if none has.
    pub(in crate::app) fn expire(&self, game: GameId) -> BoxFuture<'_, Result<bool, AppError>> {
        Box::pin(async move {
            for _ in 0..ATTEMPTS {
                let loaded = self.load(game).await?;
                let now = self.sources.clock.now();
                if loaded.expired(now).is_none() {
                    return Ok(false);
                }
                if self.note_missed_vacation(&loaded).await? {
                    continue;
                }
                let offers = self.store.offers(game).await?;
                let run_out = move |pending: &mut PendingMatch, _: &Chance| {
                    let expiry = pending.loaded.expired(pending.at);
                    let expiry = expiry.ok_or_else(|| AppError::Stale(String::new()))?;
                    run_out(pending, expiry)?;
                    // A vote that only the absent player had not answered is complete.
                    match expiry {
                        Expiry::Vacate(_) if is_agreed(&pending.loaded, &offers) => agree(pending),
                        _ => Ok(()),
                    }
                };
                let (pending, match_view) = self
                    .apply_to_copy(loaded, Beside::default(), Arc::new(run_out))
                    .await?;
                match self.commit(Trigger::Clock, pending, match_view).await {
                    Err(StoreError::Changed) => self.match_cache.forget(game),
                    done => {
                        done?;
                        return Ok(true);
                    }
                }
            }
            Err(StoreError::Changed.into())
        })
    }
}
