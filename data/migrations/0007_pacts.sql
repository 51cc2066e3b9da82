-- Deals that are sealed before anybody joins. The secret of a match stays in its own table, found by what was shown of
-- it, until the match is over; match_id is NULL while the match has not begun. Of each press that a deal depends on,
-- Discord's id is kept: 0 for a computer, and for what was before this.

CREATE TABLE pact (
    commitment  TEXT    PRIMARY KEY,
    table_id    INTEGER NOT NULL REFERENCES game_table (id) ON DELETE CASCADE,
    match_id    INTEGER UNIQUE REFERENCES match (id) ON DELETE CASCADE,
    server_seed BLOB    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX pact_table ON pact (table_id);
CREATE UNIQUE INDEX pact_next ON pact (table_id) WHERE match_id IS NULL;

ALTER TABLE game_table ADD COLUMN commitment TEXT NOT NULL DEFAULT '';
ALTER TABLE seat ADD COLUMN join_id INTEGER NOT NULL DEFAULT 0;
ALTER TABLE match_player ADD COLUMN join_id INTEGER NOT NULL DEFAULT 0;
ALTER TABLE match ADD COLUMN start_id INTEGER NOT NULL DEFAULT 0;
ALTER TABLE match ADD COLUMN number INTEGER NOT NULL DEFAULT 0;  -- which match at its table, from 1

UPDATE match SET number = (
    SELECT count(*) FROM match AS earlier WHERE earlier.table_id = match.table_id AND earlier.id <= match.id
);

CREATE INDEX game_table_channel ON game_table (channel_id);
