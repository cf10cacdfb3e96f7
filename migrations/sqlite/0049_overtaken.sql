-- The message by which somebody was reminded, until it is deleted: when the match goes on, or the next reminder comes.
ALTER TABLE outbox ADD COLUMN shown_channel INTEGER;
ALTER TABLE outbox ADD COLUMN shown_message INTEGER;

CREATE INDEX outbox_shown ON outbox (game, id) WHERE shown_message IS NOT NULL;
CREATE INDEX outbox_waiting ON outbox (game, id) WHERE done IS NULL;
