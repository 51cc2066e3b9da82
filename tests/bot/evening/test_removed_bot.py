"""Servers that remove the bot: they find their tables again, or nothing is left after thirty days (fault G15)."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from data.records import TableStatus
from data.retention import GONE_DAYS
from tests.support.club import Club, open_club
from tests.support.local_discord import local_discord, operator
from tests.support.traces import places_of

DAY_S = 24 * 3600


async def test_fault_g15_a_server_that_removes_the_bot_finds_its_tables_as_they_were(club: Club) -> None:
    anna, bruno, _ = club.people
    await club.match_of(anna, bruno, clock="30")
    await club.quickly("", "")
    ply, live = club.match.ply, club.live
    await club.op("POST", "guild", {"bot": "remove"})
    await club.until(lambda: bool(live.paused), "the table at rest")
    assert await club.store.gone_servers()
    with seldom_noted_alive():
        await club.clock.advance(DAY_S + 60)
    assert (live.record.status, club.match.ply) == (TableStatus.PLAYING, ply)
    await club.op("POST", "guild", {"bot": "add"})
    await club.until(lambda: not live.paused, "the table in play")
    assert await club.store.gone_servers() == {}
    await club.play()
    assert club.match.ply > ply


async def test_fault_g15_it_is_noticed_at_the_next_start_too(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club:
        await club.match_of(*club.people[:2])
        guild_id, clock = club.live.record.guild_id, club.clock
        assert await club.store.gone_servers() == {}
    await remove_the_bot(tmp_path)
    async with open_club(tmp_path, clock=clock) as club:
        await club.until(lambda: bool(club.live.paused), "the table at rest")
        assert list(await club.store.gone_servers()) == [guild_id]
        await club.op("POST", "guild", {"bot": "add"})
        await club.until(lambda: not club.live.paused, "the table in play")
        assert await club.store.gone_servers() == {}


def seldom_noted_alive() -> AbstractContextManager[Any]:
    """A day in which the bot notes only now and then that it is alive, not every ten seconds: nothing here asks how
    long it was away."""
    return patch("bot.reach.ALIVE_EVERY_MS", 3_600_000)


async def remove_the_bot(tmp_path: Path) -> None:
    """Somebody removes the bot while it is not running."""
    async with local_discord(tmp_path / "discord.sqlite3") as local, operator(local.url) as op:
        await op("POST", "guild", {"bot": "remove"})


async def test_fault_g15_after_thirty_days_nothing_is_left(club: Club, tmp_path: Path) -> None:
    anna, bruno, _ = club.people
    await club.match_of(anna, bruno)
    guild_id = club.live.record.guild_id
    await club.op("POST", "guild", {"bot": "remove"})
    await club.until(lambda: bool(club.live.paused), "the table at rest")
    await club.bot.house.service.retention.sweep()
    assert places_of(tmp_path / "journal.sqlite3", guild_id) != []
    await club.store.note_back([guild_id])
    await club.store.note_gone([guild_id], club.clock.now() - (GONE_DAYS + 1) * DAY_S * 1000)
    await club.bot.house.service.retention.sweep()
    await club.quiet()
    assert not list(club.bot.house.service.tables)
    assert places_of(tmp_path / "journal.sqlite3", guild_id, int(anna.id)) == []


async def test_an_outage_is_not_a_removal(club: Club) -> None:
    anna, bruno, _ = club.people
    await club.match_of(anna, bruno)
    guild = club.bot.guilds[0]
    guild.unavailable = True
    await club.bot.on_ready()
    assert club.live.paused
    assert await club.store.gone_servers() == {}
    with seldom_noted_alive():
        await club.clock.advance(3600)
    guild.unavailable = False
    await club.bot.on_guild_available(guild)
    assert club.live.playing is not None
    assert not club.live.paused
