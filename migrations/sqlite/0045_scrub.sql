-- What was erased by earlier versions can still be in free parts of the file: the next start writes it again.
INSERT INTO upkeep (job, next, last)
SELECT 'scrub', 0, 0 WHERE EXISTS (SELECT 1 FROM game);
