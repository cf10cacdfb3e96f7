-- Rows that a transaction locks until it ends if it counts what a person has, or changes when they are on vacation. People share them by a remainder of their ids, so that none is stored here. SQLite has no such table: there only
-- one writes at a time.
CREATE TABLE person_lock (
    slot BIGINT PRIMARY KEY
);

INSERT INTO person_lock (slot) SELECT generate_series(0, 1023);
