-- What lets data go: which forgettings this database has seen (by token; who it was is known only to the list beside the
-- database, hashed), since when servers are without the bot, and what finds old matches quickly.

CREATE TABLE forgetting (
    token TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TABLE gone_server (
    guild_id INTEGER PRIMARY KEY,
    since    INTEGER NOT NULL
) STRICT;

CREATE INDEX match_finished ON match (finished_at);
CREATE INDEX game_table_closed ON game_table (touched_at) WHERE status = 'closed';
