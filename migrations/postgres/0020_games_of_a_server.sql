-- SQLite's 0051: the matches of a server that others may see, the newest first, for its moderators.
CREATE INDEX game_server ON game (guild, id) WHERE audience IS DISTINCT FROM 'players';
