//! Vacations: a player's clocks wait in all their matches, out of a budget of days. None ever begins by itself, and the
//! opponents see both.

use std::sync::Arc;

use super::change::{ATTEMPTS, By};
use super::live::Ahead;
use super::lobby::impossible;
use super::{App, Chance, Refusal, Request};
use crate::rules::Seat;
use crate::store::{PhaseName, StoreError};
use crate::table::{DAY, Event, GameId, Phase, UserId};

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
        })
    }

    /// Goes on vacation for so many days: the asker's clocks wait in every match.
    ///
    /// # Errors
    /// Already on vacation; not so many days are left.
    pub async fn begin_vacation(&self, request: Request, days: i64) -> Result<Vacation, Refusal> {
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
        self.everywhere(request.user, (now, until), away).await?;
        self.vacation(request.user).await
    }

    /// Comes back early: the days that are left go back into the budget.
    ///
    /// # Errors
    /// Not on vacation.
    pub async fn end_vacation(&self, request: Request) -> Result<Vacation, Refusal> {
        let now = self.sources.clock.now();
        let current = self.store.vacations(request.user, now).await?;
        let Some((since, _)) = current.last() else {
            return Err(Refusal::Plain("You are not on vacation.".to_owned()));
        };
        let back = |seat| Event::Back { seat };
        self.everywhere(request.user, (*since, now), back).await?;
        self.vacation(request.user).await
    }

    /// The player and the end of their vacation, if they are on one.
    pub(super) async fn on_vacation(&self, user: UserId) -> Result<Vec<(UserId, i64)>, Refusal> {
        let until = self.vacation(user).await?.until;
        Ok(until.map(|until| (user, until)).into_iter().collect())
    }

    /// Notes a vacation and lets the same happen to the player's seat in every match of theirs, at once: nobody's clocks
    /// wait in some matches and run in others because the bot was killed in between.
    async fn everywhere(
        &self,
        user: UserId,
        vacation: (i64, i64),
        event: impl Fn(Seat) -> Event + Clone + Send + 'static,
    ) -> Result<(), Refusal> {
        for _ in 0..ATTEMPTS {
            let mut happened = Vec::new();
            for row in self.store.games_of(user).await? {
                if row.phase != PhaseName::Playing {
                    continue;
                }
                match self.aside(row.game, user, event.clone()).await {
                    Ok(ahead) => happened.extend(ahead),
                    // A match that cannot be read holds up no other.
                    Err(refusal) => {
                        tracing::warn!(game = row.game.0, %refusal, "a vacation is not noted here");
                    }
                }
            }
            let mut additions = Vec::with_capacity(happened.len());
            for ahead in &happened {
                let mut addition = ahead.addition(None, Vec::new());
                (addition.postings, _) = self.postings(ahead, By::Aside).await?;
                additions.push((ahead.live.id, addition));
            }
            match self.store.vacation(user, vacation, &additions).await {
                Err(StoreError::Changed) => {}
                done => {
                    done?;
                    for ahead in happened {
                        self.recent.put(Arc::new(ahead.live));
                    }
                    return Ok(());
                }
            }
        }
        Err(StoreError::Changed.into())
    }

    /// A match after something has happened to a player's seats in it, not yet stored; `None` where it is not being
    /// played any more.
    async fn aside(
        &self,
        game: GameId,
        user: UserId,
        event: impl Fn(Seat) -> Event + Clone + Send + 'static,
    ) -> Result<Option<Ahead>, Refusal> {
        let live = self.live(game).await?;
        if *live.table.phase() != Phase::Playing {
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
