-- Seasons of leagues. A season is a tournament with a `month`, counted from January of the year 0: it holds those who sign
-- up and the posts, and has no matches. Its divisions are tournaments with `season`, their number from 1 in `division`.
-- `previous` is the season played before, from which the order comes. `followed` is 1 once the next season's sign-up is
-- open, or none will be: a channel has one league that goes on.
ALTER TABLE tournament ADD COLUMN month INTEGER;
ALTER TABLE tournament ADD COLUMN season INTEGER;
ALTER TABLE tournament ADD COLUMN division INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tournament ADD COLUMN previous INTEGER;
ALTER TABLE tournament ADD COLUMN followed INTEGER NOT NULL DEFAULT 1 CHECK (followed IN (0, 1));

DROP INDEX tournament_running;
-- A channel has one event at a time.
CREATE UNIQUE INDEX tournament_running ON tournament (channel)
    WHERE phase IN ('open', 'playing') AND month IS NULL AND season IS NULL;
CREATE UNIQUE INDEX tournament_league ON tournament (channel) WHERE followed = 0;
CREATE UNIQUE INDEX tournament_division ON tournament (season, division) WHERE season IS NOT NULL;

-- The end of a season: the place, which others can share; the rank in the division from 0, which nobody shares; and 1 for
-- who goes up, -1 for who goes down.
ALTER TABLE entrant ADD COLUMN place INTEGER;
ALTER TABLE entrant ADD COLUMN rank INTEGER;
ALTER TABLE entrant ADD COLUMN goes INTEGER NOT NULL DEFAULT 0;
