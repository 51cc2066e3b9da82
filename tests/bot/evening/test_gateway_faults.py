"""Events that come twice, late, out of order or never, and connections that are cut (faults G2 to G15, X4)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from unittest.mock import patch

import pytest

from bot.settings import Settings
from tests.support.clock import MovedClock
from tests.support.club import Club, open_club, play_from
from tests.support.people import Person
from tests.support.seen import Message

PRESS = "INTERACTION_CREATE"


def other(club: Club, person: Person) -> Person:
    """Somebody else."""
    return next(another for another in club.people if another is not person)


async def edits(club: Club, after: int) -> int:
    """How often the table's message was edited since the journal's entry ``after``."""
    journal = await club.op.journal(after)
    return sum(entry["method"] == "PATCH" and bool(re.search(r"/channels/", entry["path"])) for entry in journal)


def descriptions(message: Message) -> list[str]:
    """The alt texts of a message's pictures."""
    return [attachment["description"] for attachment in message.data["attachments"]]


async def now(club: Club) -> int:
    """The number of the journal's last entry."""
    return max((entry["n"] for entry in await club.op.journal()), default=0)


async def struck(club: Club) -> None:
    """Return once the event that was to be lost or late has been."""
    faults = club.local.core.gateway.faults
    async with asyncio.timeout(20):
        while faults.lose or faults.delay:  # noqa: ASYNC110 - the server has no event for it
            await asyncio.sleep(0.002)


@asynccontextmanager
async def connecting_at_once() -> AsyncGenerator[None]:
    """The client tries again without its usual growing rests."""
    with patch("discord.backoff.ExponentialBackoff.delay", return_value=0.02):
        yield


# Events


async def test_a_resume_that_tells_events_again_repeats_no_move(club: Club) -> None:
    """Fault G2: Discord sends once more what the bot has handled already."""
    await club.match_of(*club.people)
    hand = await club.hand(club.to_act())
    socket = club.bot._get_websocket(shard_id=0)
    before = socket.sequence
    ply = club.match.ply
    await play_from(hand)
    await club.quiet()
    answered = await now(club)
    socket.sequence = before
    await club.op.gateway("drop")
    await club.op.bot_connected()
    repeated = await club.op.journal(answered)
    async with asyncio.timeout(10):
        while not any("/interactions/" in entry["path"] for entry in repeated):
            await asyncio.sleep(0.01)
            repeated = await club.op.journal(answered)
    await club.quiet()
    assert club.match.ply == ply + 1


async def test_a_press_that_comes_again_after_a_restart_shows_the_hand_as_it_is_now(club: Club) -> None:
    """Faults G2, P1: the message still shows the answer to the first press, of before; picture and alt text too."""
    await club.match_of(*club.people)
    player = club.to_act()
    hand = await club.hand(player)
    socket = club.bot._get_websocket(shard_id=0)
    before = socket.sequence
    await play_from(hand)
    await club.quiet()
    club.forget_hands()
    await club.quickly(*[""] * (2 * len(club.people)))
    await club.quiet()
    socket.sequence = before
    await club.op.gateway("drop")
    await club.op.bot_connected()
    await club.until(lambda: (club.live.record.id, int(player.id)) in club.bot.house.announcer.hands._open, "the hand")
    await club.quiet()
    (now_shown,) = (message for message in player.messages() if message.id == hand.id)
    fresh = await club.hand(player)
    assert now_shown.text == fresh.text
    assert descriptions(now_shown) == descriptions(fresh)


async def test_presses_that_arrive_the_other_way_round_are_each_judged_as_they_arrive(club: Club) -> None:
    """Fault G3: who is to act may act, and the other is told that it is not their turn."""
    await club.match_of(*club.people)
    player = club.to_act()
    waiting = other(club, player)
    hand, others_hand = await club.hand(player), await club.hand(waiting)
    draw = f"cg1:{club.live.record.id}:{club.live.moment}:move:draw"
    ply = club.match.ply
    await club.op.gateway(swap=True, event=PRESS)
    first = asyncio.create_task(play_from(hand))
    while not club.local.core.gateway.faults.held:  # noqa: ASYNC110 - the server has no event for it
        await asyncio.sleep(0.002)
    refused = await club.forge(waiting, others_hand, draw)
    await first
    assert club.match.ply == ply + 1
    assert "turn" in refused.text


async def test_a_press_that_arrives_late_counts_if_it_still_may(club: Club) -> None:
    """Fault G4: ten seconds later nobody can be answered any more, but the move is made and the table shows it."""
    await club.match_of(*club.people)
    hand = await club.hand(club.to_act())
    ply = club.match.ply
    await club.op.gateway(delay=10, event=PRESS)
    pressing = asyncio.create_task(play_from(hand))
    await struck(club)
    await club.advance(10)
    result = await pressing
    assert result is not None
    assert result.kind == "failed"
    await club.until(lambda: club.match.ply == ply + 1, "the move")
    await club.until(lambda: club.shown_ply == club.match.ply, "the move on the table")


async def test_a_press_that_never_arrives_can_be_made_again(club: Club) -> None:
    """Fault G5: nothing happens, and the same button works."""
    await club.match_of(*club.people)
    hand = await club.hand(club.to_act())
    ply = club.match.ply
    await club.op.gateway(lose=1, event=PRESS)
    pressing = asyncio.create_task(play_from(hand))
    await struck(club)
    await club.advance(4)
    assert (result := await pressing) is not None
    assert result.kind == "failed"
    assert club.match.ply == ply
    await play_from(hand)
    assert club.match.ply == ply + 1


# Connections


@pytest.mark.parametrize("order", ["reconnect", "invalid"])
async def test_discord_asks_the_bot_to_connect_anew(club: Club, order: str) -> None:
    """Faults G7 and G8: with the same session, and nobody needs to do anything."""
    await club.match_of(*club.people)
    hand = await club.hand(club.to_act())
    async with connecting_at_once():
        await club.op.gateway(order, resumable=True)
        await club.op.bot_connected()
        ply = club.match.ply
        await play_from(hand)
    assert club.match.ply == ply + 1


async def test_a_new_session_finds_out_what_happened_to_the_tables_meanwhile(club: Club) -> None:
    """Fault G8: what was told in between is lost, and a table that was deleted then comes back."""
    await club.match_of(*club.people)
    await club.advance(2)
    old = club.board()
    await club.op.gateway(lose=1, event="MESSAGE_DELETE")
    await club.people[0].delete(old)
    assert club.live.record.message_id == int(old.id)
    async with connecting_at_once():
        await club.op.gateway("invalid", resumable=False)
        async with asyncio.timeout(20):
            while club.live.record.message_id == int(old.id):  # noqa: ASYNC110 - the client has no event for it
                await asyncio.sleep(0.02)
    await club.quiet()
    assert club.shown_ply == club.match.ply


async def test_a_permission_given_back_while_the_bot_was_cut_off_shows_the_table_again(club: Club) -> None:
    """Faults G8 and R14: nobody told the bot, and nobody has to act first."""
    await club.match_of(*club.people)
    path = f"channels/{club.live.record.channel_id}"
    await club.op("PATCH", path, {"permissions": "0"})
    await club.quickly()
    await club.advance(5)
    assert club.bot.house.announcer.board(club.live).blocked
    await club.op.gateway(lose=1, event="CHANNEL_UPDATE")
    await club.op("PATCH", path, {"permissions": None})
    async with connecting_at_once():
        await club.op.gateway("invalid", resumable=False)
        async with asyncio.timeout(20):
            while club.bot.house.announcer.board(club.live).blocked:  # noqa: ASYNC110 - the client has no event for it
                await asyncio.sleep(0.02)
    await club.until(lambda: club.shown_ply == club.match.ply, "the table again")


async def test_ten_minutes_without_a_connection_cost_nobody_their_turn(club: Club) -> None:
    """Fault G10: turns end so much later, and one edit shows it."""
    await club.match_of(*club.people, clock="120")
    await club.advance(60)
    ply, deadline = club.match.ply, club.live.record.deadline_at
    assert deadline is not None
    began = await now(club)
    async with connecting_at_once():
        await club.op.gateway("drop", accept=False)
        await cut_off(club)
        await club.advance(600)
        assert club.match.ply == ply
        assert await edits(club, began) == 0
        await club.op.gateway(accept=True)
        await club.op.bot_connected()
        async with asyncio.timeout(20):
            while club.live.unreachable_since is not None:  # noqa: ASYNC110 - the client has no event for it
                await asyncio.sleep(0.01)
    assert club.live.record.deadline_at == pytest.approx(deadline + 600_000, abs=2_000)
    await club.advance(3)
    assert await edits(club, began) == 1
    await club.advance(50)
    assert club.match.ply == ply
    await club.advance(10)
    assert club.match.ply > ply


@pytest.mark.parametrize("hours", [1, -1])
async def test_a_clock_set_while_nothing_is_reached_costs_nobody_their_turn_at_a_restart(
    tmp_path: Path, hours: int
) -> None:
    """Faults G10, C1, C2 and P6: the note until when people could act is by the clock that was set, too."""
    async with open_club(tmp_path) as before:
        await before.match_of(*before.people, clock="120")
        await before.advance(20)
        left = (before.live.record.deadline_at or 0) - before.clock.now()
        async with connecting_at_once():
            await before.op.gateway("drop", accept=False)
            await cut_off(before)
            await before.advance(60)
            await before.clock.jump(hours * 3_600)
            await before.advance(10)
        later = MovedClock(before.clock.now() + 5_000)
    async with open_club(tmp_path, clock=later) as after:
        assert (after.live.record.deadline_at or 0) - later.now() == pytest.approx(left, abs=3_000)


async def cut_off(club: Club) -> None:
    """Return once the bot has noticed that it is."""
    async with asyncio.timeout(20):
        while club.live.unreachable_since is None:  # noqa: ASYNC110 - the client has no event for it
            await asyncio.sleep(0.01)


async def test_a_turn_that_would_have_ended_in_a_short_cut_goes_on_for_half_a_minute(club: Club) -> None:
    """Fault G6: a cut of a few seconds ends nobody's turn."""
    await club.match_of(*club.people, clock="120")
    await club.until(lambda: club.live.record.deadline_at is not None, "the clock")
    assert club.live.record.deadline_at is not None
    ply = club.match.ply
    await club.advance((club.live.record.deadline_at - club.clock.now()) / 1000 - 5)
    club.bot.dispatch("shard_disconnect", 0)
    await club.advance(10)
    assert club.match.ply == ply
    club.bot.dispatch("shard_resumed", 0)
    await club.advance(29)
    assert club.match.ply == ply
    await club.advance(2)
    assert club.match.ply > ply


async def test_the_tables_of_one_shard_play_on_while_another_is_down(tmp_path: Path) -> None:
    """Fault G13: turns run where people can act, and only there."""
    async with open_club(tmp_path, settings=Settings(shard_count=2)) as club:
        await club.match_of(*club.people, clock="30")
        (guild,) = club.bot.guilds
        ply = club.match.ply
        club.bot.dispatch("shard_disconnect", 1 - guild.shard_id)
        await club.play()
        assert club.match.ply == ply + 1
        await club.advance(35)
        assert club.match.ply > ply + 1
        ply = club.match.ply
        club.bot.dispatch("shard_disconnect", guild.shard_id)
        await club.advance(600)
        assert club.match.ply == ply


async def test_tables_of_a_server_that_is_not_there_yet_wait_for_it(tmp_path: Path) -> None:
    """Fault G14: a bot that is ready before the server is available cancels nothing."""
    clock = MovedClock(rounds=12)
    async with open_club(tmp_path, clock=clock) as before:
        await before.match_of(*before.people, clock="30")
        ply = before.match.ply
    async with open_club(tmp_path, clock=clock) as after:
        guild = after.bot.get_guild(after.live.record.guild_id)
        assert guild is not None
        guild.unavailable = True
        await after.bot.on_ready()
        await after.advance(600)
        assert after.match.ply == ply
        assert after.live.paused
        guild.unavailable = False
        after.bot.dispatch("guild_available", guild)
        await after.until(lambda: not after.live.paused, "the table to go on")
        await after.play()
        assert after.match.ply == ply + 1


async def test_another_number_of_shards_finds_all_tables_again(tmp_path: Path) -> None:
    """Fault X4: the same tables go on after a restart with twice as many shards."""
    clock = MovedClock(rounds=12)
    async with open_club(tmp_path, clock=clock, settings=Settings(shard_count=1)) as before:
        await before.match_of(*before.people)
        hand = await before.hand(player := before.to_act())
        ply = before.match.ply
    async with open_club(tmp_path, clock=clock, settings=Settings(shard_count=2)) as after:
        again = next(person for person in after.people if person.key == player.key)
        old = next(message for message in again.ephemerals() if message.id == hand.id)
        await play_from(old)
        assert after.match.ply == ply + 1
        await after.until(lambda: after.shown_ply == ply + 1, "the move on the table")


async def test_a_shard_that_is_back_in_the_moment_its_tables_were_to_rest_plays_on(club: Club) -> None:
    """Fault G6: the cut was twenty seconds long, and its end comes before the rest that was due."""
    await club.match_of(*club.people, clock="120")
    club.bot.dispatch("shard_disconnect", 0)
    await club.advance(19.9)
    pausing = club.bot._reach._pause_shard(0)
    await club.bot.on_shard_resumed(0)
    await pausing
    assert not club.live.paused
