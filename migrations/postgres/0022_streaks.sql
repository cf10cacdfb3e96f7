-- SQLite's 0053: puzzles that somebody has solved in a row without a miss, and the most ever.
ALTER TABLE puzzler ADD COLUMN streak BIGINT NOT NULL DEFAULT 0;
ALTER TABLE puzzler ADD COLUMN best_streak BIGINT NOT NULL DEFAULT 0;
