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

/// A player who is notified.
#[derive(Clone, Copy)]
struct Addressee {
    user: UserId,
    /// True if the player plays without being where the match is shown.
    is_remote: bool,
}

/// The ways in which a player is notified.
#[derive(Default)]
struct Notified {
    /// True if the board mentions the player.
    mentioned: bool,
    /// The notice that is sent besides.
    notice: Option<Posting>,
}

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
                let to = Addressee { user, is_remote };
                let notified = self.posting_to(pending, by, to, &why).await?;
                mention.extend(notified.mentioned.then_some(user));
                postings.extend(notified.notice);
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

    /// Decides how a player is notified.
    async fn posting_to(
        &self,
        pending: &PendingMatch,
        by: Trigger,
        to: Addressee,
        why: &NotificationKind,
    ) -> Result<Notified, StoreError> {
        let wishes = match pending.players.preferences(to.user) {
            Some(preferences) => preferences.clone(),
            None => self.wishes(to.user).await?,
        };
        let is_quiet = wishes.quiet_until(pending.at).is_some();
        Ok(if wishes.notify_by == NotifyBy::Nothing {
            Notified::default()
        } else if !is_quiet && is_seen_in_answer(pending, by, why) {
            // The mention in the answer rings; a silent direct message brings the board and its buttons.
            let mut direct = posting(Some(to.user), why, pending.at);
            direct.refused = SHOWN;
            Notified {
                mentioned: true,
                notice: Some(direct),
            }
        } else if !is_quiet
            && !to.is_remote
            && wishes.notify_by == NotifyBy::Channel
            && is_seen_at_home(pending, why)
        {
            Notified {
                mentioned: true,
                notice: None,
            }
        } else {
            Notified {
                mentioned: false,
                notice: (!has_asked(pending, by, to.user, why))
                    .then(|| posting(Some(to.user), why, pending.at)),
            }
        })
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
            let to = Addressee { user, is_remote };
            let notified = self.posting_to(&pending, by, to, &why).await?;
            if notified.mentioned && notified.notice.is_none() {
                let mut fallback = posting(Some(user), &why, now);
                fallback.ready += FALLBACK_AFTER;
                fallback.cover = Some(request.interaction);
                self.fallbacks.begin(request.interaction, now);
                postings.push(fallback);
            }
            mention.extend(notified.mentioned.then_some(user));
            postings.extend(notified.notice);
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

/// True if the answer to a request shows a player the board of a match outside, where nothing else can show it.
fn is_seen_in_answer(pending: &PendingMatch, by: Trigger, why: &NotificationKind) -> bool {
    let location = &pending.loaded.location;
    let home = pending.loaded.home.unwrap_or(location.channel);
    let request = by.request();
    location.outside
        && why.is_on_board()
        && request.is_some_and(|request| request.place.channel == home)
}

/// True if the board that is shown at the match's home anyway reports it, so that it can mention a player.
fn is_seen_at_home(pending: &PendingMatch, why: &NotificationKind) -> bool {
    let loaded = &pending.loaded;
    why.is_on_board() && !loaded.location.outside && !loaded.state.is_hidden()
}

/// True if a player who is alone against the machine has asked for its move, and sees it in the answer.
fn has_asked(pending: &PendingMatch, by: Trigger, user: UserId, why: &NotificationKind) -> bool {
    let loaded = &pending.loaded;
    matches!(by, Trigger::Machine)
        && loaded.state.only_person() == Some(user)
        && !loaded.location.outside
        && !why.is_private()
}
