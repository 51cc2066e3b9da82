"""The calls about the guild: itself, its channels, threads and members, and conversations with its people."""

from __future__ import annotations

from bot.local.api import NO_CONTENT, Answer, Api, Call
from bot.local.core import Core
from bot.local.errors import UNKNOWN_GUILD, UNKNOWN_MEMBER, UNKNOWN_USER, refuse
from bot.local.wires import channel_wire, guild_wire, thread_member_wire
from bot.local.world import World


class Guild:
    """The handlers about the guild."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._world: World = core.world

    def install(self, api: Api) -> None:
        """Bind the handlers to their paths."""
        for method, path, handler in (
            ("POST", "/users/@me/channels", self.open_dm),
            ("GET", "/guilds/{guild}", self.guild),
            ("GET", "/guilds/{guild}/channels", self.guild_channels),
            ("GET", "/guilds/{guild}/threads/active", self.active_threads),
            ("GET", "/guilds/{guild}/members/{user}", self.member),
            ("DELETE", "/users/@me/guilds/{guild}", self.leave_guild),
        ):
            api.route(method, path, handler)

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
        shown = {key: value for key, value in guild_wire(self._world).items() if key not in only_events}
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
        """The guild's channels without threads, but for those that the bot may not see."""
        self._need_guild(call)
        seen = filter(self._world.bot_sees, self._world.guild_channels())
        return Answer([channel_wire(self._world, channel) for channel in seen])

    async def active_threads(self, call: Call) -> Answer:
        """Threads that are not archived."""
        self._need_guild(call)
        threads = self._world.active_threads()
        joined = [thread for thread in threads if self._world.app_id in thread.members]
        return Answer(
            {
                "threads": [channel_wire(self._world, thread) for thread in threads],
                "members": [thread_member_wire(thread, self._world.app_id) for thread in joined],
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
        return Answer(channel_wire(self._world, self._core.open_dm(person)))
