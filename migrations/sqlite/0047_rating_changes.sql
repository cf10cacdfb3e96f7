-- What a match has changed in the rating of a seat's player, rounded; NULL where it has not counted.
ALTER TABLE seat ADD COLUMN rated_before INTEGER;
ALTER TABLE seat ADD COLUMN rated INTEGER;

CREATE INDEX seat_rated ON seat (user, stands) WHERE rated IS NOT NULL;

-- `member.rating` is what the order of a leaderboard goes by: what a player's rating is at least, less two deviations.
DROP TRIGGER member_seated;
CREATE TRIGGER member_seated AFTER INSERT ON seat WHEN new.user NOT BETWEEN 4000001 AND 4000008 BEGIN
    INSERT INTO member (guild, key, user, rating)
    SELECT guild, key, new.user,
        (SELECT rating - 2 * deviation FROM rating WHERE rating.user = new.user AND rating.key = game.key)
    FROM game WHERE id = new.game AND guild IS NOT NULL AND NOT EXISTS
        (SELECT 1 FROM member WHERE member.guild = game.guild AND member.key = game.key AND member.user = new.user);
END;

DROP TRIGGER member_rated;
CREATE TRIGGER member_rated AFTER INSERT ON rating BEGIN
    UPDATE member SET rating = new.rating - 2 * new.deviation WHERE user = new.user AND key = new.key;
END;

DROP TRIGGER member_rated_again;
CREATE TRIGGER member_rated_again AFTER UPDATE OF rating ON rating BEGIN
    UPDATE member SET rating = new.rating - 2 * new.deviation WHERE user = new.user AND key = new.key;
END;

UPDATE member SET rating =
    (SELECT rating - 2 * deviation FROM rating WHERE rating.user = member.user AND rating.key = member.key)
WHERE rating IS NOT NULL;
