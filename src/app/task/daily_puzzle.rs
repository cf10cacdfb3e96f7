//! A puzzle a day in the channels that ask for one: every channel gets the same puzzle, and the games take turns.
//!
//! A server's row stays due until its post has gone out. A process that is killed after the post but before this is
//! stored posts again with the same nonce, of which Discord makes only one message.

use std::future::Future;

use futures_util::{StreamExt as _, stream};

use super::goal::{goal, start};
use super::view::{alt, seen_by_mover};
use crate::app::texts::title;
use crate::app::{App, AppError, Delivery, run_blocking};
use crate::engine::Theme;
use crate::games::GAMES;
use crate::games::puzzles::{Listed, all};
use crate::match_state::{ChannelId, DAY, GuildId};
use crate::scene::Scene;
use crate::store::{ClaimKind, RecurringPost};

/// Time of day at which the first puzzles are due, in seconds after midnight UTC: 12:00.
const SLOT: i64 = 12 * 3_600;

/// Time over which the puzzles of all servers are spread, in seconds.
const SPREAD: u64 = 3_600;

/// Minimum time between a server's first puzzle, which is posted at once, and its second, in seconds.
const APART: i64 = DAY / 2;

/// Delay before a failed post is tried again, in seconds.
const AGAIN: i64 = 300;

/// Time after which a failing post is given up until the next day, in seconds.
const LATEST: i64 = DAY / 4;

/// Number of puzzles looked up at a time, and of those posted at the same time.
const BATCH: u32 = 20;
const PLACES: usize = 4;

/// A puzzle to post.
#[derive(Clone, Debug)]
pub struct PuzzlePost {
    /// The channel to post in.
    pub channel: ChannelId,
    /// The nonce of this puzzle in this server; at most 25 characters, Discord's limit.
    pub nonce: String,
    /// The puzzle's id.
    pub id: u64,
    /// The title of the game, with its variant.
    pub game: String,
    /// The goal in a sentence.
    pub goal: String,
    /// The picture.
    pub scene: Scene,
    /// The picture in words: at most 1,024 characters.
    pub alt: String,
}

impl App {
    /// Returns the channel in which a server wants a puzzle a day; `None` if it wants none.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn daily_puzzle(&self, guild: GuildId) -> Result<Option<ChannelId>, AppError> {
        Ok(self.store.daily_puzzle(guild).await?)
    }

    /// Sets the channel in which a server wants a puzzle a day, the first of them now; `None` turns it off. The caller
    /// checks who may do so.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn set_daily_puzzle(
        &self,
        guild: GuildId,
        channel: Option<ChannelId>,
    ) -> Result<(), AppError> {
        let Some(channel) = channel else {
            self.store.end_daily_puzzle(guild, None).await?;
            return Ok(());
        };
        let next = self.sources.clock.now();
        let first = RecurringPost {
            guild,
            channel,
            next,
        };
        Ok(self.store.set_daily_puzzle(&first).await?)
    }

    /// Posts the puzzles that are due with `send`, a few at a time, and records each result. Returns the number handed
    /// over.
    ///
    /// # Errors
    /// [`AppError::Internal`].
    pub async fn post_puzzles<F, Sent>(&self, send: F) -> Result<usize, AppError>
    where
        F: Fn(PuzzlePost) -> Sent,
        Sent: Future<Output = Delivery>,
    {
        let due = self
            .store
            .due_puzzles(self.sources.clock.now(), BATCH)
            .await?;
        let count = due.len();
        let send = &send;
        let mut posted = stream::iter(due)
            .map(|due| async move {
                let listed = of_day(due.next.div_euclid(DAY));
                let done = match run_blocking(move || post(listed, &due)).await? {
                    Ok(post) => send(post).await,
                    Err(_) => Delivery::Failed,
                };
                let noted = self.note_puzzle(&due, done).await;
                let guild = due.guild.0.cast_signed();
                self.store.release(ClaimKind::Puzzle, &[guild]).await;
                noted
            })
            .buffer_unordered(PLACES);
        let mut noted = Ok(());
        while let Some(one) = posted.next().await {
            noted = noted.and(one);
        }
        noted.map(|()| count)
    }

    async fn note_puzzle(&self, due: &RecurringPost, done: Delivery) -> Result<(), AppError> {
        let now = self.sources.clock.now();
        let (next, ready) = match done {
            Delivery::Gone | Delivery::Blocked => {
                let channel = Some(due.channel);
                if self.store.end_daily_puzzle(due.guild, channel).await? {
                    self.reach.note_lost_channel();
                    tracing::warn!(
                        guild = due.guild.0,
                        channel = due.channel.0,
                        "the channel that asked for puzzles cannot be posted in: they are turned off"
                    );
                }
                return Ok(());
            }
            Delivery::Failed | Delivery::Moved if now + AGAIN < due.next + LATEST => {
                (due.next, now + AGAIN)
            }
            Delivery::Done | Delivery::Failed | Delivery::Moved => {
                let next = following(due.guild, now.max(due.next));
                (next, next)
            }
        };
        Ok(self.store.follow_puzzle(due, next, ready).await?)
    }
}

/// Returns the time at which the puzzle after one posted at `now` is due, in seconds of the Unix epoch: the same time
/// every day, spread over the servers by the milliseconds with which a snowflake begins.
fn following(guild: GuildId, now: i64) -> i64 {
    let spread = i64::try_from((guild.0 >> 22) % SPREAD).unwrap_or_default();
    let slot = SLOT + spread;
    let earliest = now + APART;
    earliest + (slot - earliest).rem_euclid(DAY)
}

/// Returns the puzzle of a day, counted from the Unix epoch: the games take turns, and each goes through all its
/// puzzles before repeating one.
fn of_day(day: i64) -> &'static Listed {
    let of = |key: &str| {
        let of_game = |listed: &&Listed| listed.kind.key == key;
        let mut of_game: Vec<&'static Listed> = all().iter().filter(of_game).collect();
        // Warm-ups come after all others. The files have an order; ids are in no order that a player knows.
        let is_warm_up = |listed: &Listed| listed.puzzle.theme == Theme::Material;
        of_game.sort_unstable_by_key(|listed| (is_warm_up(listed), listed.id));
        of_game
    };
    let games = GAMES.iter().map(|kind| of(kind.key));
    let games: Vec<Vec<&'static Listed>> = games.filter(|listed| !listed.is_empty()).collect();
    let at = |count: usize, number: i64| {
        let count = i64::try_from(count.max(1)).unwrap_or(i64::MAX);
        (
            usize::try_from(number.rem_euclid(count)).unwrap_or_default(),
            number.div_euclid(count),
        )
    };
    let (game, round) = at(games.len(), day);
    let (number, _) = at(games[game].len(), round);
    games[game][number]
}

fn post(listed: &'static Listed, due: &RecurringPost) -> Result<PuzzlePost, AppError> {
    let game = start(listed)?;
    let game_name = title(listed.kind, &listed.options);
    Ok(PuzzlePost {
        channel: due.channel,
        nonce: format!("z{:x}.{:x}", due.guild.0, due.next.div_euclid(60)),
        id: listed.id,
        goal: goal(listed, 0),
        scene: game.scene(&seen_by_mover(&*game)),
        alt: alt(&format!("{game_name}, puzzle of the day"), &*game),
        game: game_name,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games take turns, and a puzzle is not repeated before all puzzles of its game have been posted.
    #[test]
    fn puzzles_of_days_go_through_all_games() {
        let days: Vec<&Listed> = (20_000..20_100).map(of_day).collect();
        let with_puzzles = GAMES.iter().filter(|kind| !kind.puzzles.is_empty());
        let games = with_puzzles.count();
        for round in days.chunks_exact(games) {
            let mut keys: Vec<&str> = round.iter().map(|listed| listed.kind.key).collect();
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(keys.len(), games);
        }
        for kind in GAMES {
            let of_game = days.iter().filter(|listed| listed.kind.key == kind.key);
            let own = all().iter().filter(|listed| listed.kind.key == kind.key);
            let mut ids: Vec<u64> = of_game.take(own.count()).map(|listed| listed.id).collect();
            let count = ids.len();
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), count, "{}", kind.key);
        }
    }

    /// A server's puzzle is due once a day at its own minute, the second at least half a day after the first.
    #[test]
    fn puzzles_are_due_once_a_day_and_spread_over_an_hour() {
        // Sunday, 22 November 2026, 11:59 UTC.
        const JUST_BEFORE: i64 = 1_795_348_740;
        for n in 0..1_000_u64 {
            let guild = GuildId((1_000_000_000 + n * 86_399_983) << 22);
            let next = following(guild, JUST_BEFORE);
            let after = next - JUST_BEFORE;
            assert!((DAY..DAY + 3_700).contains(&after), "{after}");
            assert_eq!(following(guild, next), next + DAY);
        }
    }
}
