-- SQLite's 0043: when the position, the turn or the open table of a match last changed; and SQLite's name for the clock of
-- the database, which goes on within a transaction.
CREATE FUNCTION unixepoch(text) RETURNS double precision LANGUAGE sql VOLATILE PARALLEL SAFE AS
$$ SELECT CAST(extract(epoch FROM clock_timestamp()) AS double precision) $$;

-- Ends a statement that has come to the server, or to the row that it waited for, after a moment of this clock, in
-- milliseconds of the Unix epoch.
CREATE FUNCTION in_time(until bigint) RETURNS boolean LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE AS $$ BEGIN
    IF unixepoch('subsec') * 1000 > until THEN
        RAISE EXCEPTION 'too late' USING ERRCODE = 'LATE0';
    END IF;
    RETURN true;
END $$;

ALTER TABLE game ADD COLUMN changed_at BIGINT NOT NULL DEFAULT 0;
