-- A match and what is known of it at a glance. `ply`, `phase`, `ending`, `since` and `moves` follow from its events
-- and are kept here so that a list of matches costs no replay. Times are seconds of the Unix epoch.
CREATE TABLE game (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    key     TEXT    NOT NULL,
    options TEXT    NOT NULL,
    rules   INTEGER NOT NULL,
    guild   INTEGER,
    channel INTEGER NOT NULL,
    home    INTEGER,
    opened  INTEGER NOT NULL,
    ply     INTEGER NOT NULL,
    phase   TEXT    NOT NULL CHECK (phase IN ('open', 'playing', 'over')),
    ending  TEXT,
    since   INTEGER NOT NULL,
    moves   INTEGER NOT NULL
) STRICT;

CREATE INDEX game_home ON game (home, phase) WHERE home IS NOT NULL;

-- What happened, one row each. Rows are added and never changed.
CREATE TABLE event (
    game        INTEGER NOT NULL REFERENCES game (id),
    ply         INTEGER NOT NULL CHECK (ply > 0),
    at          INTEGER NOT NULL,
    kind        TEXT    NOT NULL,
    seat        INTEGER,
    user        INTEGER,
    text        TEXT,
    next        INTEGER,
    interaction INTEGER,
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;

-- A request that Discord delivers twice does nothing twice.
CREATE UNIQUE INDEX event_interaction ON event (interaction) WHERE interaction IS NOT NULL;

-- Who holds or held a seat. `live`: now, in a match that is not over; `awaited`: and it is their turn.
CREATE TABLE seat (
    game     INTEGER NOT NULL REFERENCES game (id),
    number   INTEGER NOT NULL,
    tenure   INTEGER NOT NULL,
    user     INTEGER NOT NULL,
    since    INTEGER NOT NULL,
    until    INTEGER,
    live     INTEGER NOT NULL CHECK (live IN (0, 1)),
    awaited  INTEGER NOT NULL CHECK (awaited IN (0, 1)),
    quarters INTEGER,
    placing  INTEGER,
    PRIMARY KEY (game, number, tenure)
) STRICT, WITHOUT ROWID;

CREATE INDEX seat_user ON seat (user, game);
CREATE INDEX seat_live ON seat (user) WHERE live = 1;
CREATE INDEX seat_awaited ON seat (user) WHERE awaited = 1;

-- Who is at a table that has not begun: there (`invited` 0) or asked to come.
CREATE TABLE guest (
    game    INTEGER NOT NULL REFERENCES game (id),
    number  INTEGER NOT NULL,
    user    INTEGER NOT NULL,
    wish    INTEGER,
    invited INTEGER NOT NULL CHECK (invited IN (0, 1)),
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX guest_user ON guest (user);

-- What is proposed (draw, takeback, rematch): it lives until it is answered or the position changes.
CREATE TABLE offer (
    game INTEGER NOT NULL REFERENCES game (id),
    kind TEXT    NOT NULL,
    seat INTEGER NOT NULL,
    ply  INTEGER NOT NULL,
    user INTEGER NOT NULL,
    at   INTEGER NOT NULL,
    PRIMARY KEY (game, kind, seat)
) STRICT, WITHOUT ROWID;

-- The match as it was after `ply` events, so that loading it need not begin at the beginning. Never the only copy of
-- anything: `digest` tells a damaged one, and the events make it anew.
CREATE TABLE checkpoint (
    game     INTEGER NOT NULL REFERENCES game (id),
    ply      INTEGER NOT NULL,
    standing TEXT    NOT NULL,
    position TEXT    NOT NULL,
    digest   TEXT    NOT NULL,
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;

-- Rules that a player has been told of.
CREATE TABLE lesson (
    user  INTEGER NOT NULL,
    topic TEXT    NOT NULL,
    PRIMARY KEY (user, topic)
) STRICT, WITHOUT ROWID;

-- What users and servers have set; owner 0 is the bot itself.
CREATE TABLE setting (
    owner INTEGER NOT NULL,
    key   TEXT    NOT NULL,
    value TEXT    NOT NULL,
    PRIMARY KEY (owner, key)
) STRICT, WITHOUT ROWID;
