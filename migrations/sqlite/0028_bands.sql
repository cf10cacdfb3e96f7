-- The band of eight rating points that a member is in, as `rating_band` counts them: what a place is read from.
ALTER TABLE member ADD COLUMN band INTEGER GENERATED ALWAYS AS (CAST(rating / 8 AS INTEGER)) VIRTUAL;

-- With very many notices waiting, those of one second are taken in the order of their numbers without sorting them.
DROP INDEX outbox_ready;
CREATE INDEX outbox_ready ON outbox (ready, id) WHERE done IS NULL;
