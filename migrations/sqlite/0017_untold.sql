-- The oldest notice that has not been sent, whatever it waits for.
CREATE INDEX outbox_untold ON outbox (at) WHERE done IS NULL;
