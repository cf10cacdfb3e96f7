-- True if the clocks of a match rest at weekends, so that an outage moves them by the part of it that is on workdays.
ALTER TABLE game ADD COLUMN rests INTEGER NOT NULL DEFAULT 0 CHECK (rests IN (0, 1));
