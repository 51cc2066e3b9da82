"""One bot's session on the gateway and the WebSocket that carries it: order, numbers, compression, faults."""

from __future__ import annotations

import asyncio
import importlib
import json
import zlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from aiohttp import web

from bot.local.errors import Json

BUFFERED_EVENTS = 5000
SENDS_PER_MINUTE = 120


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

    def __init__(self, socket: web.WebSocketResponse, transport: asyncio.Transport | None, compression: str) -> None:
        self.socket = socket
        self._transport = transport
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
        if self._transport is not None:
            self._transport.abort()

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
