-- What profiles and places on leaderboards are read from: counted as matches end and ratings change, not when somebody
-- asks.

-- What a match that is over counts for those who played it to the end: the seats whose places count, which are those of
-- matches of more than two. Nobody counts for playing alone or against the machine alone (4000001 to 4000008), nor a
-- person who was erased.
CREATE VIEW placed AS
SELECT game.id AS game, game.key, seat.user, seat.placing
FROM game JOIN seat ON seat.game = game.id
WHERE game.phase = 'over' AND seat.until IS NULL AND seat.user > 0 AND seat.user NOT BETWEEN 4000001 AND 4000008
  AND seat.placing IS NOT NULL
  AND (SELECT count(DISTINCT number) FROM seat AS other WHERE other.game = game.id) > 2
  AND EXISTS (SELECT 1 FROM seat AS other WHERE other.game = game.id AND other.user <> seat.user
              AND other.user NOT BETWEEN 4000001 AND 4000008);

-- The same for how reliable they are: each person once, however many seats they held.
CREATE VIEW finished AS
SELECT game.id AS game, seat.user
FROM game JOIN seat ON seat.game = game.id
WHERE game.phase = 'over' AND game.moves > 0 AND seat.until IS NULL AND seat.user > 0
  AND seat.user NOT BETWEEN 4000001 AND 4000008
  AND NOT EXISTS (SELECT 1 FROM seat AS lower WHERE lower.game = game.id AND lower.user = seat.user
                  AND lower.until IS NULL AND lower.number < seat.number)
  AND EXISTS (SELECT 1 FROM seat AS other WHERE other.game = game.id AND other.user <> seat.user
              AND other.user NOT BETWEEN 4000001 AND 4000008)
  AND NOT EXISTS (SELECT 1 FROM abandoned WHERE abandoned.user = seat.user AND abandoned.game = game.id);

-- How often somebody came in at each place.
CREATE TABLE placing_count (
    user    INTEGER NOT NULL,
    key     TEXT    NOT NULL,
    placing INTEGER NOT NULL,
    times   INTEGER NOT NULL,
    PRIMARY KEY (user, key, placing)
) STRICT, WITHOUT ROWID;

INSERT INTO placing_count (user, key, placing, times)
SELECT user, key, placing, count(*) FROM placed GROUP BY user, key, placing;

-- How many matches somebody has played to the end, and how many they have left by thinking too long.
CREATE TABLE reliability (
    user      INTEGER PRIMARY KEY,
    finished  INTEGER NOT NULL,
    abandoned INTEGER NOT NULL
) STRICT;

INSERT INTO reliability (user, finished, abandoned)
SELECT user, sum(finished), sum(abandoned)
FROM (SELECT user, 1 AS finished, 0 AS abandoned FROM finished UNION ALL SELECT user, 0, 1 FROM abandoned)
GROUP BY user;

-- How many rated members of a server are in each band of eight rating points: a place is what is in the bands above,
-- and who is above in the own one.
CREATE TABLE rating_band (
    guild   INTEGER NOT NULL,
    key     TEXT    NOT NULL,
    band    INTEGER NOT NULL,
    members INTEGER NOT NULL,
    PRIMARY KEY (guild, key, band)
) STRICT, WITHOUT ROWID;

INSERT INTO rating_band (guild, key, band, members)
SELECT guild, key, CAST(rating / 8 AS INTEGER), count(*) FROM member WHERE rating IS NOT NULL GROUP BY 1, 2, 3;

CREATE TRIGGER band_entered AFTER INSERT ON member WHEN new.rating IS NOT NULL BEGIN
    INSERT INTO rating_band (guild, key, band, members)
    SELECT new.guild, new.key, CAST(new.rating / 8 AS INTEGER), 0 WHERE NOT EXISTS
        (SELECT 1 FROM rating_band WHERE guild = new.guild AND key = new.key AND band = CAST(new.rating / 8 AS INTEGER));
    UPDATE rating_band SET members = members + 1
    WHERE guild = new.guild AND key = new.key AND band = CAST(new.rating / 8 AS INTEGER);
END;

CREATE TRIGGER band_changed AFTER UPDATE OF rating ON member WHEN old.rating IS NOT new.rating BEGIN
    UPDATE rating_band SET members = members - 1
    WHERE guild = old.guild AND key = old.key AND band = CAST(old.rating / 8 AS INTEGER);
    INSERT INTO rating_band (guild, key, band, members)
    SELECT new.guild, new.key, CAST(new.rating / 8 AS INTEGER), 0 WHERE new.rating IS NOT NULL AND NOT EXISTS
        (SELECT 1 FROM rating_band WHERE guild = new.guild AND key = new.key AND band = CAST(new.rating / 8 AS INTEGER));
    UPDATE rating_band SET members = members + 1
    WHERE guild = new.guild AND key = new.key AND band = CAST(new.rating / 8 AS INTEGER);
END;

CREATE TRIGGER band_left AFTER DELETE ON member WHEN old.rating IS NOT NULL BEGIN
    UPDATE rating_band SET members = members - 1
    WHERE guild = old.guild AND key = old.key AND band = CAST(old.rating / 8 AS INTEGER);
END;
