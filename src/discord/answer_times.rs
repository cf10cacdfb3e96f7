//! Time limits of a first answer.

use std::time::Duration;

/// Parts of the three seconds that Discord waits for a first answer; the network takes the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnswerTimes {
    /// The time after which an unfinished answer is deferred; suggestions cannot be.
    pub defer_after: Duration,
    /// The longest that one attempt to send the answer may take, so that there is time for another.
    pub attempt: Duration,
    /// The time after an interaction's arrival at which its answer is given up.
    pub given_up: Duration,
    /// The time after a request was sent within which storing its changes must begin. A sender without an answer for so
    /// long is notified by Discord that it failed, and sends it again.
    pub begin_within: Duration,
}

impl AnswerTimes {
    /// The limits for Discord.
    pub const DISCORD: AnswerTimes = AnswerTimes {
        defer_after: Duration::from_millis(1800),
        attempt: Duration::from_millis(1500),
        given_up: Duration::from_millis(2800),
        begin_within: Duration::from_secs(3),
    };
    /// Limits for tests of other things, on machines where anything may take seconds.
    pub const GENEROUS: AnswerTimes = AnswerTimes {
        defer_after: Duration::from_secs(20),
        attempt: Duration::from_secs(20),
        given_up: Duration::from_secs(30),
        begin_within: Duration::from_secs(30),
    };
}
