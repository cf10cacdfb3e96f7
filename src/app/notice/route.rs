//! Routes of a notice: a match's home, the channel of its table, a direct message. If one is closed the next is tried;
//! if all are closed the notice is kept and tried again every hour.

use std::slice;
use std::sync::atomic::Ordering;

use futures_util::future::BoxFuture;

use super::kinds::{
    DIRECT_CLOSED_FOR, GIVE_UP_AFTER, HOUR, NotificationKind, TRIES, posting, read,
};
use crate::app::error::impossible;
use crate::app::matches::change::{Precondition, Trigger};
use crate::app::matches::pending::PendingMatch;
use crate::app::{App, AppError, Delivery, Destination, NotifyBy, OfferKind};
use crate::match_state::{ChannelId, DAY, Due, Event, GameId, UserId};
use crate::store::{ClaimKind, PhaseName, Row, SendOutcome, UnsentNotice};

/// Number of rows pruned at a time.
const PRUNED: u32 = 1_000;

/// Time left on a clock, in seconds, below which it is stopped; every route is tried once more before.
const STOP_CLOCK_BELOW: i64 = 2 * HOUR;

/// A bit besides those of the routes: the answer to a request has notified the player at the match's home.
pub(in crate::app) const SHOWN: u8 = 8;

/// The size of the backlog. Times are in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Number of waiting notices, including those that are not ready; counted up to [`crate::store::Backlog::MOST`].
    pub notices: u32,
    /// The age of the oldest notice that is ready.
    pub lag: i64,
    /// The age of the oldest notice of all.
    pub oldest: i64,
    /// Number of players who cannot be notified of their turns; counted up to [`crate::store::Backlog::MOST`].
    pub unreachable: u32,
    /// Time for which the first of them has been unreachable.
    pub longest: i64,
    /// Number of notices given up since the start.
    pub given_up: u64,
    /// Number of channels for results, a digest or puzzles turned off since the start.
    pub lost_channels: u64,
}

/// A route of a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Route {
    /// The match's home.
    Home,
    /// The channel in which its table was opened.
    Table,
    /// A direct message.
    Direct,
}

impl Route {
    /// Returns the route's bit in the set of refused routes.
    pub fn bit(self) -> u8 {
        match self {
            Route::Home => 1,
            Route::Table => 2,
            Route::Direct => 4,
        }
    }

    pub fn way(self) -> Destination {
        match self {
            Route::Home | Route::Table => Destination::Home,
            Route::Direct => Destination::Direct,
        }
    }

    /// Returns the route's channel, if it is one of the match's.
    pub fn channel(self, row: &Row) -> Option<ChannelId> {
        match self {
            Route::Home => row.home,
            Route::Table => Some(row.channel),
            Route::Direct => None,
        }
    }
}

/// Returns the routes to everybody, the best first.
pub(in crate::app) fn routes_to_all(row: &Row, why: &NotificationKind) -> Vec<Route> {
    if why.is_private() || row.outside {
        return Vec::new();
    }
    // Without a server only a match against the machine lives where it was opened: in its player's direct messages.
    let home = row
        .home
        .filter(|home| *home != row.channel || row.guild.is_none());
    // A table without a server was opened in a user's direct messages, where nobody else can be notified.
    let state = row.guild.map(|_| Route::Table);
    home.map(|_| Route::Home).into_iter().chain(state).collect()
}

/// Returns the first of these routes that has not been refused.
pub(in crate::app) fn first_open(routes: &[Route], refused: u8) -> Option<Route> {
    routes
        .iter()
        .copied()
        .find(|route| refused & route.bit() == 0)
}

impl App {
    /// Returns the routes to a user with this preference, the best first.
    pub(in crate::app) async fn routes_to(
        &self,
        user: UserId,
        notify_by: NotifyBy,
        row: &Row,
        why: &NotificationKind,
        now: i64,
    ) -> Result<Vec<Route>, AppError> {
        let is_closed = self.store.is_direct_closed(user, now).await?;
        let direct = (!is_closed).then_some(Route::Direct).into_iter();
        // A player from elsewhere is not where the match is shown.
        if row.shared && self.store.remote_players(row.game).await?.contains(&user) {
            return Ok(direct.collect());
        }
        let places = routes_to_all(row, why).into_iter();
        Ok(match notify_by {
            NotifyBy::Direct | NotifyBy::Digest => direct.chain(places).collect(),
            _ => places.chain(direct).collect(),
        })
    }

    /// Records the result of an attempt; afterwards another process may send to the addressee who was `claimed`.
    pub(in crate::app) fn note<'a>(
        &'a self,
        list: &'a [&'a UnsentNotice],
        done: Delivery,
        now: i64,
        claimed: Option<(ClaimKind, i64)>,
    ) -> BoxFuture<'a, Result<(), AppError>> {
        Box::pin(async move {
            let mut outcomes = Vec::with_capacity(list.len());
            for unsent in list {
                outcomes.push((unsent.id, self.outcome(unsent, done, now).await?));
            }
            let claimed = claimed
                .as_ref()
                .map(|(kind, id)| (*kind, slice::from_ref(id)));
            let recorded = self.store.record_outcomes(&outcomes, now, claimed);
            recorded.await?;
            self.prune_sent(now).await
        })
    }

    async fn outcome(
        &self,
        unsent: &UnsentNotice,
        done: Delivery,
        now: i64,
    ) -> Result<SendOutcome, AppError> {
        match done {
            Delivery::Done => {
                self.arrived(unsent).await?;
                Ok(SendOutcome::Done)
            }
            Delivery::Failed if unsent.tries + 1 < TRIES => Ok(SendOutcome::Again(
                now + (30 << unsent.tries.min(7)).min(HOUR),
            )),
            Delivery::Moved if unsent.tries + 1 < TRIES => Ok(SendOutcome::Again(now)),
            Delivery::Blocked | Delivery::Gone | Delivery::Moved | Delivery::Failed => {
                self.refused(unsent, done, now).await
            }
        }
    }

    /// Handles a notice that has arrived: the player is reachable, and the channel of the table may become the home.
    async fn arrived(&self, unsent: &UnsentNotice) -> Result<(), AppError> {
        if let Some(user) = unsent.user {
            self.reached(unsent.game, user).await?;
        }
        let moved =
            unsent.refused & Route::Home.bit() != 0 && unsent.refused & Route::Table.bit() == 0;
        if moved
            && !matches!(
                read(&unsent.why),
                Some(
                    NotificationKind::TableChanged
                        | NotificationKind::Archive
                        | NotificationKind::Result { .. }
                        | NotificationKind::Weekly { .. }
                )
            )
        {
            let row = self.store.row(unsent.game).await?;
            if row.guild.is_some() && row.home != Some(row.channel) {
                tracing::info!(
                    game = unsent.game.0,
                    "a match goes on in the channel of its table: its home cannot be reached"
                );
                self.store.set_home(unsent.game, row.channel).await?;
            }
        }
        Ok(())
    }

    /// Handles a route that is closed: the next one is tried.
    async fn refused(
        &self,
        unsent: &UnsentNotice,
        done: Delivery,
        now: i64,
    ) -> Result<SendOutcome, AppError> {
        let Some(why) = read(&unsent.why) else {
            return Ok(SendOutcome::Done);
        };
        let row = self.store.row(unsent.game).await?;
        let Some(user) = unsent.user else {
            if why.mentioned().is_none() {
                if done == Delivery::Gone {
                    self.lost_channel(&row, &why).await?;
                }
                return Ok(SendOutcome::Done);
            }
            let tried =
                first_open(&routes_to_all(&row, &why), unsent.refused).map_or(0, Route::bit);
            // If no route is left, the notice is split into one for each player.
            return Ok(SendOutcome::Refused(unsent.refused | tried));
        };
        let wishes = self.preferences(user).await?;
        let routes = self
            .routes_to(user, wishes.notify_by, &row, &why, now)
            .await?;
        let tried = first_open(&routes, unsent.refused);
        if done == Delivery::Blocked && tried == Some(Route::Direct) {
            self.store
                .close_direct(user, now + DIRECT_CLOSED_FOR)
                .await?;
        }
        let refused = unsent.refused | tried.map_or(0, Route::bit);
        match first_open(&routes, refused) {
            Some(_) => Ok(SendOutcome::Refused(refused)),
            None => self.nowhere(unsent, &why, now).await,
        }
    }

    /// Returns the outcome of a notice that has no route left.
    pub(in crate::app) async fn nowhere(
        &self,
        unsent: &UnsentNotice,
        why: &NotificationKind,
        now: i64,
    ) -> Result<SendOutcome, AppError> {
        let Some(user) = unsent.user else {
            return Ok(SendOutcome::Done);
        };
        if unsent.refused & SHOWN != 0 {
            return Ok(SendOutcome::Done);
        }
        // A private notice is not sent where others read.
        if why.is_private() || now - unsent.at > GIVE_UP_AFTER {
            self.reach.given_up.fetch_add(1, Ordering::Relaxed);
            tracing::warn!(notice = unsent.id, "a notice is given up: no way takes it");
            return Ok(SendOutcome::Done);
        }
        if why.asks_for_a_move()
            && let Err(refusal) = self.unreached(unsent.game, user, now).await
        {
            tracing::warn!(game = unsent.game.0, %refusal, "a clock that should stop still runs");
        }
        Ok(SendOutcome::Nowhere(now + HOUR))
    }

    /// Records that a player cannot be notified of a turn: after a day, or before the player's time runs out, the clock
    /// stops.
    async fn unreached(&self, game: GameId, user: UserId, now: i64) -> Result<(), AppError> {
        let unreached = self.store.unreached(game, user, now).await?;
        let loaded = self.load(game).await?;
        let timer = loaded.state.timer().filter(|timer| timer.due == Due::Clock);
        let seat = loaded
            .next()
            .first()
            .filter(|(_, next)| *next == user)
            .copied();
        let (Some(timer), Some((seat, _))) = (timer, seat) else {
            return Ok(());
        };
        if now - unreached.since < DAY && timer.at - now > STOP_CLOCK_BELOW {
            return Ok(());
        }
        let since = unreached.since;
        let stop = move |pending: &mut PendingMatch, _: &_| {
            let still = pending.loaded.next().first() == Some(&(seat, user));
            if !still || pending.loaded.state.is_stopped() {
                return Ok(());
            }
            let stopped = Event::Unreachable { seat, since };
            pending.add(stopped, None).map_err(impossible)
        };
        self.change(Trigger::Aside, game, Precondition::Any, stop)
            .await?;
        self.store.stopped(game, user).await?;
        self.reach.wait_for(user);
        Ok(())
    }

    /// Records that a player has been reached through a match, or has come: a stopped clock goes on.
    async fn reached(&self, game: GameId, user: UserId) -> Result<(), AppError> {
        let Some(stopped) = self.store.is_unreachable(game, user).await? else {
            return Ok(());
        };
        if !stopped {
            return Ok(self.store.reached(game, user).await?);
        }
        let go_on = move |pending: &mut PendingMatch, _: &_| {
            let next = pending.loaded.next().first().copied();
            match next {
                Some((seat, next)) if next == user && pending.loaded.state.is_stopped() => {
                    let reached = Event::Reached { seat };
                    pending.add(reached, None).map_err(impossible)
                }
                _ => Ok(()),
            }
        };
        self.change(Trigger::Aside, game, Precondition::Any, go_on)
            .await?;
        Ok(self.store.reached(game, user).await?)
    }

    /// Lets the stopped clocks of a user who does something with the bot go on. Costs nothing for other users.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn came(&self, user: UserId) -> Result<(), AppError> {
        if !self.reach.is_waited_for(user) {
            return Ok(());
        }
        for unreachable in self.store.unreachable(Some(user)).await? {
            self.reached(unreachable.game, user).await?;
        }
        self.reach.found(user);
        Ok(())
    }

    /// Replaces a notice that no channel of the match takes by notices to each player.
    pub(in crate::app) async fn split(
        &self,
        unsent: &UnsentNotice,
        row: &Row,
        why: &NotificationKind,
        now: i64,
    ) -> Result<(), AppError> {
        let Some(mention) = why.mentioned() else {
            return Ok(());
        };
        let mut postings = Vec::new();
        for user in mention {
            let awaited = self.store.awaiting(*user).await?.contains(&unsent.game);
            let why = match row.phase {
                _ if let NotificationKind::Together { why, .. } = why => (**why).clone(),
                PhaseName::Over => NotificationKind::Ended,
                PhaseName::Open => NotificationKind::Invited,
                PhaseName::Playing if awaited => NotificationKind::Turn,
                PhaseName::Playing if row.moves == 0 => NotificationKind::Began,
                PhaseName::Playing => NotificationKind::News,
            };
            let mut posting = posting(Some(*user), &why, unsent.at);
            posting.ready = now;
            posting.refused = unsent.refused;
            postings.push(posting);
        }
        Ok(self.store.split(unsent, &postings, now).await?)
    }

    /// Returns the size of the backlog, at a cost that does not grow with the number of matches.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn waiting(&self) -> Result<Waiting, AppError> {
        let now = self.sources.clock.now();
        let backlog = self.store.backlog(now).await?;
        let age = |since: Option<i64>| since.map_or(0, |since| (now - since).max(0));
        Ok(Waiting {
            notices: backlog.waiting,
            lag: age(backlog.ready),
            oldest: age(backlog.oldest),
            unreachable: backlog.unreachable,
            longest: age(backlog.since),
            given_up: self.reach.given_up.load(Ordering::Relaxed),
            lost_channels: self.reach.lost_channels.load(Ordering::Relaxed),
        })
    }

    /// Records that a user takes direct messages again; messages that failed are tried now.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn direct_opened(&self, user: UserId) -> Result<(), AppError> {
        let now = self.sources.clock.now();
        if self.store.is_direct_closed(user, now).await? {
            self.store.open_direct(user, now).await?;
        }
        Ok(())
    }

    /// True if the offer that a notice reports is not open any more.
    pub(in crate::app) async fn is_withdrawn(
        &self,
        game: GameId,
        why: &NotificationKind,
    ) -> Result<bool, AppError> {
        let NotificationKind::Offer { kind, user } = why else {
            return Ok(false);
        };
        let offers = self.store.offers(game).await?;
        let stands = |kind: &OfferKind| {
            offers
                .iter()
                .any(|offer| offer.kind == kind.key() && offer.user == *user)
        };
        Ok(!stands(kind))
    }

    /// Deletes rows sent long ago, once an hour.
    async fn prune_sent(&self, now: i64) -> Result<(), AppError> {
        let last = self.reach.pruned.load(Ordering::Relaxed);
        let due = !(last..last + HOUR).contains(&now);
        let mine = due
            && self
                .reach
                .pruned
                .compare_exchange(last, now, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok();
        if mine {
            self.store.prune_sent(now, PRUNED).await?;
        }
        Ok(())
    }
}
