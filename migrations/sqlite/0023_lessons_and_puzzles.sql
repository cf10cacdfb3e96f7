-- How far somebody has come in the guided first game of each game: the number of the position that comes next.
CREATE TABLE tutorial (
    user INTEGER NOT NULL,
    key  TEXT    NOT NULL,
    step INTEGER NOT NULL,
    at   INTEGER NOT NULL,
    PRIMARY KEY (user, key)
) STRICT, WITHOUT ROWID;

-- The puzzles that somebody has been set. `line` are the moves made in it so far, the opponent's included, joined by
-- spaces; `missed` is whether a wrong answer was given or the solution was shown, which is what the ratings count.
CREATE TABLE puzzle (
    user   INTEGER NOT NULL,
    id     TEXT    NOT NULL,
    key    TEXT    NOT NULL,
    line   TEXT    NOT NULL,
    missed INTEGER NOT NULL CHECK (missed IN (0, 1)),
    state  TEXT    NOT NULL CHECK (state IN ('open', 'solved', 'shown')),
    at     INTEGER NOT NULL,
    PRIMARY KEY (user, id)
) STRICT, WITHOUT ROWID;

-- How strong people are at puzzles, and how hard puzzles are (Glicko-2).
CREATE TABLE puzzler (
    user       INTEGER PRIMARY KEY,
    rating     REAL    NOT NULL,
    deviation  REAL    NOT NULL,
    volatility REAL    NOT NULL,
    won        INTEGER NOT NULL,
    lost       INTEGER NOT NULL
) STRICT;

CREATE TABLE puzzle_rating (
    id         TEXT    PRIMARY KEY,
    rating     REAL    NOT NULL,
    deviation  REAL    NOT NULL,
    volatility REAL    NOT NULL
) STRICT, WITHOUT ROWID;
