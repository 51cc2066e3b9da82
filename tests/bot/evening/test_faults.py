"""Answers, hands, pings and the public message when something fails on the way: what people still get to see."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
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
from bot.tables.permits import Person as Seated
from data.records import TableStatus
from data.store import StoreError
from tests.support.club import Club, action_of, open_club, play_from
from tests.support.people import Message, Person

WITHOUT_ATTACH_FILES = str((1 << 10) | (1 << 11) | (1 << 14) | (1 << 16))
LOADING = 128


def find(message: Message, action: str) -> str:
    """The component id of an action in a message."""
    return next(c["custom_id"] for c in message.components if c.get("custom_id") and action_of(c) == action)


async def by_dm(person: Person) -> None:
    """Have one's hands sent by direct message."""
    await person.command("settings")
    panel = person.ephemerals()[-1]
    await person.choose("dm", menu=find(panel, "set:hand_by"), message=panel)


def others(club: Club, person: Person) -> list[Person]:
    return [other for other in club.people if other is not person]


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


# Hands


async def test_why_a_press_was_refused_stays_above_the_hand_until_the_next_move(club: Club) -> None:
    await club.match_of(*club.people)
    player = club.to_act()
    hand = await club.hand(player)
    await club.quickly()
    await club.quiet()
    await club.forge(player, hand, f"cg1:{club.live.record.id}:0:move:draw")
    await club.advance(3)
    assert "earlier turn" in hand.text
    await club.quickly()
    await club.advance(3)
    assert "earlier turn" not in hand.text


async def test_after_a_restart_an_action_of_the_game_shows_the_hand_and_does_not_take_it_away(club: Club) -> None:
    await club.match_of(*club.people)
    player, move = await club.until_a_play_leaves_one()
    await player.choose(move, message=await club.hand(player))
    hand = player.ephemerals()[-1]
    club.bot.house.announcer.hands.stop()  # a restart forgets which hands lie open
    opened = await player.press(custom_id=find(hand, "g:say"), message=hand)
    assert opened.modal is not None
    (field,) = opened.modal.fields
    await player.submit({field: "Calidruno!"})
    await club.quiet()
    assert not hand.deleted
    assert "g:say" not in [action_of(c) for c in hand.components]


async def test_a_hand_that_discord_did_not_take_is_shown_a_few_seconds_later(club: Club) -> None:
    await club.match_of(*club.people)
    waiting = others(club, club.to_act())[0]
    hand = await club.hand(waiting)
    before = hand.text
    await club.op.fault("PATCH", r"/webhooks/", times=1, drop=True)
    await club.quickly()
    await club.quiet()
    assert hand.text == before
    await club.advance(6)
    assert hand.text != before


async def test_a_hand_that_was_shown_though_discord_said_500_is_kept_up_to_date(club: Club) -> None:
    await club.match_of(*club.people)
    waiting = others(club, club.to_act())[0]
    await club.op.fault("POST", r"/interactions/", times=1, status=500, apply_first=True)
    hand = await club.hand(waiting)
    await club.quiet()
    before = hand.text
    async with asyncio.timeout(10):
        while not club.bot.house.announcer.hands._open:  # noqa: ASYNC110 - the client repeats its request after a second
            await asyncio.sleep(0.02)
    await club.quickly()
    await club.advance(3)
    assert hand.text != before


async def test_the_hand_of_a_closed_table_does_not_become_that_of_another_one(club: Club) -> None:
    anna, bruno, carla = club.people
    await club.match_of(anna, bruno)
    hand = await club.hand(anna)
    await bruno.command("play", game="calidruno", channel="tavolo-2")
    (first, second) = list(club.bot.house.service.tables)
    await club.bot.house.service.seating.sit(second, Seated(int(anna.id), anna.name))
    await club.bot.house.service.start(second, Seated(int(bruno.id), bruno.name))
    await club.bot.house.service.end(first, Seated(first.record.host_id, anna.name))
    await club.quiet()
    before = hand.text
    answer = await club.forge(anna, hand, f"cg1:{first.record.id}:0:move:draw")
    assert "closed" in answer.text
    assert hand.text == before
    assert carla in club.people


async def test_a_hand_by_direct_message_is_kept_up_to_date_for_ever_though_it_was_pressed(club: Club) -> None:
    anna, bruno, carla = club.people
    await by_dm(anna)
    await club.match_of(anna, bruno, carla)
    await club.until(lambda: bool(anna.dms()), "the hand as a direct message")
    while club.to_act() is not anna:
        await club.play()
    (hand,) = anna.dms()
    assert await play_from(hand) is not None
    await club.advance(16 * 60)
    before = hand.text
    await club.quickly()
    await club.quickly()
    await club.advance(3)
    assert anna.dms() == [hand]
    assert hand.text != before


async def test_two_changes_at_once_send_one_direct_message(club: Club) -> None:
    anna = club.people[0]
    await by_dm(anna)
    await club.table(*club.people)
    await club.until(lambda: club.can("start"), "the start button")
    await club.press(anna, "start")
    await club.until(lambda: club.live.playing is not None, "the match")
    for _ in range(3):
        club.bot.house.announcer.changed(club.live)
    await club.quiet()
    assert len(anna.dms()) == 1


async def test_a_direct_message_that_nobody_pressed_for_speaks_the_language_of_the_server(club: Club) -> None:
    anna = club.people[0]
    await by_dm(anna)
    await club.table(*club.people)
    server = await club.bot.house.preferences.server(club.live.record.guild_id)
    await club.bot.house.preferences.save_server(replace(server, locale="it"))
    await club.bot.house.service.start(club.live, Seated(int(anna.id), anna.name))
    await club.until(lambda: bool(anna.dms()), "the hand as a direct message")
    assert "tavolo di Anna" in anna.dms()[0].text


async def test_a_direct_message_that_failed_for_a_moment_is_not_called_closed(club: Club) -> None:
    anna = club.people[0]
    await club.match_of(*club.people)
    await by_dm(anna)
    await club.quiet()
    await club.op.fault("POST", r"/channels/\d+/messages", times=1, drop=True)
    hand = await club.hand(anna)
    assert hand.ephemeral
    assert "write to you directly" not in hand.text
    assert not (await club.bot.house.preferences.player(int(anna.id))).dm_closed


async def test_hands_of_a_match_that_is_gone_say_so(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    anna, bruno, carla = club.people
    await club.match_of(anna, bruno)
    hand = await club.hand(anna)
    while club.live.playing is not None:
        await club.quickly()
    await club.until(lambda: club.can("rematch"), "the result")
    await club.leave(bruno)
    await club.press(anna, "rematch")
    await club.until(lambda: club.live.record.status is TableStatus.LOBBY, "the lobby")
    await club.advance(3)
    assert not hand.menus
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert carla in club.people


async def test_a_permission_taken_away_in_mid_match_is_named_in_the_next_hand(club: Club) -> None:
    await club.match_of(*club.people)
    channel = str(club.live.record.channel_id)
    await club.op("PATCH", f"channels/{channel}", {"permissions": WITHOUT_ATTACH_FILES})
    hand = await club.hand(club.people[0])
    await club.advance(3)
    assert "Attach Files" in hand.text
    await club.op("PATCH", f"channels/{channel}", {"permissions": None})
    assert "Attach Files" not in (await club.hand(club.people[0])).text


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


# Pings


def pings(club: Club) -> list[Message]:
    board = str(club.live.record.message_id)
    shown = [m for m in club.people[0].messages() if not m.ephemeral and not m.deleted]
    return [m for m in shown if m.id != board and m.data["mentions"]]


async def test_several_who_are_to_act_are_each_pinged_and_all_pings_go(club: Club) -> None:
    await club.match_of(*club.people)
    seats = frozenset(club.match.game.active_seats(club.match.state)) | {0, 1}
    with patch.object(type(club.match.game), "active_seats", lambda _game, _state: seats):
        club.bot.house.announcer.changed(club.live)
        await club.advance(21)
        assert len(pings(club)) == len(seats)
        club.bot.house.announcer.changed(club.live)
        await club.advance(21)
        assert len(pings(club)) == len(seats)
    club.live.turns.clear()
    club.live.turn_ply += 1
    club.bot.house.announcer.changed(club.live)
    await club.until(lambda: not pings(club), "the pings to go")


async def test_what_a_computer_thought_of_too_late_takes_nobodys_ping_away(club: Club) -> None:
    await club.match_of(*club.people)
    club.bot.house.service.matches.resume(club.live)
    await club.advance(21)
    assert len(pings(club)) == 1


async def test_at_a_slow_table_the_steps_of_ones_own_turn_ping_nobody_anew(club: Club) -> None:
    await club.match_of(*club.people, game="kalooki", clock="86400")
    await club.until(lambda: len(pings(club)) == 1, "the ping")
    player = club.to_act()
    for _ in range(30):
        await club.quickly()
        if club.to_act() is player:
            break
        player = club.to_act()
    await club.quiet()
    before = [m.id for m in pings(club)]
    await club.advance(5)
    assert [m.id for m in pings(club)] == before == []


async def test_turns_that_pass_while_a_ping_is_kept_waiting_get_none_of_their_own(club: Club) -> None:
    """Fault R1: pings that queue behind Discord's rate limit would call people whose turns are long over."""
    await club.match_of(*club.people)
    await club.advance(2)
    sender, may_go, reached = club.bot.house.announcer.pings, asyncio.Event(), asyncio.Event()
    post, called = sender._post, list[int]()

    async def kept_waiting(*arguments: Any) -> discord.Message | None:
        called.append(club.match.ply)
        reached.set()
        await may_go.wait()
        return await post(*arguments)

    with patch.object(sender, "_post", kept_waiting):
        rung: list[asyncio.Task[None]] = []
        for _ in range(5):
            player = club.to_act()
            rung.append(asyncio.create_task(sender._ping(club.live)))  # as its alarm does
            await reached.wait()
            while club.to_act() is player:
                await club.quickly()
        may_go.set()
        await asyncio.gather(*rung)
    assert called[1:] == [club.match.ply]
    await club.quiet()
    assert [ping.data["mentions"][0]["id"] for ping in pings(club)] == [club.to_act().id]


async def test_a_ping_that_is_on_its_way_while_the_table_closes_goes_too(club: Club) -> None:
    await club.match_of(*club.people)
    pings, service, live = club.bot.house.announcer.pings, club.bot.house.service, club.live
    post = pings._post
    posted: list[discord.Message | None] = []

    async def slowly(*arguments: Any) -> discord.Message | None:
        posted.append(await post(*arguments))
        await service.end(live, Seated(live.record.host_id, "Anna"))
        await asyncio.sleep(0.01)  # what the end of the table spawns is done before the answer is here
        return posted[-1]

    with patch.object(pings, "_post", slowly):
        await club.advance(21)
    assert len(posted) == 1
    assert not pings._sent


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
