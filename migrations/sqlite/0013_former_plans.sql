-- The plans of a match as they were after `ply` events, before the move that followed changed them: they are put back if
-- that move is taken back at once. `number` is their order.
CREATE TABLE former_plan (
    game   INTEGER NOT NULL REFERENCES game (id),
    number INTEGER NOT NULL,
    ply    INTEGER NOT NULL,
    user   INTEGER NOT NULL,
    line   TEXT    NOT NULL,
    text   TEXT    NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
