-- SQLite's 0042: in which place somebody said yes to what is offered; 0 is who asked for it.
ALTER TABLE offer ADD COLUMN place BIGINT NOT NULL DEFAULT 0;

DELETE FROM offer WHERE kind = 'takeback' AND game IN (
    SELECT first.game FROM offer AS first JOIN offer AS other ON other.game = first.game AND other.kind = first.kind
    WHERE first.kind = 'takeback' AND other.at = first.at AND other."user" <> first."user"
      AND first."user" NOT BETWEEN 4000001 AND 4000008 AND other."user" NOT BETWEEN 4000001 AND 4000008
      AND first.at = (SELECT min(at) FROM offer AS one WHERE one.game = first.game AND one.kind = first.kind)
);

UPDATE offer SET place = (
    SELECT count(DISTINCT earlier."user") FROM offer AS earlier
    WHERE earlier.game = offer.game AND earlier.kind = offer.kind AND earlier."user" <> offer."user"
      AND (earlier."user" BETWEEN 4000001 AND 4000008, earlier.at, earlier.seat)
        < (offer."user" BETWEEN 4000001 AND 4000008, offer.at, offer.seat)
);
