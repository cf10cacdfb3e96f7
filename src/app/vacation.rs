//! Vacations: a player's clocks wait in all their matches, out of a budget of days. None ever begins by itself, and the
//! opponents see both.

use super::change::{By, Since};
use super::live::Ahead;
use super::lobby::impossible;
use super::{App, Chance, Refusal, Request};
use crate::store::PhaseName;
use crate::table::{DAY, Event, Phase, UserId};

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
        self.store.vacation(request.user, now, until).await?;
        self.everywhere(request.user, move |seat| Event::Away { seat, until })
            .await?;
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
        self.store.vacation(request.user, *since, now).await?;
        self.everywhere(request.user, |seat| Event::Back { seat })
            .await?;
        self.vacation(request.user).await
    }

    /// The player and the end of their vacation, if they are on one.
    pub(super) async fn on_vacation(&self, user: UserId) -> Result<Vec<(UserId, i64)>, Refusal> {
        let until = self.vacation(user).await?.until;
        Ok(until.map(|until| (user, until)).into_iter().collect())
    }

    /// Lets the same happen to a player's seat in every match of theirs.
    async fn everywhere(
        &self,
        user: UserId,
        event: impl Fn(crate::rules::Seat) -> Event + Clone + Send + 'static,
    ) -> Result<(), Refusal> {
        for row in self.store.games_of(user).await? {
            if row.phase != PhaseName::Playing {
                continue;
            }
            let event = event.clone();
            let happen = move |ahead: &mut Ahead, _: &Chance| {
                if *ahead.live.table.phase() != Phase::Playing {
                    return Ok(());
                }
                for seat in ahead.live.table.seats_of(user) {
                    ahead.add(event(seat), None).map_err(impossible)?;
                }
                Ok(())
            };
            // A match that cannot be read holds up no other.
            if let Err(refusal) = self.change(By::Aside, row.game, Since::Any, happen).await {
                tracing::warn!(game = row.game.0, %refusal, "a vacation is not noted here");
            }
        }
        Ok(())
    }
}
