-- SQLite's 0048: true if the clocks of a match rest at weekends.
ALTER TABLE game ADD COLUMN rests BIGINT NOT NULL DEFAULT 0 CHECK (rests IN (0, 1));
