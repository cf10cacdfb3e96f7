-- What requests have changed besides matches, by the number of the request: a request that is delivered again after a
-- restart, or to another process, changes nothing a second time. Kept for a day.
CREATE TABLE handled (
    interaction INTEGER NOT NULL,
    -- What was changed: one request may change several things.
    part        TEXT    NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (interaction, part)
) STRICT, WITHOUT ROWID;

CREATE INDEX handled_at ON handled (at);
