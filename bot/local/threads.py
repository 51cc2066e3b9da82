"""The bot's calls about threads: start, join, add, archive, open again."""

from __future__ import annotations

from bot.local.api import NO_CONTENT, Answer, Api, Call
from bot.local.core import Core
from bot.local.errors import (
    MISSING_PERMISSIONS,
    THREAD_ARCHIVED,
    THREAD_EXISTS,
    THREAD_LOCKED,
    UNKNOWN_USER,
    WRONG_CHANNEL_TYPE,
    Json,
    refuse,
)
from bot.local.forms import Checker
from bot.local.model import HAS_THREAD, Channel, ChannelType
from bot.local.permissions import Permission
from bot.local.wires import channel_wire, thread_member_wire
from bot.local.world import World

_ARCHIVE_MINUTES = (60, 1440, 4320, 10080)


class Threads:
    """The handlers about threads."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._world: World = core.world

    def install(self, api: Api) -> None:
        """Bind the handlers to their paths."""
        for method, path, handler in (
            ("POST", "/channels/{channel}/threads", self.start),
            ("POST", "/channels/{channel}/messages/{message}/threads", self.start_below),
            ("PATCH", "/channels/{channel}", self.change),
            ("DELETE", "/channels/{channel}", self.delete),
            ("GET", "/channels/{channel}/threads/archived/public", self.archived),
            ("GET", "/channels/{channel}/thread-members", self.members),
            ("PUT", "/channels/{channel}/thread-members/{user}", self.add_member),
            ("DELETE", "/channels/{channel}/thread-members/{user}", self.remove_member),
        ):
            api.route(method, path, handler)

    async def start(self, call: Call) -> Answer:
        """A thread of its own in a channel."""
        parent = self._world.channel(call.at["channel"])
        private = call.json.get("type", ChannelType.PRIVATE_THREAD) == ChannelType.PRIVATE_THREAD
        thread = self._make(parent, call.json, self._world.new_id(), private=private)
        self._core.start_thread(thread, None)
        return Answer(self._with_member(thread), 201)

    async def start_below(self, call: Call) -> Answer:
        """A thread below a message; it has the message's id."""
        message = self._world.message(call.at["channel"], call.at["message"])
        if message.flags & HAS_THREAD or message.id in self._world.channels:
            raise refuse(THREAD_EXISTS)
        parent = self._world.channels[message.channel_id]
        thread = self._make(parent, call.json, message.id, private=False)
        self._core.start_thread(thread, message)
        return Answer(self._with_member(thread), 201)

    def _make(self, parent: Channel, body: Json, thread_id: str, *, private: bool) -> Channel:
        if parent.is_dm or parent.is_thread:
            raise refuse(WRONG_CHANNEL_TYPE)
        self._world.need(parent, Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS)
        check = Checker()
        check.text(body, "name", (), 1, 100, required=True)
        minutes = body.get("auto_archive_duration") or 1440
        if minutes not in _ARCHIVE_MINUTES:
            check.flaw(("auto_archive_duration",), "BASE_TYPE_CHOICES", f"Value must be one of {_ARCHIVE_MINUTES}.")
        check.raise_flaws()
        return Channel(
            thread_id,
            ChannelType.PRIVATE_THREAD if private else ChannelType.PUBLIC_THREAD,
            body["name"],
            self._world.clock.iso(),
            parent_id=parent.id,
            owner_id=self._world.app_id,
            auto_archive_minutes=minutes,
            members=[self._world.app_id],
        )

    def _with_member(self, thread: Channel) -> Json:
        return channel_wire(self._world, thread) | {"member": thread_member_wire(thread, self._world.app_id)}

    def _thread(self, call: Call) -> Channel:
        thread = self._world.channel(call.at["channel"])
        if not thread.is_thread:
            raise refuse(WRONG_CHANNEL_TYPE)
        return thread

    async def change(self, call: Call) -> Answer:
        """Rename, archive or lock a thread, or open it again. Locked ones need Manage Threads."""
        channel = self._world.channel(call.at["channel"])
        if not channel.is_thread:
            self._world.need(channel, Permission.MANAGE_CHANNELS)
            raise refuse(WRONG_CHANNEL_TYPE)
        body = call.json
        check = Checker()
        check.text(body, "name", (), 1, 100)
        check.raise_flaws()
        manages = Permission.MANAGE_THREADS in self._world.bot_permissions(channel)
        own = channel.owner_id == self._world.app_id
        if channel.locked and not manages:
            raise refuse(THREAD_LOCKED)
        reopens = channel.archived and body.get("archived") is False
        if channel.archived and not reopens:
            raise refuse(THREAD_ARCHIVED)
        if reopens:
            self._world.need(channel, Permission.SEND_IN_THREADS)
        elif not own and not manages:
            raise refuse(MISSING_PERMISSIONS)
        if "locked" in body and not manages:
            raise refuse(MISSING_PERMISSIONS)
        channel.name = body.get("name") or channel.name
        channel.locked = bool(body.get("locked", channel.locked))
        if body.get("archived") is not None and body["archived"] != channel.archived:
            self._core.set_archived(channel, archived=body["archived"])
        self._core.update_channel(channel)
        return Answer(channel_wire(self._world, channel))

    async def delete(self, call: Call) -> Answer:
        """Delete a thread, which needs Manage Threads, or a channel, which needs Manage Channels."""
        channel = self._world.channel(call.at["channel"])
        if channel.is_dm:
            return Answer(channel_wire(self._world, channel))
        self._world.need(channel, Permission.MANAGE_THREADS if channel.is_thread else Permission.MANAGE_CHANNELS)
        data = channel_wire(self._world, channel)
        self._core.remove_channel(channel)
        return Answer(data)

    async def archived(self, call: Call) -> Answer:
        """A channel's archived public threads."""
        parent = self._world.channel(call.at["channel"])
        self._world.need(parent, Permission.READ_HISTORY)
        found = [
            thread
            for thread in self._world.channels.values()
            if thread.parent_id == parent.id and thread.archived and thread.type == ChannelType.PUBLIC_THREAD
        ]
        return Answer(
            {"threads": [channel_wire(self._world, thread) for thread in found], "members": [], "has_more": False}
        )

    async def members(self, call: Call) -> Answer:
        """Who is in a thread."""
        thread = self._thread(call)
        return Answer([thread_member_wire(thread, user_id) for user_id in thread.members])

    async def add_member(self, call: Call) -> Answer:
        """Join (``@me``) or add somebody."""
        thread = self._thread(call)
        if thread.archived:
            raise refuse(THREAD_ARCHIVED)
        user_id = self._user_id(call)
        if user_id not in thread.members:
            thread.members.append(user_id)
            self._core.update_channel(thread)
        return NO_CONTENT

    async def remove_member(self, call: Call) -> Answer:
        """Leave (``@me``) or put somebody out, which needs Manage Threads."""
        thread = self._thread(call)
        if thread.archived:
            raise refuse(THREAD_ARCHIVED)
        user_id = self._user_id(call)
        if user_id != self._world.app_id:
            self._world.need(thread, Permission.MANAGE_THREADS)
        if user_id in thread.members:
            thread.members.remove(user_id)
            self._core.update_channel(thread)
        return NO_CONTENT

    def _user_id(self, call: Call) -> str:
        user_id = self._world.app_id if call.at["user"] == "@me" else call.at["user"]
        if self._world.user_by_id(user_id) is None:
            raise refuse(UNKNOWN_USER)
        return user_id
