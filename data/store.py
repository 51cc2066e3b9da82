"""The one interface to storage. Whatever a Store method has returned from is on disk."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import Enum
from typing import Any, Protocol

from data.records import (
    MatchId,
    MatchLine,
    MatchRecord,
    MoveRecord,
    Pact,
    PlayerSettings,
    ServerSettings,
    TableId,
    TableRecord,
)


class StoreError(Exception):
    """Storage could not do what was asked; nothing was half done."""


class DatabaseRefusedError(StoreError):
    """The database cannot be used as it is: corrupt, newer than this program, or held by another process. It was
    left untouched; the message says what to do."""


class DatabaseDamagedError(DatabaseRefusedError):
    """The database cannot be read any more; a backup has to be put in its place."""


class ChannelTakenError(StoreError):
    """There is an open table in this channel already; ``table_id`` names it."""

    def __init__(self, table_id: TableId) -> None:
        super().__init__(f"table {table_id} is open in this channel")
        self.table_id = table_id


class StaleTableError(StoreError):
    """The table was written by somebody else since it was read."""


class Appended(Enum):
    """What became of a move."""

    STORED = "stored"
    DUPLICATE = "duplicate"
    """A move with this idempotency key is in the journal: the very same press was handled before."""
    STALE = "stale"
    """Another move has taken this ply."""


class Store(Protocol):
    """Storage for a bot. Methods may be awaited at the same time by many tasks; a cancelled caller leaves no open
    transaction, and its write is done whole or not at all."""

    async def close(self) -> None:
        """Finish what is queued and let go of the database."""
        ...

    async def new_table(self, table: TableRecord, pact: Pact | None = None) -> TableRecord:
        """Store a table that has no id yet (``id`` is ignored) with the pact of its first match; the result carries its
        id and the pact's commitment.

        Raises:
            ChannelTakenError: one channel holds one open table.
        """
        ...

    async def table(self, table_id: TableId) -> TableRecord | None:
        """The table with its seats, closed ones included."""
        ...

    async def open_tables(self) -> Sequence[TableRecord]:
        """All tables that are not closed, oldest first."""
        ...

    async def save_table(self, table: TableRecord) -> TableRecord:
        """Write a table as it is now, in place of ``version``; the result carries the next version.

        Raises:
            StaleTableError: if the stored version is another one.
            ChannelTakenError: if it would be the second open table of its channel.
        """
        ...

    async def make_pact(self, table: TableRecord, pact: Pact) -> TableRecord:
        """Store the pact of the next match with its table, which has none, in one transaction.

        Raises:
            StaleTableError: if the stored version of the table is another one.
        """
        ...

    async def next_match(self, table_id: TableId) -> tuple[int, Pact | None]:
        """The number of the table's next match, and its pact."""
        ...

    async def start_match(
        self, table: TableRecord, match: MatchRecord, pact: Pact | None = None
    ) -> tuple[TableRecord, MatchRecord]:
        """Store a new match (``id`` is ignored) and its table, whose ``match_id`` is set, in one transaction. The match
        uses up the pact that its ``commitment`` names; ``pact`` is the one of the match after it.

        Raises:
            StaleTableError: if the stored version of the table is another one.
        """
        ...

    async def append(
        self, move: MoveRecord, table: TableRecord, outcome: str | None, round_of: Sequence[int] = ()
    ) -> tuple[Appended, TableRecord]:
        """Journal a move and write its table in one transaction; ``outcome`` comes with the move that ends the match,
        ``round_of`` with one that ends a round: the people who have now played one more of the table's game.

        The primary key (match, ply) and the unique idempotency key decide; a duplicate or stale move changes nothing,
        and the table that comes back with it is the stored one.

        Raises:
            StaleTableError: if the stored version of the table is another one (and the move is neither duplicate
                nor stale).
            StoreError: if a move is missing between the journal's last and this one.
        """
        ...

    async def end_match(self, table: TableRecord, match_id: MatchId, outcome: str) -> TableRecord:
        """Write a table and note that its match ended without a last move (all others left, or the host ended it), in
        one transaction. The end is dated by the table's ``touched_at``.

        Raises:
            StaleTableError: if the stored version of the table is another one.
        """
        ...

    async def match(self, match_id: MatchId) -> tuple[MatchRecord, Sequence[MoveRecord]] | None:
        """A match with its journal in order of ply."""
        ...

    async def revealed(self, match_id: MatchId) -> Pact | None:
        """The pact of a match that is over; None before, and for a match without one."""
        ...

    async def matches_in(self, channel_id: int, most: int) -> Sequence[MatchLine]:
        """The last ``most`` matches that began at tables of a channel, closed ones included; the latest first."""
        ...

    async def notes(self, match_id: MatchId, user_id: int) -> Mapping[int, str]:
        """What a player has noted for themselves in a match that is played, by place; nothing once it is over."""
        ...

    async def save_notes(self, match_id: MatchId, user_id: int, notes: Mapping[int, str]) -> None:
        """Replace a player's notes. Of a match that is over, or that there is not, none are kept."""
        ...

    async def player(self, user_id: int) -> PlayerSettings:
        """A person's settings; the defaults if there are none."""
        ...

    async def save_player(self, settings: PlayerSettings) -> None: ...

    async def rounds_played(self, user_id: int, game: str) -> int:
        """How many rounds of a game a person has played, at any table."""
        ...

    async def about_person(self, user_id: int) -> Mapping[str, Any]:
        """Everything that is stored about a person, by kind, as plain values for JSON; see ``data.personal``."""
        ...

    async def forget_person(self, user_id: int) -> Mapping[TableId, int] | None:
        """Forget a person for good, also in backups that are restored later: what is theirs alone goes, and at each
        table and in its matches a random alias stands for them, which is the result. Each table of which
        ``data.forgetting.is_named`` holds is then as ``without`` there says, one version on. None if
        nothing was stored of that person."""
        ...

    async def server(self, guild_id: int) -> ServerSettings:
        """A server's settings; the defaults if there are none."""
        ...

    async def save_server(self, settings: ServerSettings) -> None: ...

    async def note_gone(self, guild_ids: Collection[int], now: int) -> None:
        """Note that the bot is not in these servers any more; for those that are gone already, since when stays."""
        ...

    async def note_back(self, guild_ids: Collection[int]) -> None:
        """Note that the bot is in these servers."""
        ...

    async def gone_servers(self) -> Mapping[int, int]:
        """The servers that are gone, and since when."""
        ...

    async def known_servers(self) -> Sequence[int]:
        """The servers of which anything is stored."""
        ...

    async def delete_server(self, guild_id: int, before: int, most: int) -> bool:
        """Delete the next part, at most so many tables or matches, of a server that has been gone since ``before``;
        whether there is more to delete. Of a server that is not nothing is deleted."""
        ...

    async def delete_old(self, before: int, most: int) -> bool:
        """Delete the next part of what is over since ``before``: closed tables and matches, at most so many; whether
        there is more to delete. What an open table shows stays."""
        ...

    async def wipe(self) -> bool:
        """Leave nothing in the files of what was deleted; False if it has to be tried again later."""
        ...

    async def touch_alive(self, now: int) -> None:
        """Note that the bot was alive at this time."""
        ...

    async def wake(self, now: int) -> None:
        """The bot is alive again. The ends of all turns are moved by the time since it was last known to be, in which
        nobody could act; that is negative if the machine's clock was set back meanwhile. No turn gets more than a whole
        one's time."""
        ...
