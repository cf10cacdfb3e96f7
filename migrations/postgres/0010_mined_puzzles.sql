-- SQLite's 0040: puzzles that matches played here have brought.
CREATE TABLE puzzle_source (
    game BIGINT PRIMARY KEY
);

CREATE TABLE mined_puzzle (
    id      TEXT COLLATE "C" PRIMARY KEY,
    key     TEXT COLLATE "C" NOT NULL,
    options TEXT NOT NULL,
    line    TEXT NOT NULL
);

CREATE INDEX mined_puzzle_key ON mined_puzzle (key);
