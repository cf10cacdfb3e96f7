-- SQLite's 0046: in a match of two whose player has run out of time the win is given after seven days. Where a player ran out of time
-- under an earlier version, the scheduler looks at once, and the seven days begin then.
UPDATE game SET due = runs WHERE phase = 'playing' AND deadline - runs = 5184000 AND 'flagged' =
    (SELECT kind FROM event WHERE event.game = game.id AND kind NOT IN ('away', 'back', 'erased', 'moderated')
     ORDER BY ply DESC LIMIT 1);
