-- Tournaments, which players call events. `terms` and `options` are those of each match, `wanted` the number of rounds
-- that the organiser asked for. `starts` is when the first round may begin, `due` when something must be done next, both
-- in seconds of the Unix epoch. `version` counts the changes, those of the matches too. `posted` is the last round whose
-- pairings have been posted; `signup` and `crosstable` are messages, which must be edited while they are stale, the
-- crosstable an hour after `drawn` at the earliest. `failing` is when posts began to fail.
CREATE TABLE tournament (
    id               INTEGER PRIMARY KEY,
    guild            INTEGER NOT NULL,
    channel          INTEGER NOT NULL,
    user             INTEGER,
    key              TEXT    NOT NULL,
    options          TEXT    NOT NULL,
    terms            TEXT    NOT NULL,
    wanted           INTEGER,
    opened           INTEGER NOT NULL,
    starts           INTEGER NOT NULL,
    phase            TEXT    NOT NULL DEFAULT 'open' CHECK (phase IN ('open', 'playing', 'over', 'cancelled')),
    round            INTEGER NOT NULL DEFAULT 0,
    rounds           INTEGER NOT NULL DEFAULT 0,
    due              INTEGER,
    version          INTEGER NOT NULL DEFAULT 0,
    posted           INTEGER NOT NULL DEFAULT 0,
    signup           INTEGER,
    signup_stale     INTEGER NOT NULL DEFAULT 1 CHECK (signup_stale IN (0, 1)),
    crosstable       INTEGER,
    crosstable_stale INTEGER NOT NULL DEFAULT 0 CHECK (crosstable_stale IN (0, 1)),
    drawn            INTEGER,
    closed           INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1)),
    failing          INTEGER
) STRICT;

CREATE INDEX tournament_due ON tournament (due) WHERE due IS NOT NULL;
CREATE INDEX tournament_channel ON tournament (channel, id);
CREATE INDEX tournament_user ON tournament (user);
-- A channel has one event at a time.
CREATE UNIQUE INDEX tournament_running ON tournament (channel) WHERE phase IN ('open', 'playing');

-- Who takes part, counted from 0: in the order of joining, and from the start on as drawn by lot. `user` is null once
-- erased. `left_after` is the number of games finished before the withdrawal.
CREATE TABLE entrant (
    tournament INTEGER NOT NULL,
    number     INTEGER NOT NULL,
    user       INTEGER,
    left_after INTEGER,
    PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX entrant_user ON entrant (user, tournament);

-- The pairings. `players` are the numbers of the entrants in turn order, `fixed` their places where the match does not
-- decide them: of a bye, a walkover, a correction.
CREATE TABLE pairing (
    tournament INTEGER NOT NULL,
    round      INTEGER NOT NULL,
    board      INTEGER NOT NULL,
    game       INTEGER,
    players    TEXT    NOT NULL,
    fixed      TEXT,
    corrected  INTEGER NOT NULL DEFAULT 0 CHECK (corrected IN (0, 1)),
    PRIMARY KEY (tournament, round, board)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX pairing_game ON pairing (game) WHERE game IS NOT NULL;

ALTER TABLE game ADD COLUMN tournament INTEGER;
