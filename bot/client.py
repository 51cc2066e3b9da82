"""The bot: one Discord client over the tables."""

from __future__ import annotations

import asyncio
import logging
import math
from collections import Counter
from collections.abc import Iterable, Set
from contextlib import suppress
from typing import Any

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import acts, words
from bot.cogs import guide, play, privacy, table, verify
from bot.connection import come_back_soon, connected_until
from bot.floods import UNLIMITED, Floods, Limits
from bot.house import House
from bot.operation.condition import Condition, Shard
from bot.operation.metrics import Metrics, count_answers
from bot.preferences import Preferences
from bot.reach import Reach
from bot.router import Router
from bot.sessions import SessionGuard
from bot.settings import LOOPBACK, Settings
from bot.tables.announce import DiscordAnnouncer
from bot.tables.circuit import Circuit
from bot.tables.clock import Clock
from bot.tables.deals import Deals
from bot.tables.faults import NETWORK_ERRORS, patiently
from bot.tables.live import LiveTable, Notice
from bot.tables.painter import Painter
from bot.tables.service import TableService
from bot.text.translator import CatalogTranslator
from data.store import Store

log = logging.getLogger(__name__)

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks at this table
come_back_soon()

FINISH_S = 1.5
FAREWELL_S = 5
HANG_UP_S = 1.5
"""Told to stop, the bot finishes what it does, shows the tables and hangs up; ten seconds in all."""
MAX_RATELIMIT_WAIT_S = 30.0


def point_discord_at(url: str) -> None:
    """Let discord.py speak to a server on this machine instead of Discord itself; before the client is made.

    Raises:
        ValueError: for any other machine; a token must not get there.
    """
    address = yarl.URL(url)
    if address.host not in LOOPBACK:
        raise ValueError("only a server on this machine can stand in for Discord")
    Route.BASE = f"{url}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = address.with_scheme("ws") / "gateway"
    discord.Asset.BASE = f"{url}/cdn"  # pyright: ignore[reportAttributeAccessIssue] - typed as a constant there


def intents_for(settings: Settings) -> discord.Intents:
    """The least that works: servers, and messages in servers and direct messages. The content of all messages is a
    privileged intent and asked for only where the operator says so."""
    intents = discord.Intents.none()
    intents.guilds = True
    intents.guild_messages = True
    intents.dm_messages = True
    intents.message_content = settings.message_content
    return intents


class CalidrunoBot(discord.AutoShardedClient):
    """The Discord client with its tables."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        clock: Clock,
        deals: Deals | None = None,
        metrics: Metrics | None = None,
        limits: Limits | None = None,
        **options: Any,
    ) -> None:
        metrics = metrics or Metrics()
        if settings.shard_count is not None:
            options |= {"shard_count": settings.shard_count, "shard_ids": settings.shard_ids}
        self._circuit = Circuit(clock, self._token_refused, self._limit_over)
        super().__init__(
            intents=intents_for(settings),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=MAX_RATELIMIT_WAIT_S,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            http_trace=count_answers(self._circuit.trace(), metrics),
            **options,
        )
        self.settings = settings
        self._store = store
        self._clock = clock
        self._painter = Painter(metrics)
        preferences = Preferences(store, settings.language)
        style = "embed" if settings.table_style == "embed" else "v2"
        announcer = DiscordAnnouncer(self, preferences, self._painter, clock, self._circuit, style)
        service = TableService(store, clock, announcer, deals, metrics, settings.keep_days)
        announcer.service = service
        floods = Floods(clock, limits or (Limits() if settings.limits else UNLIMITED))
        self.house = House(service, preferences, announcer, floods)
        self.router = Router(self.house, metrics)
        self.tree = app_commands.CommandTree(self)
        for cog in (play, table, guide, verify, privacy):
            cog.register(self.tree, self.router)
        self.tree.error(self._command_failed)
        self._reach = Reach(self, clock, service)
        self._leaving: asyncio.Task[None] | None = None
        self._left = asyncio.Event()
        self._sessions = SessionGuard(clock, self.fetch_session_start_limits)

    async def setup_hook(self) -> None:
        """Tell Discord the commands; runs once, before the first event."""
        await self.tree.set_translator(CatalogTranslator())
        try:
            await patiently(self.tree.sync())
        except (discord.DiscordServerError, discord.RateLimited, *NETWORK_ERRORS) as error:
            # Those of the last start are still there, and people are waiting.
            log.warning("Discord did not take the commands: %s", error)
        # Before the first event: a press that comes with it must find its table.
        tables = await self.house.service.upkeep.load()
        log.info("%d open tables", len(tables))
        self._reach.begin()
        self.house.service.retention.begin()

    async def connect(self, *, reconnect: bool = True) -> None:
        """Be connected until the bot leaves."""
        await connected_until(self._left, self._connect(reconnect))

    async def _connect(self, reconnect: bool) -> None:
        await self._sessions.wait()
        await super().connect(reconnect=reconnect)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Called by the client before it opens a session; before the first one it has not even connected."""
        if not initial:
            await self._sessions.wait()
        await super().before_identify_hook(shard_id, initial=initial)

    def condition(self) -> Condition:
        """How the bot is at this moment."""
        return Condition(
            shards={
                number: Shard(
                    up=not self._reach.cut_off(number) and not shard.is_closed(),
                    latency_s=shard.latency if math.isfinite(shard.latency) else None,
                )
                for number, shard in self.shards.items()
            },
            starting=not self.is_ready(),
            leaving=self._leaving is not None,
            database_error=self._reach.store_error,
            unsent_s=self.house.announcer.unsent_ms() / 1000,
            tables=Counter(live.record.status.value for live in self.house.service.tables),
            drawing=self._painter.waiting,
            identifies=self._sessions.opened,
        )

    async def on_ready(self) -> None:
        """All servers are known, at the start or after an outage: show every table as it is."""
        service = self.house.service
        log.info("ready as %s", self.user)
        self._reach.reached()
        here = {guild.id for guild in self.guilds}
        await service.retention.servers_told(here, self._is_ours)
        for live in list(service.tables):
            guild = self.get_guild(live.record.guild_id)
            if guild is None or guild.unavailable:
                await service.upkeep.pause_guild(live.record.guild_id)
            else:
                self.house.announcer.board(live).touch()

    def _is_ours(self, guild_id: int) -> bool:
        """Whether Discord would tell this process of a server, by its rule for shards."""
        count = self.shard_count or 1
        return (guild_id >> 22) % count in (self.shard_ids or range(count))

    async def close(self) -> None:
        """Show what is still to be shown, then leave."""
        await asyncio.shield(self.leave())

    def leave(self) -> asyncio.Task[None]:
        """Begin to close, once however often it is asked."""
        if self._leaving is None:
            self._leaving = asyncio.get_running_loop().create_task(self._leave())
        return self._leaving

    @property
    def refused(self) -> bool:
        """Whether Discord does not know the token any more."""
        return self._circuit.refused

    def _token_refused(self) -> None:
        """No request would be answered any more: everything stops."""
        log.critical("Discord refuses the bot's token; stopping")
        self.leave()

    def _limit_over(self) -> None:
        """The library lets all requests wait for the one that met a global rate limit; for ever, if that one was given
        up meanwhile."""
        self.http._global_over.set()  # noqa: SLF001  # pyright: ignore[reportPrivateUsage] - nothing else ends it

    async def _leave(self) -> None:
        self.house.service.stopping = True
        self._reach.stop()
        await self.router.finish(FINISH_S)
        await self.house.service.stop()
        await self._reach.last_note()
        if not self.refused:
            with suppress(TimeoutError):
                async with asyncio.timeout(FAREWELL_S):
                    await self.house.announcer.flush()
        self.house.announcer.stop()
        await self.house.service.chores.end()
        try:
            # A server that does not answer must not keep the bot from ending.
            with suppress(TimeoutError):
                async with asyncio.timeout(HANG_UP_S):
                    await super().close()
        finally:
            self._painter.close()
            self._left.set()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Presses, choices and dialogs; slash commands reach the tree by themselves."""
        await self.router.handle(interaction)

    async def on_message(self, message: discord.Message) -> None:
        """Somebody wrote something; it may be a word at a table."""
        if self.user is not None and self._leaving is None:
            await words.heard(self.house, self.user, message)

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Somebody deleted a table's message: it comes back once."""
        self._deleted(payload.channel_id, {payload.message_id})

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Somebody swept a channel: the table's message comes back once, too."""
        self._deleted(payload.channel_id, payload.message_ids)

    def _deleted(self, channel_id: int, message_ids: Set[int]) -> None:
        live = self.house.service.tables.in_channel(channel_id)
        if live is not None:
            self.house.announcer.board(live).deleted(message_ids)

    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """A channel was changed: what the bot lacked there may have been granted."""
        del before
        tables = self.house.service.tables.in_guild(after.guild.id)
        self._granted(live for live in tables if after.id in {live.record.channel_id, live.record.parent_channel_id})

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """A role was changed: it may have let the bot do what it lacked."""
        if after in after.guild.me.roles and before.permissions != after.permissions:
            self._granted(self.house.service.tables.in_guild(after.guild.id))

    def _granted(self, tables: Iterable[LiveTable]) -> None:
        """What the bot may not do is not tried again and again, but now it may be allowed to. If it could not even look
        into the channel, nobody told it what was deleted meanwhile."""
        for live in tables:
            board = self.house.announcer.board(live)
            board.doubt()
            board.unblock()
            board.touch()

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A table's channel is gone, and with it the table."""
        for live in list(self.house.service.tables):
            if channel.id in {live.record.channel_id, live.record.parent_channel_id}:
                await self.house.service.abandon(live, Notice("closed_deleted"))

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A table's thread is gone, and with it the table."""
        live = self.house.service.tables.in_channel(payload.thread_id)
        if live is not None:
            await self.house.service.abandon(live, Notice("closed_deleted"))

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Discord does not reach the bot. No turn runs out meanwhile; if it is not over in a moment the tables rest."""
        if self._leaving is None:
            self._reach.lost(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Discord reaches the bot again."""
        await self._reach.back(shard_id)

    async def on_shard_ready(self, shard_id: int) -> None:
        """The same after a cut so long that Discord has forgotten the session."""
        await self._reach.back(shard_id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed from a server: nothing ticks there any more."""
        await self.house.service.retention.servers_seen(gone={guild.id})

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """An outage of Discord has taken a server away: nobody can act there."""
        await self.house.service.upkeep.pause_guild(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot is back in a server."""
        await self.house.service.retention.servers_seen(here={guild.id})
        self._granted(self.house.service.tables.in_guild(guild.id))

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A server is there, in a new session or after an outage of Discord: nobody told what happened before."""
        await self.house.service.upkeep.resume_guild(guild.id)
        self._granted(self.house.service.tables.in_guild(guild.id))

    async def _command_failed(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError) -> None:
        """Acts answer for themselves; what comes here is a command that there is no more, or a fault of ours."""
        log.error("a command failed", exc_info=error)
        if interaction.type is discord.InteractionType.application_command and not interaction.response.is_done():
            await self.router.run(interaction, acts.failed)
