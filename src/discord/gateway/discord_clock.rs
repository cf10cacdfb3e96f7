//! Discord's clock, as far as arriving requests show it: the age of each.
//!
//! A snowflake holds the time at which Discord took a request from its sender. The difference between this machine's
//! clock and Discord's is unknown, and a person or a program may set the former at any time. But a request that has
//! arrived was sent before, so Discord's clock shows at least the time of every snowflake seen so far plus the time
//! elapsed since, which is measured by a clock that cannot be set. A request whose snowflake is older than that is late
//! by at least the difference: it was held up on the way, or is delivered again. The first one after a start counts as
//! in time.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The beginning of Discord's snowflakes, in milliseconds of the Unix epoch.
const EPOCH: u64 = 1_420_070_400_000;

/// The largest difference of a snowflake from this machine's clock, in milliseconds: beyond it, either Discord did not
/// make the snowflake, or that clock is of no use, and the snowflake shows no time.
const SENSIBLE: u64 = 86_400_000;

/// The number of counted milliseconds of which one may be too much.
const DRIFT: u128 = 2_000;

/// The age above which a request counts as late.
const LATE: Duration = Duration::from_secs(3);

/// The time for which only late requests may arrive until they are believed instead of the earlier ones.
const DOUBTED: Duration = Duration::from_secs(60);

/// Discord's clock, as far as it is known.
#[derive(Default)]
pub(super) struct DiscordClock {
    /// The least time that it showed at a moment, in milliseconds of the Unix epoch.
    known: Option<(u64, Instant)>,
    /// The time since which all requests were late.
    doubted: Option<Instant>,
}

impl DiscordClock {
    /// Returns the least age of a request that has just arrived.
    pub fn age(&mut self, snowflake: u64) -> Duration {
        let here = SystemTime::now().duration_since(UNIX_EPOCH);
        let here = here.map_or(0, |here| {
            u64::try_from(here.as_millis()).unwrap_or(u64::MAX)
        });
        self.age_at(snowflake, here, Instant::now())
    }

    /// Returns the least age of a request that arrives at a moment, given by the clock of this machine in milliseconds
    /// of the Unix epoch, and by the steady clock.
    fn age_at(&mut self, snowflake: u64, here: u64, now: Instant) -> Duration {
        let sent = (snowflake >> 22) + EPOCH;
        if sent.abs_diff(here) > SENSIBLE {
            return Duration::ZERO;
        }
        let at_least = self.known.map_or(0, |(shown, at)| {
            let gone = now.saturating_duration_since(at).as_millis();
            shown.saturating_add(u64::try_from(gone - gone / DRIFT).unwrap_or(u64::MAX))
        });
        let age = Duration::from_millis(at_least.saturating_sub(sent));
        if age <= LATE {
            self.doubted = None;
        } else {
            let since = *self.doubted.get_or_insert(now);
            if now.saturating_duration_since(since) <= DOUBTED {
                return age;
            }
            tracing::warn!(
                seconds = age.as_secs(),
                "all requests seemed late for a minute: Discord's clock was set back"
            );
            (self.known, self.doubted) = (None, None);
            return self.age_at(snowflake, here, now);
        }
        if age.is_zero() {
            self.known = Some((sent, now));
        }
        age
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A time of this machine's clock, in milliseconds of the Unix epoch.
    const NOON: u64 = 1_800_000_000_000;

    fn made_at(milliseconds: u64) -> u64 {
        (milliseconds - EPOCH) << 22
    }

    const fn after(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    /// A clock of the machine that is wrong by minutes makes no request late, and hides no late one.
    #[test]
    fn a_request_is_late_by_what_others_show_of_discords_clock() {
        for wrong in [0, 300_000] {
            let mut clock = DiscordClock::default();
            let begun = Instant::now();
            let mut age = |sent: u64, arrives: u64| {
                let here = NOON + wrong + arrives;
                clock.age_at(made_at(NOON + sent), here, begun + after(arrives))
            };
            assert_eq!(age(0, 100), Duration::ZERO);
            // A request that takes a little longer on the way than the one before.
            assert_eq!(age(10_000, 10_130), after(25));
            // A quicker one, by which the later ones are measured.
            assert_eq!(age(20_000, 20_040), Duration::ZERO);
            assert_eq!(age(21_000, 21_050), after(10));
            // Held up for nine seconds while others were not.
            assert_eq!(age(22_000, 31_040), after(8_995));
            assert_eq!(age(32_000, 32_040), after(0));
        }
    }

    /// Discord delivers held-up interactions at once, in the order in which they were sent.
    #[test]
    fn what_is_delivered_together_is_late_by_what_went_by_meanwhile() {
        let mut clock = DiscordClock::default();
        let begun = Instant::now();
        clock.age_at(made_at(NOON), NOON, begun);
        let late = |clock: &mut DiscordClock, sent: u64| {
            clock.age_at(made_at(NOON + sent), NOON + 20_000, begun + after(20_000))
        };
        assert_eq!(late(&mut clock, 1_000), after(18_990));
        assert_eq!(late(&mut clock, 10_000), after(9_990));
    }

    #[test]
    fn a_snowflake_of_another_day_tells_no_time() {
        let mut clock = DiscordClock::default();
        let begun = Instant::now();
        clock.age_at(made_at(NOON), NOON, begun);
        for snowflake in [0, 1, 7_000, made_at(NOON + 2 * SENSIBLE), u64::MAX] {
            assert_eq!(clock.age_at(snowflake, NOON, begun), Duration::ZERO);
        }
        // And it sets no clock.
        assert_eq!(
            clock.age_at(made_at(NOON + 1_000), NOON + 1_000, begun + after(1_000)),
            Duration::ZERO
        );
    }

    /// A single snowflake from the future makes no requests late for good.
    #[test]
    fn what_all_requests_say_for_a_minute_is_believed() {
        let mut clock = DiscordClock::default();
        let begun = Instant::now();
        clock.age_at(made_at(NOON + 3_600_000), NOON, begun);
        let mut ages = (1..=8).map(|number| {
            let at = number * 10_000;
            clock.age_at(made_at(NOON + at), NOON + at, begun + after(at))
        });
        assert!(ages.by_ref().take(7).all(|age| age > after(3_500_000)));
        assert_eq!(ages.next(), Some(Duration::ZERO));
    }
}
