-- Tables, matches with their journal, and settings. Times are UTC milliseconds, ids Discord's snowflakes.

CREATE TABLE game_table (
    id                 INTEGER PRIMARY KEY AUTOINCREMENT,  -- never used twice: old buttons carry it
    guild_id           INTEGER NOT NULL,
    channel_id         INTEGER NOT NULL,
    parent_channel_id  INTEGER,
    host_id            INTEGER NOT NULL,
    game               TEXT    NOT NULL,
    status             TEXT    NOT NULL CHECK (status IN ('lobby', 'playing', 'finished', 'closed')),
    options            TEXT    NOT NULL,
    clock_s            INTEGER NOT NULL,
    created_at         INTEGER NOT NULL,
    touched_at         INTEGER NOT NULL,
    version            INTEGER NOT NULL,
    match_id           INTEGER REFERENCES match (id) ON DELETE SET NULL,
    message_id         INTEGER,
    message_channel_id INTEGER,
    posted_at          INTEGER,
    deadline_at        INTEGER,
    next_dealer        INTEGER
) STRICT;

CREATE UNIQUE INDEX game_table_open_channel ON game_table (channel_id) WHERE status <> 'closed';
CREATE INDEX game_table_guild ON game_table (guild_id);
CREATE INDEX game_table_match ON game_table (match_id);

CREATE TABLE seat (
    table_id INTEGER NOT NULL REFERENCES game_table (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    user_id  INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    presence TEXT    NOT NULL CHECK (presence IN ('here', 'absent', 'left')),
    timeouts INTEGER NOT NULL,
    PRIMARY KEY (table_id, position),
    UNIQUE (table_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX seat_user ON seat (user_id);

CREATE TABLE watcher (
    table_id INTEGER NOT NULL REFERENCES game_table (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    user_id  INTEGER NOT NULL,
    PRIMARY KEY (table_id, position),
    UNIQUE (table_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX watcher_user ON watcher (user_id);

CREATE TABLE win (
    table_id INTEGER NOT NULL REFERENCES game_table (id) ON DELETE CASCADE,
    user_id  INTEGER NOT NULL,
    won      INTEGER NOT NULL,
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX win_user ON win (user_id);

CREATE TABLE match (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id      INTEGER NOT NULL REFERENCES game_table (id),
    game          TEXT    NOT NULL,
    rules_version INTEGER NOT NULL,
    options       TEXT    NOT NULL,
    dealer        INTEGER,
    started_at    INTEGER NOT NULL,
    finished_at   INTEGER,
    outcome       TEXT
) STRICT;

CREATE INDEX match_table ON match (table_id);

CREATE TABLE match_player (
    match_id INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    user_id  INTEGER NOT NULL,
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX match_player_user ON match_player (user_id);

-- Apart from the match, so that no list of matches reads a seed by accident.
CREATE TABLE secret (
    match_id INTEGER PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    seed     BLOB    NOT NULL
) STRICT;

CREATE TABLE move (
    match_id INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    ply      INTEGER NOT NULL CHECK (ply >= 1),
    seat     INTEGER,
    move     TEXT    NOT NULL,
    idem     TEXT    NOT NULL UNIQUE,
    at       INTEGER NOT NULL,
    PRIMARY KEY (match_id, ply)
) STRICT, WITHOUT ROWID;

CREATE TABLE player (
    user_id   INTEGER PRIMARY KEY,
    locale    TEXT    NOT NULL,
    hand_by   TEXT    NOT NULL,
    sort_by   TEXT    NOT NULL,
    letters   INTEGER NOT NULL,
    pings     INTEGER NOT NULL,
    dm_closed INTEGER NOT NULL
) STRICT;

CREATE TABLE server (
    guild_id        INTEGER PRIMARY KEY,
    locale          TEXT    NOT NULL,
    table_limit     INTEGER NOT NULL,
    clock_s         INTEGER NOT NULL,
    pings           INTEGER NOT NULL,
    message_content INTEGER NOT NULL
) STRICT;

CREATE TABLE server_channel (
    guild_id   INTEGER NOT NULL REFERENCES server (guild_id) ON DELETE CASCADE,
    position   INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    PRIMARY KEY (guild_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE meta (
    key   TEXT    PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
