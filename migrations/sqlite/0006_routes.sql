-- What is told without an answer's help, and where. `cover` is the interaction whose answer is to show the board: the
-- row is sent only if that answer does not come. `refused` are the ways that have been refused, one bit each (1 the
-- match's home, 2 the channel of its table, 4 direct messages); it takes the place of `public`.
ALTER TABLE outbox ADD COLUMN cover INTEGER;
ALTER TABLE outbox ADD COLUMN refused INTEGER NOT NULL DEFAULT 0;

UPDATE outbox SET refused = 4 WHERE public = 1;

CREATE INDEX outbox_cover ON outbox (cover) WHERE cover IS NOT NULL AND done IS NULL;

-- Who takes no direct messages, and until when that is believed.
CREATE TABLE direct_closed (
    user  INTEGER PRIMARY KEY,
    until INTEGER NOT NULL
) STRICT;

-- Players who cannot be told that it is their turn, and since when. `stopped`: their clock has been stopped.
CREATE TABLE unreachable (
    game    INTEGER NOT NULL REFERENCES game (id),
    user    INTEGER NOT NULL,
    since   INTEGER NOT NULL,
    stopped INTEGER NOT NULL DEFAULT 0 CHECK (stopped IN (0, 1)),
    PRIMARY KEY (game, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX unreachable_user ON unreachable (user);
CREATE INDEX unreachable_since ON unreachable (since);
