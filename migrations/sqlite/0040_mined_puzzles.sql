-- Matches that have ended and are still to be looked through for puzzles.
CREATE TABLE puzzle_source (
    game INTEGER PRIMARY KEY
) STRICT;

-- Puzzles that matches played here have brought, besides those that come with the program. They say nothing of the match
-- or its players. `options` are the game's, as JSON; `line` is the puzzle as the files of the program write it.
CREATE TABLE mined_puzzle (
    id      TEXT PRIMARY KEY,
    key     TEXT NOT NULL,
    options TEXT NOT NULL,
    line    TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX mined_puzzle_key ON mined_puzzle (key);
