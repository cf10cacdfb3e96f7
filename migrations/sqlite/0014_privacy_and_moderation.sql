-- Whom a server's moderators keep from its tables. `person` is a digest of the user's id, so that a bar holds though
-- the ids themselves (`user`, whom it concerns, and `moderator`, whose it is) are gone once somebody has what is kept
-- about them erased.
CREATE TABLE bar (
    guild     INTEGER NOT NULL,
    person    TEXT    NOT NULL,
    user      INTEGER,
    moderator INTEGER,
    at        INTEGER NOT NULL,
    PRIMARY KEY (guild, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX bar_person ON bar (person);

-- Whom the events name besides those who moved, and so hold or held a seat: it finds every match of a person.
CREATE INDEX event_user ON event (user) WHERE user IS NOT NULL AND kind NOT IN ('moved', 'answered');

-- Which matches moderators have hidden.
CREATE INDEX event_moderated ON event (game, ply) WHERE kind = 'moderated';
