-- Requests that have done their work without an event of a match: offers, and answers to them. Discord delivers a
-- request again within minutes at most.
CREATE TABLE answered (
    interaction INTEGER PRIMARY KEY,
    at          INTEGER NOT NULL
) STRICT;

CREATE INDEX answered_at ON answered (at);
