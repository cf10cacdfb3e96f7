-- What somebody has won against the machine: by game and level, when first. `user` 4000001 to 4000008 in other tables is
-- the machine at its levels 1 to 8.
CREATE TABLE beaten (
    user  INTEGER NOT NULL,
    key   TEXT    NOT NULL,
    level INTEGER NOT NULL CHECK (level BETWEEN 1 AND 8),
    at    INTEGER NOT NULL,
    PRIMARY KEY (user, key, level)
) STRICT, WITHOUT ROWID;

-- 1 where the match began from a position of another one, so that winning it is no feat.
ALTER TABLE game ADD COLUMN practice INTEGER NOT NULL DEFAULT 0 CHECK (practice IN (0, 1));

-- The machine is nobody's rival on a leaderboard.
DROP TRIGGER member_seated;
CREATE TRIGGER member_seated AFTER INSERT ON seat WHEN new.user NOT BETWEEN 4000001 AND 4000008 BEGIN
    INSERT INTO member (guild, key, user, rating)
    SELECT guild, key, new.user, (SELECT rating FROM rating WHERE rating.user = new.user AND rating.key = game.key)
    FROM game WHERE id = new.game AND guild IS NOT NULL AND NOT EXISTS
        (SELECT 1 FROM member WHERE member.guild = game.guild AND member.key = game.key AND member.user = new.user);
END;
