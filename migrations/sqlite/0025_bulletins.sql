-- Channels that ask for results or for a weekly digest: one of each kind a server. `next` is when the next digest is
-- due, in seconds of the Unix epoch; null for results, which come as they happen.
CREATE TABLE bulletin (
    guild   INTEGER NOT NULL,
    kind    TEXT    NOT NULL CHECK (kind IN ('results', 'digest')),
    channel INTEGER NOT NULL,
    next    INTEGER,
    PRIMARY KEY (guild, kind)
) STRICT, WITHOUT ROWID;

CREATE INDEX bulletin_next ON bulletin (next) WHERE next IS NOT NULL;

-- What a digest tells of: the games of a server that ended lately.
CREATE INDEX game_ended ON game (guild, since) WHERE phase = 'over' AND audience = 'server';
