-- `game.free` also counts the seats of a match being played that anyone may take over. This index finds those matches.
CREATE INDEX game_offered ON game (phase, id) WHERE free > 0 AND phase = 'playing';
