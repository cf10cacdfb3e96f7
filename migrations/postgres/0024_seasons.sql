-- SQLite's 0055: seasons of leagues, which are tournaments, as their divisions are.
ALTER TABLE tournament ADD COLUMN month BIGINT;
ALTER TABLE tournament ADD COLUMN season BIGINT;
ALTER TABLE tournament ADD COLUMN division BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tournament ADD COLUMN previous BIGINT;
ALTER TABLE tournament ADD COLUMN followed BIGINT NOT NULL DEFAULT 1 CHECK (followed IN (0, 1));

DROP INDEX tournament_running;
CREATE UNIQUE INDEX tournament_running ON tournament (channel)
    WHERE phase IN ('open', 'playing') AND month IS NULL AND season IS NULL;
CREATE UNIQUE INDEX tournament_league ON tournament (channel) WHERE followed = 0;
CREATE UNIQUE INDEX tournament_division ON tournament (season, division) WHERE season IS NOT NULL;

ALTER TABLE entrant ADD COLUMN place BIGINT;
ALTER TABLE entrant ADD COLUMN rank BIGINT;
ALTER TABLE entrant ADD COLUMN goes BIGINT NOT NULL DEFAULT 0;
