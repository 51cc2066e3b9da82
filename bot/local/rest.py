"""The bot's calls: login, commands, messages, threads, direct messages, members, emojis."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from bot.local.api import NO_CONTENT, Answer, Api, Call
from bot.local.audience import wire
from bot.local.commands import check_commands, registered
from bot.local.content import may_read
from bot.local.core import Core
from bot.local.errors import (
    DM_CLOSED,
    MISSING_PERMISSIONS,
    NO_COMMON_GUILD,
    NOT_THE_AUTHOR,
    THREAD_ARCHIVED,
    THREAD_LOCKED,
    UNKNOWN_EMOJI,
    UNKNOWN_GUILD,
    UNKNOWN_MEMBER,
    UNKNOWN_MESSAGE,
    UNKNOWN_USER,
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
from bot.local.world import World

OLD_MESSAGE = 3600.0
NONCE_MEMORY = 300.0
MAX_EMOJI = 256 << 10


class Rest:
    """The handlers; each knows the world and tells what it changed through the core."""

    def __init__(self, core: Core, interactions: Interactions) -> None:
        self._core = core
        self._world: World = core.world
        self._interactions = interactions

    def install(self, api: Api) -> None:
        """Bind the handlers to their paths."""
        for method, path, handler in (
            ("GET", "/users/@me", self.me),
            ("GET", "/users/{user}", self.user),
            ("GET", "/oauth2/applications/@me", self.application),
            ("GET", "/applications/@me", self.application),
            ("GET", "/gateway", self.gateway_url),
            ("GET", "/gateway/bot", self.gateway_bot),
            ("GET", "/applications/{app}/commands", self.list_commands),
            ("PUT", "/applications/{app}/commands", self.put_commands),
            ("GET", "/applications/{app}/guilds/{guild}/commands", self.list_commands),
            ("PUT", "/applications/{app}/guilds/{guild}/commands", self.put_commands),
            ("GET", "/applications/{app}/emojis", self.list_emojis),
            ("POST", "/applications/{app}/emojis", self.create_emoji),
            ("DELETE", "/applications/{app}/emojis/{emoji}", self.delete_emoji),
            ("POST", "/interactions/{interaction}/{token}/callback", self.callback),
            ("POST", "/webhooks/{app}/{token}", self.follow_up),
            ("GET", "/webhooks/{app}/{token}/messages/{message}", self.get_by_token),
            ("PATCH", "/webhooks/{app}/{token}/messages/{message}", self.edit_by_token),
            ("DELETE", "/webhooks/{app}/{token}/messages/{message}", self.delete_by_token),
            ("POST", "/users/@me/channels", self.open_dm),
            ("GET", "/guilds/{guild}", self.guild),
            ("GET", "/guilds/{guild}/channels", self.guild_channels),
            ("GET", "/guilds/{guild}/threads/active", self.active_threads),
            ("GET", "/guilds/{guild}/members/{user}", self.member),
            ("DELETE", "/users/@me/guilds/{guild}", self.leave_guild),
            ("GET", "/channels/{channel}", self.channel),
            ("POST", "/channels/{channel}/typing", self.typing),
            ("GET", "/channels/{channel}/messages", self.history),
            ("POST", "/channels/{channel}/messages", self.send),
            ("GET", "/channels/{channel}/messages/{message}", self.message),
            ("PATCH", "/channels/{channel}/messages/{message}", self.edit),
            ("DELETE", "/channels/{channel}/messages/{message}", self.delete),
        ):
            api.route(method, path, handler)

    # --- who am I ------------------------------------------------------------------------------------------------

    async def me(self, _call: Call) -> Answer:
        """The bot's own user."""
        extra: Json = {"verified": True, "mfa_enabled": True, "locale": "en-US", "email": None, "premium_type": 0}
        return Answer(self._world.bot_user() | extra)

    async def user(self, call: Call) -> Answer:
        """Any user."""
        user = self._world.user_by_id(call.at["user"])
        if user is None:
            raise refuse(UNKNOWN_USER)
        return Answer(user)

    async def application(self, _call: Call) -> Answer:
        """The bot's application; its owner is Anna."""
        flags = 1 << 19 if self._world.settings["message_content"] else 0
        return Answer(
            {
                "id": self._world.app_id,
                "name": "Calidruno",
                "icon": None,
                "description": "",
                "summary": "",
                "type": None,
                "bot": self._world.bot_user(),
                "bot_public": True,
                "bot_require_code_grant": False,
                "verify_key": "0" * 64,
                "flags": flags,
                "flags_new": str(flags),
                "redirect_uris": [],
                "interactions_endpoint_url": None,
                "role_connections_verification_url": None,
                "owner": self._world.user(self._world.people["anna"]),
                "team": None,
                "approximate_guild_count": int(self._world.settings["bot_in_guild"]),
                "approximate_user_install_count": 0,
                "approximate_user_authorization_count": 0,
                "explicit_content_filter": 0,
                "eligible_oauth2_scopes": [],
            }
        )

    async def gateway_url(self, _call: Call) -> Answer:
        """Where the gateway is."""
        return Answer({"url": self._core.gateway.url})

    async def gateway_bot(self, _call: Call) -> Answer:
        """Where the gateway is, and how many shards it would like."""
        left = max(1000 - self._core.gateway.identifies, 0)
        limit = {"total": 1000, "remaining": left, "reset_after": 86_400_000, "max_concurrency": 1}
        shards = self._core.gateway.shards
        return Answer({"url": self._core.gateway.url, "shards": shards, "session_start_limit": limit})

    # --- commands ------------------------------------------------------------------------------------------------

    async def list_commands(self, call: Call) -> Answer:
        """The registered commands of a scope."""
        return Answer(self._world.commands.get(self._scope(call), []))

    async def put_commands(self, call: Call) -> Answer:
        """Replace the commands of a scope."""
        scope = self._scope(call)
        body: Any = call.form.body
        if not isinstance(body, list):
            raise invalid_form([Flaw((), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")])
        wrapper = Checker()
        commands = wrapper.items({"commands": body}, "commands", (), 0, 130)
        wrapper.raise_flaws()
        check_commands(commands)
        self._world.save_commands(scope, registered(self._world, commands, scope))
        self._core.audience.tell_all({"type": "commands"})
        return Answer(self._world.commands[scope])

    def _scope(self, call: Call) -> str:
        guild = call.at.get("guild", "global")
        if guild not in ("global", self._world.guild_id):
            raise refuse(UNKNOWN_GUILD)
        return guild

    # --- emojis --------------------------------------------------------------------------------------------------

    async def list_emojis(self, _call: Call) -> Answer:
        """The application's own emojis."""
        return Answer({"items": list(self._world.emojis.values())})

    async def create_emoji(self, call: Call) -> Answer:
        """Add one, given as a data URI of at most 256 KiB."""
        check = Checker()
        check.text(call.json, "name", (), 2, 32, required=True)
        check.text(call.json, "image", (), 1, MAX_EMOJI * 2, required=True)
        check.raise_flaws()
        head, _, encoded = call.json["image"].partition(";base64,")
        try:
            content = base64.b64decode(encoded, validate=True)
        except binascii.Error as error:
            raise invalid_form([Flaw(("image",), "IMAGE_INVALID", "Invalid image data")]) from error
        if len(content) > MAX_EMOJI:
            raise invalid_form([Flaw(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")])
        emoji: Json = {
            "id": self._world.new_id(),
            "name": call.json["name"],
            "roles": [],
            "user": self._world.bot_user(),
            "require_colons": True,
            "managed": False,
            "animated": False,
            "available": True,
        }
        self._world.store.put_file(emoji["id"], emoji["name"], head.removeprefix("data:"), content)
        self._world.emojis[emoji["id"]] = emoji
        self._world.store.put("emoji", emoji["id"], emoji)
        return Answer(emoji, 201)

    async def delete_emoji(self, call: Call) -> Answer:
        """Remove one."""
        if self._world.emojis.pop(call.at["emoji"], None) is None:
            raise refuse(UNKNOWN_EMOJI)
        self._world.store.remove("emoji", call.at["emoji"])
        return NO_CONTENT

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

    # --- guild and direct messages -------------------------------------------------------------------------------

    def _need_guild(self, call: Call) -> None:
        if call.at["guild"] != self._world.guild_id or not self._world.settings["bot_in_guild"]:
            raise refuse(UNKNOWN_GUILD)

    async def guild(self, call: Call) -> Answer:
        """The guild itself."""
        self._need_guild(call)
        only_events = {
            *("joined_at", "large", "unavailable", "member_count", "members", "channels", "threads", "voice_states"),
            *("presences", "stage_instances", "guild_scheduled_events", "soundboard_sounds"),
        }
        shown = {key: value for key, value in self._world.guild_wire().items() if key not in only_events}
        return Answer(
            shown
            | {
                "region": "europe",
                "home_header": None,
                "discovery_splash": None,
                "application_id": None,
                "widget_enabled": False,
                "widget_channel_id": None,
                "safety_alerts_channel_id": None,
                "max_members": 500_000,
                "max_presences": None,
                "max_video_channel_users": 25,
                "max_stage_video_channel_users": 50,
                "nsfw": False,
                "incidents_data": None,
                "owner_configured_content_level": 0,
                "hub_type": None,
                "latest_onboarding_question_id": None,
            }
        )

    async def guild_channels(self, call: Call) -> Answer:
        """The guild's channels without threads."""
        self._need_guild(call)
        return Answer([self._world.channel_wire(channel) for channel in self._world.guild_channels()])

    async def active_threads(self, call: Call) -> Answer:
        """Threads that are not archived."""
        self._need_guild(call)
        threads = self._world.active_threads()
        joined = [thread for thread in threads if self._world.app_id in thread.members]
        return Answer(
            {
                "threads": [self._world.channel_wire(thread) for thread in threads],
                "members": [self._world.thread_member(thread, self._world.app_id) for thread in joined],
                "has_more": False,
            }
        )

    async def member(self, call: Call) -> Answer:
        """A member of the guild."""
        self._need_guild(call)
        if call.at["user"] == self._world.app_id:
            return Answer(self._world.member(None))
        person = self._world.person_by_id(call.at["user"])
        if person is None or not person.in_guild:
            raise refuse(UNKNOWN_USER if person is None else UNKNOWN_MEMBER)
        return Answer(self._world.member(person))

    async def leave_guild(self, call: Call) -> Answer:
        """The bot leaves by itself."""
        self._need_guild(call)
        self._core.set_bot_in_guild(present=False)
        return NO_CONTENT

    async def open_dm(self, call: Call) -> Answer:
        """The conversation with a person; it opens even for those who take no messages."""
        person = self._world.person_by_id(str(call.json.get("recipient_id")))
        if person is None:
            raise refuse(UNKNOWN_USER)
        return Answer(self._world.channel_wire(self._core.open_dm(person)))

    # --- channels and messages -----------------------------------------------------------------------------------

    async def channel(self, call: Call) -> Answer:
        """A channel, thread or conversation."""
        return Answer(self._world.channel_wire(self._world.channel(call.at["channel"])))

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
