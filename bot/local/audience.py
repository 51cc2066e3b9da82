"""The people's side of what happens: every open page or test of a person hears what that person may see."""

from __future__ import annotations

import asyncio
import json

from aiohttp import WSMsgType, web

from bot.local.errors import Json
from bot.local.model import Channel, Message, Person
from bot.local.world import World


class Audience:
    """All open event sockets, by person."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._listeners: dict[str, set[asyncio.Queue[Json]]] = {key: set() for key in world.people}
        self._sockets: set[web.WebSocketResponse] = set()

    async def listen(self, person: Person, request: web.Request) -> web.WebSocketResponse:
        """Serve one socket until it closes."""
        socket = web.WebSocketResponse(heartbeat=30.0)
        queue: asyncio.Queue[Json] = asyncio.Queue()
        # In the list before the handshake ends, so nothing that follows the answer is missed.
        self._listeners[person.key].add(queue)
        await socket.prepare(request)
        self._sockets.add(socket)
        writer = asyncio.create_task(self._write(queue, socket))
        try:
            async for received in socket:
                if received.type is WSMsgType.ERROR:
                    break
        finally:
            self._listeners[person.key].discard(queue)
            self._sockets.discard(socket)
            writer.cancel()
        return socket

    async def close(self) -> None:
        """Close every socket."""
        for socket in list(self._sockets):
            await socket.close(code=1001)

    async def _write(self, queue: asyncio.Queue[Json], socket: web.WebSocketResponse) -> None:
        while not socket.closed:
            event = await queue.get()
            try:
                await socket.send_str(json.dumps(event, ensure_ascii=False))
            except ConnectionError:
                return

    def tell(self, person: Person, event: Json) -> None:
        """Tell one person."""
        for queue in self._listeners[person.key]:
            queue.put_nowait(event)

    def tell_all(self, event: Json) -> None:
        """Tell everybody."""
        for person in self._world.people.values():
            self.tell(person, event)

    def tell_channel(self, channel: Channel, event: Json) -> None:
        """Tell those who see a channel."""
        for person in self._world.people.values():
            if self._world.sees(person, channel):
                self.tell(person, event)

    def tell_viewers(self, message: Message, event: Json) -> None:
        """Tell those who see a message."""
        channel = self._world.channels[message.channel_id]
        if message.only_for is None:
            self.tell_channel(channel, event)
            return
        person = self._world.person_by_id(message.only_for)
        if person is not None:
            self.tell(person, event)


def view(world: World, message: Message) -> Json:
    """A message as people get it: Discord's form and whether only they see it."""
    return wire(world, message) | {"ephemeral": message.only_for is not None}


def wire(world: World, message: Message) -> Json:
    """A message as Discord sends it, its author under the present name."""
    author_id: str = message.wire["author"]["id"]
    return message.wire | {"author": world.user_by_id(author_id) or message.wire["author"]}
