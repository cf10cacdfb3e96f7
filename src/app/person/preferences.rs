//! A player's preferences: notifications, and what the bot may do for the player automatically.

use std::collections::HashMap;

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use crate::app::{App, AppError, Request};
use crate::match_state::UserId;
use crate::notation::excerpt;
use crate::store::StoreError;

/// The key under which preferences are stored.
const KEY: &str = "preferences";

/// Maximum number of people whom a player can block.
pub const BLOCKED: usize = 100;

/// The way in which a player is notified of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NotifyBy {
    /// A mention at the match's home.
    #[default]
    Channel,
    /// A direct message.
    Direct,
    /// A daily direct message; urgent notifications come at once.
    Digest,
    /// No notification at all.
    Nothing,
}

/// A player's preferences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// The way in which the player is notified of a turn.
    #[serde(rename = "tell")]
    pub notify_by: NotifyBy,
    /// Quiet hours from and until, 0 to 23 in the player's time zone; the second may be the smaller (22 to 7).
    pub quiet: Option<(u8, u8)>,
    /// The time zone's name in the IANA database (`Europe/Rome`).
    pub zone: String,
    /// The hour of the daily message, 0 to 23 in the player's time zone.
    pub digest: u8,
    /// True if the only legal move is made automatically.
    pub forced: bool,
    /// True if a private preview precedes each move; `None` for a preview in the first games of a kind only.
    pub preview: Option<bool>,
    /// True if positions of the player's games may become puzzles for others; `None` allows it for games against the
    /// machine alone.
    pub puzzles: Option<bool>,
    /// True if nobody can invite the player.
    pub no_invitations: bool,
    /// Users who cannot invite the player, in the order in which they were blocked; at most [`BLOCKED`].
    pub blocked: Vec<UserId>,
}

impl Default for Preferences {
    fn default() -> Self {
        Preferences {
            notify_by: NotifyBy::Channel,
            quiet: None,
            zone: "UTC".to_owned(),
            digest: 9,
            forced: false,
            preview: None,
            puzzles: None,
            no_invitations: false,
            blocked: Vec::new(),
        }
    }
}

impl Preferences {
    /// Returns the end of the quiet hours at `now`; `None` outside them. Seconds of the Unix epoch.
    pub fn quiet_until(&self, now: i64) -> Option<i64> {
        let (from, until) = self.quiet?;
        let zoned = self.local(now)?;
        let hour = u8::try_from(zoned.hour()).ok()?;
        let within = if from <= until {
            (from..until).contains(&hour)
        } else {
            hour >= from || hour < until
        };
        within.then(|| self.next(now, until)).flatten()
    }

    /// Returns the time after `now` at which the next daily message is due. Seconds of the Unix epoch.
    pub fn next_digest(&self, now: i64) -> i64 {
        self.next(now, self.digest).unwrap_or(now)
    }

    /// Returns the first time after `now` at which this hour begins.
    fn next(&self, now: i64, hour: u8) -> Option<i64> {
        let zoned = self.local(now)?;
        let today = zoned.date();
        let hour = i8::try_from(hour).ok()?;
        [today, today.tomorrow().ok()?]
            .into_iter()
            .filter_map(|day| {
                let at = day.at(hour, 0, 0, 0);
                let at = at.to_zoned(zoned.time_zone().clone()).ok()?;
                Some(at.timestamp().as_second())
            })
            .find(|at| *at > now)
    }

    fn local(&self, now: i64) -> Option<jiff::Zoned> {
        let zone = TimeZone::get(&self.zone).ok()?;
        Some(Timestamp::from_second(now).ok()?.to_zoned(zone))
    }
}

/// Reads stored preferences; the defaults if absent or unreadable.
fn read(stored: Option<String>) -> Preferences {
    stored
        .and_then(|stored| serde_json::from_str(&stored).ok())
        .unwrap_or_default()
}

/// The preferences of some players, with whether they have been reminded since their last move.
#[derive(Clone, Debug, Default)]
pub(in crate::app) struct Players(HashMap<UserId, (Preferences, bool)>);

impl Players {
    pub fn preferences(&self, user: UserId) -> Option<&Preferences> {
        self.0.get(&user).map(|(preferences, _)| preferences)
    }

    /// True if the player has no reminders that a move would reset.
    pub fn is_unreminded(&self, user: UserId) -> bool {
        self.0.get(&user).is_some_and(|(_, nagged)| !nagged)
    }
}

impl App {
    /// Returns a player's preferences, or the defaults.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn preferences(&self, user: UserId) -> Result<Preferences, AppError> {
        Ok(read(self.store.setting(user.0, KEY).await?))
    }

    /// Returns the preferences of several users, with whether they have been reminded since their last move.
    pub(in crate::app) fn players<'a>(
        &'a self,
        users: &'a [UserId],
    ) -> BoxFuture<'a, Result<Players, StoreError>> {
        Box::pin(async move {
            if users.is_empty() {
                return Ok(Players::default());
            }
            let rows = self.store.players(users, KEY).await?;
            Ok(Players(
                rows.into_iter()
                    .map(|row| (row.user, (read(row.setting), row.nagged)))
                    .collect(),
            ))
        })
    }

    /// Sets the user's preferences.
    ///
    /// # Errors
    /// No such time zone or hour; users who block themselves, or more than [`BLOCKED`] people.
    pub async fn prefer(&self, request: Request, chosen: Preferences) -> Result<(), AppError> {
        if TimeZone::get(&chosen.zone).is_err() {
            return Err(AppError::Plain(format!(
                "There is no time zone called \"{}\". Give it as `Europe/Rome` or `America/New_York`, or `UTC`.",
                excerpt(&chosen.zone)
            )));
        }
        let (from, until) = chosen.quiet.unwrap_or((0, 0));
        if from > 23 || until > 23 || chosen.digest > 23 {
            return Err(AppError::Plain(
                "An hour is a number from 0 to 23.".to_owned(),
            ));
        }
        if chosen.blocked.contains(&request.user) {
            return Err(AppError::Plain(
                "That is yourself: choose somebody else to block.".to_owned(),
            ));
        }
        if chosen.blocked.len() > BLOCKED {
            return Err(AppError::Plain(format!(
                "You have blocked {BLOCKED} people, which is the limit. `/settings unblock:` lets one of them invite \
                 you again, `/settings invitations:nobody` stops them all."
            )));
        }
        let text = serde_json::to_string(&chosen).map_err(|_| AppError::Internal)?;
        self.asked(request).set(request.user.0, KEY, &text).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> i64 {
        text.parse::<Timestamp>().unwrap().as_second()
    }

    /// Quiet hours follow the player's clock, across midnight and across a change to summer time.
    #[test]
    fn quiet_hours_are_the_players_own() {
        let rome = Preferences {
            quiet: Some((22, 7)),
            zone: "Europe/Rome".to_owned(),
            ..Preferences::default()
        };
        // 21:30 in Rome in winter is 20:30 in UTC.
        assert_eq!(rome.quiet_until(at("2026-01-10T20:30:00Z")), None);
        let end = Some(at("2026-01-11T06:00:00Z"));
        assert_eq!(rome.quiet_until(at("2026-01-10T21:30:00Z")), end);
        assert_eq!(rome.quiet_until(at("2026-01-11T05:59:00Z")), end);
        assert_eq!(rome.quiet_until(at("2026-01-11T06:00:00Z")), None);
        // The night in which the clocks go forward is an hour shorter.
        let end = Some(at("2026-03-29T05:00:00Z"));
        assert_eq!(rome.quiet_until(at("2026-03-28T23:00:00Z")), end);
        assert_eq!(
            rome.next_digest(at("2026-03-28T23:00:00Z")),
            at("2026-03-29T07:00:00Z")
        );
    }
}
