-- The order of a player's list of matches that are over: the last to end first.
CREATE INDEX seat_over ON seat (user, stands, game) WHERE live = 0;
