-- The suits that people and servers want to see on the forty cards, "french" or "italian", and how many rounds of each
-- game a person has played: newcomers are shown more.

ALTER TABLE player ADD COLUMN faces TEXT NOT NULL DEFAULT 'french';
ALTER TABLE server ADD COLUMN faces TEXT NOT NULL DEFAULT 'french';

CREATE TABLE rounds_played (
    user_id INTEGER NOT NULL,
    game    TEXT    NOT NULL,
    rounds  INTEGER NOT NULL,
    PRIMARY KEY (user_id, game)
) STRICT, WITHOUT ROWID;
