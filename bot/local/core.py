"""What happens: messages appear, change and vanish, channels come and go; kept first, then told to bot and people."""

from __future__ import annotations

from bot.local.audience import Audience, view, wire
from bot.local.errors import Json
from bot.local.gateway import Gateway, Intent
from bot.local.journal import Faults, Journal
from bot.local.messages import Mint
from bot.local.model import HAS_THREAD, Channel, ChannelType, Message, Person
from bot.local.permissions import Permission
from bot.local.ratelimits import RateLimits
from bot.local.wires import bot_roles_wire, channel_wire, guild_wire, told_channel_wire
from bot.local.world import World


class Core:
    """The parts of the local Discord, and the changes that concern both sides."""

    def __init__(self, world: World, token: str, heartbeat: float, journal: int, *, rate_limits: bool) -> None:
        self.world = world
        self.token = token
        self.gateway = Gateway(world, token, heartbeat)
        self.audience = Audience(world)
        self.journal = Journal(journal)
        self.faults = Faults()
        self.limits = RateLimits(rate_limits)
        self.mint = Mint(world, lambda message: self.journal.problem(None, message))
        self.url = ""

    def bind(self, url: str) -> None:
        """The server's own address, needed for links to attachments and the gateway."""
        self.url = self.mint.base_url = url
        self.gateway.url = url.replace("http", "ws", 1) + "/gateway"

    # --- messages ------------------------------------------------------------------------------------------------

    def rebase(self) -> None:
        """Point stored attachments to the present address: the port may be another after a restart."""
        for channel in self.world.messages.values():
            for message in channel.values():
                self.mint.relink(message)

    def publish(self, message: Message) -> None:
        """A message appears."""
        world, channel = self.world, self.world.channels[message.channel_id]
        world.save_message(message)
        if message.only_for is None:
            channel.last_message_id = message.id
            channel.message_count += 1
            world.save_channel(channel)
        self._tell_message("MESSAGE_CREATE", "message", message)

    def change(self, message: Message) -> None:
        """A message changed."""
        self.world.save_message(message)
        self._tell_message("MESSAGE_UPDATE", "message_update", message)

    def delete(self, message: Message) -> None:
        """A message vanishes."""
        channel = self.world.channels[message.channel_id]
        self.world.remove_message(message)
        gone: Json = {"id": message.id, "channel_id": channel.id}
        self.audience.tell_viewers(message, {"type": "message_delete", **gone})
        if message.only_for is None:
            guild: Json = {} if channel.is_dm else {"guild_id": self.world.guild_id}
            self.tell_bot(channel, "MESSAGE_DELETE", gone | guild, messages=True)

    def _tell_message(self, event: str, kind: str, message: Message) -> None:
        self.audience.tell_viewers(message, {"type": kind, "message": view(self.world, message)})
        if message.only_for is not None:
            return
        channel = self.world.channels[message.channel_id]
        self.tell_bot(channel, event, self.gateway_message(message), messages=True)

    def gateway_message(self, message: Message) -> Json:
        """A message as events carry it: with guild and the author's membership."""
        data = wire(self.world, message)
        if self.world.channels[message.channel_id].is_dm:
            return data
        data |= {"guild_id": self.world.guild_id}
        person = self.world.person_by_id(data["author"]["id"])
        if person is not None and "webhook_id" not in data:
            data["member"] = {key: value for key, value in self.world.member(person).items() if key != "user"}
        return data

    def tell_bot(self, channel: Channel, event: str, data: Json, *, messages: bool = False) -> None:
        """Tell the bot something of a channel, if it is there and may see it."""
        if channel.is_dm:
            self.gateway.dispatch(event, data, intent=Intent.DIRECT_MESSAGES if messages else None, dm=True)
        elif self.world.bot_sees(channel):
            self.gateway.dispatch(event, data, intent=Intent.GUILD_MESSAGES if messages else Intent.GUILDS)

    def _tell_channel(self, channel: Channel, event: str) -> None:
        """Tell the bot of a channel, which it hears of although it may not see it; of a thread it would not."""
        if self.world.settings["bot_in_guild"]:
            self.gateway.dispatch(event, told_channel_wire(self.world, channel), intent=Intent.GUILDS)

    # --- channels ------------------------------------------------------------------------------------------------

    def open_dm(self, person: Person) -> Channel:
        """The bot's conversation with a person, made on first use."""
        channel = self.world.dm_with(person)
        if channel is None:
            world = self.world
            channel = Channel(world.new_id(), ChannelType.DM, person.name, world.clock.iso(), recipient_id=person.id)
            world.save_channel(channel)
            self.audience.tell(person, {"type": "channels"})
            self.tell_bot(channel, "CHANNEL_CREATE", channel_wire(world, channel))
        return channel

    def add_channel(self, channel: Channel) -> None:
        """A channel or thread appears."""
        self.world.save_channel(channel)
        self.audience.tell_channel(channel, {"type": "channels"})
        if channel.is_thread:
            self.tell_bot(channel, "THREAD_CREATE", channel_wire(self.world, channel) | {"newly_created": True})
        else:
            self._tell_channel(channel, "CHANNEL_CREATE")

    def update_channel(self, channel: Channel) -> None:
        """A channel or thread changed."""
        self.world.save_channel(channel)
        self.audience.tell_channel(channel, {"type": "channels"})
        if channel.is_thread:
            self.tell_bot(channel, "THREAD_UPDATE", channel_wire(self.world, channel))
        else:
            self._tell_channel(channel, "CHANNEL_UPDATE")

    def remove_channel(self, channel: Channel) -> None:
        """A channel or thread vanishes, and with a channel its threads, of which nothing is told."""
        if channel.is_thread:
            data, keys = channel_wire(self.world, channel), ("id", "guild_id", "parent_id", "type")
            self.tell_bot(channel, "THREAD_DELETE", {key: data[key] for key in keys})
        else:
            self._tell_channel(channel, "CHANNEL_DELETE")
        for gone in [*(c for c in self.world.channels.values() if c.parent_id == channel.id), channel]:
            self.world.remove_channel(gone)
        self.audience.tell_all({"type": "channels"})

    def set_archived(self, thread: Channel, *, archived: bool) -> None:
        """Archive a thread or take it out again."""
        thread.archived = archived
        thread.archive_changed_at = self.world.clock.iso()

    def start_thread(self, thread: Channel, message: Message | None) -> None:
        """A thread appears, perhaps below a message."""
        self.add_channel(thread)
        if message is not None:
            message.wire["flags"] |= HAS_THREAD
            self.change(message)

    def set_bot_in_guild(self, *, present: bool) -> None:
        """The bot is removed from the guild or added again."""
        world = self.world
        if world.settings["bot_in_guild"] == present:
            return
        world.settings["bot_in_guild"] = present
        world.save_settings()
        if present:
            # With "unavailable" the client would take it for a guild that was only out of reach.
            joined = {key: value for key, value in guild_wire(world).items() if key != "unavailable"}
            self.gateway.dispatch("GUILD_CREATE", joined, intent=Intent.GUILDS)
        else:
            self.gateway.dispatch("GUILD_DELETE", {"id": world.guild_id}, intent=Intent.GUILDS)
        self.audience.tell_all({"type": "commands"})

    def set_role_permissions(self, permissions: Permission) -> None:
        """The guild's roles let the bot do something else than before."""
        world = self.world
        world.settings["role_permissions"] = int(permissions)
        world.save_settings()
        for role in bot_roles_wire(world):
            self.gateway.dispatch("GUILD_ROLE_UPDATE", {"guild_id": world.guild_id, "role": role}, intent=Intent.GUILDS)

    def tell_guild_update(self) -> None:
        """The guild's own settings changed."""
        self.gateway.dispatch("GUILD_UPDATE", guild_wire(self.world), intent=Intent.GUILDS)
