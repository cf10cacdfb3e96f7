-- SQLite's 0047: what a match has changed in the rating of a seat's player, rounded; NULL where it has not counted.
ALTER TABLE seat ADD COLUMN rated_before BIGINT;
ALTER TABLE seat ADD COLUMN rated BIGINT;

CREATE INDEX seat_rated ON seat ("user", stands) WHERE rated IS NOT NULL;

-- `member.rating` is what the order of a leaderboard goes by: what a player's rating is at least, less two deviations.
CREATE OR REPLACE FUNCTION member_seated() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO member (guild, key, "user", rating)
    SELECT guild, key, new."user",
        (SELECT rating - 2 * deviation FROM rating WHERE rating."user" = new."user" AND rating.key = game.key)
    FROM game WHERE id = new.game AND guild IS NOT NULL
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION member_rated() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    UPDATE member SET rating = new.rating - 2 * new.deviation WHERE "user" = new."user" AND key = new.key;
    RETURN NULL;
END $$;

UPDATE member SET rating =
    (SELECT rating - 2 * deviation FROM rating WHERE rating."user" = member."user" AND rating.key = member.key)
WHERE rating IS NOT NULL;
