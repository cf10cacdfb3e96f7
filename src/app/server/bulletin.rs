//! Results and a weekly digest for the channels that ask for them. They hold only what everyone in the server may see,
//! are sent like other notices but after those that somebody waits for, and ring nobody.

use crate::app::matches::pending::PendingMatch;
use crate::app::notice::kinds::{NotificationKind, posting};
use crate::app::texts::mention;
use crate::app::{App, AppError};
use crate::match_state::{Audience, ChannelId, DAY, GuildId, Phase, UserId};
use crate::rules::wording::listed;
use crate::store::{BulletinKind, Posting, RecurringPost, Row, StoreError, WeekRow};

/// Seconds in a week.
const WEEK: i64 = 7 * DAY;

/// Time of the week at which the first digests are due: Sundays at 16:00 UTC, in seconds since the beginning of a
/// Thursday, the weekday on which the Unix epoch begins.
const SLOT: i64 = 3 * DAY + 16 * 3_600;

/// Time over which the digests of all servers are spread, in seconds.
const SPREAD: u64 = 2 * 3_600;

/// Number of digests looked up at a time.
const BATCH: u32 = 20;

/// Maximum number of a week's matches and tables that a digest counts; beyond it the digest says "and more".
const MOST: u32 = 500;

/// Minimum rating difference that makes a win an upset.
const UPSET: f64 = 100.0;

/// Maximum number of people named in one line.
const NAMED: usize = 5;

impl App {
    /// Returns the channel in which a server wants this kind of bulletin; `None` if it wants none.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn bulletin(
        &self,
        guild: GuildId,
        kind: BulletinKind,
    ) -> Result<Option<ChannelId>, AppError> {
        Ok(self.store.bulletin(guild, kind).await?)
    }

    /// Sets the channel for a kind of bulletin; `None` turns it off. The caller checks who may do so.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn set_bulletin(
        &self,
        guild: GuildId,
        kind: BulletinKind,
        channel: Option<ChannelId>,
    ) -> Result<(), AppError> {
        let Some(channel) = channel else {
            self.store.end_bulletin(guild, kind, None).await?;
            return Ok(());
        };
        let next = match kind {
            BulletinKind::Results => None,
            BulletinKind::Digest => Some(next_digest(guild, self.sources.clock.now())),
        };
        Ok(self.store.set_bulletin(guild, kind, channel, next).await?)
    }

    /// Returns the notice of a result if the match has just ended and its server asks for results.
    pub(in crate::app) async fn result_posting(
        &self,
        pending: &PendingMatch,
    ) -> Result<Option<Posting>, StoreError> {
        let (state, location) = (&pending.loaded.state, &pending.loaded.location);
        let owners = (0..state.size()).filter_map(|seat| state.owner(crate::rules::Seat(seat)));
        let people = distinct(owners.filter(|user| !user.is_machine()));
        let in_results = location.audience == Some(Audience::Server)
            && !state.is_hidden()
            && !location.outside
            && state.moves() > 0
            && people.len() > 1
            && matches!(state.phase(), Phase::Over(ending) if !ending.is_moderated());
        let Some(guild) = location.guild.filter(|_| in_results) else {
            return Ok(None);
        };
        let channel = self.store.bulletin(guild, BulletinKind::Results).await?;
        // The match's home sees the ending anyway.
        let elsewhere = channel.filter(|channel| pending.loaded.home != Some(*channel));
        Ok(elsewhere
            .map(|channel| posting(None, &NotificationKind::Result { channel }, pending.at)))
    }

    /// Queues the digests that are due. Returns the number of servers looked at.
    pub(in crate::app) async fn post_digests(&self) -> Result<usize, AppError> {
        let now = self.sources.clock.now();
        let due = self.store.due_digests(now, BATCH).await?;
        for bulletin in &due {
            self.post_digest(bulletin, now).await?;
        }
        Ok(due.len())
    }

    async fn post_digest(&self, due: &RecurringPost, now: i64) -> Result<(), AppError> {
        let (since, until) = (now - WEEK, now);
        let seats = self.store.week(due.guild, (since, until), MOST).await?;
        let (_, newest) = self.store.free_tables(due.guild, 1).await?;
        // Without a match and an open table there is nothing to post.
        let game = seats.last().map(|seat| seat.game).or(newest);
        let why = NotificationKind::Weekly {
            channel: due.channel,
            since,
            until,
        };
        let notice = posting(None, &why, now);
        let posting = game.map(|game| (game, &notice));
        let next = next_digest(due.guild, now);
        self.store.post_digest(due, next, posting).await?;
        Ok(())
    }

    /// Returns the text of a weekly digest; `None` if nothing is left to post.
    pub(in crate::app) async fn weekly(
        &self,
        guild: GuildId,
        (since, until): (i64, i64),
    ) -> Result<Option<String>, AppError> {
        let seats = self.store.week(guild, (since, until), MOST).await?;
        let (open, _) = self.store.free_tables(guild, MOST).await?;
        let games = matches(&seats);
        if games.is_empty() && open == 0 {
            return Ok(None);
        }
        let mut lines = vec!["**The week in games**".to_owned()];
        lines.push(match games.len() {
            0 => "No game ended this week.".to_owned(),
            1 => "One game ended.".to_owned(),
            MANY.. => format!("{MANY} games ended, and more."),
            count => format!("{count} games ended."),
        });
        lines.extend(upset(&games));
        lines.extend(longest(&games));
        lines.extend(newcomers(&seats));
        lines.push(match open {
            0 => {
                "No table is open: `/new` opens one, and `/play` starts a game against me at once."
                    .to_owned()
            }
            1 => "One table waits for an opponent: `/tables` shows it.".to_owned(),
            open => format!("{open} tables wait for an opponent: `/tables` shows them."),
        });
        Ok(Some(lines.join("\n")))
    }

    /// Turns off the bulletin of a channel that does not accept a post.
    pub(in crate::app) async fn lost_channel(
        &self,
        row: &Row,
        why: &NotificationKind,
    ) -> Result<(), AppError> {
        let (kind, channel) = match why {
            NotificationKind::Result { channel } => (BulletinKind::Results, channel),
            NotificationKind::Weekly { channel, .. } => (BulletinKind::Digest, channel),
            _ => return Ok(()),
        };
        let Some(guild) = row.guild else {
            return Ok(());
        };
        if self.store.end_bulletin(guild, kind, Some(*channel)).await? {
            self.reach.note_lost_channel();
            tracing::warn!(
                guild = guild.0,
                channel = channel.0,
                kind = kind.key(),
                "a channel that asked for this cannot be posted in: it is turned off"
            );
        }
        Ok(())
    }
}

/// Number of matches from which a digest says "and more".
const MANY: usize = MOST as usize;

/// Returns the time after `now` at which a server's digest is due next, in seconds of the Unix epoch: the same time
/// every week, spread over the servers by the milliseconds with which a snowflake begins.
fn next_digest(guild: GuildId, now: i64) -> i64 {
    let spread = i64::try_from((guild.0 >> 22) % SPREAD).unwrap_or_default();
    let slot = SLOT + spread;
    now + 1 + (slot - now - 1).rem_euclid(WEEK)
}

/// Returns the seats of each match that more than one person played.
fn matches(seats: &[WeekRow]) -> Vec<&[WeekRow]> {
    let games = seats.chunk_by(|one, other| one.game == other.game);
    games.filter(|seats| people(seats).len() > 1).collect()
}

/// Returns the people of a match, each once.
fn people(seats: &[WeekRow]) -> Vec<UserId> {
    let seated = seats.iter().map(|seat| seat.user);
    distinct(seated.filter(|user| !user.is_machine() && !user.is_erased()))
}

/// Returns the users sorted, each once.
fn distinct(users: impl Iterator<Item = UserId>) -> Vec<UserId> {
    let mut users: Vec<UserId> = users.collect();
    users.sort_unstable();
    users.dedup();
    users
}

fn title(seat: &WeekRow) -> String {
    let options = serde_json::from_str(&seat.options).unwrap_or_default();
    crate::app::view::listing::title_of(&seat.key, &options)
}

/// Returns a line about the two-player win against the greatest rating difference.
fn upset(games: &[&[WeekRow]]) -> Option<String> {
    let odds = games.iter().filter_map(|seats| {
        let [one, other] = seats else {
            return None;
        };
        let (winner, loser) = match (one.placing?, other.placing?) {
            (1, 2) => (one, other),
            (2, 1) => (other, one),
            _ => return None,
        };
        let odds = loser.rating? - winner.rating?;
        (odds >= UPSET).then_some((odds, winner, loser))
    });
    let (_, winner, loser) = odds.max_by(|one, other| one.0.total_cmp(&other.0))?;
    let rating = |seat: &WeekRow| seat.rating.unwrap_or_default().round();
    Some(format!(
        "Upset of the week: {} ({}) beat {} ({}) in game {}, {}.",
        mention(winner.user),
        rating(winner),
        mention(loser.user),
        rating(loser),
        winner.game.0,
        title(winner),
    ))
}

/// Returns a line about the match with the most moves.
fn longest(games: &[&[WeekRow]]) -> Option<String> {
    let longest = games.iter().max_by_key(|seats| seats[0].moves)?;
    let names: Vec<String> = people(longest).into_iter().map(mention).collect();
    let seat = &longest[0];
    let length = match seat.moves {
        1 => "1 move".to_owned(),
        moves => format!("{moves} moves"),
    };
    Some(format!(
        "Longest game: {} at {}, {length} (`/gif game:{}` shows it).",
        listed(&names),
        title(seat),
        seat.game.0,
    ))
}

/// Returns a line that names those who finished their first game in this server.
fn newcomers(seats: &[WeekRow]) -> Option<String> {
    let new: Vec<WeekRow> = seats.iter().filter(|seat| seat.new).cloned().collect();
    let people = people(&new);
    let mut names: Vec<String> = people
        .iter()
        .take(NAMED)
        .map(|user| mention(*user))
        .collect();
    if people.len() > NAMED {
        names.push(format!("{} more", people.len() - NAMED));
    }
    (!names.is_empty()).then(|| format!("New here: {}. Welcome!", listed(&names)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Digests are due once a week, on Sundays, spread over two hours.
    #[test]
    fn digests_are_due_once_a_week_and_spread_over_two_hours() {
        // Sunday, 22 November 2026, 12:00 UTC.
        const NOON: i64 = 1_795_348_800;
        let mut times = Vec::new();
        for n in 0..1_000_u64 {
            let guild = GuildId((1_000_000_000 + n * 86_399_983) << 22);
            let next = next_digest(guild, NOON);
            let after = next - NOON;
            assert!((4 * 3_600..6 * 3_600).contains(&after), "{after}");
            assert_eq!(next_digest(guild, next), next + WEEK);
            assert_eq!(next_digest(guild, next - 1), next);
            times.push(next);
        }
        times.sort_unstable();
        times.dedup();
        assert!(times.len() > 500, "{} of 1000", times.len());
    }
}
