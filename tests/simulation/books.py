"""What is stored, read from outside the bot, and the matches that a replay of it gives."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field
from typing import Any, cast

from bot.tables.live import deal, moment
from data import matches, tables
from data.records import MatchId, MatchRecord, MoveRecord, TableRecord, TableStatus
from games.core import Match, Seat
from games.registry import BY_KEY
from tests.simulation.disk import Disk


@dataclass
class Replay:
    """One match as the journal tells it.

    Attributes:
        in_turn: for each move whether its seat was to act; False for the table's own moves.
    """

    record: MatchRecord
    match: Match
    moves: list[MoveRecord] = field(default_factory=list[MoveRecord])
    in_turn: list[bool] = field(default_factory=list[bool])
    positions: list[Match] = field(default_factory=list[Match])

    def go_on(self, moves: list[MoveRecord]) -> None:
        """Play what has been added."""
        for move in moves[len(self.moves) :]:
            seat = None if move.seat is None else Seat(move.seat)
            game = self.match.game
            self.in_turn.append(seat in game.active_seats(self.match.state))
            self.match, _ = self.match.play(seat, game.decode_move(move.move))
            self.moves.append(move)
            self.positions.append(self.match)


class Books:
    """Reads the journal."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._replays: dict[MatchId, Replay] = {}

    @property
    def reader(self) -> sqlite3.Connection:
        """A connection that no fault strikes."""
        return cast(sqlite3.Connection, _Reader(self._disk))

    def open_tables(self) -> list[TableRecord]:
        """All tables that are not closed."""
        return tables.load_tables(self.reader, "status <> 'closed'")

    def table(self, table_id: int) -> TableRecord | None:
        """One table, closed or not."""
        return next(iter(tables.load_tables(self.reader, "id = ?", table_id)), None)

    def table_in(self, channel_id: str) -> TableRecord | None:
        """The open table of a channel."""
        found = tables.load_tables(self.reader, "channel_id = ? AND status <> 'closed'", int(channel_id))
        return next(iter(found), None)

    def match_ids(self) -> list[MatchId]:
        """All matches, in the order of their beginnings."""
        return [MatchId(match_id) for (match_id,) in self._disk.rows("SELECT id FROM match ORDER BY id")]

    def match(self, match_id: MatchId) -> Replay:
        """A match, replayed by the rules.

        Raises:
            RulesError: if the journal cannot be replayed.
        """
        found = matches.load_match(self.reader, match_id)
        assert found is not None
        record, moves = found
        replay = self._replays.setdefault(match_id, Replay(record, deal(record)))
        replay.record = record
        replay.go_on(moves)
        return replay

    def playing(self, record: TableRecord) -> Replay | None:
        """The match that is played at a table."""
        if record.status is not TableStatus.PLAYING or record.match_id is None:
            return None
        return self.match(record.match_id)

    def last_ply(self, table_id: int) -> int:
        """The highest ply that is stored of any match of a table."""
        sql = "SELECT coalesce(max(ply), 0) FROM move JOIN match ON match.id = match_id WHERE table_id = ?"
        return self._disk.rows(sql, table_id)[0][0]

    def last_moment(self, table_id: int) -> int:
        """The last ply that is stored of the last match of a table, counted on through all its matches."""
        sql = """SELECT number, (SELECT coalesce(max(ply), 0) FROM move WHERE match_id = match.id) FROM match
                 WHERE table_id = ? ORDER BY number DESC LIMIT 1"""
        return next((moment(number, ply) for number, ply in self._disk.rows(sql, table_id)), 0)

    def moves(self) -> int:
        """How many moves are stored in all."""
        return self._disk.rows("SELECT count(*) FROM move")[0][0]

    def outcomes(self) -> list[str]:
        """How matches ended."""
        return [outcome for (outcome,) in self._disk.rows("SELECT outcome FROM match WHERE outcome IS NOT NULL")]


class _Reader:
    """A connection for reading that no fault strikes."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk

    def execute(self, sql: str, parameters: Any = ()) -> sqlite3.Cursor:
        """Run a query."""
        return sqlite3.Connection.execute(self._disk.connection, sql, parameters)


def game_of(record: TableRecord) -> Any:
    """The rules played at a table."""
    return BY_KEY[record.game]
