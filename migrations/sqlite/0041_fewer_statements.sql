-- Whether anything may be offered in the match: 0 only where nothing is, so that a move need not look among the offers.
ALTER TABLE game ADD COLUMN offered INTEGER NOT NULL DEFAULT 0 CHECK (offered IN (0, 1));

UPDATE game SET offered = 1 WHERE id IN (SELECT game FROM offer);

-- How many matches are in each phase, in 32 shares by the remainder of their numbers: where several processes write,
-- those who open and end matches at the same moment change different rows. The count is the sum.
DROP TRIGGER census_opened;
DROP TRIGGER census_moved;
DROP TRIGGER census_removed;
DROP TABLE census;

CREATE TABLE census (
    phase TEXT    NOT NULL,
    share INTEGER NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (phase, share)
) STRICT, WITHOUT ROWID;

WITH RECURSIVE number (share) AS (SELECT 0 UNION ALL SELECT share + 1 FROM number WHERE share < 31)
INSERT INTO census (phase, share, games)
SELECT column1, share, 0 FROM (VALUES ('open'), ('playing'), ('over')) CROSS JOIN number;

UPDATE census SET games = counted.games
FROM (SELECT phase, id % 32 AS share, count(*) AS games FROM game GROUP BY phase, id % 32) AS counted
WHERE counted.phase = census.phase AND counted.share = census.share;

CREATE TRIGGER census_opened AFTER INSERT ON game BEGIN
    UPDATE census SET games = games + 1 WHERE phase = new.phase AND share = new.id % 32;
END;

CREATE TRIGGER census_moved AFTER UPDATE OF phase ON game WHEN old.phase <> new.phase BEGIN
    UPDATE census SET games = games + CASE phase WHEN new.phase THEN 1 ELSE -1 END
    WHERE phase IN (old.phase, new.phase) AND share = new.id % 32;
END;

CREATE TRIGGER census_removed AFTER DELETE ON game BEGIN
    UPDATE census SET games = games - 1 WHERE phase = old.phase AND share = old.id % 32;
END;
