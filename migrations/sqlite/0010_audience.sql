-- Who may see a match besides its players: 'players' (nobody: an analysis board), 'channel' (those in the channel that
-- shows it), 'server' (everybody in the server: everyone may read there). Null where it has not been looked up yet,
-- which counts as 'channel'.
ALTER TABLE game ADD COLUMN audience TEXT CHECK (audience IN ('players', 'channel', 'server'));

CREATE INDEX game_audience ON game (guild) WHERE audience IS NULL AND guild IS NOT NULL;
