BEGIN TRANSACTION;
CREATE TABLE forgetting (
    token TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
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
, stand_in TEXT NOT NULL DEFAULT 'computer' CHECK (stand_in IN ('computer', 'timeout')), commitment TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO "game_table" VALUES(1,77,5000,4999,211,'calidruno','playing','{"hand_size":7,"call_by":"word","stack":"no “+4” on +2"}',120,1000,2000,13,1,1234567890123456789,5000,3000,4000,222,'timeout','next-seal');
CREATE TABLE gone_server (
    guild_id INTEGER PRIMARY KEY,
    since    INTEGER NOT NULL
) STRICT;
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
, start_id INTEGER NOT NULL DEFAULT 0, number INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "match" VALUES(1,1,'calidruno',1,'{"hand_size":7,"call_by":"word"}',2,5000,NULL,NULL,4500,1);
CREATE TABLE match_player (
    match_id INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    user_id  INTEGER NOT NULL, join_id INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "match_player" VALUES(1,0,222,1999);
INSERT INTO "match_player" VALUES(1,1,211,0);
INSERT INTO "match_player" VALUES(1,2,233,0);
CREATE TABLE meta (
    key   TEXT    PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "meta" VALUES('last_alive_at',9000);
CREATE TABLE migration (
    version    INTEGER PRIMARY KEY,
    name       TEXT    NOT NULL,
    applied_at INTEGER NOT NULL
) STRICT;
INSERT INTO "migration" VALUES(1,'tables_and_journal',1796001294017);
INSERT INTO "migration" VALUES(2,'suit_colours',1796001294027);
INSERT INTO "migration" VALUES(3,'notes',1796001294031);
INSERT INTO "migration" VALUES(4,'card_faces_and_rounds',1796001294035);
INSERT INTO "migration" VALUES(5,'stand_in',1796001294039);
INSERT INTO "migration" VALUES(6,'privacy',1796001294043);
INSERT INTO "migration" VALUES(7,'pacts',1796001294048);
CREATE TABLE move (
    match_id INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    ply      INTEGER NOT NULL CHECK (ply >= 1),
    seat     INTEGER,
    move     TEXT    NOT NULL,
    idem     TEXT    NOT NULL UNIQUE,
    at       INTEGER NOT NULL,
    PRIMARY KEY (match_id, ply)
) STRICT, WITHOUT ROWID;
INSERT INTO "move" VALUES(1,1,1,'play 1','1:1',6001);
INSERT INTO "move" VALUES(1,2,2,'play 2','1:2',6002);
INSERT INTO "move" VALUES(1,3,0,'play 3','1:3',6003);
INSERT INTO "move" VALUES(1,4,1,'play 4','1:4',6004);
INSERT INTO "move" VALUES(1,5,2,'play 5','1:5',6005);
INSERT INTO "move" VALUES(1,6,0,'play 6','1:6',6006);
INSERT INTO "move" VALUES(1,7,1,'play 7','1:7',6007);
INSERT INTO "move" VALUES(1,8,2,'play 8','1:8',6008);
INSERT INTO "move" VALUES(1,9,0,'play 9','1:9',6009);
INSERT INTO "move" VALUES(1,10,1,'play 10','1:10',6010);
INSERT INTO "move" VALUES(1,11,2,'play 11','1:11',6011);
INSERT INTO "move" VALUES(1,12,0,'play 12','1:12',6012);
CREATE TABLE note (
    match_id INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    user_id  INTEGER NOT NULL,
    place    INTEGER NOT NULL,
    words    TEXT    NOT NULL,
    PRIMARY KEY (match_id, user_id, place)
) STRICT, WITHOUT ROWID;
INSERT INTO "note" VALUES(1,211,3,'high?');
CREATE TABLE pact (
    commitment  TEXT    PRIMARY KEY,
    table_id    INTEGER NOT NULL REFERENCES game_table (id) ON DELETE CASCADE,
    match_id    INTEGER UNIQUE REFERENCES match (id) ON DELETE CASCADE,
    server_seed BLOB    NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "pact" VALUES('first-seal',1,1,X'666972737420736563726574');
INSERT INTO "pact" VALUES('next-seal',1,NULL,X'6E65787420736563726574');
CREATE TABLE player (
    user_id   INTEGER PRIMARY KEY,
    locale    TEXT    NOT NULL,
    hand_by   TEXT    NOT NULL,
    sort_by   TEXT    NOT NULL,
    letters   INTEGER NOT NULL,
    pings     INTEGER NOT NULL,
    dm_closed INTEGER NOT NULL
, deck TEXT NOT NULL DEFAULT 'four', faces TEXT NOT NULL DEFAULT 'french') STRICT;
INSERT INTO "player" VALUES(211,'it','dm','colour',1,1,0,'four','italian');
CREATE TABLE rounds_played (
    user_id INTEGER NOT NULL,
    game    TEXT    NOT NULL,
    rounds  INTEGER NOT NULL,
    PRIMARY KEY (user_id, game)
) STRICT, WITHOUT ROWID;
INSERT INTO "rounds_played" VALUES(211,'calidruno',1);
CREATE TABLE seat (
    table_id INTEGER NOT NULL REFERENCES game_table (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    user_id  INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    presence TEXT    NOT NULL CHECK (presence IN ('here', 'absent', 'left')),
    timeouts INTEGER NOT NULL, join_id INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, position),
    UNIQUE (table_id, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "seat" VALUES(1,0,222,'Bruno','absent',2,1999);
INSERT INTO "seat" VALUES(1,1,211,'Anna 🂡','here',0,0);
INSERT INTO "seat" VALUES(1,2,233,'','here',0,0);
CREATE TABLE secret (
    match_id INTEGER PRIMARY KEY REFERENCES match (id) ON DELETE CASCADE,
    seed     BLOB    NOT NULL
) STRICT;
INSERT INTO "secret" VALUES(1,X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F');
CREATE TABLE server (
    guild_id        INTEGER PRIMARY KEY,
    locale          TEXT    NOT NULL,
    table_limit     INTEGER NOT NULL,
    clock_s         INTEGER NOT NULL,
    pings           INTEGER NOT NULL,
    message_content INTEGER NOT NULL
, faces TEXT NOT NULL DEFAULT 'french') STRICT;
INSERT INTO "server" VALUES(77,'en',25,120,1,0,'french');
CREATE TABLE server_channel (
    guild_id   INTEGER NOT NULL REFERENCES server (guild_id) ON DELETE CASCADE,
    position   INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    PRIMARY KEY (guild_id, position)
) STRICT, WITHOUT ROWID;
INSERT INTO "server_channel" VALUES(77,0,5000);
INSERT INTO "server_channel" VALUES(77,1,5001);
CREATE TABLE watcher (
    table_id INTEGER NOT NULL REFERENCES game_table (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    user_id  INTEGER NOT NULL,
    PRIMARY KEY (table_id, position),
    UNIQUE (table_id, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "watcher" VALUES(1,1,901);
INSERT INTO "watcher" VALUES(1,0,904);
CREATE TABLE win (
    table_id INTEGER NOT NULL REFERENCES game_table (id) ON DELETE CASCADE,
    user_id  INTEGER NOT NULL,
    won      INTEGER NOT NULL,
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "win" VALUES(1,211,1);
INSERT INTO "win" VALUES(1,233,2);
CREATE UNIQUE INDEX game_table_open_channel ON game_table (channel_id) WHERE status <> 'closed';
CREATE INDEX game_table_guild ON game_table (guild_id);
CREATE INDEX game_table_match ON game_table (match_id);
CREATE INDEX seat_user ON seat (user_id);
CREATE INDEX watcher_user ON watcher (user_id);
CREATE INDEX win_user ON win (user_id);
CREATE INDEX match_table ON match (table_id);
CREATE INDEX match_player_user ON match_player (user_id);
CREATE INDEX note_user ON note (user_id);
CREATE INDEX match_finished ON match (finished_at);
CREATE INDEX game_table_closed ON game_table (touched_at) WHERE status = 'closed';
CREATE INDEX pact_table ON pact (table_id);
CREATE UNIQUE INDEX pact_next ON pact (table_id) WHERE match_id IS NULL;
CREATE INDEX game_table_channel ON game_table (channel_id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('game_table',1);
INSERT INTO "sqlite_sequence" VALUES('match',1);
COMMIT;
