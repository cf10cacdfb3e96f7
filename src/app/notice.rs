//! Notices, the messages that people are sent besides answers: plain data, stored with the events that they are about
//! and handed to the adapter that can send them.

pub(super) mod answers;
pub(super) mod delivery;
pub(super) mod fallback;
pub(super) mod kinds;
pub(super) mod overtaken;
pub(super) mod postings;
pub(super) mod reachability;
pub(super) mod recipients;
pub(super) mod route;
pub(super) mod texts;

use futures_util::future::BoxFuture;

use crate::app::person::preferences::{NotifyBy, Preferences};
use crate::app::view::listing::{line, title_of_row};
use crate::app::{App, AppError, DailyList, Listed};
use crate::games;
use crate::match_state::{DAY, UserId};
use crate::rules::Options;
use crate::store::{BulletinKind, PhaseName, Row, SendOutcome, StoreError, TOGETHER, UnsentNotice};
use answers::FallbackFor;
use kinds::{Destination, Item, Notice, NotificationKind, digest_delay, read};
use route::{Route, SHOWN, first_open, routes_to_all};

impl App {
    /// Decides how, and whether, to send a notice.
    pub(super) fn prepare<'a>(
        &'a self,
        unsent: &'a UnsentNotice,
        now: i64,
    ) -> BoxFuture<'a, Result<Prepared, AppError>> {
        Box::pin(async move {
            let leave = |outcome| Ok(Prepared::Leave(outcome));
            let Some(why) = read(&unsent.why) else {
                return leave(self.put_aside(unsent.id, now));
            };
            if let Some(outcome) = self.fallback_outcome(unsent, now) {
                return leave(outcome);
            }
            let row = self.store.row(unsent.game).await?;
            let passes = why.passes() || unsent.cover.is_some();
            if passes && row.changed > unsent.ply {
                return leave(SendOutcome::Done);
            }
            if why.is_settled(&row)
                || self.is_withdrawn(unsent.game, &why).await?
                || self.is_overtaken(unsent, &why, &row, now).await?
            {
                return leave(SendOutcome::Done);
            }
            let Some(user) = unsent.user else {
                return self.prepare_for_all(unsent, row, why, now).await;
            };
            let why = self.as_things_stand(why, &row, user).await?;
            let wishes = self.preferences(user).await?;
            if wishes.notify_by == NotifyBy::Nothing {
                return leave(SendOutcome::Done);
            }
            if let Some(until) = wishes.quiet_until(now)
                && !why.cannot_wait(until)
            {
                return leave(SendOutcome::Later(until));
            }
            let routes = self
                .routes_to(user, wishes.notify_by, &row, &why, now)
                .await?;
            let Some(route) = first_open(&routes, unsent.refused) else {
                return leave(self.nowhere(unsent, &why, now).await?);
            };
            if wishes.notify_by == NotifyBy::Digest && !why.is_urgent() && route == Route::Direct {
                let delay = digest_delay(user);
                let due = wishes.next_digest(unsent.at - delay) + delay;
                if now < due {
                    return leave(SendOutcome::Later(due));
                }
                return Ok(Prepared::Collect(user));
            }
            Ok(Prepared::Send(Notice {
                nonce: nonce(unsent),
                to: Some(user),
                way: route.way(),
                channel: route.channel(&row),
                changes: None,
                fallback_for: None,
                reminder: matches!(why, NotificationKind::Reminder { .. }).then_some(unsent.id),
                silent: unsent.refused & SHOWN != 0,
                items: vec![self.personal_item(&row, why, unsent.at, user).await],
                waiting: None,
            }))
        })
    }

    /// Replaces a reminder's deadline by the current one, which outages and vacations may have moved. A player whose
    /// clock has been stopped gets a notification of the turn instead.
    async fn as_things_stand(
        &self,
        why: NotificationKind,
        row: &Row,
        user: UserId,
    ) -> Result<NotificationKind, AppError> {
        let deadline = match why {
            NotificationKind::Reminder { deadline } => deadline,
            NotificationKind::ClaimReminder { seat, until } => {
                let until = row.deadline.unwrap_or(until);
                return Ok(NotificationKind::ClaimReminder { seat, until });
            }
            why => return Ok(why),
        };
        if row.deadline == Some(deadline) {
            return Ok(why);
        }
        let stopped = self.store.is_unreachable(row.game, user).await? == Some(true);
        Ok(match row.deadline {
            Some(deadline) if !stopped => NotificationKind::Reminder { deadline },
            _ => NotificationKind::Turn,
        })
    }

    /// Decides how, and whether, to send a notice for everybody at the match's home.
    async fn prepare_for_all(
        &self,
        unsent: &UnsentNotice,
        row: Row,
        why: NotificationKind,
        now: i64,
    ) -> Result<Prepared, AppError> {
        // A hidden match is named where everybody reads only to call its players.
        if why == NotificationKind::GivenBack
            && !self.store.hidden(&[unsent.game]).await?.is_empty()
        {
            return Ok(Prepared::Leave(SendOutcome::Done));
        }
        let mut changes = None;
        let mut channel = None;
        match (&why, row.table_message) {
            (NotificationKind::TableChanged | NotificationKind::Archive, _) if row.outside => {
                return Ok(Prepared::Leave(SendOutcome::Done));
            }
            (NotificationKind::TableChanged, None) => {
                return Ok(Prepared::Leave(SendOutcome::Done));
            }
            (NotificationKind::TableChanged, Some((place, message))) => {
                (channel, changes) = (Some(place), Some(message));
            }
            (NotificationKind::Archive, _) => match row.home {
                Some(home) if !self.store.is_home(home).await? => channel = Some(home),
                _ => return Ok(Prepared::Leave(SendOutcome::Done)),
            },
            // Nothing can be posted outside: the players are notified by direct message.
            _ if row.outside && why.mentioned().is_some() => {}
            (NotificationKind::Result { .. } | NotificationKind::Weekly { .. }, _) => {
                return self.prepare_bulletin(unsent, &row, why).await;
            }
            _ if let Some(mention) = why.mentioned() => {
                match self.quiet_all(mention, now).await? {
                    Quiet::Until(until) => return Ok(Prepared::Leave(SendOutcome::Later(until))),
                    // Each is notified separately, at the end of their quiet hours.
                    Quiet::Some => {}
                    Quiet::Nobody => {
                        let routes = routes_to_all(&row, &why);
                        let route = first_open(&routes, unsent.refused);
                        channel = route.and_then(|route| route.channel(&row));
                    }
                }
            }
            _ => channel = row.home.or(Some(row.channel)),
        }
        let Some(channel) = channel else {
            self.split(unsent, &row, &why, now).await?;
            return Ok(Prepared::Leave(SendOutcome::Done));
        };
        let fallback_for = unsent.cover.map(|interaction| FallbackFor {
            interaction,
            ply: unsent.ply,
        });
        Ok(Prepared::Send(Notice {
            nonce: match &fallback_for {
                Some(answer) if unsent.refused == 0 => answer.nonce(),
                _ => nonce(unsent),
            },
            to: None,
            way: Destination::Home,
            channel: Some(channel),
            changes,
            fallback_for,
            reminder: None,
            silent: false,
            items: vec![item(&row, why, unsent.at)],
            waiting: None,
        }))
    }

    /// Decides how, and whether, to send a bulletin that a channel asks for.
    async fn prepare_bulletin(
        &self,
        unsent: &UnsentNotice,
        row: &Row,
        why: NotificationKind,
    ) -> Result<Prepared, AppError> {
        let done = Ok(Prepared::Leave(SendOutcome::Done));
        let (kind, channel) = match &why {
            NotificationKind::Result { channel } => (BulletinKind::Results, *channel),
            NotificationKind::Weekly { channel, .. } => (BulletinKind::Digest, *channel),
            _ => return done,
        };
        let Some(guild) = row.guild else {
            return done;
        };
        if self.store.bulletin(guild, kind).await? != Some(channel) {
            return done;
        }
        let mut item = item(row, why.clone(), unsent.at);
        match &why {
            NotificationKind::Weekly { since, until, .. } => {
                match self.weekly(guild, (*since, *until)).await? {
                    Some(words) => item.text = words,
                    None => return done,
                }
            }
            // A moderator has hidden the match meanwhile.
            _ if !self.store.hidden(&[row.game]).await?.is_empty() => return done,
            _ => {}
        }
        Ok(Prepared::Send(Notice {
            nonce: nonce(unsent),
            to: None,
            way: Destination::Home,
            channel: Some(channel),
            changes: None,
            fallback_for: None,
            reminder: None,
            silent: false,
            items: vec![item],
            waiting: None,
        }))
    }

    /// Returns which of the mentioned users have quiet hours now.
    async fn quiet_all(&self, mention: &[UserId], now: i64) -> Result<Quiet, AppError> {
        let mut ends = Vec::new();
        for user in mention {
            ends.extend(self.wishes(*user).await?.quiet_until(now));
        }
        Ok(match ends.iter().min() {
            None => Quiet::Nobody,
            Some(first) if ends.len() == mention.len() => Quiet::Until(*first),
            Some(_) => Quiet::Some,
        })
    }

    /// Returns a notification to a player as part of a notice: of an end, with what it has changed in their rating.
    async fn personal_item(&self, row: &Row, why: NotificationKind, at: i64, user: UserId) -> Item {
        let mut item = item(row, why, at);
        if item.why == NotificationKind::Ended {
            let mut changes = self.rating_changes(row.game).await.into_iter();
            if let Some(change) = changes.find(|change| change.user == user) {
                let rating = format!(" Your rating: {} → {}.", change.before, change.after);
                item.text.push_str(&rating);
            }
        }
        item
    }

    /// Returns the daily message of a player.
    pub(super) async fn digest(
        &self,
        user: UserId,
        list: &[UnsentNotice],
        now: i64,
    ) -> Result<Notice, AppError> {
        let mut items = Vec::with_capacity(list.len());
        for unsent in list {
            if let Some(why) = read(&unsent.why) {
                let row = self.store.row(unsent.game).await?;
                items.push(self.personal_item(&row, why, unsent.at, user).await);
            }
        }
        let awaiting = self.store.awaiting(user).await?;
        let listings = self.store.listed(&awaiting).await?;
        let mut games: Vec<Listed> = listings.iter().map(|one| line(one, user)).collect();
        games.sort_by_key(|one| (one.deadline.is_none(), one.deadline, one.game));
        let is_urgent = |one: &&Listed| one.deadline.is_some_and(|at| at < now + DAY);
        let (waiting, urgent) = (games.len(), games.iter().filter(is_urgent).count());
        // Further messages follow, with further matches.
        if list.len() >= TOGETHER as usize {
            games.retain(|one| items.iter().any(|item| item.game == one.game));
        }
        Ok(Notice {
            nonce: list.first().map(nonce).unwrap_or_default(),
            to: Some(user),
            way: Destination::Direct,
            channel: None,
            changes: None,
            fallback_for: None,
            reminder: None,
            silent: false,
            items,
            waiting: Some(DailyList {
                games,
                waiting,
                urgent,
            }),
        })
    }

    async fn wishes(&self, user: UserId) -> Result<Preferences, StoreError> {
        // Preferences that cannot be read count as the defaults.
        Ok(self.preferences(user).await.unwrap_or_default())
    }
}

/// The users of a list who have quiet hours.
enum Quiet {
    /// No user of the list.
    Nobody,
    /// Some of the users.
    Some,
    /// All users; the first of their quiet hours end at this time, in seconds of the Unix epoch.
    Until(i64),
}

/// The decision about a notice.
pub(super) enum Prepared {
    /// Send nothing now.
    Leave(SendOutcome),
    /// Send it.
    Send(Notice),
    /// Put it into the daily message.
    Collect(UserId),
}

/// Returns the nonce of a notice: constant for a row and the way by which it is sent.
fn nonce(unsent: &UnsentNotice) -> String {
    let way = match unsent.refused {
        0 => String::new(),
        refused => format!("-{refused:x}"),
    };
    format!("{:x}-{:x}{way}", unsent.at, unsent.id)
}

fn item(row: &Row, why: NotificationKind, at: i64) -> Item {
    let options: Options = serde_json::from_str(&row.options).unwrap_or_default();
    let kind = games::find(&row.key).map(|kind| kind.under(&options));
    Item {
        game: row.game,
        title: title_of_row(row),
        guild: row.guild,
        table: row
            .table_message
            .filter(|_| row.phase == PhaseName::Playing && row.moves == 0),
        home: row.home,
        text: why.sentence(kind, row),
        why,
        at,
    }
}
