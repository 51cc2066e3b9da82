"""An evening of the real bot on simcord: its people, what they see and what they do there."""

from __future__ import annotations

import contextvars
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

import discord
import simcord

from bot.client import CalidrunoBot
from bot.settings import Settings
from bot.tables.clock import Clock, sleep_until
from bot.tables.live import LiveTable
from data.sqlite_store import SqliteStore, open_store
from tests.support.clock import MovedClock
from tests.support.tables import seeds

Member = simcord.MemberActor
SLEEPERS = ("bot.reach", "bot.responder", "bot.tables.coalesce")
REST_S = 1.3
MOVES = ("move", "move:draw", "move:pass")


class BotsClock(MovedClock):
    """What it wakes belongs to the bot, whoever moves the clock."""

    def call_at(self, when: int, callback: Callable[[], object]) -> Any:
        own = contextvars.copy_context()
        return super().call_at(when, lambda: own.run(callback))


@dataclass
class Evening:
    """The bot on simcord, one channel and everybody in it."""

    folder: Path
    settings: Settings
    env: simcord.Env
    store: SqliteStore
    clock: BotsClock
    channel: simcord.ChannelHandle
    people: list[Member]
    bots: list[CalidrunoBot] = field(default_factory=list[CalidrunoBot])

    @property
    def live(self) -> LiveTable:
        """The one open table, for looking behind the scenes."""
        (live,) = list(self.bots[-1].house.service.tables)
        return live

    @property
    def ply(self) -> int:
        """How many moves were made."""
        assert self.live.match is not None
        return self.live.match.ply

    async def advance(self, seconds: float = REST_S) -> None:
        """Let time pass for the bot, and let it do what it then does."""
        await self.clock.advance(seconds)
        await self.env.settle()

    def seen(self, person: Member, message_id: int) -> discord.Message:
        """A message as somebody sees it now."""
        return next(message for message in self.channel.history(viewer=person) if message.id == message_id)

    def board(self, person: Member) -> discord.Message:
        """The table's public message."""
        message_id = self.live.record.message_id
        assert message_id is not None
        return self.seen(person, message_id)

    async def press(
        self, person: Member, action: str, message: discord.Message | None = None
    ) -> discord.Message | None:
        """Press a button by its action, by default on the table's message; what was answered, if it is a message."""
        place = message or self.board(person)
        result = await person.click(place, custom_id=custom_id(place, action))
        return self.answer(person, result)

    def answer(self, person: Member, result: simcord.InteractionResult) -> discord.Message | None:
        """The message that answered an act."""
        shown = result.response or next(iter(result.followups), None)
        return None if shown is None else self.seen(person, shown.id)

    async def hand(self, person: Member) -> discord.Message:
        """Press "My hand" and look at it."""
        shown = await self.press(person, "hand")
        assert shown is not None
        return shown

    def to_act(self) -> Member:
        """Who is to act."""
        (seat,) = self.live.active
        user_id = self.live.record.seats[seat].user_id
        return next(person for person in self.people if person.id == user_id)

    async def take(self, person: Member, hand: discord.Message) -> discord.Message:
        """Play the first card that a hand offers, else draw or pass; the hand afterwards."""
        action = next(action for action in MOVES if action in actions(hand))
        part = next(part for part in parts(hand) if action_of(part) == action)
        if options := part.get("options"):
            await person.select(hand, [options[0]["value"]], custom_id=part["custom_id"])
        else:
            await person.click(hand, custom_id=part["custom_id"])
        return self.seen(person, hand.id)

    async def say(self, person: Member, hand: discord.Message) -> None:
        """Say the word in the dialog that a hand opens."""
        asked = await person.click(hand, custom_id=custom_id(hand, "g:say"))
        assert asked.modal is not None
        (entry,) = [part["custom_id"] for part in walk(asked.modal["components"]) if part["type"] == 4]
        await person.submit_modal(asked, {entry: "Calidruno!"})

    async def turn(self) -> None:
        """Whoever is to act opens their hand, plays, and says the word if one card is left."""
        person = self.to_act()
        after = await self.take(person, await self.hand(person))
        if "g:say" in actions(after):
            await self.say(person, after)
        await self.advance()

    async def table(self) -> None:
        """Everybody sits down at a table of Calidruno that the first person opens."""
        host, *others = self.people
        opened = await host.slash(self.channel, "play", game="calidruno")
        assert opened.ephemeral
        for person in others:
            await self.press(person, "sit")
        await self.advance()

    async def match(self) -> None:
        """A match, just dealt and shown."""
        await self.table()
        await self.press(self.people[0], "start")
        await self.advance()
        assert "hand" in actions(self.board(self.people[0]))

    async def restart(self) -> None:
        """The bot is gone in the middle of everything, and another one starts on the same database."""
        await self.store.close()
        self.store = await open_store(self.folder / "journal.sqlite3")
        self.bots.append(CalidrunoBot(self.settings, self.store, self.clock, seeds(50)))
        await self.env.restart_bot(self.bots[-1])
        await self.env.settle()


def walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Every component with those inside it."""
    for component in components:
        yield component
        yield from walk(component.get("components", []))
        for part in ("accessory", "component"):
            if part in component:
                yield from walk([component[part]])


def parts(message: discord.Message) -> list[dict[str, Any]]:
    """All components of a message, flat."""
    return list(walk([dict(component.to_dict()) for component in message.components]))


def action_of(part: dict[str, Any]) -> str:
    """The action that a component sends."""
    return part.get("custom_id", "").partition("#")[0].split(":", 3)[-1]


def actions(message: discord.Message) -> list[str]:
    """What can be pressed."""
    return [action_of(part) for part in parts(message) if part.get("custom_id") and not part.get("disabled")]


def custom_id(message: discord.Message, action: str) -> str:
    """The component id of an action."""
    return next(part["custom_id"] for part in parts(message) if action_of(part) == action)


def text(message: discord.Message) -> str:
    """All that can be read."""
    embeds = [f"{embed.title} {embed.description} {embed.footer.text}" for embed in message.embeds]
    return "\n".join([message.content, *embeds, *(part["content"] for part in parts(message) if part["type"] == 10)])


@asynccontextmanager
async def evening(folder: Path, settings: Settings | None = None) -> AsyncGenerator[Evening]:
    """Anna, Bruno and Carla in #tavolo-1. What the bot swallows as an error fails the test at the end."""
    environment: list[simcord.Env] = []

    async def intended(clock: Clock, when: int) -> None:
        await environment[0].external_wait(sleep_until(clock, when), reason="the clock, which the test moves")

    settings = settings or Settings()
    with ExitStack() as patches:
        for module in SLEEPERS:
            patches.enter_context(patch(f"{module}.sleep_until", intended))
        store, clock = await open_store(folder / "journal.sqlite3"), BotsClock(rounds=12)
        bot = CalidrunoBot(settings, store, clock, seeds())
        env = simcord.Env(bot, shard_count=1, settle_timeout=20.0)
        environment.append(env)
        await env.start()
        guild = env.create_guild("Circolo")
        channel = guild.create_text_channel("tavolo-1")
        people = [guild.add_member(env.create_user(name)) for name in ("Anna", "Bruno", "Carla")]
        opened = Evening(folder, settings, env, store, clock, channel, people, [bot])
        try:
            yield opened
        finally:
            await env.shutdown()
            await opened.store.close()
            for used in opened.bots:
                used._painter.close()
        env.raise_errors()
