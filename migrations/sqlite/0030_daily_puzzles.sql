-- Channels that ask for a puzzle a day: one a server. `next` is the time that its next puzzle belongs to and `ready` when
-- that is tried, later than `next` where the channel could not be reached; both in seconds of the Unix epoch.
CREATE TABLE daily_puzzle (
    guild   INTEGER PRIMARY KEY,
    channel INTEGER NOT NULL,
    next    INTEGER NOT NULL,
    ready   INTEGER NOT NULL
) STRICT;

CREATE INDEX daily_puzzle_ready ON daily_puzzle (ready);
