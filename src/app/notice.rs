//! Notices, the messages that people are sent besides answers: plain data, stored with the events that they are about
//! and handed to the adapter that can send them.

pub(super) mod answers;
pub(super) mod delivery;
pub(super) mod fallback;
pub(super) mod kinds;
pub(super) mod overtaken;
pub(super) mod reachability;
pub(super) mod recipients;
pub(super) mod route;
pub(super) mod texts;

use futures_util::future::BoxFuture;

use crate::app::matches::change::Trigger;
use crate::app::matches::loaded::LoadedMatch;
use crate::app::matches::pending::PendingMatch;
use crate::app::person::preferences::{NotifyBy, Preferences};
use crate::app::request::Request;
use crate::app::view::listing::{line, title_of_row};
use crate::app::{App, AppError, DailyList, Listed};
use crate::games;
use crate::match_state::{DAY, Event, Phase, UserId};
use crate::rules::Options;
use crate::store::{
    BulletinKind, PhaseName, Posting, Row, SendOutcome, StoreError, TOGETHER, UnsentNotice,
};
use answers::FallbackFor;
use fallback::FALLBACK_AFTER;
use kinds::{
    ARCHIVE_AFTER, Destination, Item, Notice, NotificationKind, digest_delay, posting, read,
};
use recipients::{is_shown_at_home, notifications};
use route::{Route, SHOWN, first_open, routes, routes_of};

/// The notices of a change, and the users whom the board shown for it mentions.
pub(super) type Postings = (Vec<Posting>, Vec<UserId>);

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
            let open = !self.store.is_direct_closed(user, now).await?;
            let remote = row.shared && self.store.remote_players(row.game).await?.contains(&user);
            let routes = routes_of(&row, wishes.notify_by, &why, open, remote);
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
        let (percent, deadline) = match why {
            NotificationKind::Reminder { percent, deadline } => (percent, deadline),
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
            Some(deadline) if !stopped => NotificationKind::Reminder { percent, deadline },
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
            (NotificationKind::Board { .. } | NotificationKind::Together { .. }, _)
                if row.outside => {}
            (NotificationKind::Result { .. } | NotificationKind::Weekly { .. }, _) => {
                return self.prepare_bulletin(unsent, &row, why).await;
            }
            (NotificationKind::Board { mention, .. }, _) => {
                match self.quiet_all(mention, now).await? {
                    Quiet::Until(until) => return Ok(Prepared::Leave(SendOutcome::Later(until))),
                    // Each is notified separately, at the end of their quiet hours.
                    Quiet::Some => {}
                    Quiet::Nobody => {
                        let routes = routes(&row, None, &why, false);
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
            items,
            waiting: Some(DailyList {
                games,
                waiting,
                urgent,
            }),
        })
    }

    /// Returns the notices of a change, and the users whom the board shown for it mentions. The user who made the
    /// change has seen it and gets none.
    pub(super) fn postings<'a>(
        &'a self,
        pending: &'a PendingMatch,
        by: Trigger,
    ) -> BoxFuture<'a, Result<Postings, StoreError>> {
        Box::pin(async move {
            let actor = by.user();
            let (mut postings, mut mention) = (Vec::new(), Vec::new());
            if pending.loaded.is_private() {
                return Ok((postings, mention));
            }
            let remote = self.remote_players(pending).await?;
            let mut list = notifications(pending, actor);
            list.retain(|(user, why)| Some(*user) != actor || why.is_private());
            for (users, why) in drain_alike(&mut list) {
                postings.extend(
                    self.told_alike(&pending.loaded, &users, &why, pending.at)
                        .await?,
                );
            }
            for (user, why) in list {
                let is_remote = remote.contains(&user);
                let (mentioned, sent) = self
                    .posting_to(pending, by, (user, is_remote), &why)
                    .await?;
                mention.extend(mentioned.then_some(user));
                postings.extend(sent);
            }
            postings.extend(posting_at_home(pending, by, &mention));
            if let Trigger::Request(request) | Trigger::Move(request) = by
                && !by.is_unseen(&pending.loaded)
            {
                postings.extend(self.fallback_posting(pending, request, &mention));
            }
            // The machine takes its seats through an answer that does not change the table's message.
            let fills =
                |event: &Event| matches!(event, Event::Joined { user, .. } if user.is_machine());
            if pending.was.phase() == &Phase::Open
                && pending.loaded.state.phase() == &Phase::Open
                && pending.was.ply() > 0
                && pending.events.iter().any(fills)
            {
                postings.push(posting(None, &NotificationKind::TableChanged, pending.at));
            }
            let state = &pending.loaded.state;
            let ended =
                matches!(state.phase(), Phase::Over(_)) && *pending.was.phase() == Phase::Playing;
            if ended {
                postings.extend(self.result_posting(pending).await?);
                let mut archive = posting(None, &NotificationKind::Archive, pending.at);
                archive.ready += ARCHIVE_AFTER;
                postings.push(archive);
            }
            Ok((postings, mention))
        })
    }

    /// Returns how a player is notified: whether the board mentions them, and the notice sent besides. `is_remote` if
    /// they play without being where the match is shown.
    async fn posting_to(
        &self,
        pending: &PendingMatch,
        by: Trigger,
        (user, is_remote): (UserId, bool),
        why: &NotificationKind,
    ) -> Result<(bool, Option<Posting>), StoreError> {
        let wishes = match pending.players.preferences(user) {
            Some(preferences) => preferences.clone(),
            None => self.wishes(user).await?,
        };
        if wishes.notify_by == NotifyBy::Nothing {
            return Ok((false, None));
        }
        let location = &pending.loaded.location;
        let outside = location.outside;
        // The board is shown at the match's home anyway; a player who is notified there is mentioned with it.
        let on_board = why.is_on_board();
        let quiet = wishes.quiet_until(pending.at).is_some();
        // Outside, the answer to a request made there is all that can be shown there.
        let home = pending.loaded.home.unwrap_or(location.channel);
        let request = by.request();
        let shown_there = request.is_some_and(|request| request.place.channel == home);
        if outside && on_board && shown_there && !quiet {
            // Mentioned in the answer, with a direct message in reserve; one of the two is enough.
            let mut direct = posting(Some(user), why, pending.at);
            direct.refused = SHOWN;
            return Ok((true, Some(direct)));
        }
        let with_board = on_board
            && !outside
            && !is_remote
            && wishes.notify_by == NotifyBy::Channel
            && !pending.loaded.state.is_hidden()
            && !quiet;
        if with_board {
            return Ok((true, None));
        }
        // A player alone against the machine sees its answer, and has asked for it.
        let alone =
            matches!(by, Trigger::Machine) && pending.loaded.state.only_person() == Some(user);
        let sent = !alone || outside || why.is_private();
        let sent = sent.then(|| posting(Some(user), why, pending.at));
        Ok((false, sent))
    }

    /// Returns the notices of an offer or of its refusal, and the users whom the board in the answer mentions. Each of
    /// those is sent a notice if the answer does not arrive.
    pub(super) async fn offer_postings(
        &self,
        loaded: &LoadedMatch,
        request: Request,
        told: Vec<(UserId, NotificationKind)>,
        now: i64,
    ) -> Result<Postings, StoreError> {
        let (mut postings, mut mention) = (Vec::new(), Vec::new());
        if loaded.is_private() || told.is_empty() {
            return Ok((postings, mention));
        }
        let pending = PendingMatch::of(loaded.clone(), now);
        let remote = self.remote_players(&pending).await?;
        let by = Trigger::Request(request);
        for (user, why) in told {
            let is_remote = remote.contains(&user);
            let (mentioned, sent) = self
                .posting_to(&pending, by, (user, is_remote), &why)
                .await?;
            if mentioned && sent.is_none() {
                let mut fallback = posting(Some(user), &why, now);
                fallback.ready += FALLBACK_AFTER;
                fallback.cover = Some(request.interaction);
                self.fallbacks.begin(request.interaction, now);
                postings.push(fallback);
            }
            mention.extend(mentioned.then_some(user));
            postings.extend(sent);
        }
        Ok((postings, mention))
    }

    /// Returns the fallback of the answer, which notifies the mentioned users if the answer does not arrive.
    fn fallback_posting(
        &self,
        pending: &PendingMatch,
        request: Request,
        mention: &[UserId],
    ) -> Option<Posting> {
        let state = &pending.loaded.state;
        let opened = pending.was.ply() == 0 && *state.phase() == Phase::Open;
        let mut mention = mention.to_vec();
        if opened {
            mention.extend(state.invited());
        } else if mention.is_empty() {
            return None;
        }
        let told = pending.told();
        let mut fallback = posting(None, &NotificationKind::Board { mention, told }, pending.at);
        fallback.ready += FALLBACK_AFTER;
        fallback.cover = Some(request.interaction);
        self.fallbacks.begin(request.interaction, pending.at);
        Some(fallback)
    }

    /// Returns the players of a match who are not where it is shown.
    async fn remote_players(&self, pending: &PendingMatch) -> Result<Vec<UserId>, StoreError> {
        let mut remote = pending.remote.clone();
        if pending.loaded.location.shared {
            remote.extend(self.store.remote_players(pending.loaded.id).await?);
        }
        Ok(remote)
    }

    async fn wishes(&self, user: UserId) -> Result<Preferences, StoreError> {
        // Preferences that cannot be read count as the defaults.
        Ok(self.preferences(user).await.unwrap_or_default())
    }
}

/// Takes those out of a list whom one post tells the same: that their table was closed, or what a moderator has done.
fn drain_alike(list: &mut Vec<(UserId, NotificationKind)>) -> Vec<(Vec<UserId>, NotificationKind)> {
    let mut alike: Vec<(Vec<UserId>, NotificationKind)> = Vec::new();
    let together = |why: &NotificationKind| {
        let moderated = matches!(why, NotificationKind::Moderated { .. });
        *why == NotificationKind::Closed || moderated && !why.is_on_board()
    };
    for (user, why) in list.extract_if(.., |(_, why)| together(why)) {
        match alike.iter_mut().find(|(_, known)| *known == why) {
            Some((users, _)) => users.push(user),
            None => alike.push((vec![user], why)),
        }
    }
    alike
}

/// Returns the notice for the match's home if a change must be shown there without a request from there.
fn posting_at_home(pending: &PendingMatch, by: Trigger, mention: &[UserId]) -> Option<Posting> {
    if pending.loaded.location.outside || !is_shown_at_home(pending, by) {
        return None;
    }
    let closed = pending.loaded.state.moves() == 0 && pending.was.phase() == &Phase::Open;
    let why = if closed {
        NotificationKind::TableChanged
    } else {
        let (mention, told) = (mention.to_vec(), pending.told());
        NotificationKind::Board { mention, told }
    };
    Some(posting(None, &why, pending.at))
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
