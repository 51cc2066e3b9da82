"""An evening at the club: the whole bot on a local Discord over sockets, in this process, with time that tests move."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

from bot.client import CalidrunoBot, point_discord_at
from bot.local.clock import Clock as DiscordClock
from bot.local.server import TOKEN, LocalDiscord
from bot.settings import Settings
from bot.tables.deals import Deals
from bot.tables.live import LiveTable
from bot.tables.permits import Person as Seated
from data.sqlite_store import SqliteStore, open_store
from games.core import Match, option_fields
from tests.support.clock import START_MS, MovedClock
from tests.support.exposure import exposures
from tests.support.local_discord import Operator, local_discord, operator, running
from tests.support.openapi import complaints, description
from tests.support.people import Message, Person, Result, people
from tests.support.tables import press, seeds

T = TypeVar("T")
STEP_S = 1.3
STEPS = 60
PATIENCE_S = 20
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
        await self.quiet()
        self.local.clock.advance(seconds)
        await self.clock.advance(seconds)
        await self.quiet()

    async def quiet(self) -> None:
        """Wait until the bot has sent all that it is about to send; it may still rest before it sends more."""
        announcer, service = self.bot.house.announcer, self.bot.house.service

        def busy() -> bool:
            writers = [board._writer for board in announcer._boards.values()]
            writers += [hand.writer for hand in announcer.hands._open.values() if hand.writer is not None]
            writers += [*announcer.pings._writers.values(), *announcer._dm_writers.values()]
            return service.chores.busy or any(writer._task and not writer.resting for writer in writers)

        async with asyncio.timeout(PATIENCE_S):
            while busy():  # noqa: ASYNC110 - the bot has no event for idleness
                await asyncio.sleep(0.002)
        # What was sent is on its way to people's screens.
        await asyncio.sleep(0.01)

    async def until(self, predicate: Callable[[], T], what: str = "") -> T:
        """Let a little time pass again and again until something is true, at most about a minute."""
        for _ in range(STEPS):
            await self.quiet()
            if found := predicate():
                return found
            await self.advance(STEP_S)
        seen = "\n---\n".join(message.text for person in self.people for message in person.messages()[-3:])
        raise AssertionError(f"this did not come true: {what or predicate}; people saw last:\n{seen}")

    def person(self, user_id: int) -> Person:
        """Whose id this is."""
        return next(person for person in self.people if int(person.id) == user_id)

    @property
    def live(self) -> LiveTable:
        """The one open table, for looking behind the scenes."""
        (live,) = list(self.bot.house.service.tables)
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

    @property
    def shown_ply(self) -> int:
        """The ply of the picture on the table's message; -1 while there is none."""
        names = [attachment["filename"] for attachment in self.board().data["attachments"]]
        return int(names[0].removeprefix("table-").removesuffix(".png")) if names else -1

    def board(self, person: Person | None = None) -> Message:
        """The table's public message as somebody sees it."""
        person = person or self.people[0]
        live = self.live
        return next(message for message in person.messages() if message.id == str(live.record.message_id))

    async def table(self, *seated: Person, game: str = "calidruno", clock: str = "", **options: str) -> None:
        """The first person opens a table, the others sit down, and clock and options are chosen."""
        host = seated[0]
        await host.command("play", game=game)
        await self.until(lambda: self.live.record.message_id is not None and self.board(host), "the table")
        for person in seated[1:]:
            await self.press(person, "sit")
        service, host_person = self.bot.house.service, Seated(self.live.record.host_id, host.name)
        if clock:
            await service.set_clock(self.live, host_person, int(clock))
        for field in option_fields(self.live.options):
            for choice in field.choices:
                if str(choice) == options.get(field.name):
                    await service.set_options(self.live, host_person, {field.name: choice})

    async def match_of(self, *seated: Person, **options: str) -> None:
        """A match of these people, just dealt and shown."""
        await self.table(*seated, **options)
        await self.until(lambda: self.can("start"), "the start button")
        await self.press(seated[0], "start")
        await self.until(lambda: self.can("hand"), "the dealt table")

    async def turn_by_dm(self) -> Person:
        """A match in which it is the first person's turn, whose hand came by direct message."""
        person = self.people[0]
        await by_dm(person)
        await self.match_of(*self.people)
        await self.until(lambda: bool(person.dms()), "the hand as a direct message")
        while self.to_act() is not person:
            await self.play()
        return person

    def can(self, action: str) -> bool:
        """Whether the table's message offers an action now."""
        button = self.board().button(self.id_of(action))
        return button is not None and not button.get("disabled")

    def id_of(self, action: str) -> str:
        """The component id of an action on the table's message as it is shown."""
        components = [component for component in self.board().components if component.get("custom_id")]
        found = next((c["custom_id"] for c in components if action_of(c) == action), None)
        return found or f"no {action} among {[action_of(c) for c in components]}"

    async def press(self, person: Person, action: str) -> Result:
        """Press a button of the table's public message by its action."""
        return await person.press(custom_id=self.id_of(action), message=self.board(person))

    def forget_hands(self) -> None:
        """As in a new process: it does not know which hands lie open."""
        for person in self.people:
            self.bot.house.announcer.hands.forget_person(int(person.id))

    async def hand(self, person: Person) -> Message:
        """Press "My hand" and look at it."""
        shown = (await self.press(person, "hand")).message
        assert shown is not None
        return shown

    async def leave(self, person: Person) -> None:
        """Leave by the slash command, and say so again if the table asks."""
        await self._sure(person, "leave")

    async def end(self, person: Person) -> None:
        """End the table by the slash command, and say so again."""
        await self._sure(person, "end")

    async def _sure(self, person: Person, word: str) -> None:
        asked = (await person.command(f"table {word}")).message
        sure = next((b for b in asked.buttons if action_of(b) == f"{word}:yes"), None) if asked else None
        if asked and sure:
            await person.press(custom_id=sure["custom_id"], message=asked)

    async def play(self, person: Person | None = None) -> Result:
        """The player to act presses "My hand" and takes the first card that is offered, or draws, or passes."""
        player = person or self.to_act()
        return await play_from(await self.hand(player)) or await self.wait_for_grace()

    async def forge(self, person: Person, message: Message, custom_id: str, *values: str) -> Result:
        """A press that no honest client could send (any more): the server lets it through unchecked."""
        kind = 3 if values else 2
        data = {"custom_id": custom_id, "component_type": kind, "id": 1, **({"values": list(values)} if values else {})}
        with patch("bot.local.user_side.press_data", return_value=data):
            return await person._act(f"/user/{person.key}/messages/{message.id}/press", {"custom_id": custom_id})

    async def wait_for_grace(self) -> Result:
        """One card left, the word not said and the head start not over: nothing can be played yet."""
        await self.advance(4)
        return Result("failed")

    async def quickly(self, *moves: str) -> None:
        """Play moves for whoever is to act, past Discord but by the rules and the journal; without any given, the
        first legal one."""
        for move in moves or [""]:
            match = self.match
            (seat,) = self.live.active
            legal = [match.game.encode_move(m) for m in match.game.legal_moves(match.state, seat)]
            user_id = self.live.record.seats[seat].user_id
            played = match.game.decode_move(move or legal[0])
            await self.bot.house.service.matches.play(self.live, user_id, played, press(), None)

    async def until_a_play_leaves_one(self) -> tuple[Person, str]:
        """Play on until the seat to act holds two cards and may play one: who that is, and the move."""
        for _ in range(2_000):
            if self.live.playing is None:
                host = self.person(self.live.record.host_id)
                await self.until(lambda: self.can("rematch"), "the result")
                await self.press(host, "rematch")
                await self.until(lambda: self.live.playing is not None, "a further match")
            match = self.match
            (seat,) = self.live.active
            seen = match.game.observe(match.state, seat)
            legal = [match.game.encode_move(m) for m in match.game.legal_moves(match.state, seat)]
            plays = [text for text in legal if text[0] in "RBYG" and not text.endswith("!") and "-" not in text]
            plain = [text for text in plays if "+" not in text]
            if len(seen.hand) == 2 and plain and all(count > 1 for count in seen.counts):
                await self.until(lambda: self.can("hand"), "the table")
                return self.to_act(), plain[0]
            await self.quickly()
        raise AssertionError("nobody came down to two cards")


async def play_from(hand: Message) -> Result | None:
    """Take the first card that a hand offers, or draw, or pass; None if it offers nothing."""
    for menu in hand.menus:
        if action_of(menu) == "move":
            return await hand.person.choose(menu["options"][0]["value"], menu=menu["custom_id"], message=hand)
    for button in hand.buttons:
        if action_of(button) in {"move:draw", "move:pass"}:
            return await hand.person.press(custom_id=button["custom_id"], message=hand)
    return None


def action_of(component: dict[str, Any]) -> str:
    """The action that a component sends."""
    return component.get("custom_id", "").partition("#")[0].split(":", 3)[-1]


async def by_dm(person: Person) -> None:
    """Have one's hands sent by direct message."""
    await person.command("settings")
    panel = person.ephemerals()[-1]
    await person.choose("dm", menu=find(panel, "set:hand_by"), message=panel)


def find(message: Message, action: str) -> str:
    """The component id of an action in a message."""
    return next(c["custom_id"] for c in message.components if c.get("custom_id") and action_of(c) == action)


@asynccontextmanager
async def open_club(
    folder: Path,
    *keys: str,
    settings: Settings | None = None,
    clock: MovedClock | None = None,
    token: str = TOKEN,
    deals: Deals | None = None,
) -> AsyncGenerator[Club]:
    """Open the club for these people; every request of the bot is checked against Discord's description at the end."""
    clock = clock or MovedClock(rounds=ROUNDS)
    settings = settings or Settings()
    discord_clock = DiscordClock(lambda: START_MS / 1000)
    async with AsyncExitStack() as stack:
        stack.enter_context(patch("bot.local.server.TOKEN", token))
        local = await stack.enter_async_context(
            local_discord(folder / "discord.sqlite3", discord_clock, rate_limits=False)
        )
        point_discord_at(local.url)
        store = await open_store(folder / "journal.sqlite3")
        stack.push_async_callback(store.close)
        bot = CalidrunoBot(settings, store, clock, deals or seeds(), guild_ready_timeout=0.05)
        op = await stack.enter_async_context(operator(local.url))
        await op("POST", "settings", {"message_content": settings.message_content})
        await stack.enter_async_context(running(bot, token))
        present = await stack.enter_async_context(people(local.url, *(keys or ("anna", "bruno", "carla"))))
        yield Club(local, bot, store, clock, op, present)
        journal = list(local.core.journal.entries)
        shown = exposures(journal, {channel.id for channel in local.core.world.channels.values() if channel.is_dm})
        assert not shown, "\n".join(shown[:20])
        problems = await op.problems()
        assert not problems, problems
    if description() is not None:
        found = complaints(journal, answers=False)
        assert not found, "\n".join(found[:20])
