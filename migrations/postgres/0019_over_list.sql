-- SQLite's 0050: the order of a player's list of matches that are over.
CREATE INDEX seat_over ON seat ("user", stands, game) WHERE live = 0;
