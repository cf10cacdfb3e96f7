//! Notices that later ones overtake, so that several are told as one, and reminders that have done their work.

use super::kinds::{NotificationKind, posting, read};
use crate::app::matches::loaded::LoadedMatch;
use crate::app::person::preferences::NotifyBy;
use crate::app::{App, AppError};
use crate::match_state::{ChannelId, UserId};
use crate::store::{Posting, Row, ShownReminder, StoreError, UnsentNotice};

/// Least time between two notices that ask for one move, in seconds.
const SEPARATE: i64 = 600;

impl App {
    /// True if a later notice that is ready too tells the same, or more: of several boards only the last is posted,
    /// with the news and the mentions of all, and nobody is asked for one move twice.
    pub(in crate::app) async fn is_overtaken(
        &self,
        unsent: &UnsentNotice,
        why: &NotificationKind,
        row: &Row,
        now: i64,
    ) -> Result<bool, AppError> {
        let board = matches!(why, NotificationKind::Board { .. }) && unsent.cover.is_none();
        let may_be = match board {
            true => row.ply > unsent.ply,
            false => why.asks_for_a_move() && now - unsent.at >= SEPARATE,
        };
        if !may_be {
            return Ok(false);
        }
        for (id, later) in self.store.later_unsent(unsent, now).await? {
            let Some(later) = read(&later) else {
                continue;
            };
            if why.asks_for_a_move() && later.asks_for_a_move() {
                return Ok(true);
            }
            if let Some(both) = why.merged(&later) {
                let both = posting(None, &both, now).why;
                self.store.rewrite_unsent(id, &both).await?;
                return Ok(true);
            }
        }
        Ok(false)
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
        let remote = match location.shared {
            true => self.store.remote_players(loaded.id).await?,
            false => Vec::new(),
        };
        let (mut together, mut postings) = (Vec::new(), Vec::new());
        for user in users {
            let wishes = self.preferences(*user).await.unwrap_or_default();
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

    /// Keeps the message by which somebody was reminded, so that it is deleted when it has done its work.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn reminded_by(
        &self,
        notice: i64,
        channel: ChannelId,
        message: u64,
    ) -> Result<(), AppError> {
        let shown = ShownReminder {
            id: notice,
            channel,
            message,
        };
        Ok(self.store.keep_reminder(shown).await?)
    }
}
