"""What an operator sees and does while people play: how the bot is, and stopping it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from unittest.mock import patch

import pytest

from data.backup import check
from data.sqlite_store import SqliteStore
from data.store import StoreError
from tests.support.club import open_club, play_from


async def test_told_to_stop_it_finishes_the_move_under_way_and_refuses_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fault P6: nobody's accepted move is lost, and who comes too late is told when to come again."""
    monkeypatch.setattr("bot.client.FINISH_S", 20)
    async with open_club(tmp_path) as club:
        await club.match_of(*club.people)
        player, live = club.to_act(), club.live
        other = next(person for person in club.people if person is not player)
        hand, before = await club.hand(player), club.match.ply
        await club.until(lambda: not club.bot.router._handled, "the press for the hand is done")
        async with live.lock:
            playing = asyncio.create_task(play_from(hand))
            async with asyncio.timeout(20):
                while not club.bot.router._handled:  # noqa: ASYNC110 - a press has no event
                    await asyncio.sleep(0.005)
            leaving = club.bot.leave()
            refused = (await club.press(other, "hand")).message
            assert refused is not None
            assert "restarted" in refused.text or "riavviando" in refused.text
            assert "stopping" in club.bot.condition().troubles()
        answered = await playing
        assert answered is not None
        await leaving
        assert club.match.ply == before + 1
        assert live.match_id is not None
        stored = await club.store.match(live.match_id)
        assert stored is not None
        assert len(stored[1]) == before + 1
        assert check(tmp_path / "journal.sqlite3").alive_at == club.clock.now(), "turns get the time of the stop back"
        assert club.shown_ply == before + 1, "the table was shown before it hung up"


async def test_a_bot_that_people_can_play_with_is_ready(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club:
        await club.match_of(*club.people)
        condition = club.bot.condition()
        assert condition.troubles() == []
        assert condition.tables == {"playing": 1}
        assert condition.shards[0].up


async def test_a_full_disk_is_told_and_so_is_its_end(tmp_path: Path) -> None:
    """Fault D2: health is red as long as nothing can be written."""
    async with open_club(tmp_path) as club:
        with patch.object(SqliteStore, "touch_alive", side_effect=StoreError("the database or disk is full")):
            await club.advance(11)
        assert club.bot.condition().troubles() == ["the database cannot be written: the database or disk is full"]
        await club.advance(11)
        assert club.bot.condition().troubles() == []


async def test_a_table_that_cannot_be_shown_is_told_after_a_minute(tmp_path: Path) -> None:
    """Fault R6: Discord answers 503 for long."""
    async with open_club(tmp_path) as club:
        await club.match_of(*club.people)
        await club.op.fault("PATCH", r"/channels/", times=1000, status=503)
        await club.play()
        await club.advance(50)
        assert club.bot.condition().troubles() == []
        await club.advance(15)
        (trouble,) = club.bot.condition().troubles()
        assert "waited" in trouble
        await club.op("DELETE", "faults")
        await club.until(lambda: not club.bot.condition().troubles(), "the table shown")
        assert club.shown_ply == club.match.ply


async def test_a_connection_that_is_cut_is_told_until_it_is_back(tmp_path: Path) -> None:
    """Fault G6: the connection breaks and is resumed."""
    async with open_club(tmp_path) as club:
        await club.op.gateway("drop", accept=False)
        async with asyncio.timeout(20):
            while club.bot.condition().shards[0].up:  # noqa: ASYNC110 - the client has no event for it
                await asyncio.sleep(0.01)
        assert club.bot.condition().troubles() == ["no connection to Discord for shards 0"]
        await club.op.gateway(accept=True)
        async with asyncio.timeout(60):
            while club.bot.condition().troubles():  # noqa: ASYNC110 - the client has no event for it
                await asyncio.sleep(0.05)
