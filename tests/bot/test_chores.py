"""What goes on by itself while the bot stops."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from unittest.mock import patch

import pytest

from bot.tables.chores import Chores
from data.records import Pact, PlayerSettings, TableRecord
from tests.support.club import open_club


async def test_what_goes_on_is_given_up_at_the_end_and_nothing_is_begun_any_more() -> None:
    chores, done = Chores(), list[str]()

    async def forever() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            done.append("given up")

    async def late() -> None:
        done.append("begun")

    chores.spawn(forever())
    await asyncio.sleep(0)
    await chores.end()
    assert not chores.busy
    chores.spawn(late())
    await asyncio.sleep(0)
    assert done == ["given up"]


async def test_neither_a_chore_nor_a_hand_on_its_way_to_a_direct_message_outlives_the_store(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Fault P6: a slow disk keeps both from being done when the bot is told to stop."""
    reading, ended = asyncio.Event(), list[str]()

    async with open_club(tmp_path) as club:

        async def slow(user_id: int, game: str) -> int:
            reading.set()
            try:
                return await asyncio.Event().wait()
            finally:
                await club.store.rounds_played(user_id, game)
                ended.append("the store is open")

        async def chore() -> None:
            await slow(1, "calidruno")

        anna, bruno, _ = club.people
        await club.bot.house.preferences.save_player(PlayerSettings(int(anna.id), hand_by="dm"))
        await anna.command("play", game="calidruno")
        await club.until(lambda: club.live.record.message_id is not None, "the table")
        await club.press(bruno, "sit")
        await club.until(lambda: club.can("start"), "two people at the table")
        with patch.object(club.bot.house.preferences, "rounds_played", side_effect=slow):
            await club.press(anna, "start")
            async with asyncio.timeout(10):
                await reading.wait()
            club.bot.house.service.chores.spawn(chore())
            await club.bot.close()
        assert ended == ["the store is open"] * 2
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_a_table_that_is_stored_only_when_the_bot_has_left_is_shown_by_the_next_start(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Faults P6 and D0."""
    asked, may_be, stored = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async with open_club(tmp_path) as club:
        new_table = club.store.new_table

        async def slow(table: TableRecord, pact: Pact) -> TableRecord:
            asked.set()
            await may_be.wait()
            try:
                return await new_table(table, pact)
            finally:
                stored.set()

        with patch.object(club.store, "new_table", slow):
            playing = asyncio.create_task(club.people[0].command("play", game="calidruno"))
            await asked.wait()
            await club.bot.close()
            may_be.set()
            await stored.wait()
            requests = len(await club.op.journal())
            for _ in range(50):
                await asyncio.sleep(0)
            assert len(await club.op.journal()) == requests
            playing.cancel()
    # The answer to the command comes too late as well, and says so.
    errors = [record.name for record in caplog.records if record.levelno >= logging.ERROR]
    assert set(errors) <= {"bot.responder", "bot.router"}
    async with open_club(tmp_path) as club:
        await club.until(lambda: club.live.record.message_id is not None, "the table")
