"""The calls about the application itself: login, where the gateway is, commands, emojis."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from bot.local.api import NO_CONTENT, Answer, Api, Call
from bot.local.commands import check_commands, registered
from bot.local.core import Core
from bot.local.errors import UNKNOWN_EMOJI, UNKNOWN_GUILD, UNKNOWN_USER, Flaw, Json, invalid_form, refuse
from bot.local.forms import Checker
from bot.local.world import World

MAX_EMOJI = 256 << 10


class Application:
    """The handlers about the application."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._world: World = core.world

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
