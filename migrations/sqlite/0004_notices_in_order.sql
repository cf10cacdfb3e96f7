-- Which notices go out before all others: those from which somebody learns that it is their turn, or that their time is
-- over or nearly over. A text that is no JSON goes out with the rest.
ALTER TABLE outbox ADD COLUMN first INTEGER GENERATED ALWAYS AS (
    CASE
        WHEN NOT json_valid(why) THEN 0
        WHEN json_extract(why, '$.why') IN ('turn', 'board', 'time_over', 'excused', 'seat_offered') THEN 1
        WHEN json_extract(why, '$.why') = 'reminder' AND json_extract(why, '$.percent') >= 95 THEN 1
        ELSE 0
    END
) VIRTUAL;

CREATE INDEX outbox_first ON outbox (first, ready) WHERE done IS NULL;
CREATE INDEX outbox_user ON outbox (user, ready) WHERE done IS NULL;
