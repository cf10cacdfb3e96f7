-- What lists, leaderboards and counts are read from, so that none of them reads more than it shows.

-- Since when the match of a live seat stands as it stands (`game.since`): the order of a player's list.
ALTER TABLE seat ADD COLUMN stands INTEGER NOT NULL DEFAULT 0;
UPDATE seat SET stands = (SELECT since FROM game WHERE game.id = seat.game) WHERE live = 1;

DROP INDEX seat_awaited;
CREATE INDEX seat_list ON seat (user, awaited, stands, game) WHERE live = 1;

-- Who has played a game in a server, and how strong they are; null before their first rated match. Triggers keep it,
-- so that nothing which writes a seat or a rating can forget it.
CREATE TABLE member (
    guild  INTEGER NOT NULL,
    key    TEXT    NOT NULL,
    user   INTEGER NOT NULL,
    rating REAL,
    PRIMARY KEY (guild, key, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX member_rating ON member (guild, key, rating DESC, user) WHERE rating IS NOT NULL;
CREATE INDEX member_user ON member (user, key);

INSERT INTO member (guild, key, user, rating)
SELECT DISTINCT game.guild, game.key, seat.user,
       (SELECT rating FROM rating WHERE rating.user = seat.user AND rating.key = game.key)
FROM seat JOIN game ON game.id = seat.game WHERE game.guild IS NOT NULL;

CREATE TRIGGER member_seated AFTER INSERT ON seat BEGIN
    INSERT INTO member (guild, key, user, rating)
    SELECT guild, key, new.user, (SELECT rating FROM rating WHERE rating.user = new.user AND rating.key = game.key)
    FROM game WHERE id = new.game AND guild IS NOT NULL AND NOT EXISTS
        (SELECT 1 FROM member WHERE member.guild = game.guild AND member.key = game.key AND member.user = new.user);
END;

-- A seat that is made over to another user id leaves no member behind who has no seat.
CREATE TRIGGER member_unseated AFTER UPDATE OF user ON seat WHEN old.user <> new.user BEGIN
    DELETE FROM member WHERE member.user = old.user
        AND (member.guild, member.key) = (SELECT guild, key FROM game WHERE id = old.game)
        AND NOT EXISTS (SELECT 1 FROM seat JOIN game ON game.id = seat.game
                        WHERE seat.user = old.user AND game.guild = member.guild AND game.key = member.key);
END;

CREATE TRIGGER member_rated AFTER INSERT ON rating BEGIN
    UPDATE member SET rating = new.rating WHERE user = new.user AND key = new.key;
END;

CREATE TRIGGER member_rated_again AFTER UPDATE OF rating ON rating BEGIN
    UPDATE member SET rating = new.rating WHERE user = new.user AND key = new.key;
END;

CREATE TRIGGER member_unrated AFTER DELETE ON rating BEGIN
    UPDATE member SET rating = NULL WHERE user = old.user AND key = old.key;
END;

-- How many matches are in each phase.
CREATE TABLE census (
    phase TEXT    PRIMARY KEY,
    games INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO census (phase, games)
SELECT column1, (SELECT count(*) FROM game WHERE game.phase = column1)
FROM (VALUES ('open'), ('playing'), ('over'));

CREATE TRIGGER census_opened AFTER INSERT ON game BEGIN
    UPDATE census SET games = games + 1 WHERE phase = new.phase;
END;

CREATE TRIGGER census_moved AFTER UPDATE OF phase ON game WHEN old.phase <> new.phase BEGIN
    UPDATE census SET games = games + CASE phase WHEN new.phase THEN 1 ELSE -1 END
    WHERE phase IN (old.phase, new.phase);
END;

CREATE TRIGGER census_removed AFTER DELETE ON game BEGIN
    UPDATE census SET games = games - 1 WHERE phase = old.phase;
END;

-- Work on the stored matches that is done in small pieces while the bot runs: the matches after `next`, up to `last`,
-- are still to be looked at. `checkpoints`: those of matches that are over are dropped.
CREATE TABLE upkeep (
    job  TEXT    PRIMARY KEY,
    next INTEGER NOT NULL,
    last INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO upkeep (job, next, last)
SELECT 'checkpoints', 0, (SELECT max(id) FROM game) WHERE EXISTS (SELECT 1 FROM game);
