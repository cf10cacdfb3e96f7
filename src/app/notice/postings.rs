//! Notices of a change: whom the board that is posted for it mentions, and who gets a notice besides.

use futures_util::future::BoxFuture;

use super::fallback::FALLBACK_AFTER;
use super::kinds::{ARCHIVE_AFTER, NotificationKind, posting};
use super::recipients::{is_shown_at_home, notifications};
use super::route::SHOWN;
use crate::app::App;
use crate::app::matches::change::Trigger;
use crate::app::matches::loaded::LoadedMatch;
use crate::app::matches::pending::PendingMatch;
use crate::app::person::preferences::NotifyBy;
use crate::app::request::Request;
use crate::match_state::{Event, Phase, UserId};
use crate::store::{Posting, StoreError};

/// The notices of a change, and the users whom the board shown for it mentions.
pub(in crate::app) type Postings = (Vec<Posting>, Vec<UserId>);

impl App {
    /// Returns the notices of a change, and the users whom the board shown for it mentions. The user who made the
    /// change has seen it and gets none.
    pub(in crate::app) fn postings<'a>(
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
            // The mention in the answer rings; a silent direct message brings the board and its buttons.
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
    pub(in crate::app) async fn offer_postings(
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
        let board = NotificationKind::Board {
            mention,
            told,
            thread: false,
        };
        let mut fallback = posting(None, &board, pending.at);
        fallback.ready += FALLBACK_AFTER;
        fallback.cover = Some(request.interaction);
        self.fallbacks.begin(request.interaction, pending.at);
        Some(fallback)
    }

    /// Returns the notices of what several players are told alike: one for all whom the match's home tells, and one
    /// for each of the others.
    pub(in crate::app) async fn told_alike(
        &self,
        loaded: &LoadedMatch,
        users: &[UserId],
        why: &NotificationKind,
        now: i64,
    ) -> Result<Vec<Posting>, StoreError> {
        let location = &loaded.location;
        let remote = self.players_elsewhere(loaded).await?;
        let (mut together, mut postings) = (Vec::new(), Vec::new());
        for user in users {
            let wishes = self.wishes(*user).await?;
            let there = wishes.notify_by == NotifyBy::Channel
                && wishes.quiet_until(now).is_none()
                && !location.outside
                && !remote.contains(user);
            if there {
                together.push(*user);
            } else if wishes.notify_by != NotifyBy::Nothing {
                postings.push(posting(Some(*user), why, now));
            }
        }
        postings.extend(match together[..] {
            [] => None,
            [user] => Some(posting(Some(user), why, now)),
            _ => {
                let why = Box::new(why.clone());
                let users = together;
                Some(posting(
                    None,
                    &NotificationKind::Together { why, users },
                    now,
                ))
            }
        });
        Ok(postings)
    }

    /// Returns the players of a match who are not where it is shown, with those who join by the change.
    async fn remote_players(&self, pending: &PendingMatch) -> Result<Vec<UserId>, StoreError> {
        let mut remote = self.players_elsewhere(&pending.loaded).await?;
        remote.extend(&pending.remote);
        Ok(remote)
    }

    /// Returns the players of a stored match who are not where it is shown.
    async fn players_elsewhere(&self, loaded: &LoadedMatch) -> Result<Vec<UserId>, StoreError> {
        match loaded.location.shared {
            true => self.store.remote_players(loaded.id).await,
            false => Ok(Vec::new()),
        }
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
        NotificationKind::Board {
            mention: mention.to_vec(),
            told: pending.told(),
            thread: false,
        }
    };
    Some(posting(None, &why, pending.at))
}
