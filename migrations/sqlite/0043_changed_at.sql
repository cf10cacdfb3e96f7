-- When the position, the turn or the open table of a match last changed, in milliseconds of the Unix epoch by the clock of
-- the database: a request that was sent before that has not been made for the position there is now.
ALTER TABLE game ADD COLUMN changed_at INTEGER NOT NULL DEFAULT 0;
