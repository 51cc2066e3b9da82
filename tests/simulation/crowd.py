"""The people of a simulation. They see what the local Discord shows them and act through it; every act is remembered
with what became of it."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from bot.local.acts import modal_data, press_data
from bot.local.commands import BadInput, available, fill_in
from bot.local.errors import Json
from bot.local.messages import walk
from bot.local.model import Channel, InteractionType, Message, Person
from bot.tables.components import Address, parse_custom_id
from tests.simulation.network import SimulatedDiscord

BUTTON, STRING_MENU, USER_MENU = 2, 3, 5
PRESSED, LEFT_BEHIND = "pressed", 40


@dataclass
class Act:
    """Something that a person did towards the bot.

    Attributes:
        at: seconds of the loop.
        address: what the component says, for presses.
        private: whether it was pressed on a message that only this person sees.
        repeated: whether its event was delivered more than once.
        answers: what became of it, in order: "message", "update", "deferred", "modal" or "failed".
        excuse: why no answer can be expected; "" if one can.
    """

    id: str
    who: str
    user_id: int
    at: float
    what: str
    address: Address | None = None
    private: bool = False
    message_id: str = ""
    repeated: bool = False
    answers: list[str] = field(default_factory=list[str])
    excuse: str = ""


@dataclass
class Seen:
    """A message as it stood at some time, for presses that come too late."""

    message: Message
    who: str
    custom_id: str
    values: list[str]


class Crowd:
    """Everybody at the local Discord.

    Attributes:
        on_answer: told of each answer, of which the act holds the kind.
    """

    def __init__(
        self, discord: SimulatedDiscord, rng: random.Random, now: Callable[[], float], tape: Callable[[str], None]
    ) -> None:
        self.discord = discord
        self.world = discord.core.world
        self.rng = rng
        self._now = now
        self._tape = tape
        self.acts: dict[str, Act] = {}
        self.dialogs: dict[str, tuple[str, Json]] = {}
        self.pressed: deque[Seen] = deque(maxlen=LEFT_BEHIND)
        self._events: dict[str, tuple[Channel, Json]] = {}
        self.on_answer: Callable[[Act], None] = lambda act: None
        for key, person in self.world.people.items():
            ear: Any = _Ear(self, person)  # it takes what a page's queue would
            discord.core.audience._listeners[key].add(ear)

    def person(self, user_id: int) -> Person | None:
        """Whose id this is."""
        return self.world.person_by_id(str(user_id))

    def somebody(self) -> Person:
        """Any person."""
        return self.rng.choice(list(self.world.people.values()))

    # --- seeing ------------------------------------------------------------------------------------------------------

    def visible(self, person: Person, channel: Channel) -> list[Message]:
        """What a person sees in a channel, oldest first."""
        messages = self.world.messages.get(channel.id, {})
        return [message for message in messages.values() if message.only_for in (None, person.id)]

    def channels_of(self, person: Person) -> list[Channel]:
        """The channels that a person sees."""
        return [channel for channel in self.world.channels.values() if self.world.sees(person, channel)]

    def hear(self, person: Person, event: Json) -> None:
        """Something reached a person's screen."""
        act = self.acts.get(event.get("interaction_id", ""))
        match event["type"]:
            case "failed" | "modal":
                answer = event["type"]
            case "answered":
                answer = event["kind"]
            case _:
                return
        if event["type"] == "modal":
            self.dialogs[person.key] = (
                event["interaction_id"],
                {key: event[key] for key in ("custom_id", "components")},
            )
        if act is not None:
            act.answers.append(answer)
            self._tape(f"{act.who} is answered {answer} to {act.what}")
            self.on_answer(act)

    # --- acting ------------------------------------------------------------------------------------------------------

    def _start(
        self,
        kind: InteractionType,
        person: Person,
        channel: Channel,
        data: Json,
        what: str,
        message: Message | None = None,
        opener: Any = None,
    ) -> Act:
        interactions = self.discord.interactions
        self._tape(f"{person.key}: {what}")
        started = interactions.start(kind, person, channel, data, message, opener)
        custom_id = data.get("custom_id", "")
        act = Act(started.id, person.key, int(person.id), self._now(), what, parse_custom_id(custom_id))
        act.private = message is not None and (message.only_for is not None or channel.is_dm)
        act.message_id = message.id if message is not None else ""
        self.acts[act.id] = act
        self._events[act.id] = (channel, interactions._event(started, person, channel, data, message))
        return act

    def press(self, person: Person, message: Message, custom_id: str, values: list[str] | None = None) -> Act | None:
        """Press a component as it stands on the message now; None if that is not possible any more."""
        channel = self.world.channels.get(message.channel_id)
        if channel is None or message.id not in self.world.messages[channel.id]:
            return None
        try:
            data = press_data(self.world, message.wire["components"], custom_id, values)
        except BadInput:
            return None
        self.pressed.append(Seen(message, person.key, custom_id, values or []))
        return self._start(InteractionType.COMPONENT, person, channel, data, _words(custom_id, values), message)

    def force(self, person: Person, message: Message, custom_id: str, values: list[str]) -> Act | None:
        """Press what is not there (any more): a screen that has not followed, or a forged id."""
        channel = self.world.channels.get(message.channel_id)
        if channel is None or message.id not in self.world.messages[channel.id]:
            return None
        data: Json = {"custom_id": custom_id, "component_type": STRING_MENU if values else BUTTON, "id": 1}
        if values:
            data["values"] = values
        what = f"late or forged {_words(custom_id, values)}"
        return self._start(InteractionType.COMPONENT, person, channel, data, what, message)

    def sees(self, person: Person, message: Message) -> bool:
        """Whether a message is on this person's screen."""
        channel = self.world.channels.get(message.channel_id)
        return channel is not None and self.world.sees(person, channel) and message.only_for in (None, person.id)

    def again(self, act: Act) -> None:
        """The same interaction is delivered once more."""
        channel, event = self._events[act.id]
        act.repeated = True
        self._tape(f"once more: {act.what}")
        self.discord.core.gateway.dispatch("INTERACTION_CREATE", event, dm=channel.is_dm)

    def command(self, person: Person, channel: Channel, name: str, **options: Any) -> Act | None:
        """Send a slash command; None if there is none of that name."""
        command_name, _, sub = name.partition(" ")
        given: list[Json] = [{"name": key, "value": value} for key, value in options.items()]
        body: Json = {"name": command_name, "options": [{"name": sub, "type": 1, "options": given}] if sub else given}
        listed = available(self.world, dm=channel.is_dm)
        command = next((command for command in listed if command["name"] == command_name), None)
        if command is None:
            return None
        try:
            data = fill_in(self.world, command, body, focused=False)
        except BadInput:
            return None
        return self._start(InteractionType.COMMAND, person, channel, data, f"/{name} {options or ''}")

    def submit(self, person: Person) -> Act | None:
        """Send the dialog that was opened last, filled in somehow."""
        interaction_id, modal = self.dialogs.pop(person.key, ("", {}))
        opener = self.world.interaction_by_id(interaction_id)
        channel = self.world.channels.get(opener.channel_id) if opener is not None else None
        if opener is None or opener.modal is None or channel is None:
            return None
        values = {c["custom_id"]: self._entry(c) for c in walk(modal["components"]) if c.get("custom_id")}
        try:
            data = modal_data(self.world, opener.modal, values)
        except BadInput:
            return None
        message = self.world.find_message(opener.message_id or "")
        return self._start(InteractionType.MODAL, person, channel, data, "a dialog", message, opener)

    def _entry(self, component: Json) -> Any:
        if component["type"] == STRING_MENU:
            return self.rng.choice(component["options"])["value"]
        return self.rng.choice(["2", "Calidruno!", "B-1", "@everyone", "x" * (component.get("max_length") or 50)])

    def say(self, person: Person, channel: Channel, words: str, parent: Message | None = None) -> None:
        """Write a message, perhaps as a reply."""
        core = self.discord.core
        message = core.mint.blank(channel.id, self.world.user(person), 19 if parent else 0)
        message.wire["content"] = words
        if parent is not None:
            message.wire["message_reference"] = {"type": 0, "channel_id": channel.id, "message_id": parent.id}
            message.wire["mentions"] = [parent.wire["author"]]
        self._tape(f"{person.key} says {words}")
        core.publish(message)

    def delete(self, message: Message) -> None:
        """A message vanishes: a person took it away."""
        self._tape("a message is taken away")
        self.discord.core.delete(message)

    # --- choosing ----------------------------------------------------------------------------------------------------

    def presses(self, message: Message) -> Iterator[tuple[str, list[str]]]:
        """For everything that can be pressed on a message a press, choices drawn at random."""
        for component in walk(message.wire["components"]):
            custom_id = component.get("custom_id")
            if custom_id is None or component.get("disabled"):
                continue
            if component["type"] == BUTTON:
                yield custom_id, []
            elif component["type"] == STRING_MENU:
                values = [option["value"] for option in component["options"]]
                low, high = component.get("min_values", 1), min(component.get("max_values", 1), len(values))
                yield custom_id, self.rng.sample(values, self.rng.randint(min(low, high), high))
            elif component["type"] == USER_MENU:
                yield custom_id, [self.rng.choice(self.world.members()).id]

    def hand_of(self, person: Person, channel: Channel, table_id: int) -> Message | None:
        """The newest private message at which this person can play at a table."""
        places = [channel, *(c for c in self.world.channels.values() if c.is_dm and c.recipient_id == person.id)]
        found = [
            message
            for place in places
            for message in self.visible(person, place)
            if (message.only_for is not None or place.is_dm) and _plays_at(message, table_id)
        ]
        return max(found, key=lambda message: int(message.id), default=None)


class _Ear:
    """Stands among a person's event sockets."""

    def __init__(self, crowd: Crowd, person: Person) -> None:
        self._crowd = crowd
        self._person = person

    def put_nowait(self, event: Json) -> None:
        """An event that this person may see."""
        self._crowd.hear(self._person, event)


def addresses(message: Message) -> Iterator[Address]:
    """What the components of a message say."""
    for component in walk(message.wire["components"]):
        address = parse_custom_id(component.get("custom_id") or "")
        if address is not None:
            yield address


def _plays_at(message: Message, table_id: int) -> bool:
    return any(address.table_id == table_id and address.action in {"move", "g"} for address in addresses(message))


def _words(custom_id: str, values: list[str] | None) -> str:
    return f"{PRESSED} {custom_id}" + (f" {values}" if values else "")
