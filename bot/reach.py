"""Whether people can act: since when Discord does not reach the bot, and the note on disk that tells the next start."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

import discord

from bot.tables.clock import Alarm, Clock, sleep_until
from bot.tables.service import TableService
from data.store import StoreError

ALIVE_EVERY_MS = 10_000
SHORT_CUT_MS = 20_000

log = logging.getLogger(__name__)


class Reach:
    """How one bot's shards are, and what follows for the tables of their servers: while Discord does not reach the bot
    no turn runs out, and if that is not over in a moment they rest.

    Attributes:
        store_error: why the last note could not be written, "" if it was.
    """

    def __init__(self, client: discord.AutoShardedClient, clock: Clock, service: TableService) -> None:
        self._client = client
        self._clock = clock
        self._service = service
        self._cut_off: dict[int, Alarm] = {}
        self._unreached_since: int | None = None
        self._alive: asyncio.Task[None] | None = None
        self._watch: Alarm | None = None
        self.store_error = ""

    def begin(self) -> None:
        """The tables are there, Discord is not yet."""
        for guild_id in {live.record.guild_id for live in self._service.tables}:
            self._service.upkeep.cut_off(guild_id)  # until its shard is ready
        self._watch = self._clock.watch(self._clock_jumped)
        self._unreached_since = self._clock.now()
        self._alive = asyncio.create_task(self._keep_note())

    def stop(self) -> None:
        """Write no more notes by itself, whatever the clock does."""
        if self._alive is not None:
            self._alive.cancel()
        if self._watch is not None:
            self._watch.cancel()

    async def last_note(self) -> None:
        """Write down until when people could act in this life of the bot, if the disk takes it."""
        if self._alive is not None:  # else it never got so far that anybody could act
            with suppress(StoreError):
                await self._service.upkeep.note_alive(self._unreached_since)

    def cut_off(self, shard_id: int) -> bool:
        """Whether Discord does not reach the bot by this shard."""
        return shard_id in self._cut_off

    def lost(self, shard_id: int) -> None:
        """A shard's connection has gone."""
        if shard_id in self._cut_off:
            return
        self._unreached_since = self._unreached_since or self._clock.now()
        for guild in self._guilds_of(shard_id):
            self._service.upkeep.cut_off(guild.id)
        when = self._clock.now() + SHORT_CUT_MS
        self._cut_off[shard_id] = self._clock.call_at(
            when, lambda: self._service.chores.spawn(self._pause_shard(shard_id))
        )

    async def back(self, shard_id: int) -> None:
        """A shard is connected again; its tables go on."""
        alarm = self._cut_off.pop(shard_id, None)
        if alarm is not None:
            alarm.cancel()
        for guild in self._guilds_of(shard_id):
            if not guild.unavailable:
                await self._service.upkeep.resume_guild(guild.id)
        self.reached()

    def reached(self) -> None:
        """All shards are there, or one of them is again: unless another one is not, people can act from now on."""
        if self._client.is_ready() and not self._cut_off:
            self._unreached_since = None

    async def _pause_shard(self, shard_id: int) -> None:
        if shard_id not in self._cut_off:  # it is back in this very moment
            return
        for guild in self._guilds_of(shard_id):
            await self._service.upkeep.pause_guild(guild.id)

    def _guilds_of(self, shard_id: int) -> list[discord.Guild]:
        return [guild for guild in self._client.guilds if guild.shard_id == shard_id]

    def _clock_jumped(self, by: int) -> None:
        """Time has jumped: what is noted is by the clock as it is now, too, lest the next start takes it for a jump."""
        if self._unreached_since is not None:
            self._unreached_since += by
        self._service.upkeep.lost_time.clock_jumped(by)
        self._service.chores.spawn(self._note())

    async def _keep_note(self) -> None:
        while True:
            await self._note()
            await sleep_until(self._clock, self._clock.now() + ALIVE_EVERY_MS)

    async def _note(self) -> None:
        try:
            await self._service.upkeep.note_alive(self._unreached_since)
            self.store_error = ""
        except StoreError as error:
            self.store_error = str(error)
            log.warning("no note that the bot is alive: %s", error)
