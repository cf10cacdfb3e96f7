-- An outage is noted in one row, and what it does to deadlines is done in pieces, so that nobody who writes waits for long:
-- how far it has come is the number of the last match that was looked at; null where it has come to the end.
ALTER TABLE outage ADD COLUMN moved BIGINT;
-- The number of the last outage that a match's times already have in them.
ALTER TABLE game ADD COLUMN outage BIGINT NOT NULL DEFAULT 0;
