//! What Discord says about connecting to its gateway, and when the bot gives it up.

use std::fmt;
use std::time::{Duration, Instant};

use serenity::http::Http;

/// When the gateway is given up, which tests shorten.
#[derive(Clone, Debug)]
pub struct Pace {
    /// How often the shards are looked at; more than zero.
    pub look: Duration,
    /// Identifies in a row without a `READY` after which the process ends.
    pub identifies: u32,
    /// How long a heartbeat may stay unacknowledged before the shard is started again, at most once a minute.
    pub deaf: Duration,
    /// How long a shard may be silent while another lives before it is started again.
    pub restart: Duration,
    /// How long a shard may show no sign of life - `READY`, `RESUMED` or a heartbeat acknowledged - before the process
    /// ends.
    pub silence: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Pace {
            look: Duration::from_secs(5),
            identifies: 6,
            deaf: Duration::from_secs(8),
            restart: Duration::from_secs(180),
            silence: Duration::from_secs(600),
        }
    }
}

/// What Discord says about the gateway: where it is, into how many shards the bot is to be split, and how many
/// sessions it may still begin.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The gateway's address.
    pub url: String,
    /// How many shards there are to be.
    pub shards: u32,
    /// Sessions that may be begun in a day.
    pub total: u64,
    /// Sessions that may still be begun.
    pub left: u64,
    /// When they are all there again.
    resets: Instant,
}

impl Plan {
    /// Asks Discord.
    ///
    /// # Errors
    /// It cannot be reached, or refuses the token.
    pub async fn ask(http: &Http) -> serenity::Result<Plan> {
        let bot = http.get_bot_gateway().await?;
        let limit = &bot.session_start_limit;
        Ok(Plan {
            url: bot.url,
            shards: bot.shards.max(1),
            total: limit.total,
            left: limit.remaining,
            resets: Instant::now() + Duration::from_millis(limit.reset_after),
        })
    }

    /// Why no start is possible, if none is: each shard needs a session.
    pub fn refusal(&self) -> Option<String> {
        (self.left < u64::from(self.shards)).then(|| {
            format!(
                "Discord lets the bot begin {} more sessions and it needs {}: of {} a day the others are used up. They \
                 are there again in {}. Find out why the bot was started so often before it is started again.",
                self.left,
                self.shards,
                self.total,
                Span(self.resets.saturating_duration_since(Instant::now())),
            )
        })
    }

    /// Between two starts, so that the sessions left last until there are more; nothing while there are plenty.
    pub fn spacing(&self) -> Duration {
        if !few(self.left, self.total) {
            return Duration::ZERO;
        }
        let rest = self.resets.saturating_duration_since(Instant::now());
        let starts = self.left / u64::from(self.shards);
        rest / u32::try_from(starts).unwrap_or(u32::MAX).max(1)
    }
}

/// Whether so few sessions are left that something must have gone wrong.
pub fn few(left: u64, total: u64) -> bool {
    left.saturating_mul(5) < total
}

/// A span of time as people read it.
pub struct Span(pub Duration);

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minutes = self.0.as_secs().div_ceil(60);
        match (minutes / 60, minutes % 60) {
            (0, minutes) => write!(f, "{minutes} min"),
            (hours, minutes) => write!(f, "{hours} h {minutes} min"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(left: u64, shards: u32) -> Plan {
        Plan {
            url: String::new(),
            shards,
            total: 1000,
            left,
            resets: Instant::now() + Duration::from_secs(7200),
        }
    }

    #[test]
    fn a_start_needs_a_session_for_each_shard_and_says_when_there_are_more() {
        assert_eq!(plan(3, 3).refusal(), None);
        let refusal = plan(2, 3).refusal().unwrap();
        assert!(
            refusal.contains("2 h 0 min") && refusal.contains("1000"),
            "{refusal}"
        );
        assert!(plan(0, 1).refusal().is_some());
    }

    #[test]
    fn sessions_that_are_few_last_until_there_are_more() {
        assert_eq!(plan(1000, 1).spacing(), Duration::ZERO);
        assert_eq!(plan(200, 1).spacing(), Duration::ZERO);
        let seconds = plan(100, 1).spacing().as_secs();
        assert!((71..=72).contains(&seconds), "{seconds}");
    }
}
