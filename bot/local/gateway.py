"""The gateway: what a bot's WebSocket is told, in order, exactly as its intents allow, with resume and faults."""

from __future__ import annotations

import asyncio
import importlib
import json
import zlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag
from typing import Any

from aiohttp import WSMsgType, web

from bot.local.content import may_read
from bot.local.errors import Json
from bot.local.world import World

BUFFERED_EVENTS = 5000
SENDS_PER_MINUTE = 120
LARGEST_SEND = 4096


class Op(IntEnum):
    """Gateway opcodes."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE_STATE = 4
    RESUME = 6
    RECONNECT = 7
    MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


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


@dataclass(slots=True, eq=False)
class Session:
    """What a shard was told since it identified; outlives its connection."""

    id: str
    shard: tuple[int, int]
    intents: int
    seq: int = 0
    sent: deque[tuple[int, Json]] = field(default_factory=lambda: deque[tuple[int, Json]](maxlen=BUFFERED_EVENTS))
    connection: Connection | None = None

    def tell(self, event: str, data: Json) -> None:
        """Number an event, keep it for a resume, and send it if somebody listens."""
        self.seq += 1
        payload = {"op": Op.DISPATCH, "t": event, "s": self.seq, "d": data}
        self.sent.append((self.seq, payload))
        if self.connection is not None:
            self.connection.send(payload)


class Connection:
    """One WebSocket; payloads leave in the order in which they were sent here."""

    def __init__(self, socket: web.WebSocketResponse, compression: str) -> None:
        self.socket = socket
        self.session: Session | None = None
        self.closed_by_us = False
        self._encode = _encoder(compression)
        self._outgoing: asyncio.Queue[Json] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())
        self._received: deque[float] = deque()

    def send(self, payload: Json) -> None:
        """Queue a payload."""
        self._outgoing.put_nowait(payload)

    async def close(self, code: int, reason: str = "") -> None:
        """Send what is queued, then close; the session can be resumed."""
        self.closed_by_us = True
        await self._outgoing.join()
        await self.socket.close(code=code, message=reason.encode())

    def cut(self) -> None:
        """Break the TCP connection without a word."""
        transport = self.socket._req.transport if self.socket._req else None  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]  # aiohttp gives no public way to abort a WebSocket
        if transport is not None:
            transport.abort()

    def too_chatty(self) -> bool:
        """Count one received payload; whether there were too many in the last minute."""
        now = asyncio.get_running_loop().time()
        self._received.append(now)
        while self._received[0] < now - 60:
            self._received.popleft()
        return len(self._received) > SENDS_PER_MINUTE

    def stop(self) -> None:
        """End the writer."""
        self._writer.cancel()
        if self.session is not None and self.session.connection is self:
            self.session.connection = None

    async def _write(self) -> None:
        while True:
            payload = await self._outgoing.get()
            try:
                frame = self._encode(json.dumps(payload, separators=(",", ":")))
                await (self.socket.send_str(frame) if isinstance(frame, str) else self.socket.send_bytes(frame))
            except ConnectionError:
                pass  # The bot has gone; the session keeps the event for its resume.
            finally:
                self._outgoing.task_done()


@dataclass(slots=True)
class EventFaults:
    """What happens to the next events: how many arrive twice or never, a delay in seconds, a swap."""

    duplicate: int = 0
    lose: int = 0
    delay: float = 0.0
    swap: bool = False
    event: str | None = None
    held: Callable[[], None] | None = None

    def pass_on(self, event: str, tell: Callable[[], None], later: Callable[[float, Callable[[], None]], None]) -> None:
        """Deliver, or not, one event."""
        if self.event is not None and event != self.event:
            tell()
            return
        if self.lose:
            self.lose -= 1
            return
        if self.delay:
            seconds, self.delay = self.delay, 0.0
            later(seconds, tell)
            return
        if self.swap:
            self.swap, self.held = False, tell
            return
        tell()
        if self.duplicate:
            self.duplicate -= 1
            tell()
        if self.held is not None:
            held, self.held = self.held, None
            held()


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
        connection = Connection(socket, request.query.get("compress", ""))
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
                    connection.send({"op": Op.HEARTBEAT_ACK, "s": None, "t": None, "d": None})
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
            session.tell("GUILD_CREATE", self._world.guild_wire())
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


def _encoder(compression: str) -> Callable[[str], str | bytes]:
    """How payloads become frames: plain text, or one compressed stream per connection."""
    if compression == "zlib-stream":
        squeeze = zlib.compressobj()
        return lambda text: squeeze.compress(text.encode()) + squeeze.flush(zlib.Z_SYNC_FLUSH)
    if compression == "zstd-stream":
        return _zstd_encoder() or str
    return str


def _zstd_encoder() -> Callable[[str], bytes] | None:
    """With the standard library (3.14) or the package ``zstandard``; None without either: plain text is allowed too."""
    try:
        standard: Any = importlib.import_module("compression.zstd")
    except ModuleNotFoundError:
        try:
            package: Any = importlib.import_module("zstandard")
        except ModuleNotFoundError:
            return None
        stream = package.ZstdCompressor().compressobj()
        return lambda text: stream.compress(text.encode()) + stream.flush(package.COMPRESSOBJ_FLUSH_BLOCK)
    stream = standard.ZstdCompressor()
    return lambda text: stream.compress(text.encode(), mode=standard.ZstdCompressor.FLUSH_BLOCK)
