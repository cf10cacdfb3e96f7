-- SQLite's 0052: `game.free` also counts the seats of a match being played that anyone may take over.
CREATE INDEX game_offered ON game (phase, id) WHERE free > 0 AND phase = 'playing';
