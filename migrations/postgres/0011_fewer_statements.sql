-- SQLite's 0041: whether anything may be offered in a match; and the matches of each phase counted in shares.
ALTER TABLE game ADD COLUMN offered BIGINT NOT NULL DEFAULT 0 CHECK (offered IN (0, 1));

UPDATE game SET offered = 1 WHERE id IN (SELECT game FROM offer);

DROP TABLE census;

CREATE TABLE census (
    phase TEXT COLLATE "C" NOT NULL,
    share BIGINT NOT NULL,
    games BIGINT NOT NULL,
    PRIMARY KEY (phase, share)
) WITH (fillfactor = 50);

INSERT INTO census (phase, share, games)
SELECT phase, share, 0
FROM (VALUES ('open'), ('playing'), ('over')) AS one (phase) CROSS JOIN generate_series(0, 31) AS number (share);

UPDATE census SET games = counted.games
FROM (SELECT phase, id % 32 AS share, count(*) AS games FROM game GROUP BY phase, id % 32) AS counted
WHERE counted.phase = census.phase AND counted.share = census.share;

-- Of the two rows that a match leaves and enters the one whose phase comes first is held first, so that no two wait for
-- each other.
CREATE OR REPLACE FUNCTION census_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP = 'UPDATE' THEN
        PERFORM 1 FROM census WHERE share = new.id % 32 AND phase IN (old.phase, new.phase) ORDER BY phase FOR UPDATE;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        UPDATE census SET games = games + 1 WHERE phase = new.phase AND share = new.id % 32;
    END IF;
    IF TG_OP <> 'INSERT' THEN
        UPDATE census SET games = games - 1 WHERE phase = old.phase AND share = old.id % 32;
    END IF;
    RETURN NULL;
END $$;
