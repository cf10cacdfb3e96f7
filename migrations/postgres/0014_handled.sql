-- SQLite's 0044: what requests have changed besides matches, by the number of the request; kept for a day.
CREATE TABLE handled (
    interaction BIGINT NOT NULL,
    -- What was changed: one request may change several things.
    part        TEXT COLLATE "C" NOT NULL,
    at          BIGINT NOT NULL,
    PRIMARY KEY (interaction, part)
);

CREATE INDEX handled_at ON handled (at);
