-- What is kept about one person is found without reading what is kept about others.
CREATE INDEX note_user ON note (user);
CREATE INDEX plan_user ON plan (user);
CREATE INDEX offer_user ON offer (user);
CREATE INDEX former_plan_user ON former_plan (user);
CREATE INDEX outbox_person ON outbox (user) WHERE user IS NOT NULL;

-- Which running games were begun under earlier rules, at each start.
CREATE INDEX game_rules ON game (key, rules) WHERE phase = 'playing';
