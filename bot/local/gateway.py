"""The gateway: what a bot's WebSocket is told, in order, exactly as its intents allow, with resume and faults."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from enum import IntFlag
from typing import Any

from aiohttp import WSMsgType, web

from bot.local.content import may_read
from bot.local.errors import Json
from bot.local.session import Connection, EventFaults, Op, Session
from bot.local.wires import guild_wire
from bot.local.world import World

ON_THE_WAY_S = 0.02
"""How long an answered heartbeat takes. discord.py notes when it sent one only after it has; it takes an answer that is
faster than that, as on loopback, for a very late one to the heartbeat before, and warns."""
LARGEST_SEND = 4096


class Intent(IntFlag):
    """The intents that decide about events sent here."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    DIRECT_MESSAGES = 1 << 12
    MESSAGE_CONTENT = 1 << 15


KNOWN_INTENTS = (1 << 26) - 1
PRIVILEGED = Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES


class Gateway:
    """All sessions, and the one way to tell them something."""

    def __init__(self, world: World, token: str, heartbeat: float) -> None:
        self._world = world
        self._token = token
        self.heartbeat = heartbeat
        self._sessions: dict[str, Session] = {}
        self._connections: set[Connection] = set()
        self.url = ""
        self.shards = 1
        self.identifies = 0
        self.acknowledges = True
        self.accepts = True
        self._arrival = asyncio.Event()
        self.faults = EventFaults()

    # --- telling -------------------------------------------------------------------------------------------------

    def dispatch(self, event: str, data: Json, *, intent: Intent | None = None, dm: bool = False) -> None:
        """Tell an event to the shard it belongs to, if it asked for it (None: always told)."""

        def tell() -> None:
            for session in self._sessions.values():
                index, count = session.shard
                mine = index == (0 if dm else (int(self._world.guild_id) >> 22) % count)
                if mine and (intent is None or session.intents & intent):
                    session.tell(event, self._readable(session, event, data))

        def later(seconds: float, ring: Callable[[], None]) -> None:
            self._world.clock.alarm(self._world.clock.now() + seconds, ring)

        self.faults.pass_on(event, tell, later)

    def _readable(self, session: Session, event: str, data: Json) -> Json:
        if event not in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            return data
        if session.intents & Intent.MESSAGE_CONTENT or may_read(self._world, data):
            return data
        return data | {"content": "", "embeds": [], "attachments": [], "components": []}

    @property
    def sessions(self) -> list[Session]:
        """Every session that can still be resumed or is connected."""
        return list(self._sessions.values())

    def forget_sessions(self) -> None:
        """No session can be resumed any more."""
        self._sessions.clear()

    async def wait_connected(self, shards: int) -> None:
        """Return once so many sessions are connected."""
        while sum(session.connection is not None for session in self._sessions.values()) < shards:
            self._arrival.clear()
            await self._arrival.wait()

    # --- connections ---------------------------------------------------------------------------------------------

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one WebSocket."""
        if not self.accepts:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(compress=False, max_msg_size=1 << 20)
        await socket.prepare(request)
        connection = Connection(socket, request.transport, request.query.get("compress", ""))
        self._connections.add(connection)
        connection.send({"op": Op.HELLO, "s": None, "t": None, "d": {"heartbeat_interval": int(self.heartbeat * 1000)}})
        try:
            async for received in socket:
                if received.type is not WSMsgType.TEXT:
                    await connection.close(4002, "Error while decoding payload.")
                    break
                refusal = self._receive(connection, received.data)
                if refusal is not None:
                    await connection.close(*refusal)
                    break
        finally:
            connection.stop()
            self._connections.discard(connection)
            left = socket.close_code in (1000, 1001) and not connection.closed_by_us
            if left and connection.session is not None:
                self._sessions.pop(connection.session.id, None)
        return socket

    async def close_all(self, code: int, reason: str = "") -> None:
        """Close every connection with this code."""
        await asyncio.gather(*(connection.close(code, reason) for connection in list(self._connections)))

    def cut_all(self) -> None:
        """Break every connection."""
        for connection in list(self._connections):
            connection.cut()

    def send_all(self, op: Op, data: Any = None) -> None:
        """Send a bare opcode to everybody."""
        for connection in list(self._connections):
            connection.send({"op": op, "s": None, "t": None, "d": data})

    def _acknowledge(self, connection: Connection) -> None:
        if connection in self._connections:
            connection.send({"op": Op.HEARTBEAT_ACK, "s": None, "t": None, "d": None})

    def _receive(self, connection: Connection, text: str) -> tuple[int, str] | None:
        if connection.too_chatty():
            return 4008, "You are being rate limited."
        if len(text.encode()) > LARGEST_SEND:
            return 4002, "Error while decoding payload."
        try:
            payload: Any = json.loads(text)
            op, data = Op(payload["op"]), payload.get("d")
        except (ValueError, KeyError, TypeError, AttributeError):
            return 4001, "Unknown opcode or bad payload."
        match op:
            case Op.HEARTBEAT:
                if self.acknowledges:
                    asyncio.get_running_loop().call_later(ON_THE_WAY_S, self._acknowledge, connection)
            case Op.IDENTIFY if connection.session is None:
                return self._identify(connection, data)
            case Op.RESUME if connection.session is None:
                return self._resume(connection, data)
            case Op.IDENTIFY | Op.RESUME:
                return 4005, "Already authenticated."
            case Op.MEMBERS | Op.PRESENCE | Op.VOICE_STATE if connection.session is None:
                return 4003, "Not authenticated."
            case Op.MEMBERS:
                self._members(connection, data)
            case Op.PRESENCE | Op.VOICE_STATE:
                pass  # Nobody here shows a presence or talks.
            case _:
                return 4001, "Unknown opcode."
        return None

    def _identify(self, connection: Connection, data: Json) -> tuple[int, str] | None:
        if data.get("token") != self._token:
            return 4004, "Authentication failed."
        index, count = data.get("shard") or (0, 1)
        if not 0 <= index < count:
            return 4010, "Invalid shard."
        intents: int = data.get("intents", -1)
        if not 0 <= intents <= KNOWN_INTENTS:
            return 4013, "Invalid intent(s)."
        if intents & PRIVILEGED or (intents & Intent.MESSAGE_CONTENT and not self._world.settings["message_content"]):
            return 4014, "Disallowed intent(s)."
        self.identifies += 1
        session = Session(f"{self._world.new_id()}{index:04x}", (index, count), intents, connection=connection)
        # A shard that identifies anew has forgotten the session it had before.
        for old in [s for s in self.sessions if s.shard == session.shard and s.connection is None]:
            del self._sessions[old.id]
        connection.session = self._sessions[session.id] = session
        self._greet(session)
        return None

    def _greet(self, session: Session) -> None:
        index, count = session.shard
        mine = index == (int(self._world.guild_id) >> 22) % count and self._world.settings["bot_in_guild"]
        ready: Json = {
            "v": 10,
            "user": self._world.bot_user() | {"verified": True, "mfa_enabled": True, "email": None},
            "guilds": [{"id": self._world.guild_id, "unavailable": True}] if mine else [],
            "private_channels": [],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": [index, count],
            "application": {"id": self._world.app_id, "flags": 0},
        }
        session.tell("READY", ready)
        if mine and session.intents & Intent.GUILDS:
            session.tell("GUILD_CREATE", guild_wire(self._world))
        self._arrival.set()

    def _resume(self, connection: Connection, data: Json) -> tuple[int, str] | None:
        if data.get("token") != self._token:
            return 4004, "Authentication failed."
        session = self._sessions.get(data.get("session_id", ""))
        seq: int = data.get("seq") or 0
        if session is None or (session.sent and seq < session.sent[0][0] - 1):
            connection.send({"op": Op.INVALID_SESSION, "s": None, "t": None, "d": False})
            return None
        if seq > session.seq:
            return 4007, "Invalid seq."
        connection.session, session.connection = session, connection
        for number, payload in session.sent:
            if number > seq:
                connection.send(payload)
        session.tell("RESUMED", {})
        self._arrival.set()
        return None

    def _members(self, connection: Connection, data: Json) -> None:
        wanted: list[Any] | str | int | None = data.get("user_ids")
        ids: list[str] | None = None
        if wanted is not None:
            ids = [str(user_id) for user_id in (wanted if isinstance(wanted, list) else [wanted])]
        prefix: str = (data.get("query") or "").lower()
        people = [
            person
            for person in self._world.members()
            if (person.id in ids if ids is not None else person.key.startswith(prefix))
        ]
        answer: Json = {
            "guild_id": self._world.guild_id,
            "members": [self._world.member(person) for person in people],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [i for i in ids or [] if i not in {person.id for person in people}],
        }
        if "nonce" in data:
            answer["nonce"] = data["nonce"]
        if connection.session is not None:
            connection.session.tell("GUILD_MEMBERS_CHUNK", answer)
