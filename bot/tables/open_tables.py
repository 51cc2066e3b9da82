"""The open tables in memory, and how to find one: by its number, its channel or a person."""

from __future__ import annotations

from collections.abc import Iterator

from bot.presenters.refusals import Refusal
from bot.tables.errors import RefusedError
from bot.tables.live import LiveTable
from data.records import TableId


class OpenTables:
    """All tables that are not closed. A channel or thread holds at most one."""

    def __init__(self) -> None:
        self._by_id: dict[TableId, LiveTable] = {}
        self._by_channel: dict[int, LiveTable] = {}
        self._by_guild: dict[int, dict[TableId, LiveTable]] = {}

    def __iter__(self) -> Iterator[LiveTable]:
        return iter(list(self._by_id.values()))

    def add(self, live: LiveTable) -> None:
        """Take a table up."""
        self._by_id[live.record.id] = live
        self._by_channel[live.record.channel_id] = live
        self._by_guild.setdefault(live.record.guild_id, {})[live.record.id] = live

    def remove(self, live: LiveTable) -> None:
        """Forget a table; one that is not there is no error."""
        self._by_id.pop(live.record.id, None)
        neighbours = self._by_guild.get(live.record.guild_id, {})
        neighbours.pop(live.record.id, None)
        if not neighbours:
            self._by_guild.pop(live.record.guild_id, None)
        if self._by_channel.get(live.record.channel_id) is live:
            del self._by_channel[live.record.channel_id]

    def find(self, table_id: int) -> LiveTable:
        """An open table.

        Raises:
            RefusedError: if it is closed or was never there.
        """
        live = self._by_id.get(TableId(table_id))
        if live is None:
            raise RefusedError(Refusal.TABLE_CLOSED)
        return live

    def in_channel(self, channel_id: int) -> LiveTable | None:
        """The open table of a channel or thread."""
        return self._by_channel.get(channel_id)

    def in_guild(self, guild_id: int) -> list[LiveTable]:
        """The open tables of a server."""
        return list(self._by_guild.get(guild_id, {}).values())

    def of_person(self, user_id: int) -> list[LiveTable]:
        """The tables where somebody sits, the one last touched first."""
        mine = [live for live in self if any(seat.user_id == user_id for seat in live.staying())]
        return sorted(mine, key=lambda live: live.record.touched_at, reverse=True)
