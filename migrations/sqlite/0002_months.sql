-- What a match that lasts for months needs. `changed` is the ply of the last event that changed the position, the turn
-- or the open table; `deadline` is when something runs out, `runs` since when it runs, and `due` when there is
-- something to do next (a reminder, or the deadline). All of them follow from the events, the outages and the time.
ALTER TABLE game ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN deadline INTEGER;
ALTER TABLE game ADD COLUMN runs INTEGER;
ALTER TABLE game ADD COLUMN due INTEGER;
ALTER TABLE game ADD COLUMN rematch INTEGER REFERENCES game (id);

CREATE INDEX game_due ON game (due) WHERE due IS NOT NULL;

-- When the bot was last known to run: one row.
CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;

-- Times in which the bot did not run and nobody could act: no clock runs in them.
CREATE TABLE outage (
    id    INTEGER PRIMARY KEY AUTOINCREMENT,
    since INTEGER NOT NULL,
    until INTEGER NOT NULL
) STRICT;

CREATE INDEX outage_until ON outage (until);

-- What people are to be told, written together with what it tells of. `user` is null where a whole match is told at
-- its home. `ready` is the time before which it is not told, `done` when it was (or had lost its sense).
CREATE TABLE outbox (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    game   INTEGER NOT NULL REFERENCES game (id),
    ply    INTEGER NOT NULL,
    user   INTEGER,
    why    TEXT    NOT NULL,
    at     INTEGER NOT NULL,
    ready  INTEGER NOT NULL,
    public INTEGER NOT NULL DEFAULT 0 CHECK (public IN (0, 1)),
    tries  INTEGER NOT NULL DEFAULT 0,
    done   INTEGER
) STRICT;

CREATE INDEX outbox_ready ON outbox (ready) WHERE done IS NULL;
CREATE INDEX outbox_done ON outbox (done) WHERE done IS NOT NULL;

-- Reminders that a player has been sent since they last moved anywhere.
CREATE TABLE nag (
    user  INTEGER PRIMARY KEY,
    count INTEGER NOT NULL
) STRICT;

-- Vacations. `until` is brought forward when somebody comes back early.
CREATE TABLE vacation (
    user  INTEGER NOT NULL,
    since INTEGER NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (user, since)
) STRICT, WITHOUT ROWID;

-- What a player wants to answer by itself, for their eyes alone.
CREATE TABLE plan (
    id   INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES game (id),
    user INTEGER NOT NULL,
    line TEXT    NOT NULL,
    text TEXT    NOT NULL
) STRICT;

CREATE INDEX plan_game ON plan (game, user);

-- What players write about a match: for themselves, or sealed until it is over.
CREATE TABLE note (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    game   INTEGER NOT NULL REFERENCES game (id),
    user   INTEGER NOT NULL,
    ply    INTEGER NOT NULL,
    at     INTEGER NOT NULL,
    sealed INTEGER NOT NULL CHECK (sealed IN (0, 1)),
    text   TEXT    NOT NULL
) STRICT;

CREATE INDEX note_game ON note (game, user);

-- How strong players are, by game (Glicko-2), and in how many matches they have shown it.
CREATE TABLE rating (
    user       INTEGER NOT NULL,
    key        TEXT    NOT NULL,
    rating     REAL    NOT NULL,
    deviation  REAL    NOT NULL,
    volatility REAL    NOT NULL,
    won        INTEGER NOT NULL,
    drawn      INTEGER NOT NULL,
    lost       INTEGER NOT NULL,
    PRIMARY KEY (user, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX rating_key ON rating (key, rating);

-- Who has left a match by thinking too long.
CREATE TABLE abandoned (
    user INTEGER NOT NULL,
    game INTEGER NOT NULL REFERENCES game (id),
    PRIMARY KEY (user, game)
) STRICT, WITHOUT ROWID;
