"""The operator's side: clock, channels, faults, gateway trouble, and what the bot did. For tests and benchmarks."""

from __future__ import annotations

import asyncio
from typing import Any

from aiohttp import web

from bot.local.core import Core
from bot.local.errors import Json
from bot.local.model import Channel, ChannelType
from bot.local.permissions import EVERYONE, Permission
from bot.local.session import EventFaults, Op
from bot.local.user_side import UserError, body_of, channel_json, guarded
from bot.local.world import World


class Control:
    """Everything under ``/control``."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._world: World = core.world

    def install(self, app: web.Application) -> None:
        """Bind the handlers to their paths."""
        for method, path, handler in (
            ("POST", "/control/clock", self.clock),
            ("POST", "/control/channels", self.add_channel),
            ("GET", "/control/channels/{channel}", self.show_channel),
            ("PATCH", "/control/channels/{channel}", self.change_channel),
            ("DELETE", "/control/channels/{channel}", self.remove_channel),
            ("POST", "/control/faults", self.order_fault),
            ("GET", "/control/faults", self.pending_faults),
            ("DELETE", "/control/faults", self.clear_faults),
            ("POST", "/control/gateway", self.gateway),
            ("GET", "/control/bot", self.bot),
            ("POST", "/control/guild", self.guild),
            ("POST", "/control/settings", self.settings),
            ("GET", "/control/journal", self.journal),
            ("GET", "/control/problems", self.problems),
        ):
            app.router.add_route(method, path, guarded(handler))

    async def clock(self, request: web.Request) -> web.Response:
        """Move the clock."""
        body = await body_of(request)
        self._world.clock.advance(float(body.get("advance", 0)))
        return web.json_response({"now": self._world.clock.now()})

    # --- channels ------------------------------------------------------------------------------------------------

    async def add_channel(self, request: web.Request) -> web.Response:
        """Make a channel, or with ``parent_id`` a thread that the bot owns."""
        body, world = await body_of(request), self._world
        parent = body.get("parent_id")
        if parent is not None and parent not in world.channels:
            raise UserError(404, "no such parent")
        channel = Channel(
            world.new_id(),
            ChannelType.TEXT if parent is None else ChannelType.PUBLIC_THREAD,
            str(body.get("name") or "tavolo"),
            world.clock.iso(),
            parent_id=parent,
            owner_id=None if parent is None else world.app_id,
            position=len(world.channels),
        )
        self._apply(channel, body)
        self._core.add_channel(channel)
        return self._shown(channel)

    def _apply(self, channel: Channel, body: Json) -> None:
        if "archived" in body and body["archived"] != channel.archived:
            self._core.set_archived(channel, archived=bool(body["archived"]))
        channel.locked = bool(body.get("locked", channel.locked))
        channel.name = str(body.get("name", channel.name))
        if "permissions" in body:
            channel.permissions = None if body["permissions"] is None else int(body["permissions"])

    def _channel(self, request: web.Request) -> Channel:
        channel = self._world.channels.get(request.match_info["channel"])
        if channel is None:
            raise UserError(404, "no such channel")
        return channel

    async def show_channel(self, request: web.Request) -> web.Response:
        """A channel and what the bot may do in it."""
        return self._shown(self._channel(request))

    def _shown(self, channel: Channel) -> web.Response:
        permissions = str(int(self._world.bot_permissions(channel)))
        return web.json_response(channel_json(channel) | {"permissions": permissions})

    async def change_channel(self, request: web.Request) -> web.Response:
        """Change ``archived``, ``locked``, ``name`` or the bot's ``permissions`` (bits; null for the usual ones)."""
        channel = self._channel(request)
        self._apply(channel, await body_of(request))
        self._core.update_channel(channel)
        return self._shown(channel)

    async def remove_channel(self, request: web.Request) -> web.Response:
        """Delete a channel or thread."""
        self._core.remove_channel(self._channel(request))
        return web.json_response({})

    # --- faults --------------------------------------------------------------------------------------------------

    async def order_fault(self, request: web.Request) -> web.Response:
        """Order wrong answers."""
        self._core.faults.order(await body_of(request))
        return web.json_response({})

    async def pending_faults(self, _request: web.Request) -> web.Response:
        """Orders that have not struck yet."""
        return web.json_response(self._core.faults.pending())

    async def clear_faults(self, _request: web.Request) -> web.Response:
        """Forget all orders."""
        self._core.faults.clear()
        self._core.gateway.faults = EventFaults()
        return web.json_response({})

    async def gateway(self, request: web.Request) -> web.Response:
        """Trouble on the gateway now (``do``) or for the next events."""
        body, gateway = await body_of(request), self._core.gateway
        match body.get("do"):
            case "reconnect":
                gateway.send_all(Op.RECONNECT)
            case "invalid":
                resumable = bool(body.get("resumable"))
                if not resumable:
                    gateway.forget_sessions()
                gateway.send_all(Op.INVALID_SESSION, resumable)
            case "drop":
                gateway.cut_all()
            case "close":
                await gateway.close_all(int(body.get("code", 4000)), str(body.get("reason", "")))
            case None:
                pass
            case other:
                raise UserError(400, f"cannot do {other!r}")
        faults = gateway.faults
        faults.event = body.get("event", faults.event)
        faults.duplicate = int(body.get("duplicate", faults.duplicate))
        faults.lose = int(body.get("lose", faults.lose))
        faults.delay = float(body.get("delay", faults.delay))
        faults.swap = bool(body.get("swap", faults.swap))
        gateway.acknowledges = bool(body.get("acknowledge", gateway.acknowledges))
        gateway.accepts = bool(body.get("accept", gateway.accepts))
        return web.json_response({})

    # --- the bot -------------------------------------------------------------------------------------------------

    async def bot(self, request: web.Request) -> web.Response:
        """The bot's sessions; with ``wait=seconds`` the answer comes once ``shards`` (1) of them are connected."""
        wait = float(request.query.get("wait", "0"))
        if wait:
            try:
                async with asyncio.timeout(wait):
                    await self._core.gateway.wait_connected(int(request.query.get("shards", "1")))
            except TimeoutError as error:
                raise UserError(408, "the bot is not connected") from error
        sessions = [
            {"shard": session.shard, "connected": session.connection is not None, "intents": session.intents}
            for session in self._core.gateway.sessions
        ]
        registered = {scope: len(listed) for scope, listed in self._world.commands.items()}
        return web.json_response({"sessions": sessions, "commands": registered})

    async def guild(self, request: web.Request) -> web.Response:
        """Remove the bot from the guild or add it again; set the guild's ``locale``, or what its roles let the bot do
        (``permissions``: bits; null for the usual ones)."""
        body = await body_of(request)
        if "bot" in body:
            if body["bot"] not in ("add", "remove"):
                raise UserError(400, "bot is add or remove")
            self._core.set_bot_in_guild(present=body["bot"] == "add")
        if "locale" in body:
            self._world.settings["guild_locale"] = str(body["locale"])
            self._world.save_settings()
            self._core.tell_guild_update()
        if "permissions" in body:
            bits = body["permissions"]
            self._core.set_role_permissions(EVERYONE if bits is None else Permission(int(bits)))
        return web.json_response({})

    async def settings(self, request: web.Request) -> web.Response:
        """Switches: ``message_content`` (as in the developer portal), ``rate_limits``, ``shards`` (recommended)."""
        body: dict[str, Any] = await body_of(request)
        if "message_content" in body:
            self._world.settings["message_content"] = bool(body["message_content"])
            self._world.save_settings()
        self._core.limits.enabled = bool(body.get("rate_limits", self._core.limits.enabled))
        self._core.gateway.shards = int(body.get("shards", self._core.gateway.shards))
        return web.json_response({})

    async def journal(self, request: web.Request) -> web.Response:
        """The bot's requests after number ``after``."""
        after = int(request.query.get("after", "0"))
        return web.json_response([entry for entry in self._core.journal.entries if entry["n"] > after])

    async def problems(self, _request: web.Request) -> web.Response:
        """The rules the bot broke."""
        return web.json_response(list(self._core.journal.problems))
