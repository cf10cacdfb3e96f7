-- The number of the last outage when an event happened, 0 for none: outages and events are replayed in the order in
-- which they happened, also where the machine's clock was set back in between. An outage whose end lies before its
-- beginning is such a step back.
ALTER TABLE event ADD COLUMN outage INTEGER NOT NULL DEFAULT 0;

UPDATE event SET outage = coalesce((SELECT max(id) FROM outage WHERE until <= event.at), 0)
WHERE at >= (SELECT min(until) FROM outage);
