//! Notices that later ones overtake, so that several are told as one, and reminders that have done their work.

use super::kinds::{NotificationKind, posting, read};
use crate::app::{App, AppError};
use crate::match_state::ChannelId;
use crate::store::{Row, ShownReminder, UnsentNotice};

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
