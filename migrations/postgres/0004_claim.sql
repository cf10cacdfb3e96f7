-- What a process is at work on, so that no other one begins with the same: `kind` says what `id` is, a person's or a
-- server's snowflake or a match. It is another's to take from `until` on (seconds of the Unix epoch). SQLite has no such
-- table: one process works on a file.
CREATE TABLE claim (
    kind   TEXT COLLATE "C" NOT NULL,
    id     BIGINT NOT NULL,
    holder BIGINT NOT NULL,
    until  BIGINT NOT NULL,
    PRIMARY KEY (kind, id)
);
