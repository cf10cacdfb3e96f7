//! By which way a notice is sent, and what becomes of it where a way is closed: a match's home, the channel of its
//! table, a direct message; where every way is closed it is kept and tried again every hour.

use std::slice;
use std::sync::atomic::Ordering;

use futures_util::future::BoxFuture;

use super::change::{Precondition, Trigger};
use super::error::impossible;
use super::notification::{
    DIRECT_CLOSED_FOR, GIVE_UP_AFTER, HOUR, NotificationKind, TRIES, posting, read,
};
use super::pending::PendingMatch;
use super::{App, AppError, Delivery, Destination, NotifyBy, OfferKind};
use crate::match_state::{ChannelId, DAY, Due, Event, GameId, UserId};
use crate::store::{ClaimKind, PhaseName, Row, SendOutcome, UnsentNotice};

/// How many rows are pruned at a time.
const PRUNED: u32 = 1_000;

/// A clock is stopped when no more than this is left of it, in seconds: every way is tried once more before.
const STOP_CLOCK_BELOW: i64 = 2 * HOUR;

/// A bit beside those of the ways: the answer to the request has shown it to the player where the match is played.
pub(super) const SHOWN: u8 = 8;

/// How much waits to be sent. Times are in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// How many notices wait, those that are not ready included; at most [`crate::store::Backlog::MOST`] are counted.
    pub notices: u32,
    /// How long the oldest of those that are ready has waited.
    pub lag: i64,
    /// How long ago the oldest of all that wait was written.
    pub oldest: i64,
    /// How many players cannot be notified that it is their turn; at most [`crate::store::Backlog::MOST`] are counted.
    pub unreachable: u32,
    /// For how long the first of them cannot.
    pub longest: i64,
    /// How many notices have been given up since the start.
    pub given_up: u64,
    /// How many channels that asked for results, a digest or puzzles have been turned off since the start.
    pub lost_channels: u64,
}

/// A way to tell something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Route {
    /// Where the match lives.
    Home,
    /// Where its table was opened.
    Table,
    /// In a direct message.
    Direct,
}

impl Route {
    /// Its bit among those that have been refused.
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

    /// The channel, where it is one of the match's.
    pub fn channel(self, row: &Row) -> Option<ChannelId> {
        match self {
            Route::Home => row.home,
            Route::Table => Some(row.channel),
            Route::Direct => None,
        }
    }
}

/// The ways to tell somebody who wants to be notified like this (`None` is everybody), the best first. Without `direct`
/// they take no direct messages.
pub(super) fn routes(
    row: &Row,
    notify_by: Option<NotifyBy>,
    why: &NotificationKind,
    direct: bool,
) -> Vec<Route> {
    let direct = (direct && notify_by.is_some()).then_some(Route::Direct);
    if why.is_private() || row.outside {
        return direct.into_iter().collect();
    }
    // Without a server, only a match against the machine lives where it was opened: in its player's direct messages.
    let home = row
        .home
        .filter(|home| *home != row.channel || row.guild.is_none());
    // A table without a server was opened in somebody's direct messages, where nobody else is notified.
    let state = row.guild.map(|_| Route::Table);
    let places = home.map(|_| Route::Home).into_iter().chain(state);
    match notify_by {
        Some(NotifyBy::Direct | NotifyBy::Digest) => direct.into_iter().chain(places).collect(),
        _ => places.chain(direct).collect(),
    }
}

/// The ways to tell one player; `remote` where they are not where the match is shown.
pub(super) fn routes_of(
    row: &Row,
    notify_by: NotifyBy,
    why: &NotificationKind,
    direct: bool,
    remote: bool,
) -> Vec<Route> {
    if remote {
        return direct.then_some(Route::Direct).into_iter().collect();
    }
    routes(row, Some(notify_by), why, direct)
}

/// The first of these ways that has not been refused.
pub(super) fn first_open(routes: &[Route], refused: u8) -> Option<Route> {
    routes
        .iter()
        .copied()
        .find(|route| refused & route.bit() == 0)
}

impl App {
    /// Notes what became of an attempt; another process may then send something to those who are `claimed`.
    pub(super) fn note<'a>(
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

    /// A notice has been sent.
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

    /// One way is closed: the next is tried.
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
            if !matches!(why, NotificationKind::Board { .. }) {
                if done == Delivery::Gone {
                    self.lost_channel(&row, &why).await?;
                }
                return Ok(SendOutcome::Done);
            }
            let routes = routes(&row, None, &why, false);
            let tried = first_open(&routes, unsent.refused).map_or(0, Route::bit);
            // With no way left it goes to each of those concerned.
            return Ok(SendOutcome::Refused(unsent.refused | tried));
        };
        let wishes = self.preferences(user).await?;
        let open = !self.store.is_direct_closed(user, now).await?;
        let remote = row.shared && self.store.remote_players(row.game).await?.contains(&user);
        let routes = routes_of(&row, wishes.notify_by, &why, open, remote);
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

    /// What becomes of a notice that no way takes.
    pub(super) async fn nowhere(
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
        // What is private is not sent where others read.
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

    /// A player cannot be notified that it is their turn: after a day of that, or before their time is over, their clock
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

    /// A player has been sent something of a match, or has come: their clock goes on, if it was stopped.
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

    /// Somebody does something with the bot: clocks of theirs that were stopped because they could not be reached go on.
    /// It costs nothing for everybody else.
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

    /// Puts notices to those concerned in the place of one that no channel of the match takes.
    pub(super) async fn split(
        &self,
        unsent: &UnsentNotice,
        row: &Row,
        why: &NotificationKind,
        now: i64,
    ) -> Result<(), AppError> {
        let NotificationKind::Board { mention } = why else {
            return Ok(());
        };
        let mut postings = Vec::new();
        for user in mention {
            let awaited = self.store.awaiting(*user).await?.contains(&unsent.game);
            let why = match row.phase {
                PhaseName::Over => NotificationKind::Ended,
                PhaseName::Open => NotificationKind::Invited,
                PhaseName::Playing if awaited => NotificationKind::Turn,
                PhaseName::Playing => NotificationKind::Began,
            };
            let mut posting = posting(Some(*user), &why, unsent.at);
            posting.ready = now;
            posting.refused = unsent.refused;
            postings.push(posting);
        }
        Ok(self.store.split(unsent, &postings, now).await?)
    }

    /// How much waits to be sent. What it costs does not grow with the number of matches.
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

    /// Somebody can be sent direct messages again, as far as is known: what could not be sent to them is tried now.
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

    /// Whether an offer that somebody is to be notified of is not open any more.
    pub(super) async fn is_withdrawn(
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

    /// Forgets, once an hour, what was sent long ago.
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
