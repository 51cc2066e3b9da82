"""One simulated evening: the whole bot, its people and its troubles, all drawn from one seed."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from typing import Any

from bot.client import CalidrunoBot, point_discord_at
from bot.local.clock import Clock as DiscordClock
from bot.local.model import Message
from bot.local.session import Session
from bot.operation.context import Handling, handling
from bot.settings import Settings
from bot.tables.computers import question_to
from bot.tables.errors import RefusedError
from bot.tables.live import in_person
from bot.tables.thinker import by_reasons
from data.players import save_player
from data.records import TableRecord
from data.store import StoreError
from games.core import RulesError
from games.core.player import Strength
from tests.simulation import checks, screens
from tests.simulation.books import Books
from tests.simulation.crowd import Crowd
from tests.simulation.disk import Disk
from tests.simulation.logs import Lines
from tests.simulation.machine import Machine
from tests.simulation.network import TOKEN, SimulatedDiscord
from tests.simulation.players import Players
from tests.simulation.report import Report
from tests.simulation.scenes import Scenes
from tests.simulation.troubles import GRACE_S, Troubles
from tests.simulation.virtual import PROCESS, StuckError, VirtualLoop, WallClock

READY_WITHIN_S = 120
QUIET_S = 65
BAN_S = (330, 630, 1230)
MOST_WORK_S = 20.0
"""For longer nothing that is sound is at work on an interaction, however slow the disk is."""
WAITS = ((0.0, 8), (0.3, 20), (1.5, 30), (4.0, 20), (15.0, 8), (70.0, 4), (200.0, 2), (1000.0, 1))


class Simulation:
    """Everything of one seed."""

    token = TOKEN

    def __init__(self, seed: int, loop: VirtualLoop, wall: WallClock, log: Lines) -> None:
        self.seed = seed
        self.loop = loop
        self.wall = wall
        self.log = log
        self.report = Report(seed)
        self.unnoticed: list[str] = []
        self.server_unavailable = False
        self.ends: list[float] = []
        """When the lives of the program were over, in seconds of Discord's clock."""
        self.cut_off: set[str] = set()
        """Interactions that a life of the program was still at work on when it ended."""
        self._rng = self._stream("course")
        settings = self._settings(self._stream("settings"))
        self.discord = SimulatedDiscord(DiscordClock(wall.true_time), message_content=settings.message_content)
        self.disk = Disk(self._stream("disk"))
        self.books = Books(self.disk)
        self.machine = Machine(loop, self.discord, self.disk, settings, self._stream("seeds"))
        self.troubles = Troubles(loop, self.tape, self._reached)
        self.crowd = Crowd(self.discord, self._stream("crowd"), loop.time, self.tape)
        self.players = Players(self, self._stream("players"))
        self.scenes = Scenes(self, self._stream("scenes"))
        self.intensity = self._rng.choice((0.0, 0.05, 0.12, 0.25))
        self.steps = self._rng.randint(20, 45)
        self.quiet = False
        self._excuse = ""

    def _stream(self, name: str) -> random.Random:
        """Randomness of its own for each part, so that one part's draws do not move another's."""
        return random.Random(f"{self.seed}:{name}")

    def _settings(self, rng: random.Random) -> Settings:
        return Settings(
            table_style=rng.choice(("v2", "v2", "embed")),
            language=rng.choice(("en", "it")),
            message_content=rng.random() < 0.2,
        )

    # --- for scenes and players --------------------------------------------------------------------------------------

    def tape(self, line: str) -> None:
        """Write down what happened."""
        self.report.tape.append(f"{self.loop.time() - 1000:10.3f} {line}")

    def count(self, fault: str) -> None:
        """Count a fault."""
        self.report.faults[fault] += 1

    def later(self, seconds: float, act: Callable[[], object]) -> None:
        """Do something in a while, if the simulation is still at it."""

        def ring() -> None:
            if not self.quiet:
                act()

        self.loop.call_later(seconds, ring)

    def some_table(self) -> TableRecord | None:
        """Any open table."""
        found = self.books.open_tables()
        return self._rng.choice(found) if found else None

    def bot_now(self) -> int:
        """The time by the clock of the bot that runs, in milliseconds."""
        assert self.machine.bot is not None
        return self.machine.bot._clock.now()

    def hasten(self, table_id: int, moves: int) -> None:
        """Play on past Discord, but by the rules and the journal, so that some evenings see the end of a match."""
        self.tape(f"{moves} moves go by")

        async def play_on() -> None:
            for number in range(moves):
                if self.quiet or self.machine.bot is None:
                    return
                with suppress(RefusedError, RulesError):
                    await self._play_one(self.machine.bot, table_id, number)

        self.machine.spawn(play_on())

    async def _play_one(self, bot: CalidrunoBot, table_id: int, number: int) -> None:
        service = bot.house.service
        live = service.tables.find(table_id)
        match = live.playing
        people = [seat for seat in sorted(live.active) if in_person(live.record.seats[seat])]
        if match is None or not people:
            await asyncio.sleep(1.0)
            return
        move = by_reasons(question_to(match, people[0], Strength.EASY))
        user_id = live.record.seats[people[0]].user_id
        await service.matches.play(live, user_id, move, f"hasten:{table_id}:{match.ply}:{number}", None)

    # --- who may remain without an answer ----------------------------------------------------------------------------

    @contextmanager
    def handling(self, interaction: int, table: int) -> Generator[Handling]:
        """Stands in for the bot's own note of what it is at work on, and sees which work the process's end cuts off."""
        began, process, router = self.loop.time(), PROCESS.get(), self.machine.bot and self.machine.bot.router
        try:
            with handling(interaction, table) as current:
                yield current
        finally:
            ended = (process is not None and process.dead) or (router is not None and router._finished.is_set())
            if ended and self.loop.time() - began < MOST_WORK_S:
                self.cut_off.add(str(interaction))

    def excuse_next(self, why: str) -> None:
        """The next act's event is tampered with."""
        self._excuse = why

    def _reached(self) -> bool:
        """Whether people's acts reach the bot."""
        connected = any(session.connection is not None for session in self.discord.core.gateway.sessions)
        return self.machine.ready and connected and not self.server_unavailable

    # --- the course of things ----------------------------------------------------------------------------------------

    async def run(self) -> Report:
        """The evening, its quiet end, and the checks."""
        self.loop.set_exception_handler(self._unnoticed)
        await self.discord.start()
        point_discord_at(self.discord.url)
        self._watch_messages()
        self._watch_sessions()
        self.machine.on_end = self._ended
        self.crowd.on_answer = lambda act: self.violations(checks.forgotten(self, act))
        for settings in self.players.settings():
            save_player(self.books.reader, settings)
        self.machine.start()
        await self._until_ready()
        for _ in range(self.steps):
            await self._step()
        await self._quiet_phase()
        await self._end()
        return self.report

    def _unnoticed(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        del loop
        error = context.get("exception")
        if isinstance(error, StuckError):
            raise error
        self.unnoticed.append(f"{context.get('message')}: {error!r}")

    def _watch_messages(self) -> None:
        """Look at every message that the bot shows, at the moment when it is shown."""
        core: Any = self.discord.core
        told, deleted = self.discord.core._tell_message, self.discord.core.delete

        def tell(event: str, kind: str, message: Message) -> None:
            told(event, kind, message)
            if message.wire["author"].get("bot"):
                viewer = "" if message.only_for is None else " privately"
                self.tape(f"{event}{viewer} {message.id} {screens.of_message(message)}")
                self.violations(screens.shown(self, message))

        def delete(message: Message) -> None:
            now = self.loop.time()
            for act in self.crowd.acts.values():
                if act.at >= now - GRACE_S and act.message_id == message.id:
                    act.excuse = act.excuse or "its message is gone"
            deleted(message)

        # The simulation listens where Discord tells of messages.
        core._tell_message, core.delete = tell, delete

    def _watch_sessions(self) -> None:
        """Whoever opens a session, in a new life or not, is told of all servers."""
        gateway: Any = self.discord.core.gateway
        greeted = self.discord.core.gateway._greet

        def greet(session: Session) -> None:
            greeted(session)
            self.scenes.servers_told()

        gateway._greet = greet

    def violations(self, found: Any) -> None:
        """Note what should not be."""
        for what in found:
            if len(self.report.violations) < 20:
                self.tape(f"VIOLATION {what}")
                self.report.violations.append(what)

    async def _until_ready(self) -> None:
        for _ in range(READY_WITHIN_S):
            if self.machine.ready:
                return
            await asyncio.sleep(1.0)
        if not self.quiet:
            return
        self.violations([f"the bot is not ready after {READY_WITHIN_S} s: {self.machine.failures}"])

    async def _step(self) -> None:
        if self._rng.random() < self.intensity:
            self.scenes.play()
        before = len(self.crowd.acts)
        self.players.step()
        if self._excuse and len(self.crowd.acts) > before:
            for act in list(self.crowd.acts.values())[before:]:
                act.excuse = self._excuse
            self._excuse = ""
        (wait,) = self._rng.choices([wait for wait, _ in WAITS], [weight for _, weight in WAITS])
        await asyncio.sleep(wait * self._rng.uniform(0.5, 1.5))
        if self._rng.random() < 0.06:
            with suppress(StoreError):
                self.violations(await screens.secrecy(self))
            self.violations(checks.memory(self))

    async def _quiet_phase(self) -> None:
        """The faults stop; everything must come right again."""
        self.scenes.end()
        self.quiet = True
        self.tape("QUIET")
        self.troubles.over()
        self.troubles.begin("the faults stop")
        self._excuse = ""
        self.machine.hurry()
        await self._until_ready()
        await asyncio.sleep(self._told_to_wait() + QUIET_S)
        for _ in range(5):
            self.players.step()
            await asyncio.sleep(self._rng.uniform(1.5, 4.0))
        self.violations(await self._came_right())
        for check in (
            checks.journal,
            checks.memory,
            checks.turns,
            checks.progress,
            checks.answers,
            checks.logs,
            checks.requests,
            checks.token,
        ):
            self.violations(check(self))
        self.violations(await screens.secrecy(self))

    def _told_to_wait(self) -> float:
        """For how many seconds more Discord has told the bot to send nothing."""
        now, bans, until = self.wall.true_time(), 0, 0.0
        for entry in self.discord.core.journal.entries:
            fault: dict[str, Any] = entry.get("fault") or {}
            if fault.get("status") == 429 and fault.get("via", True):
                until = max(until, entry["at"] + fault["retry_after"])
            elif fault.get("status") == 429:
                bans += 1
                until = max(until, entry["at"] + BAN_S[min(bans, len(BAN_S)) - 1])
        return max(0.0, until - now)

    async def _came_right(self) -> list[str]:
        """I5, looked at again and again for a minute: while computers play, something is always under way."""
        found: list[str] = []
        for _ in range(80):
            found = await screens.boards(self)
            if not found:
                return []
            await asyncio.sleep(0.75)
        return found

    async def _end(self) -> None:
        """Stop cleanly, and count."""
        self.machine.on_end = lambda: None
        await self.machine.close()
        self.troubles.stop()
        await asyncio.sleep(1.0)
        self.violations(checks.left_over(self))
        await self.discord.stop()
        report = self.report
        report.game, report.moves, report.acts = self.players.game.info.key, self.books.moves(), len(self.crowd.acts)
        report.outcomes.update(self.books.outcomes())
        report.starts, report.virtual_s = self.machine.starts, self.loop.time() - 1000

    def _ended(self) -> None:
        """A life of the process is over."""
        self.tape("the process has ended")
        self.ends.append(self.wall.true_time())
        self.troubles.begin("ended")
