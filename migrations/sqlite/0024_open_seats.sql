-- Open seats that others can find, and matches in places where the bot can only answer.

-- How many seats anyone may take; 0 once the game has begun.
ALTER TABLE game ADD COLUMN free INTEGER NOT NULL DEFAULT 0;

-- 1 where the server lets its open tables be found from other servers.
ALTER TABLE game ADD COLUMN shared INTEGER NOT NULL DEFAULT 0 CHECK (shared IN (0, 1));

-- 1 where it was opened in a place that the bot is no member of: nothing can be posted there.
ALTER TABLE game ADD COLUMN outside INTEGER NOT NULL DEFAULT 0 CHECK (outside IN (0, 1));

-- The keys of the games, joined by commas, of which the table becomes one when somebody joins; until then `key` is the
-- first of them. Null where the game is known.
ALTER TABLE game ADD COLUMN choices TEXT;

-- One game had four seats when this was written, all others two.
UPDATE game SET free = max(0, CASE key WHEN 'seasons' THEN 4 ELSE 2 END
    - (SELECT count(*) FROM guest WHERE guest.game = game.id)) WHERE phase = 'open';

CREATE INDEX game_free ON game (guild, id) WHERE free > 0 AND audience = 'server';
CREATE INDEX game_shared ON game (shared, id) WHERE shared = 1 AND free > 0 AND audience = 'server';

-- Who plays in a match without being where it is shown: they are told everything by direct message.
CREATE TABLE remote (
    user INTEGER NOT NULL,
    game INTEGER NOT NULL REFERENCES game (id),
    PRIMARY KEY (user, game)
) STRICT, WITHOUT ROWID;

CREATE INDEX remote_game ON remote (game);
