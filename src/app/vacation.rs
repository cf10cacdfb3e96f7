//! Vacations: a player's clocks wait in all their matches, out of a budget of days. None ever begins by itself, and the
//! opponents see both.

use std::sync::Arc;

use super::change::{ATTEMPTS, By};
use super::live::{Ahead, Live};
use super::lobby::impossible;
use super::{App, Chance, Refusal, Request, think};
use crate::rules::Seat;
use crate::store::{PhaseName, StoreError};
use crate::table::{DAY, Due, Event, GameId, Phase, UserId};

/// Days of vacation in any 365 days.
pub const BUDGET: i64 = 30;

/// The days after which a day of vacation is to be had again.
const YEAR: i64 = 365;

/// A player's vacation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vacation {
    /// Until when they are on vacation, in seconds of the Unix epoch; `None` where they are not.
    pub until: Option<i64>,
    /// Whole days of the budget that are left.
    pub left: i64,
    /// The last vacation in these 365 days, from and until, in seconds of the Unix epoch.
    last: Option<(i64, i64)>,
}

impl App {
    /// Whether a player is on vacation, and what is left of their budget.
    ///
    /// # Errors
    /// [`Refusal::Internal`].
    pub async fn vacation(&self, user: UserId) -> Result<Vacation, Refusal> {
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

    /// Goes on vacation for so many days: the asker's clocks wait in every match.
    ///
    /// # Errors
    /// Already on vacation; not so many days are left.
    pub async fn begin_vacation(&self, request: Request, days: i64) -> Result<Vacation, Refusal> {
        for _ in 0..ATTEMPTS {
            let before = self.vacation(request.user).await?;
            if let Some(until) = before.until {
                return Err(Refusal::Plain(format!(
                    "You are on vacation until <t:{until}:D>."
                )));
            }
            if days < 1 {
                return Err(Refusal::Plain(
                    "A vacation has at least one day.".to_owned(),
                ));
            }
            if days > before.left {
                return Err(Refusal::Plain(format!(
                    "You have {} of {BUDGET} days of vacation left in these 365 days.",
                    before.left
                )));
            }
            let now = self.sources.clock.now();
            let until = now + days * DAY;
            let away = move |seat| Event::Away { seat, until };
            let seen = before.last;
            if self
                .everywhere(request.user, (now, until), seen, away)
                .await?
            {
                return self.vacation(request.user).await;
            }
        }
        Err(StoreError::Changed.into())
    }

    /// Comes back early: the days that are left go back into the budget.
    ///
    /// # Errors
    /// Not on vacation.
    pub async fn end_vacation(&self, request: Request) -> Result<Vacation, Refusal> {
        for _ in 0..ATTEMPTS {
            let now = self.sources.clock.now();
            let current = self.store.vacations(request.user, now).await?;
            let Some((since, until)) = current.last() else {
                return Err(Refusal::Plain("You are not on vacation.".to_owned()));
            };
            let back = |seat| Event::Back { seat };
            let seen = Some((*since, *until));
            if self
                .everywhere(request.user, (*since, now), seen, back)
                .await?
            {
                return self.vacation(request.user).await;
            }
        }
        Err(StoreError::Changed.into())
    }

    /// The player and the end of their vacation, if they are on one.
    pub(super) async fn on_vacation(&self, user: UserId) -> Result<Vec<(UserId, i64)>, Refusal> {
        let until = self.vacation(user).await?.until;
        Ok(until.map(|until| (user, until)).into_iter().collect())
    }

    /// Notes a vacation, and the same for the player's seats in every match of theirs, at once: nobody's clocks wait in
    /// some matches and run in others because the bot was killed in between. `seen` is the player's last vacation as it
    /// was judged by; says whether that, and the matches, are still as they were: else nothing is done.
    async fn everywhere(
        &self,
        user: UserId,
        vacation: (i64, i64),
        seen: Option<(i64, i64)>,
        event: impl Fn(Seat) -> Event + Clone + Send + 'static,
    ) -> Result<bool, Refusal> {
        self.check_clock().await?;
        let mut happened = Vec::new();
        for row in self.store.games_of(user).await? {
            if row.phase != PhaseName::Playing {
                continue;
            }
            match self.aside(row.game, user, event.clone()).await {
                Ok(ahead) => happened.extend(ahead),
                // A match that is damaged holds up no other: see `App::note_missed_vacation`.
                Err(refusal) if self.is_damaged(row.game).await? => {
                    tracing::warn!(game = row.game.0, %refusal, "a vacation is not noted here");
                }
                Err(refusal) => return Err(refusal),
            }
        }
        let mut additions = Vec::with_capacity(happened.len());
        for ahead in &happened {
            let mut addition = ahead.addition(None, Vec::new());
            (addition.postings, _) = self.postings(ahead, By::Aside).await?;
            additions.push((ahead.live.id, addition));
        }
        match self.store.vacation(user, vacation, seen, &additions).await {
            Err(StoreError::Changed) => {
                for ahead in happened {
                    self.recent.forget(ahead.live.id);
                }
                Ok(false)
            }
            done => {
                done?;
                for ahead in happened {
                    self.recent.put(Arc::new(ahead.live));
                }
                Ok(true)
            }
        }
    }

    /// Whether a match cannot be read although the store can be.
    async fn is_damaged(&self, game: GameId) -> Result<bool, Refusal> {
        let stored = self.store.load_whole(game).await?;
        think(move || Live::replay(&stored).is_err()).await
    }

    /// Notes in a match that the player to move is on vacation, where that could not be noted when the vacation began: as
    /// of then. Says whether there was anything to note.
    pub(super) async fn note_missed_vacation(&self, live: &Live) -> Result<bool, Refusal> {
        let table = &live.table;
        let (Some(timer), Some((seat, user))) = (table.timer(), live.next().first().copied())
        else {
            return Ok(false);
        };
        let now = self.sources.clock.now();
        if timer.due != Due::Clock || table.away_until(seat, now).is_some() {
            return Ok(false);
        }
        let Some((since, until)) = self.store.vacations(user, now).await?.pop() else {
            return Ok(false);
        };
        let mut ahead = Ahead::of(live.clone(), since.max(timer.runs).min(now));
        for seat in table.seats_of(user) {
            ahead
                .add(Event::Away { seat, until }, None)
                .map_err(impossible)?;
        }
        let mut addition = ahead.addition(None, Vec::new());
        (addition.postings, _) = self.postings(&ahead, By::Aside).await?;
        match self.store.append(live.id, &addition).await {
            Err(StoreError::Changed) => self.recent.forget(live.id),
            done => {
                done?;
                self.recent.put(Arc::new(ahead.live));
            }
        }
        Ok(true)
    }

    /// A match after something has happened to a player's seats in it, not yet stored; `None` where it is not being
    /// played any more, and where its board is lost: no clock runs there, see [`App::note_missed_vacation`].
    async fn aside(
        &self,
        game: GameId,
        user: UserId,
        event: impl Fn(Seat) -> Event + Clone + Send + 'static,
    ) -> Result<Option<Ahead>, Refusal> {
        // What has run out before stays so.
        self.expire(game).await?;
        let live = self.live(game).await?;
        if *live.table.phase() != Phase::Playing || live.lost.is_some() {
            return Ok(None);
        }
        let happen = move |ahead: &mut Ahead, _: &Chance| {
            let mut seats = ahead.live.table.seats_of(user).into_iter();
            seats.try_for_each(|seat| ahead.add(event(seat), None).map_err(impossible))
        };
        let (ahead, _) = self.ahead(live, &happen).await?;
        Ok(Some(ahead))
    }
}
