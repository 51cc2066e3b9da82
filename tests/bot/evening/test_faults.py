"""Answers, permissions and the public message when something fails on the way: what people still get to see."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock, patch

import discord
import pytest

from bot import acts
from bot.house import House
from bot.presenters.panel import Field, Form
from bot.press import Press
from data.store import StoreError
from tests.support.club import Club, by_dm, find, open_club, play_from

LOADING = 128


# Answers


@pytest.mark.parametrize("shown", [None, Form("g:x", "A form", (Field("a", "Field"),))], ids=["nothing", "form"])
async def test_a_press_that_took_too_long_is_not_left_thinking(club: Club, shown: acts.Shown) -> None:
    anna = club.people[0]
    await club.match_of(*club.people)
    done = asyncio.Event()

    async def slow(house: House, press: Press) -> acts.Shown:
        del house, press
        await done.wait()
        return shown

    with patch.dict(acts.ACTS, {"rules": slow}):
        pressing = asyncio.create_task(club.press(anna, "rules"))
        await club.clock.advance(1.1)
        await anna.wait_for(lambda: [m for m in anna.ephemerals() if m.data["flags"] & LOADING], "the bot to think")
        done.set()
        await pressing
    await club.quiet()
    left = [m for m in anna.ephemerals() if not m.deleted]
    assert not [m for m in left if m.data["flags"] & LOADING]
    assert shown is None or "again" in left[-1].text


async def test_a_hand_is_shown_though_neither_settings_nor_records_can_be_read(club: Club) -> None:
    """As to somebody who has chosen nothing; what they have chosen counts again afterwards."""
    anna = club.people[0]
    await club.match_of(*club.people)
    preferences, user_id = club.bot.house.preferences, int(anna.id)
    await preferences.save_player(replace(await preferences.player(user_id), locale="it"))
    preferences.forget(user_id)
    no_disk = StoreError("no disk")
    with patch.multiple(
        club.store, player=AsyncMock(side_effect=no_disk), rounds_played=AsyncMock(side_effect=no_disk)
    ):
        hand = await club.hand(anna)
        assert hand.ephemeral
        assert "`1`" in hand.text
        assert "tavolo" not in hand.text
        panel = (await anna.command("settings")).message
        assert panel is not None
        assert "busy" in panel.text
    assert "tavolo" in (await club.hand(anna)).text


async def test_a_picture_that_cannot_be_drawn_is_missed_and_nothing_else(club: Club) -> None:
    """Fault P11: without memory for a picture the words have to do."""
    await club.match_of(*club.people)
    player = club.to_act()
    with patch("render.draw", side_effect=MemoryError):
        hand = await club.hand(player)
        ply = club.match.ply
        assert await play_from(hand) is not None
        assert club.match.ply > ply
        await club.until(lambda: not club.board().data["attachments"], "the table without its picture")


# Who may do what


async def test_a_moderator_of_another_channel_has_no_say_at_the_table(club: Club) -> None:
    anna, bruno, carla = club.people
    await bruno.change(manage_messages=True)
    await club.match_of(anna, bruno, carla)
    bruno.go("tavolo-2")
    await club.end(bruno)
    assert list(club.bot.house.service.tables)
    bruno.go("tavolo-1")
    await club.end(bruno)
    assert not list(club.bot.house.service.tables)


async def test_the_server_panel_says_when_reading_every_message_is_switched_on_in_vain(club: Club) -> None:
    anna = club.people[0]
    await anna.command("server")
    panel = anna.ephemerals()[-1]
    assert "MESSAGE_CONTENT" not in panel.text
    await anna.press(custom_id=find(panel, "server:message_content:on"), message=panel)
    await club.quiet()
    assert "MESSAGE_CONTENT" in panel.text


async def test_no_thread_is_opened_for_a_table_that_may_not_be(club: Club) -> None:
    anna = club.people[0]
    for channel in ("tavolo-1", "tavolo-2", "general"):
        await anna.command("play", game="calidruno", channel=channel)
    threads = len(club.bot.guilds[0].threads)
    answer = await anna.command("play", game="calidruno", thread=True, channel="tavolo-1")
    assert "<#" in answer.text
    await club.quiet()
    assert len(club.bot.guilds[0].threads) == threads


@pytest.mark.parametrize("answer", [{"drop": True}, {"status": 503}, {"status": 429, "via": False}], ids=str)
async def test_a_thread_that_discord_does_not_open_is_said(
    club: Club, caplog: pytest.LogCaptureFixture, answer: dict[str, Any]
) -> None:
    """Faults R4 to R7: there is no table, the person reads so, and it is nothing that an operator has to look at."""
    anna = club.people[0]
    await club.op.fault("POST", r"/channels/\d+/threads", times=5, retry_after=1, **answer)
    said = await anna.command("play", game="calidruno", thread=True)
    assert "no table was opened" in said.text
    assert not list(club.bot.house.service.tables)
    assert not [record for record in caplog.records if record.exc_info]


async def test_a_thread_is_called_by_the_game_alone_where_a_name_does_not_pass(club: Club) -> None:
    """Fault R21: a server's moderation may block the name of a person."""
    anna = club.people[0]
    await club.op.fault("POST", r"/channels/\d+/threads", times=1, status=400, code=200000)
    await anna.command("play", game="calidruno", thread=True)
    thread = club.bot.guilds[0].get_thread(club.live.record.channel_id)
    assert thread is not None
    assert thread.name == "Calidruno"


async def test_a_thread_whose_name_never_passes_is_said(club: Club) -> None:
    anna = club.people[0]
    await club.op.fault("POST", r"/channels/\d+/threads", times=2, status=400, code=200000)
    said = await anna.command("play", game="calidruno", thread=True)
    assert "no table was opened" in said.text
    assert not list(club.bot.house.service.tables)


# The public message


async def test_a_swept_channel_gets_its_table_back_at_once(club: Club) -> None:
    await club.match_of(*club.people)
    old = club.live.record.message_id
    assert old is not None
    swept = SimpleNamespace(channel_id=club.live.record.channel_id, message_ids={old})
    await club.bot.on_raw_bulk_message_delete(cast("discord.RawBulkMessageDeleteEvent", swept))
    await club.until(lambda: club.live.record.message_id != old, "the table posted anew")


async def test_a_table_that_could_not_be_made_is_shown_a_few_seconds_later(club: Club) -> None:
    await club.match_of(*club.people)
    panel: Callable[..., Any] = club.bot.house.announcer.public_panel
    tries = 0

    async def failing(*arguments: Any, **more: Any) -> Any:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise RuntimeError("a fault of ours")
        return await panel(*arguments, **more)

    with patch.object(club.bot.house.announcer, "public_panel", failing):
        await club.quickly()
        ply = club.match.ply
        await club.until(lambda: club.shown_ply == ply, "the move on the table")


async def test_a_server_taken_away_by_an_outage_waits(club: Club) -> None:
    await club.match_of(*club.people, clock="30")
    guild = club.bot.get_guild(club.live.record.guild_id)
    assert guild is not None
    ply = club.match.ply
    club.bot.dispatch("guild_unavailable", guild)
    await club.advance(120)
    assert club.match.ply == ply
    club.bot.dispatch("guild_available", guild)
    await club.advance(29)
    assert club.match.ply == ply
    await club.advance(5)
    assert club.match.ply > ply


async def test_while_discord_does_not_reach_the_bot_for_long_nobodys_turn_runs_out(club: Club) -> None:
    await club.match_of(*club.people, clock="30")
    ply = club.match.ply
    club.bot.dispatch("shard_disconnect", 0)
    await club.advance(600)
    assert club.match.ply == ply
    club.bot.dispatch("shard_resumed", 0)
    await club.advance(29)
    assert club.match.ply == ply
    await club.advance(5)
    assert club.match.ply > ply


async def test_a_short_cut_changes_nothing(club: Club) -> None:
    await club.match_of(*club.people, clock="30")
    ply, deadline = club.match.ply, club.live.record.deadline_at
    club.bot.dispatch("shard_disconnect", 0)
    await club.advance(4)
    club.bot.dispatch("shard_resumed", 0)
    await club.advance(20)
    assert (club.match.ply, club.live.record.deadline_at) == (ply, deadline)
    await club.advance(10)
    assert club.match.ply > ply


async def test_a_note_that_could_not_be_written_is_not_the_last_one(club: Club) -> None:
    await club.table(club.people[0])
    with patch.object(club.store, "touch_alive", side_effect=StoreError("no room")):
        await club.advance(11)
    with patch.object(club.store, "touch_alive", wraps=club.store.touch_alive) as noted:
        await club.advance(11)
    noted.assert_called()


# The token


async def test_a_token_that_discord_refuses_ends_the_bot_and_no_request_follows(tmp_path: Path) -> None:
    """Fault R16: everything stops."""
    async with open_club(tmp_path) as club:
        await club.match_of(*club.people)
        await club.advance(2)
        await club.op.fault("PATCH", r"/channels/", times=50, status=401, code=0)
        await club.quickly()
        async with asyncio.timeout(10):
            while not club.bot.is_closed():  # noqa: ASYNC110 - the client has no event for it
                await asyncio.sleep(0.01)
            await club.bot.close()
        assert club.bot.refused
        refused = [e for e in await club.op.journal() if e["method"] == "PATCH" and e.get("status") == 401]
        assert len(refused) <= 1


async def test_what_was_under_way_is_not_sent_with_a_token_that_discord_has_refused_meanwhile(club: Club) -> None:
    """Fault R16: whoever asked for their hand by direct message gets it as an answer, which needs no such token."""
    anna = club.people[0]
    await club.match_of(*club.people)
    await by_dm(anna)
    await club.quiet()
    read = club.store.rounds_played

    async def refused_meanwhile(user_id: int, game: str) -> int:
        with suppress(discord.HTTPException):
            await club.bot.fetch_user(1)
        assert club.bot.refused
        return await read(user_id, game)

    await club.op.fault("GET", r"/users/1$", times=1, status=401, code=0)
    before = len(await club.op.journal())
    with patch.object(club.store, "rounds_played", side_effect=refused_meanwhile):
        hand = await club.hand(anna)
    assert hand.ephemeral
    later = (await club.op.journal())[before:]
    with_token = [entry["path"] for entry in later if not entry["path"].startswith(("/interactions", "/webhooks"))]
    assert with_token == ["/users/1"]
