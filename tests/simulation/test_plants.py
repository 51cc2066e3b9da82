"""The test of the test: faults planted in the bot, each of which some seed must find soon."""

from __future__ import annotations

import copy
import sqlite3
from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest

import data.forgetting
import data.matches
from bot.client import CalidrunoBot
from bot.responder import Responder
from bot.tables import announce
from bot.tables.board import Board
from bot.tables.live import LiveTable
from bot.tables.matches import MatchRunner
from bot.tables.referee import Referee
from data.records import MoveRecord, TableRecord
from data.schema import Migration, migrations
from data.store import Appended
from data.tables import load_table, update_table
from tests.simulation import disk
from tests.simulation.run import run_sim

ENOUGH = 120
"""So many seeds at most until a plant must be found."""


@contextmanager
def nothing_is_checked() -> Generator[None]:
    """No key and no version: neither on disk nor in memory, and no press is too late."""

    def without_keys() -> list[Migration]:
        return [replace(step, sql=step.sql.replace("NOT NULL UNIQUE", "NOT NULL")) for step in migrations()]

    def append(
        connection: sqlite3.Connection,
        move: MoveRecord,
        table: TableRecord,
        outcome: str | None,
        round_of: Sequence[int] = (),
    ) -> tuple[Appended, TableRecord]:
        del outcome, round_of
        stored = load_table(connection, table.id)
        assert stored is not None
        written = update_table(connection, replace(table, version=stored.version))
        connection.execute(
            "INSERT INTO move (match_id, ply, seat, move, idem, at) VALUES (?, ?, ?, ?, ?, ?)",
            (move.match_id, move.ply, move.seat, move.move, move.idem, move.at),
        )
        return Appended.STORED, written

    played = LiveTable.played

    def forgets(self: LiveTable, *what: Any) -> None:
        played(self, *what)
        self.presses.clear()

    disk._empty.cache_clear()
    try:
        with ExitStack() as stack:
            stack.enter_context(patch.object(disk, "migrations", without_keys))
            stack.enter_context(patch.object(data.matches, "append", append))
            stack.enter_context(patch.object(LiveTable, "played", forgets))
            stack.enter_context(patch.object(LiveTable, "turn_since", lambda self, seat: 0))
            yield
    finally:
        disk._empty.cache_clear()


@contextmanager
def shown_before_it_is_stored() -> Generator[None]:
    """A move is taken over and shown first, then written down."""
    commit = Referee.commit

    async def early(self: Referee, live: LiveTable, seat: Any, move: Any, idem: str, seats: Any) -> Appended:
        shadow, before = copy.copy(live), live.match
        assert before is not None
        after, events = before.play(seat, move)
        live.played(before, after, seat, events, idem)
        self._ledger.announcer.changed(live)
        result = await commit(self, shadow, seat, move, idem, seats)
        live.record = shadow.record
        return result

    with patch.object(Referee, "commit", early):
        yield


@contextmanager
def leaked(what: str) -> Generator[None]:
    """The words for those who do not see the picture name cards that its viewer may not see."""
    panel_of = getattr(announce.DiscordAnnouncer, what)

    async def talkative(self: Any, live: LiveTable, *rest: Any, **more: Any) -> Any:
        panel = await panel_of(self, live, *rest, **more)
        if live.match is None or panel.picture is None:
            return panel
        cards = live.match.game.cards(live.match.state)
        return replace(panel, picture=replace(panel.picture, alt=f"{panel.picture.alt} {list(cards[:12])}"))

    with patch.object(announce.DiscordAnnouncer, what, talkative):
        yield


@contextmanager
def alarms_are_lost_in_a_restart() -> Generator[None]:
    """A table that was taken up from the journal waits for ever."""
    with patch.object(MatchRunner, "resume", lambda self, live: None):
        yield


@contextmanager
def tried_again_at_once() -> Generator[None]:
    """What Discord does not take is sent again and again."""

    def later(self: Board) -> int:
        self._writer.touch()
        return 500

    with patch.object(Board, "_later", later):
        yield


@contextmanager
def answered_twice() -> Generator[None]:
    """Every answer is followed by another one."""
    private = Responder.private

    async def again(self: Responder, rendered: Any, *, new_message: bool = False) -> Any:
        await private(self, rendered, new_message=new_message)
        self.interaction.response._response_type = None
        self._ack = type(self._ack).NONE
        return await private(self, rendered, new_message=new_message)

    with patch.object(Responder, "private", again):
        yield


@contextmanager
def goes_on_without_a_token() -> Generator[None]:
    """A token that Discord refuses is nothing to stop for."""
    with patch.object(CalidrunoBot, "_token_refused", lambda self: None):
        yield


@contextmanager
def settings_are_kept() -> Generator[None]:
    """Whoever is forgotten leaves their settings behind."""
    with patch.object(data.forgetting, "ALONE", ("rounds_played", "note")):
        yield


PLANTS = {
    "no check": (nothing_is_checked, "I6"),
    "shown first": (shown_before_it_is_stored, "I1 I3"),
    "leak at the table": (lambda: leaked("public_panel"), "I4"),
    "leak in a hand": (lambda: leaked("hand_panel"), "I4"),
    "lost alarm": (alarms_are_lost_in_a_restart, "C4"),
    "endless retry": (tried_again_at_once, "I10"),
    "two answers": (answered_twice, "I6"),
    "no token": (goes_on_without_a_token, "I10"),
    "not forgotten": (settings_are_kept, "forgotten:"),
}


@pytest.mark.parametrize(("plant", "signs"), PLANTS.values(), ids=PLANTS)
def test_a_planted_fault_is_found(plant: Callable[[], AbstractContextManager[None]], signs: str) -> None:
    with plant():
        for seed in range(1, ENOUGH + 1):
            found = run_sim(seed).violations
            if any(what.startswith(tuple(signs.split())) for what in found):
                return
    pytest.fail(f"none of {ENOUGH} seeds found it")
