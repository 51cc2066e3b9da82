"""Tables in play: how long people wait for the bot, and what a table costs it.

The local Discord, the bot and the people are three processes on one machine, joined by sockets; all of them share its
processors, so the figures are upper bounds. With one table the next press follows at once on the last answer. With a
hundred, each table makes a turn every ``PACE_S``: its players press "My hand" until somebody can play, and play.

Nobody may sit at more than three tables, so a hundred tables of two seat 67 people. Memory per table is the growth of
the bot between one table and a hundred, pictures and open hands included. ``loop_lag`` is how late the bot's event loop
wakes a sleeping task while a hundred tables play, ``idle_lag`` how late a process that does nothing is woken meanwhile:
where that is large, the machine was busy with other things and the waits say little. ``drawing_lag`` is measured in
this process while seven pictures at a time are drawn and nothing else happens.

Run as ``python -m benchmarks.tables``.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from statistics import quantiles

from benchmarks import lateness
from benchmarks.visitors import Table, Visitor, visitors
from bot.local.clock import Clock
from bot.local.model import Channel, ChannelType, Person
from bot.local.storage import Storage
from bot.local.world import World
from bot.tables.painter import Painter
from data.records import ServerSettings
from data.sqlite_store import open_store
from render import samples
from render.calidruno import HandWords, TableWords, hand_scene, table_scene
from render.sample_seats import labels
from render.scene import Scene

ROOT = Path(__file__).resolve().parents[1]
SEATS = 2
TABLES_EACH = 3
PACE_S = 15.0
OPENING_AT_ONCE = 32
READY_S = 60.0
SETTLE_S = 2.0
TICK_S = 0.001
HANDS = 6

_Process = asyncio.subprocess.Process


async def found_town(folder: Path, tables: int) -> tuple[list[str], list[str]]:
    """Write a local Discord with people and channels for so many tables; keys of people, ids of channels."""
    storage = Storage(folder / "discord.sqlite3")
    world = World(storage, Clock())
    while len(world.people) * TABLES_EACH < tables * SEATS:
        number = len(world.people)
        world.save_person(Person(f"person{number}", world.new_id(), f"Person {number}", "en-US", world.clock.iso()))
    channels = [Channel(world.new_id(), ChannelType.TEXT, f"table-{n}", world.clock.iso()) for n in range(tables)]
    for channel in channels:
        world.save_channel(channel)
    world.save_settings()
    guild_id = int(world.guild_id)
    storage.close()
    store = await open_store(folder / "journal.sqlite3")
    await store.save_server(ServerSettings(guild_id, table_limit=tables))
    await store.close()
    return list(world.people), [channel.id for channel in channels]


@asynccontextmanager
async def process(*arguments: str, **env: str) -> AsyncGenerator[_Process]:
    """``python -m …``; killed after the block. What it complains of goes to our standard error."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("DISCORD")}
    started = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", *arguments),
        cwd=ROOT,
        env={**inherited, "PYTHONUNBUFFERED": "1", "LOG_LEVEL": "WARNING", **env},
        stdout=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    try:
        yield started
    finally:
        if started.returncode is None:
            started.kill()
        await started.wait()


@asynccontextmanager
async def town(folder: Path) -> AsyncGenerator[str]:
    """The local Discord's address."""
    arguments = ("bot.local", "--port", "0", "--no-rate-limits", "--journal", "100")
    async with process(*arguments, "--store", str(folder / "discord.sqlite3")) as running:
        assert running.stdout is not None
        yield (await running.stdout.readline()).decode().strip()


@asynccontextmanager
async def bot(folder: Path, url: str, people: Sequence[Visitor]) -> AsyncGenerator[int]:
    """The bot, connected and watched; its process id."""
    env = {"LOCAL_URL": url, "DATABASE": str(folder / "journal.sqlite3"), "LIMITS": "off"}
    async with process("benchmarks.watched_bot", str(folder / "bot"), **env) as running:
        connected = asyncio.ensure_future(people[0].http.get(f"{url}/control/bot?wait={READY_S}"))
        ended = asyncio.ensure_future(running.wait())
        await asyncio.wait({connected, ended}, return_when=asyncio.FIRST_COMPLETED)
        if ended.done():
            connected.cancel()
            raise RuntimeError("the bot did not start")
        (await connected).raise_for_status()
        yield running.pid
        ended.cancel()


def resident_kib(pid: int) -> float | None:
    """The memory that a process occupies; None where /proc is not there to tell."""
    statm = Path(f"/proc/{pid}/statm")
    return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1024 if statm.exists() else None


def cpu_ms(pid: int) -> float | None:
    """The processor time that a process has used so far; None where /proc is not there to tell."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return None
    user, system = stat.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) * 1000 / os.sysconf("SC_CLK_TCK")


def hundredths(values: Sequence[float]) -> tuple[float, float]:
    """p50 and p99."""
    cuts = quantiles(values, n=100, method="inclusive")
    return cuts[49], cuts[98]


async def play_on(table: Table, seconds: float) -> None:
    """Turn after turn without a pause."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if not await table.turn():
            await asyncio.sleep(0.02)


async def play_at_pace(table: Table, start: float, seconds: float) -> None:
    """A turn every ``PACE_S``, beginning after ``start``."""
    end = time.monotonic() + seconds
    due = time.monotonic() + start
    while due < end:
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        await table.turn()
        due += PACE_S


async def resume(folder: Path, url: str, people: Sequence[Visitor], tables: Sequence[Table]) -> dict[str, float]:
    """Seconds from starting the bot to the first answer at a table that was there before, and what it took of the
    processor until then."""
    begin, table, key = time.monotonic(), tables[0], f"tables.resume_{len(tables)}"
    async with bot(folder, url, people) as pid:
        while True:
            board = table.board("hand", "rematch")
            answer = await table.people[0].press(board, "hand", "rematch") if board is not None else None
            if answer is not None and answer.kind != "failed":
                figures, cpu = {f"{key}_s": time.monotonic() - begin}, cpu_ms(pid)
                return figures if cpu is None else figures | {f"{key}_cpu_s": cpu / 1000}


def batches() -> Iterator[list[Scene]]:
    """A table and six hands, never the same ones again."""
    for turn in count():
        words = TableWords(f"Turn {turn}", "Hand 1", "", "pts")
        batch: list[Scene] = [table_scene(samples.observation(HANDS, seed=turn), labels(HANDS), words)]
        for seat in range(HANDS):
            view = samples.observation(HANDS, hand=13, seed=turn * HANDS + seat, seat=seat)
            batch.append(hand_scene(view, frozenset(view.hand), HandWords(f"Turn {turn}", "Match 7 or red")))
        yield batch


async def drawing_lags(seconds: float) -> list[float]:
    """How late the event loop is while a table and six hands at a time are drawn in threads, in milliseconds."""
    painter, late = Painter(), list[float]()

    async def watch() -> None:
        while True:
            begin = time.perf_counter()
            await asyncio.sleep(TICK_S)
            late.append((time.perf_counter() - begin - TICK_S) * 1000)

    scenes = batches()
    await asyncio.gather(*map(painter.paint, next(scenes)))
    watching = asyncio.create_task(watch())
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        await asyncio.gather(*map(painter.paint, next(scenes)))
    watching.cancel()
    painter.close()
    return late


async def measure(tables: int, seconds: float) -> dict[str, float]:
    """The figures of one table and of so many, playing for so many seconds each."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        keys, channels = await found_town(folder, tables)
        async with town(folder) as url, visitors(url, keys) as people:
            seated = [
                Table(channel, [people[(n * SEATS + seat) % len(people)] for seat in range(SEATS)])
                for n, channel in enumerate(channels)
            ]
            async with process("benchmarks.lateness", str(folder / "idle")), bot(folder, url, people) as pid:
                figures = await play(folder, pid, seated, seconds)
                await asyncio.sleep(SETTLE_S)
            figures |= await resume(folder, url, people, seated)
    late = await drawing_lags(seconds / 4)
    figures["tables.drawing_lag_p99_ms"] = hundredths(late)[1]
    figures["tables.drawing_lag_max_ms"] = max(late)
    return figures


async def play(folder: Path, pid: int, tables: Sequence[Table], seconds: float) -> dict[str, float]:
    """One table, then all of them."""
    first, *others = tables
    await first.open()
    before = cpu_ms(pid)
    await play_on(first, seconds / 2)
    figures = waits(pid, before, tables, 1)
    alone_kib = resident_kib(pid)

    gate = asyncio.Semaphore(OPENING_AT_ONCE)

    async def open_one(table: Table) -> None:
        async with gate:
            await table.open()

    await asyncio.gather(*map(open_one, others))
    before, begin = cpu_ms(pid), time.monotonic()
    starts, spread = random.Random(1), min(PACE_S, 0.75 * seconds)
    await asyncio.gather(*(play_at_pace(table, starts.uniform(0, spread), seconds) for table in tables))
    figures |= waits(pid, before, tables, len(tables))
    figures["tables.loop_lag_p99_ms"] = hundredths(lateness.read(folder / "bot", begin))[1]
    figures["tables.idle_lag_p99_ms"] = hundredths(lateness.read(folder / "idle", begin))[1]
    if alone_kib is not None and (all_kib := resident_kib(pid)) is not None:
        figures["tables.kib_per_table"] = (all_kib - alone_kib) / len(others)
    return figures


def waits(pid: int, cpu_before: float | None, tables: Sequence[Table], playing: int) -> dict[str, float]:
    """How long people waited since this was last asked, and the processor time of the bot for each press."""
    waited = [ms for table in tables for ms in table.waits_ms]
    failures = sum(table.failures for table in tables)
    if failures:
        print(f"tables: {failures} presses were not answered in time, {len(waited)} were", file=sys.stderr)
    for table in tables:
        table.waits_ms.clear()
        table.failures = 0
    figures: dict[str, float] = {}
    if cpu_before is not None and (cpu_now := cpu_ms(pid)) is not None:
        figures[f"tables.cpu_ms_per_press_{playing}"] = (cpu_now - cpu_before) / len(waited)
    figures[f"tables.press_p50_ms_{playing}"], figures[f"tables.press_p99_ms_{playing}"] = hundredths(waited)
    return figures


def run(tables: int = 100, seconds: float = 20.0) -> dict[str, float]:
    """The figures by key: milliseconds from press to answer, KiB, seconds, milliseconds of lag."""
    return asyncio.run(measure(tables, seconds))


if __name__ == "__main__":
    for key, value in run().items():
        print(f"{key:32}{value:10.2f}")
