-- SQLite's 0049: the message by which somebody was reminded, until it is deleted.
ALTER TABLE outbox ADD COLUMN shown_channel BIGINT;
ALTER TABLE outbox ADD COLUMN shown_message BIGINT;

CREATE INDEX outbox_shown ON outbox (game, id) WHERE shown_message IS NOT NULL;
CREATE INDEX outbox_waiting ON outbox (game, id) WHERE done IS NULL;
