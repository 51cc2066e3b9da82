"""Pings: who is told of their turn, when, and that every ping goes again."""

from __future__ import annotations

import asyncio
import re
from typing import Any
from unittest.mock import patch

import discord
import pytest

from bot.tables.permits import Person as Seated
from games.core import Seat
from tests.support.club import Club, by_dm
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

    async def kept_waiting(*arguments: Any) -> discord.Message:
        called.append(club.match.ply)
        reached.set()
        await may_go.wait()
        return await post(*arguments)

    with patch.object(sender, "_post", kept_waiting):
        for _ in range(5):
            player = club.to_act()
            sender._ring(club.live, sender._changes[club.live.record.id])  # as its alarm does
            await reached.wait()
            while club.to_act() is player:
                await club.quickly()
        sender._ring(club.live, sender._changes[club.live.record.id])
        may_go.set()
        await club.quiet()
    assert called[1:] == [club.match.ply]
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


# Discord is not well

MESSAGES = r"/channels/\d+/messages"
TURNS = 12


async def asked(club: Club, method: str, path: str = MESSAGES) -> int:
    """How many requests of this kind the bot has made."""
    return len([e for e in await club.op.journal() if e["method"] == method and re.search(path, e["path"])])


def called(club: Club) -> list[str]:
    """The ids of all who are called by messages that are there."""
    return [person["id"] for ping in pings(club) for person in ping.data["mentions"]]


async def slow_table(club: Club) -> None:
    """A match at a table where a ping comes at once; the first player has been pinged."""
    await club.match_of(*club.people, clock="86400")
    await club.until(lambda: called(club) == [club.to_act().id], "the ping")


async def next_turn(club: Club) -> None:
    """Play on until somebody else is to act."""
    player = club.to_act()
    while club.to_act() is player:
        await club.quickly()
    await club.advance(0.1)


async def test_turns_that_pass_while_discord_is_down_do_not_each_send_a_ping(club: Club) -> None:
    """Fault R6: pings are tried less and less often, whoever's turn it is; then the player to act gets the one ping."""
    await slow_table(club)
    before = await asked(club, "POST"), await asked(club, "DELETE")
    await club.op.fault(None, MESSAGES, times=1_000, status=503)
    for _ in range(TURNS):
        await next_turn(club)
    tried = await asked(club, "POST") + await asked(club, "DELETE") - sum(before)
    assert 1 <= tried <= 2, tried
    for _ in range(TURNS):
        await club.advance(50)
        await next_turn(club)
    tried = await asked(club, "POST") + await asked(club, "DELETE") - sum(before)
    assert 8 <= tried <= 28, tried
    await club.op("DELETE", "faults")
    await club.advance(61)
    assert called(club) == [club.to_act().id]


async def test_a_ping_that_discord_refuses_for_good_is_not_tried_anew_with_each_turn(club: Club) -> None:
    """Fault R14: where the bot may not write it does not ask again and again."""
    await slow_table(club)
    before = await asked(club, "POST")
    await club.op.fault("POST", MESSAGES, times=1_000, status=403, code=50013)
    for _ in range(TURNS):
        await next_turn(club)
    assert await asked(club, "POST") - before == 1
    await club.op("DELETE", "faults")
    await club.advance(61)
    assert called(club) == [club.to_act().id]


async def test_a_ping_that_failed_once_comes_a_little_later(club: Club) -> None:
    """Fault R5."""
    await slow_table(club)
    await club.op.fault("POST", MESSAGES, status=503)
    await next_turn(club)
    assert called(club) == []
    await club.advance(6)
    assert called(club) == [club.to_act().id]


async def test_a_ping_that_could_not_be_deleted_goes_a_little_later(club: Club) -> None:
    """Fault R6: nobody is called for ever."""
    await slow_table(club)
    await club.op.fault("DELETE", MESSAGES, times=3, status=503)
    await next_turn(club)
    await club.advance(61)
    assert called(club) == [club.to_act().id]


@pytest.mark.parametrize("turns", [0, 1], ids=["in the same turn", "in the next turn"])
async def test_a_ping_that_was_posted_before_the_answer_was_lost_stands_there_once_and_goes(
    club: Club, turns: int
) -> None:
    """Fault R8."""
    await slow_table(club)
    await club.op.fault("POST", MESSAGES, apply_first=True, drop=True)
    await next_turn(club)
    for _ in range(turns):
        await next_turn(club)
    await club.advance(6)
    assert called(club) == [club.to_act().id]


@pytest.mark.parametrize("answer", [{"status": 503}, {"apply_first": True, "drop": True}], ids=str)
async def test_people_are_called_together_once_though_discord_was_not_well(club: Club, answer: dict[str, Any]) -> None:
    """Faults R5 and R8."""
    anna, bruno, carla = club.people
    await club.table(anna, bruno, game="calabresella")
    await club.op.fault("POST", MESSAGES, **answer)
    await club.press(carla, "sit")
    await club.advance(6)
    assert len(pings(club)) == 1
    assert sorted(called(club)) == sorted(person.id for person in club.people)


async def test_hands_by_direct_message_are_not_tried_anew_with_each_move_and_come_by_themselves(club: Club) -> None:
    """Fault R6."""
    anna = club.people[0]
    await by_dm(anna)
    await club.op.fault("POST", r"/users/@me/channels", times=1_000, status=503)
    await club.match_of(*club.people)
    await club.quiet()
    for _ in range(TURNS):
        await next_turn(club)
    tried = await asked(club, "POST", "/users/@me/channels")
    assert 1 <= tried <= 2, tried
    await club.op("DELETE", "faults")
    await club.advance(61)
    assert len(anna.dms()) == 1


async def test_a_ping_that_was_looked_for_in_a_match_with_more_players_does_not_stop_the_others(club: Club) -> None:
    await club.match_of(*club.people[:2])
    pings_of_all = club.bot.house.announcer.pings
    pings_of_all._perhaps_pinged[club.live.record.id] = {Seat(2)}  # Discord was not well when the third one left
    for _ in range(2):
        await club.quickly()
        await club.advance(21)
        await club.until(lambda: len(pings(club)) == 1, "the ping of this turn")
    assert not pings_of_all._perhaps_pinged.get(club.live.record.id)
