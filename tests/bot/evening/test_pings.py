"""Pings: who is told of their turn, when, and that every ping goes again."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest.mock import patch

import discord

from bot.tables.permits import Person as Seated
from tests.support.club import Club
from tests.support.people import Message


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
