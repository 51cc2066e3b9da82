"""The bot's calls about messages: by channel with its own token, and by the token of an interaction."""

from __future__ import annotations

from typing import Any

from bot.local.api import NO_CONTENT, Answer, Api, Call
from bot.local.audience import wire
from bot.local.content import may_read
from bot.local.core import Core
from bot.local.errors import (
    DM_CLOSED,
    MISSING_PERMISSIONS,
    NO_COMMON_GUILD,
    NOT_THE_AUTHOR,
    THREAD_ARCHIVED,
    THREAD_LOCKED,
    UNKNOWN_MESSAGE,
    WRONG_CHANNEL_TYPE,
    Flaw,
    Json,
    invalid_form,
    refuse,
)
from bot.local.forms import Checker
from bot.local.interactions import Interactions
from bot.local.model import Channel, Message
from bot.local.permissions import Permission
from bot.local.wires import channel_wire
from bot.local.world import World

OLD_MESSAGE = 3600.0
NONCE_MEMORY = 300.0
MAX_EMOJI = 256 << 10


class Messages:
    """The handlers about messages."""

    def __init__(self, core: Core, interactions: Interactions) -> None:
        self._core = core
        self._world: World = core.world
        self._interactions = interactions

    def install(self, api: Api) -> None:
        """Bind the handlers to their paths."""
        for method, path, handler in (
            ("POST", "/interactions/{interaction}/{token}/callback", self.callback),
            ("POST", "/webhooks/{app}/{token}", self.follow_up),
            ("GET", "/webhooks/{app}/{token}/messages/{message}", self.get_by_token),
            ("PATCH", "/webhooks/{app}/{token}/messages/{message}", self.edit_by_token),
            ("DELETE", "/webhooks/{app}/{token}/messages/{message}", self.delete_by_token),
            ("GET", "/channels/{channel}", self.channel),
            ("POST", "/channels/{channel}/typing", self.typing),
            ("GET", "/channels/{channel}/messages", self.history),
            ("POST", "/channels/{channel}/messages", self.send),
            ("GET", "/channels/{channel}/messages/{message}", self.message),
            ("PATCH", "/channels/{channel}/messages/{message}", self.edit),
            ("DELETE", "/channels/{channel}/messages/{message}", self.delete),
        ):
            api.route(method, path, handler)

    # --- answers to interactions ---------------------------------------------------------------------------------

    async def callback(self, call: Call) -> Answer:
        """The first answer to an interaction."""
        receipt = self._interactions.answer(call.at["interaction"], call.at["token"], call.form)
        return Answer(receipt) if call.query.get("with_response") in ("1", "true") else NO_CONTENT

    async def follow_up(self, call: Call) -> Answer:
        """A further message by token."""
        act = self._interactions.by_token(call.at["app"], call.at["token"])
        return Answer(self._interactions.follow_up(act, call.form))

    async def get_by_token(self, call: Call) -> Answer:
        """A message by token."""
        act = self._interactions.by_token(call.at["app"], call.at["token"])
        return Answer(wire(self._world, self._interactions.message_of(act, call.at["message"])))

    async def edit_by_token(self, call: Call) -> Answer:
        """Change a message by token."""
        act = self._interactions.by_token(call.at["app"], call.at["token"])
        message = self._interactions.message_of(act, call.at["message"])
        return Answer(self._interactions.edit(act, message, call.form))

    async def delete_by_token(self, call: Call) -> Answer:
        """Delete a message by token."""
        act = self._interactions.by_token(call.at["app"], call.at["token"])
        self._core.delete(self._interactions.message_of(act, call.at["message"]))
        return NO_CONTENT

    # --- channels and messages -----------------------------------------------------------------------------------

    async def channel(self, call: Call) -> Answer:
        """A channel, thread or conversation."""
        return Answer(channel_wire(self._world, self._world.channel(call.at["channel"])))

    async def typing(self, call: Call) -> Answer:
        """The bot shows that it is busy."""
        channel = self._world.channel(call.at["channel"])
        self._need_send(channel)
        return NO_CONTENT

    def _readable(self, message: Message) -> Json:
        data = wire(self._world, message)
        guild: Json = {} if self._world.channels[message.channel_id].is_dm else {"guild_id": self._world.guild_id}
        if self._world.settings["message_content"] or may_read(self._world, data | guild):
            return data
        return data | {"content": "", "embeds": [], "attachments": [], "components": []}

    async def history(self, call: Call) -> Answer:
        """The newest messages of a channel, newest first; ``before``, ``after`` or ``around`` an id."""
        channel = self._world.channel(call.at["channel"])
        self._world.need(channel, Permission.READ_HISTORY)
        check = Checker()
        limit = int(call.query.get("limit", "50"))
        check.number({"limit": limit}, "limit", (), 1, 100)
        check.raise_flaws()
        found = [message for message in self._world.messages[channel.id].values() if message.only_for is None]
        found.sort(key=lambda message: int(message.id), reverse=True)
        if "around" in call.query:
            found = sorted(found, key=lambda message: abs(int(message.id) - int(call.query["around"])))[:limit]
            found.sort(key=lambda message: int(message.id), reverse=True)
        elif "after" in call.query:
            found = [message for message in found if int(message.id) > int(call.query["after"])][-limit:]
        elif "before" in call.query:
            found = [message for message in found if int(message.id) < int(call.query["before"])]
        return Answer([self._readable(message) for message in found[:limit]])

    def _need_send(self, channel: Channel) -> None:
        """Whether the bot may send here: permission, an open conversation, an unlocked thread."""
        world = self._world
        if channel.is_dm:
            person = world.person_by_id(channel.recipient_id or "")
            if person is None or not person.in_guild or not world.settings["bot_in_guild"]:
                raise refuse(NO_COMMON_GUILD)
            if not person.dm_open:
                raise refuse(DM_CLOSED)
            return
        world.need(channel, Permission.SEND_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES)
        if channel.locked and Permission.MANAGE_THREADS not in world.bot_permissions(channel):
            raise refuse(THREAD_LOCKED)

    def _need_parts(self, channel: Channel, call: Call) -> None:
        """What the message brings along needs permissions of its own."""
        if call.form.files:
            self._world.need(channel, Permission.ATTACH_FILES)
        if call.json.get("embeds"):
            self._world.need(channel, Permission.EMBED_LINKS)

    async def send(self, call: Call) -> Answer:
        """A new message. Sending into an archived thread that is not locked opens it again."""
        world, channel = self._world, self._world.channel(call.at["channel"])
        self._need_send(channel)
        self._need_parts(channel, call)
        nonce: Any = call.json.get("nonce")
        twin = self._twin(channel, nonce) if call.json.get("enforce_nonce") and nonce is not None else None
        if twin is not None:
            return Answer(wire(world, twin))
        message = self._core.mint.blank(channel.id, world.bot_user())
        self._refer(message, call)
        self._core.mint.fill(message, call.form, interaction=False, edit=False)
        if nonce is not None:
            message.nonce = str(nonce)
        if channel.archived:
            self._core.set_archived(channel, archived=False)
            self._core.update_channel(channel)
        self._core.publish(message)
        data = wire(world, message)
        return Answer(data | ({"nonce": nonce} if nonce is not None else {}))

    def _twin(self, channel: Channel, nonce: Any) -> Message | None:
        horizon = self._world.clock.now() - NONCE_MEMORY
        recent = (message for message in self._world.messages[channel.id].values() if message.created >= horizon)
        return next((message for message in recent if message.nonce == str(nonce)), None)

    def _refer(self, message: Message, call: Call) -> None:
        reference: Json | None = call.json.get("message_reference")
        if reference is None:
            return
        parent = self._world.messages[message.channel_id].get(str(reference.get("message_id")))
        if parent is None or parent.only_for is not None:
            if reference.get("fail_if_not_exists", True):
                flaw = Flaw(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
                raise invalid_form([flaw])
            return
        message.wire["type"] = 19
        message.wire["message_reference"] = {"type": 0, "channel_id": parent.channel_id, "message_id": parent.id}
        message.wire["referenced_message"] = without_parent(wire(self._world, parent))

    async def message(self, call: Call) -> Answer:
        """One message."""
        message = self._world.message(call.at["channel"], call.at["message"])
        self._world.need(self._world.channels[message.channel_id], Permission.READ_HISTORY)
        return Answer(self._readable(message))

    async def edit(self, call: Call) -> Answer:
        """Change an own message. Those older than an hour have a limit of their own."""
        world = self._world
        message = world.message(call.at["channel"], call.at["message"])
        channel = world.channels[message.channel_id]
        if message.wire["author"]["id"] != world.app_id:
            raise refuse(NOT_THE_AUTHOR)
        if channel.archived:
            raise refuse(THREAD_ARCHIVED)
        self._need_parts(channel, call)
        if world.clock.now() - message.created > OLD_MESSAGE:
            self._core.limits.charge_old_edit(channel.id)
        self._core.mint.fill(message, call.form, interaction=False, edit=True)
        self._core.change(message)
        return Answer(wire(world, message))

    async def delete(self, call: Call) -> Answer:
        """Delete an own message, or any with Manage Messages."""
        message = self._world.message(call.at["channel"], call.at["message"])
        channel = self._world.channels[message.channel_id]
        if message.wire["author"]["id"] != self._world.app_id:
            if channel.is_dm:
                raise refuse(WRONG_CHANNEL_TYPE)
            if Permission.MANAGE_MESSAGES not in self._world.bot_permissions(channel):
                raise refuse(MISSING_PERMISSIONS)
        if channel.archived:
            raise refuse(THREAD_ARCHIVED)
        if message.id not in self._world.messages[channel.id]:
            raise refuse(UNKNOWN_MESSAGE)
        self._core.delete(message)
        return NO_CONTENT


def without_parent(data: Json) -> Json:
    """A message as another one refers to it: without the message it refers to itself."""
    return {key: value for key, value in data.items() if key != "referenced_message"}
