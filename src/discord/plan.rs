//! Discord's plan for connecting to its gateway, and the limits after which the bot gives it up.

use std::fmt;
use std::time::{Duration, Instant};

use serenity::http::Http;

/// Limits after which the gateway is given up; tests shorten them.
#[derive(Clone, Debug)]
pub struct Pace {
    /// The interval at which the shards are looked at; more than zero.
    pub look: Duration,
    /// Number of identifies in a row without a `READY` after which the process ends.
    pub identifies: u32,
    /// The time a heartbeat may stay unacknowledged before the shard is started again, at most once a minute.
    pub deaf: Duration,
    /// The time a shard may be silent while another lives before it is started again.
    pub restart: Duration,
    /// The time a shard may show no sign of life - `READY`, `RESUMED` or a heartbeat acknowledged - before the process
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

/// Discord's plan for the gateway: its address, the number of shards that the bot must be split into, and the number of
/// sessions that it may still begin.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The gateway's address.
    pub url: String,
    /// Number of shards to start.
    pub shards: u32,
    /// Number of sessions that may be begun in a day.
    pub total: u64,
    /// Number of sessions that may still be begun.
    pub left: u64,
    /// The time at which all sessions are available again.
    resets: Instant,
}

impl Plan {
    /// Asks Discord for the plan.
    ///
    /// # Errors
    /// Discord cannot be reached, or refuses the token.
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

    /// Returns why no start is possible: each shard needs a session. `None` if a start is possible.
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

    /// Returns the time to leave between two starts so that the sessions last until there are more; zero while there
    /// are plenty.
    pub fn spacing(&self) -> Duration {
        if !few(self.left, self.total) {
            return Duration::ZERO;
        }
        let rest = self.resets.saturating_duration_since(Instant::now());
        let starts = self.left / u64::from(self.shards);
        rest / u32::try_from(starts).unwrap_or(u32::MAX).max(1)
    }
}

/// True if so few sessions are left that something must have gone wrong.
pub fn few(left: u64, total: u64) -> bool {
    left.saturating_mul(5) < total
}

/// A span of time, displayed in hours and minutes.
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
