-- What is limited to so many times a day: `what` is 'import', or 'invite' with the person who was invited in `whom`.
-- Rows are dropped after a day.
CREATE TABLE usage (
    user INTEGER NOT NULL,
    what TEXT    NOT NULL,
    whom INTEGER,
    at   INTEGER NOT NULL
) STRICT;

CREATE INDEX usage_user ON usage (user, what, whom, at);
CREATE INDEX usage_at ON usage (at);
