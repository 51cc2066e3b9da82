"""What the local Discord keeps over restarts: small documents by kind and key, and files.

Every write is its own SQLite transaction in a write-ahead log, so what was answered survives ``kill -9``.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from bot.local.errors import Json

_SCHEMA = """
CREATE TABLE IF NOT EXISTS documents (kind TEXT, key TEXT, body TEXT NOT NULL, PRIMARY KEY (kind, key)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS files (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL, bytes BLOB NOT NULL, dropped REAL
);
CREATE INDEX IF NOT EXISTS files_dropped ON files (dropped) WHERE dropped IS NOT NULL;
"""


class Storage:
    """Documents and files in ``path``, or in memory without one."""

    def __init__(self, path: Path | None) -> None:
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        self._db = sqlite3.connect(path or ":memory:", isolation_level=None)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=NORMAL")
        self._db.executescript(_SCHEMA)

    def put(self, kind: str, key: str, body: Json) -> None:
        """Write a document over the one with this key."""
        text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
        self._db.execute("INSERT OR REPLACE INTO documents VALUES (?, ?, ?)", (kind, key, text))

    def remove(self, kind: str, key: str) -> None:
        """Delete a document if it is there."""
        self._db.execute("DELETE FROM documents WHERE kind = ? AND key = ?", (kind, key))

    def load(self, kind: str) -> Iterator[Json]:
        """All documents of a kind, ordered by key."""
        rows = self._db.execute("SELECT body FROM documents WHERE kind = ? ORDER BY key", (kind,)).fetchall()
        return (json.loads(body) for (body,) in rows)

    def put_file(self, file_id: str, name: str, content_type: str, content: bytes) -> None:
        """Keep a file."""
        self._db.execute("INSERT INTO files VALUES (?, ?, ?, ?, NULL)", (file_id, name, content_type, content))

    def file(self, file_id: str) -> tuple[str, bytes] | None:
        """Content type and content, or None."""
        return self._db.execute("SELECT type, bytes FROM files WHERE id = ?", (file_id,)).fetchone()

    def drop_file(self, file_id: str, now: float, keep: float = 600.0) -> None:
        """Mark a file as no longer shown; it is deleted after ``keep`` seconds, so that late readers succeed."""
        self._db.execute("UPDATE files SET dropped = ? WHERE id = ?", (now, file_id))
        self._db.execute("DELETE FROM files WHERE dropped < ?", (now - keep,))

    def close(self) -> None:
        """Close the database."""
        self._db.close()
