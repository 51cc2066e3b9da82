"""The guild "Circolo", its people, channels, messages and interactions, kept in a ``Storage``, and their wire forms."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Iterable

from bot.local.clock import Clock
from bot.local.errors import (
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    Json,
    refuse,
)
from bot.local.model import Channel, ChannelType, Interaction, Message, Person, to_json
from bot.local.permissions import EVERYONE, IN_DM, Permission
from bot.local.storage import Storage

DISCORD_EPOCH = 1_420_070_400
INTERACTION_MEMORY = 3600.0
EPHEMERAL_MEMORY = 86_400.0
_PEOPLE = (
    ("anna", "Anna", "en-US"),
    ("bruno", "Bruno", "it"),
    ("carla", "Carla", "en-US"),
    ("dario", "Dario", "it"),
    ("elena", "Elena", "en-US"),
    ("fabio", "Fabio", "it"),
)
_CHANNELS = ("tavolo-1", "tavolo-2", "general")


class World:
    """Everything there is; whoever changes something calls the matching ``save``."""

    def __init__(self, store: Storage, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self.people: dict[str, Person] = {}
        self.channels: dict[str, Channel] = {}
        self.messages: dict[str, dict[str, Message]] = {}
        self.interactions: dict[str, Interaction] = {}
        self.commands: dict[str, list[Json]] = {}
        self.emojis: dict[str, Json] = {}
        self.settings: Json = {}
        self._last_id = 0
        self._load()
        if not self.settings:
            self._found()
        self._forget_old_ephemerals()

    # --- ids -----------------------------------------------------------------------------------------------------

    def new_id(self) -> str:
        """A snowflake: never lower than one given before, whatever the clock did."""
        fresh = int((self.clock.now() - DISCORD_EPOCH) * 1000) << 22
        self._last_id = max(self._last_id + 1, fresh)
        return str(self._last_id)

    @property
    def app_id(self) -> str:
        """The application's id, which is the bot user's too."""
        return self.settings["app_id"]

    @property
    def guild_id(self) -> str:
        """The one guild's id."""
        return self.settings["guild_id"]

    # --- keeping -------------------------------------------------------------------------------------------------

    def _load(self) -> None:
        self.people = {doc["key"]: Person(**doc) for doc in self.store.load("person")}
        self.channels = {doc["id"]: Channel(**doc) for doc in self.store.load("channel")}
        self.messages = {channel_id: {} for channel_id in self.channels}
        for doc in sorted(self.store.load("message"), key=lambda doc: int(doc["id"])):
            message = Message(**doc)
            self.messages.setdefault(message.channel_id, {})[message.id] = message
        acts = sorted((Interaction(**doc) for doc in self.store.load("interaction")), key=lambda act: act.created)
        self.interactions = {act.token: act for act in acts}
        self.commands = {doc["scope"]: doc["commands"] for doc in self.store.load("commands")}
        self.emojis = {doc["id"]: doc for doc in self.store.load("emoji")}
        self.settings = next(self.store.load("settings"), self.settings)
        ids = [self.settings.get("last_id", "0"), *self.channels, *(p.id for p in self.people.values())]
        ids += [message_id for channel in self.messages.values() for message_id in channel]
        ids += [interaction.id for interaction in self.interactions.values()]
        self._last_id = max(map(int, ids))

    def _forget_old_ephemerals(self) -> None:
        """Discord's clients lose private answers when they are closed; here those of the last day stay."""
        horizon = self.clock.now() - EPHEMERAL_MEMORY
        for message in [message for channel in self.messages.values() for message in channel.values()]:
            if message.only_for is not None and message.created < horizon:
                self.remove_message(message)

    def _found(self) -> None:
        self.settings = {
            "app_id": self.new_id(),
            "guild_id": self.new_id(),
            "bot_role": self.new_id(),
            "moderator_role": self.new_id(),
            "manager_role": self.new_id(),
            "guild_locale": "en-US",
            "bot_in_guild": True,
            "founded": self.clock.iso(),
            "message_content": False,
        }
        for key, name, locale in _PEOPLE:
            person = Person(key, self.new_id(), name, locale, self.clock.iso())
            person.manage_messages = person.manage_guild = key == "anna"
            self.save_person(person)
        for position, name in enumerate(_CHANNELS):
            self.save_channel(Channel(self.new_id(), ChannelType.TEXT, name, self.clock.iso(), position=position))
        self.save_settings()

    def save_settings(self) -> None:
        """Keep the settings."""
        self.settings["last_id"] = str(self._last_id)
        self.store.put("settings", "settings", self.settings)

    def save_person(self, person: Person) -> None:
        """Keep a person."""
        self.people[person.key] = person
        self.store.put("person", person.key, to_json(person))

    def save_channel(self, channel: Channel) -> None:
        """Keep a channel."""
        self.channels[channel.id] = channel
        self.messages.setdefault(channel.id, {})
        self.store.put("channel", channel.id, to_json(channel))

    def save_message(self, message: Message) -> None:
        """Keep a message."""
        self.messages[message.channel_id][message.id] = message
        self.store.put("message", message.id, to_json(message))

    def save_interaction(self, interaction: Interaction) -> None:
        """Keep an interaction, and forget those of an hour ago whose dialog is not open."""
        if interaction.token not in self.interactions:
            horizon = self.clock.now() - INTERACTION_MEMORY
            # They lie in the order of their making, so this looks at old ones only.
            aged = itertools.takewhile(lambda old: old.created < horizon, self.interactions.values())
            for old in [old for old in aged if old.modal is None]:
                del self.interactions[old.token]
                self.store.remove("interaction", old.token)
        self.interactions[interaction.token] = interaction
        self.store.put("interaction", interaction.token, to_json(interaction))

    def save_commands(self, scope: str, commands: list[Json]) -> None:
        """Keep the commands of a scope: "global" or a guild's id."""
        self.commands[scope] = commands
        self.store.put("commands", scope, {"scope": scope, "commands": commands})

    def remove_message(self, message: Message) -> None:
        """Delete a message; its files stay readable for a while."""
        del self.messages[message.channel_id][message.id]
        self.store.remove("message", message.id)
        for attachment in message.wire["attachments"]:
            self.store.drop_file(attachment["id"], self.clock.now())

    def remove_channel(self, channel: Channel) -> None:
        """Delete a channel and its messages."""
        for message in list(self.messages.pop(channel.id, {}).values()):
            self.store.remove("message", message.id)
        del self.channels[channel.id]
        self.store.remove("channel", channel.id)

    # --- finding -------------------------------------------------------------------------------------------------

    def channel(self, channel_id: str) -> Channel:
        """A channel that the bot can know of.

        Raises:
            DiscordError: 10003 if there is none, 50001 if the bot may not see it.
        """
        channel = self.channels.get(channel_id)
        if channel is None:
            raise refuse(UNKNOWN_CHANNEL)
        if not self.bot_sees(channel):
            raise refuse(MISSING_ACCESS)
        return channel

    def message(self, channel_id: str, message_id: str) -> Message:
        """A message as the bot can find it by its channel: ephemeral ones are not there.

        Raises:
            DiscordError: 10003, 50001 or 10008.
        """
        channel = self.channel(channel_id)
        message = self.messages[channel.id].get(message_id)
        if message is None or message.only_for is not None:
            raise refuse(UNKNOWN_MESSAGE)
        return message

    def find_message(self, message_id: str) -> Message | None:
        """A message by its id alone, ephemeral or not."""
        return next((found for channel in self.messages.values() if (found := channel.get(message_id))), None)

    def person_by_id(self, user_id: str) -> Person | None:
        """The person with this id."""
        return next((person for person in self.people.values() if person.id == user_id), None)

    def interaction_by_id(self, interaction_id: str) -> Interaction | None:
        """The interaction with this id."""
        return next((it for it in self.interactions.values() if it.id == interaction_id), None)

    def dm_with(self, person: Person) -> Channel | None:
        """The bot's conversation with this person, if it was opened."""
        return next((c for c in self.channels.values() if c.is_dm and c.recipient_id == person.id), None)

    def sees(self, person: Person, channel: Channel) -> bool:
        """Whether the person can look into the channel."""
        if channel.is_dm:
            return channel.recipient_id == person.id
        if channel.type == ChannelType.PRIVATE_THREAD and person.id not in channel.members:
            return person.in_guild and person.manage_messages
        return person.in_guild

    # --- permissions ---------------------------------------------------------------------------------------------

    def bot_permissions(self, channel: Channel) -> Permission:
        """What the bot may do in a channel; a thread has its parent's unless it has its own."""
        if channel.is_dm:
            return IN_DM
        if not self.settings["bot_in_guild"]:
            return Permission(0)
        if channel.permissions is not None:
            return Permission(channel.permissions)
        parent = self.channels.get(channel.parent_id or "")
        if parent is not None and parent.permissions is not None:
            return Permission(parent.permissions)
        return self.role_permissions

    @property
    def role_permissions(self) -> Permission:
        """What the guild's roles let the bot do where a channel says nothing else."""
        return Permission(self.settings.get("role_permissions", EVERYONE))

    def bot_sees(self, channel: Channel) -> bool:
        """Whether the bot can look into the channel."""
        return Permission.VIEW_CHANNEL in self.bot_permissions(channel)

    def need(self, channel: Channel, needed: Permission) -> None:
        """Raise 50001 or 50013 unless the bot has all of ``needed`` in the channel."""
        have = self.bot_permissions(channel)
        if Permission.VIEW_CHANNEL not in have:
            raise refuse(MISSING_ACCESS)
        if needed & ~have:
            raise refuse(MISSING_PERMISSIONS)

    def person_permissions(self, person: Person) -> Permission:
        """What a person may do in the guild's channels."""
        have = EVERYONE
        if person.manage_messages:
            have |= Permission.MANAGE_MESSAGES | Permission.MANAGE_THREADS
        if person.manage_guild:
            have |= Permission.MANAGE_GUILD
        return have

    # --- wire forms ----------------------------------------------------------------------------------------------

    def bot_user(self) -> Json:
        """The bot as a user."""
        return _user(self.app_id, "calidruno", "Calidruno", bot=True)

    def user(self, person: Person) -> Json:
        """A person as a user."""
        return _user(person.id, person.key, person.name, bot=False)

    def user_by_id(self, user_id: str) -> Json | None:
        """The bot or a person as a user."""
        if user_id == self.app_id:
            return self.bot_user()
        person = self.person_by_id(user_id)
        return None if person is None else self.user(person)

    def member(self, person: Person | None) -> Json:
        """A person (None: the bot) as a member of the guild."""
        roles = [self.settings["bot_role"]] if person is None else []
        if person is not None and person.manage_messages:
            roles.append(self.settings["moderator_role"])
        if person is not None and person.manage_guild:
            roles.append(self.settings["manager_role"])
        return {
            "user": self.bot_user() if person is None else self.user(person),
            "nick": None,
            "avatar": None,
            "banner": None,
            "roles": roles,
            "joined_at": self.settings["founded"] if person is None else person.joined_at,
            "premium_since": None,
            "communication_disabled_until": None,
            "deaf": False,
            "mute": False,
            "pending": False,
            "flags": 0,
        }

    def members(self) -> list[Person]:
        """The people in the guild."""
        return [person for person in self.people.values() if person.in_guild]

    def guild_channels(self) -> Iterable[Channel]:
        """The guild's channels without threads, in their order."""
        own = [c for c in self.channels.values() if not c.is_dm and not c.is_thread]
        return sorted(own, key=lambda channel: (channel.position, int(channel.id)))

    def active_threads(self) -> list[Channel]:
        """Threads that are not archived."""
        return [c for c in self.channels.values() if c.is_thread and not c.archived]


def new_token() -> str:
    """An interaction token: long, and not to be guessed."""
    return secrets.token_urlsafe(48)


def _user(user_id: str, username: str, name: str, *, bot: bool) -> Json:
    return {
        "id": user_id,
        "username": username,
        "global_name": name,
        "discriminator": "0",
        "avatar": None,
        "avatar_decoration_data": None,
        "banner": None,
        "accent_color": None,
        "collectibles": None,
        "primary_guild": None,
        "bot": bot,
        "system": False,
        "public_flags": 0,
        "flags": 0,
    }
