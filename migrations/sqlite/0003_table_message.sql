-- The message that shows a match's open table, so that it can be brought up to date when the table is closed by time
-- alone. Null where it is not known: before it has been sent, and in older matches.
ALTER TABLE game ADD COLUMN table_channel INTEGER;
ALTER TABLE game ADD COLUMN table_message INTEGER;
