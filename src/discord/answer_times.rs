//! How long a first answer may take.

use std::time::Duration;

/// Parts of the three seconds that Discord waits for a first answer; the network takes what they leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnswerTimes {
    /// How long an answer is worked out before it is deferred; suggestions, which cannot be, are left out.
    pub defer_after: Duration,
    /// How long one attempt to give it may take, so that there is time for another.
    pub attempt: Duration,
    /// How long after the interaction's arrival it is given up.
    pub given_up: Duration,
    /// How long after it was sent the storing of what it changes may be begun. Its sender is told by Discord that nothing
    /// came of it where they get no answer for so long, and sends it again.
    pub begin_within: Duration,
}

impl AnswerTimes {
    /// What holds on Discord.
    pub const DISCORD: AnswerTimes = AnswerTimes {
        defer_after: Duration::from_millis(1800),
        attempt: Duration::from_millis(1500),
        given_up: Duration::from_millis(2800),
        begin_within: Duration::from_secs(3),
    };
    /// For tests of something else, on machines on which anything may take seconds.
    pub const GENEROUS: AnswerTimes = AnswerTimes {
        defer_after: Duration::from_secs(20),
        attempt: Duration::from_secs(20),
        given_up: Duration::from_secs(30),
        begin_within: Duration::from_secs(30),
    };
}
