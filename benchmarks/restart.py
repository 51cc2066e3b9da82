"""A restart with many open tables: kill -9, start, and how long until somebody at a table is answered.

``TABLES`` matches of two people are dealt and played for up to ``PLIES`` moves straight into a journal; then the bot
posts their messages on a local Discord without rate limits, is killed, and started again. ``restart.answer`` is the
time from the kill to the first answered press, ``restart.press`` how long people wait who go on pressing while the bot
shows all tables anew, ``restart.shown`` the time until it has. ``restart.mib`` is the bot's memory with all tables in
it, ``restart.kib_per_table`` what a table adds to an empty bot's.

Run as ``python -m benchmarks.restart [TABLES]``.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path

from benchmarks.tables import bot, found_town, hundredths, resident_kib, town
from benchmarks.visitors import Visitor, offers, visitors
from bot.local.clock import Clock as DiscordClock
from bot.local.storage import Storage
from bot.local.world import World
from bot.tables.clock import SystemClock
from bot.tables.live import LiveTable
from bot.tables.permits import Person, Place
from bot.tables.service import TableService
from data.sqlite_store import open_store

TABLES = 1_000
PLIES = 30
FEW = 2
"""Nobody plays on who holds so few cards: no match is over before the bot has seen it."""
SEATS = 2
CLOCK_S = 86_400
AT_ONCE = 64
PRESSING = 4
"""People who press all the time."""
SHOWN_S = 600.0


class Deaf:
    """Hears nothing of what happens at the tables."""

    def changed(self, live: LiveTable) -> None:
        """Nobody looks."""

    def closed(self, live: LiveTable) -> None:
        """Nobody looks."""

    def round_over(self, user_ids: Sequence[int]) -> None:
        """Nobody looks."""


async def fill_journal(folder: Path, guild_id: int, channels: Sequence[str], users: Sequence[int]) -> None:
    """Deal a match in each channel and play its first moves."""
    store = await open_store(folder / "journal.sqlite3")
    service = TableService(store, SystemClock(), Deaf())
    presses = count(1)
    gate = asyncio.Semaphore(AT_ONCE)

    async def fill(number: int, channel: str) -> None:
        async with gate:
            people = [Person(users[(number * SEATS + seat) % len(users)], f"Person {seat}") for seat in range(SEATS)]
            place = Place(guild_id, int(channel))
            live = await service.open_table(place, people[0], "calidruno", "seed", CLOCK_S)
            await service.seating.sit(live, people[1])
            await service.start(live, people[0])
            while (match := live.playing) is not None and match.ply < PLIES:
                seat = min(live.active)
                if min(match.game.observe(match.state, seat).counts) <= FEW:
                    break
                move = match.game.legal_moves(match.state, seat)[0]
                user_id = live.record.seats[seat].user_id
                await service.matches.play(live, user_id, move, f"benchmark-{next(presses)}", None)

    await asyncio.gather(*(fill(number, channel) for number, channel in enumerate(channels)))
    await service.upkeep.note_alive()
    await service.stop()
    await store.close()


def guild_and_users(folder: Path, keys: Sequence[str]) -> tuple[int, list[int]]:
    """The local Discord's server and the ids of its people."""
    storage = Storage(folder / "discord.sqlite3")
    world = World(storage, DiscordClock())
    found = int(world.guild_id), [int(world.people[key].id) for key in keys]
    storage.close()
    return found


def boards(person: Visitor, *actions: str) -> list[str]:
    """The tables' messages that a person sees and that offer one of these actions."""
    return [key for key, message in person.messages.items() if not message["ephemeral"] and offers(message, *actions)]


async def press_on(person: Visitor, pressing: Callable[[], bool], waits: list[float]) -> None:
    """Press "My hand" at one table after the other as long as wanted; the milliseconds of each wait."""
    choice = random.Random(person.key)
    while pressing():
        message_id = choice.choice(boards(person, "hand"))
        answer = await person.press(person.messages[message_id], "hand")
        if answer is not None and answer.kind != "failed":
            waits.append(answer.ms)
        await asyncio.sleep(0.2)


async def first_answer(person: Visitor, board: str) -> None:
    """Press until the bot answers."""
    while True:
        answer = await person.press(person.messages[board], "hand")
        if answer is not None and answer.kind != "failed":
            return


async def restarted(folder: Path, url: str, people: Sequence[Visitor], posted: set[str]) -> dict[str, float]:
    """What people notice of a start with all tables open, begun at once after the kill."""
    person, killed = people[0], time.monotonic()
    before = {message_id: dict(person.messages[message_id]) for message_id in posted}

    def all_shown() -> bool:
        return all(person.messages[message_id] != before[message_id] for message_id in posted)

    async with bot(folder, url, people) as pid:
        await first_answer(person, next(iter(posted)))
        figures = {"restart.answer_s": time.monotonic() - killed}
        waits = list[float]()
        async with asyncio.timeout(SHOWN_S):
            await asyncio.gather(*(press_on(one, lambda: not all_shown(), waits) for one in people))
        figures["restart.shown_s"] = time.monotonic() - killed
        figures["restart.press_p50_ms"], figures["restart.press_p99_ms"] = hundredths(waits)
        if (kib := resident_kib(pid)) is not None:
            figures["restart.mib"] = kib / 1024
    return figures


async def all_noted(database: Path) -> None:
    """Return once the bot has written down where all tables' messages are: one that it only posted just before it is
    killed looks the same afterwards."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as journal:
        while journal.execute("SELECT 1 FROM game_table WHERE message_id IS NULL").fetchone():  # noqa: ASYNC110 - a file has no event
            await asyncio.sleep(0.02)


async def measure(tables: int) -> dict[str, float]:
    """The figures with so many tables."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        keys, channels = await found_town(folder, tables)
        guild_id, users = guild_and_users(folder, keys)
        async with town(folder) as url, visitors(url, keys[:PRESSING]) as people:
            async with bot(folder, url, people) as pid:
                empty_kib = resident_kib(pid)
            await fill_journal(folder, guild_id, channels, users)
            async with bot(folder, url, people), asyncio.timeout(SHOWN_S):
                for person in people:
                    async with person.changed:
                        await person.changed.wait_for(
                            lambda person=person: len(boards(person, "hand", "rematch")) == tables
                        )
                await all_noted(folder / "journal.sqlite3")
            figures = await restarted(folder, url, people, set(boards(people[0], "hand")))
    if empty_kib is not None and "restart.mib" in figures:
        figures["restart.kib_per_table"] = (figures["restart.mib"] * 1024 - empty_kib) / tables
    return {f"{key}_{tables}": value for key, value in figures.items()}


def run(tables: int = TABLES) -> dict[str, float]:
    """The figures by key: seconds, milliseconds, MiB and KiB."""
    return asyncio.run(measure(tables))


if __name__ == "__main__":
    for figure, value in run(*map(int, sys.argv[1:])).items():
        print(f"{figure:32}{value:10.2f}")
