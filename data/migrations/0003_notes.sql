-- What players write on their own cards' places for themselves, while a match lasts.

CREATE TABLE note (
    match_id INTEGER NOT NULL REFERENCES match (id) ON DELETE CASCADE,
    user_id  INTEGER NOT NULL,
    place    INTEGER NOT NULL,
    words    TEXT    NOT NULL,
    PRIMARY KEY (match_id, user_id, place)
) STRICT, WITHOUT ROWID;

CREATE INDEX note_user ON note (user_id);
