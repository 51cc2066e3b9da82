"""An evening at the club: the whole bot on a local Discord over sockets, in this process, with time that tests move."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from bot.client import CalidrunoBot, point_discord_at
from bot.local.clock import Clock as DiscordClock
from bot.local.server import LocalDiscord
from bot.settings import Settings
from bot.tables.live import LiveTable
from data.sqlite_store import SqliteStore, open_store
from games.core import Match
from tests.support.clock import START_MS, MovedClock
from tests.support.local_discord import Operator, local_discord, operator, running
from tests.support.openapi import complaints, description
from tests.support.people import Message, Person, Result, people

T = TypeVar("T")
STEP_S = 1.3
STEPS = 60
ROUNDS = 12  # the client's and the server's own tasks never end


@dataclass
class Club:
    """The bot, its Discord, and everybody who is here."""

    local: LocalDiscord
    bot: CalidrunoBot
    store: SqliteStore
    clock: MovedClock
    op: Operator
    people: list[Person]

    async def advance(self, seconds: float) -> None:
        """Let time pass, for the bot and for Discord."""
        self.local.clock.advance(seconds)
        await self.clock.advance(seconds)

    async def until(self, predicate: Callable[[], T], what: str = "") -> T:
        """Let a little time pass again and again until something is true, at most about a minute."""
        for _ in range(STEPS):
            if found := predicate():
                return found
            await self.advance(STEP_S)
        if found := predicate():
            return found
        seen = "\n---\n".join(message.text for person in self.people for message in person.messages()[-3:])
        raise AssertionError(f"this did not come true: {what or predicate}; people saw last:\n{seen}")

    def person(self, user_id: int) -> Person:
        """Whose id this is."""
        return next(person for person in self.people if int(person.id) == user_id)

    @property
    def live(self) -> LiveTable:
        """The one open table, for looking behind the scenes."""
        (live,) = list(self.bot.house.service)
        return live

    @property
    def match(self) -> Match:
        """Its match."""
        assert self.live.match is not None
        return self.live.match

    def to_act(self) -> Person:
        """Who is to act."""
        (seat,) = self.live.active
        return self.person(self.live.record.seats[seat].user_id)

    def board(self, person: Person | None = None) -> Message:
        """The table's public message as somebody sees it."""
        person = person or self.people[0]
        live = self.live
        return next(message for message in person.messages() if message.id == str(live.record.message_id))

    async def table(self, *seated: Person, **options: str) -> None:
        """The first person opens a table of Calidruno, the others sit down, and the options are chosen."""
        host = seated[0]
        await host.command("play", game="calidruno")
        await self.until(lambda: self.live.record.message_id is not None and self.board(host), "the table")
        for person in seated[1:]:
            await person.press(custom_id=self.id_of("sit"))
        for name, value in options.items():
            chosen = next(
                choice
                for field in self.live.options.__dataclass_fields__.values()
                if field.name == name
                for choice in field.metadata["choices"]
                if str(choice) == value
            )
            service = self.bot.house.service
            await service.set_options(self.live, _host(self.live), {name: chosen})

    async def match_of(self, *seated: Person, **options: str) -> None:
        """A match of these people, just dealt and shown."""
        await self.table(*seated, **options)
        await self.until(lambda: self.can("start"), "the start button")
        await seated[0].press(custom_id=self.id_of("start"))
        await self.until(lambda: self.can("hand"), "the dealt table")

    def can(self, action: str) -> bool:
        """Whether the table's message offers an action now."""
        button = self.board().button(self.id_of(action))
        return button is not None and not button.get("disabled")

    def id_of(self, action: str) -> str:
        """The component id of an action on the table's message as it is shown."""
        ids = [component.get("custom_id", "") for component in self.board().components]
        found = next((text for text in ids if text.split(":", 3)[3:] == [action]), None)
        return found or f"no {action} among {ids}"

    async def hand(self, person: Person) -> Result:
        """Press "My hand"."""
        return await person.press(custom_id=self.id_of("hand"))

    async def play(self, person: Person | None = None) -> Result:
        """The player to act presses "My hand" and takes the first card that is offered, or draws, or passes."""
        player = person or self.to_act()
        shown = (await self.hand(player)).message
        assert shown is not None
        menu = next((menu for menu in shown.menus if menu["custom_id"].split(":", 3)[3].startswith("move")), None)
        if menu is not None:
            return await player.choose(menu["options"][0]["value"], menu=menu["custom_id"], message=shown)
        for button in shown.buttons:
            if button["custom_id"].split(":", 3)[3] in {"move:draw", "move:pass"}:
                return await player.press(custom_id=button["custom_id"], message=shown)
        # One card left, the word not said and the head start not over: nothing can be played yet.
        await self.advance(4)
        return Result("failed")


def _host(live: LiveTable):
    from bot.tables.service import Person as Seated

    return Seated(live.record.host_id, "host")


@asynccontextmanager
async def open_club(
    folder: Path, *keys: str, settings: Settings | None = None, clock: MovedClock | None = None
) -> AsyncGenerator[Club]:
    """Open the club for these people; every request of the bot is checked against Discord's description at the end."""
    clock = clock or MovedClock(rounds=ROUNDS)
    settings = settings or Settings()
    discord_clock = DiscordClock(lambda: START_MS / 1000)
    async with AsyncExitStack() as stack:
        local = await stack.enter_async_context(
            local_discord(folder / "discord.sqlite3", discord_clock, rate_limits=False)
        )
        point_discord_at(local.url)
        store = await open_store(folder / "journal.sqlite3")
        stack.push_async_callback(store.close)
        bot = CalidrunoBot(settings, store, clock, guild_ready_timeout=0.05)
        await stack.enter_async_context(running(bot))
        op = await stack.enter_async_context(operator(local.url))
        present = await stack.enter_async_context(people(local.url, *(keys or ("anna", "bruno", "carla"))))
        yield Club(local, bot, store, clock, op, present)
        journal = list(local.core.journal.entries)
        assert await op.problems() == []
    if description() is not None:
        found = complaints(journal, answers=False)
        assert not found, "\n".join(found[:20])
