-- Which process is the bot, and until when unless it renews that, in milliseconds of the Unix epoch by this server's
-- clock. SQLite has no such table: a file beside the database is locked there.
CREATE TABLE lease (
    name   TEXT COLLATE "C" PRIMARY KEY,
    holder TEXT   NOT NULL,
    until  BIGINT NOT NULL
);
