//! Vacations: a player's clocks stop in all matches, out of a budget of days. None begins automatically, and the
//! opponents see vacation and budget.

use std::sync::Arc;

use futures_util::future::BoxFuture;

use crate::app::error::impossible;
use crate::app::matches::change::{ATTEMPTS, Trigger};
use crate::app::matches::loaded::LoadedMatch;
use crate::app::matches::pending::PendingMatch;
use crate::app::{App, AppError, Chance, Request, run_blocking};
use crate::match_state::{DAY, Due, Event, GameId, Phase, UserId};
use crate::rules::Seat;
use crate::store::{Beside, PhaseName, StoreError};

/// Days of vacation in any 365 days.
pub const BUDGET: i64 = 30;

/// Days for which a day of vacation counts against the budget.
const YEAR: i64 = 365;

/// A player's vacation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vacation {
    /// The end of the current vacation, in seconds of the Unix epoch; `None` if there is no current one.
    pub until: Option<i64>,
    /// Whole days left of the budget.
    pub left: i64,
    /// The last vacation in these 365 days, its beginning and end in seconds of the Unix epoch.
    last: Option<(i64, i64)>,
}

impl Vacation {
    /// Returns the end of the last vacation in these 365 days, in seconds of the Unix epoch.
    pub(in crate::app) fn last_until(&self) -> Option<i64> {
        self.last.map(|(_, until)| until)
    }
}

impl App {
    /// Returns a player's current vacation and what is left of the budget.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn vacation(&self, user: UserId) -> Result<Vacation, AppError> {
        let now = self.sources.clock.now();
        let year = now - YEAR * DAY;
        let vacations = self.store.vacations(user, year).await?;
        let used: i64 = vacations
            .iter()
            .map(|(since, until)| until - since.max(&year))
            .sum();
        let until = vacations.iter().map(|(_, until)| *until).max();
        Ok(Vacation {
            until: until.filter(|until| *until > now),
            // A day that was begun is used.
            left: (BUDGET - (used + DAY - 1) / DAY).max(0),
            last: vacations.last().copied(),
        })
    }

    /// Begins a vacation of this many days: the user's clocks stop in every match.
    ///
    /// # Errors
    /// The user is on vacation already; fewer days are left.
    pub fn begin_vacation(
        &self,
        request: Request,
        days: i64,
    ) -> BoxFuture<'_, Result<Vacation, AppError>> {
        Box::pin(async move {
            for _ in 0..ATTEMPTS {
                let before = self.vacation(request.user).await?;
                if let Some(until) = before.until {
                    return Err(AppError::Plain(format!(
                        "You are on vacation until <t:{until}:D>."
                    )));
                }
                if days < 1 {
                    return Err(AppError::Plain(
                        "A vacation has at least one day.".to_owned(),
                    ));
                }
                if days > before.left {
                    return Err(AppError::Plain(format!(
                        "You have {} vacation days left; {days} are too many.",
                        before.left
                    )));
                }
                let now = self.sources.clock.now();
                let until = now + days * DAY;
                let away = move |seat| Event::Away { seat, until };
                let seen = before.last;
                if self.everywhere(request, (now, until), seen, away).await? {
                    return self.vacation(request.user).await;
                }
            }
            Err(StoreError::Changed.into())
        })
    }

    /// Ends a vacation early: the remaining days go back into the budget.
    ///
    /// # Errors
    /// The user is not on vacation.
    pub fn end_vacation(&self, request: Request) -> BoxFuture<'_, Result<Vacation, AppError>> {
        Box::pin(async move {
            for _ in 0..ATTEMPTS {
                let now = self.sources.clock.now();
                let current = self.store.vacations(request.user, now).await?;
                let Some((since, until)) = current.last() else {
                    return Err(AppError::Plain("You are not on vacation.".to_owned()));
                };
                let back = |seat| Event::Back { seat };
                let seen = Some((*since, *until));
                if self.everywhere(request, (*since, now), seen, back).await? {
                    return self.vacation(request.user).await;
                }
            }
            Err(StoreError::Changed.into())
        })
    }

    /// Returns the player and the end of the player's vacation; empty without one.
    pub(in crate::app) fn on_vacation(
        &self,
        user: UserId,
    ) -> BoxFuture<'_, Result<Vec<(UserId, i64)>, AppError>> {
        Box::pin(async move {
            let until = self.vacation(user).await?.until;
            Ok(until.map(|until| (user, until)).into_iter().collect())
        })
    }

    /// Records a vacation, and its event for the player's seats in every match, in one transaction, so that a kill
    /// cannot leave clocks stopped in some matches and running in others.
    ///
    /// `seen` is the player's last vacation as it was when the request was judged. Returns false, and changes nothing,
    /// if that or a match has changed meanwhile.
    async fn everywhere(
        &self,
        request: Request,
        vacation: (i64, i64),
        seen: Option<(i64, i64)>,
        event: impl Fn(Seat) -> Event + Clone + Send + Sync + 'static,
    ) -> Result<bool, AppError> {
        let user = request.user;
        self.check_clock().await?;
        let mut happened = Vec::new();
        for row in self.store.games_of(user).await? {
            if row.phase != PhaseName::Playing {
                continue;
            }
            match self.aside(row.game, user, event.clone()).await {
                Ok(pending) => happened.extend(pending),
                // A damaged match holds up no other: see `App::note_missed_vacation`.
                Err(refusal) if self.is_damaged(row.game).await? => {
                    tracing::warn!(game = row.game.0, %refusal, "a vacation is not noted here");
                }
                Err(refusal) => return Err(refusal),
            }
        }
        let mut changed = Vec::with_capacity(happened.len());
        let mut additions = Vec::with_capacity(happened.len());
        for pending in happened {
            let (postings, _) = self.postings(&pending, Trigger::Aside).await?;
            let (loaded, commit) = pending.into_commit(None, Vec::new(), postings);
            additions.push((loaded.id, commit));
            changed.push(loaded);
        }
        let noted = self
            .asked(request)
            .vacation(user, vacation, seen, &additions)
            .await;
        match noted {
            Err(StoreError::Changed) => {
                for loaded in changed {
                    self.match_cache.forget(loaded.id);
                }
                Ok(false)
            }
            done => {
                done?;
                for loaded in changed {
                    self.match_cache.put(Arc::new(loaded));
                }
                Ok(true)
            }
        }
    }

    /// True if a match cannot be read although the store can be.
    async fn is_damaged(&self, game: GameId) -> Result<bool, AppError> {
        let stored = self.store.load_whole(game).await?;
        run_blocking(move || LoadedMatch::replay(&stored).is_err()).await
    }

    /// Records in a match that the player to move is on vacation, from the vacation's beginning, if that could not be
    /// recorded then. False if there was nothing to record.
    pub(in crate::app) async fn note_missed_vacation(
        &self,
        loaded: &LoadedMatch,
    ) -> Result<bool, AppError> {
        let state = &loaded.state;
        let (Some(timer), Some((seat, user))) = (state.timer(), loaded.next().first().copied())
        else {
            return Ok(false);
        };
        let now = self.sources.clock.now();
        let is_noted = state.away_until(seat, now).is_some();
        if timer.due != Due::Clock || is_noted || !state.heeds_vacations() {
            return Ok(false);
        }
        let Some((since, until)) = self.store.vacations(user, now).await?.pop() else {
            return Ok(false);
        };
        let mut pending = PendingMatch::of(loaded.clone(), since.max(timer.runs).min(now));
        for seat in state.seats_of(user) {
            pending
                .add(Event::Away { seat, until }, None)
                .map_err(impossible)?;
        }
        let (postings, _) = self.postings(&pending, Trigger::Aside).await?;
        let (loaded, commit) = pending.into_commit(None, Vec::new(), postings);
        match self.store.append(loaded.id, &commit).await {
            Err(StoreError::Changed) => self.match_cache.forget(loaded.id),
            done => {
                done?;
                self.match_cache.put(Arc::new(loaded));
            }
        }
        Ok(true)
    }

    /// Returns a match after an event for each of a player's seats, not stored yet; `None` if it is over, or its board
    /// cannot be worked out: no clock runs there, see [`App::note_missed_vacation`].
    async fn aside(
        &self,
        game: GameId,
        user: UserId,
        event: impl Fn(Seat) -> Event + Clone + Send + Sync + 'static,
    ) -> Result<Option<PendingMatch>, AppError> {
        // A timer that has run out before stays so.
        self.expire(game).await?;
        let loaded = self.load(game).await?;
        let is_played = *loaded.state.phase() == Phase::Playing && loaded.replay_error.is_none();
        if !is_played || !loaded.state.heeds_vacations() {
            return Ok(None);
        }
        let apply = move |pending: &mut PendingMatch, _: &Chance| {
            let mut seats = pending.loaded.state.seats_of(user).into_iter();
            seats.try_for_each(|seat| pending.add(event(seat), None).map_err(impossible))
        };
        let (pending, _) = self
            .apply_to_copy(loaded, Beside::default(), Arc::new(apply))
            .await?;
        Ok(Some(pending))
    }
}
