"""Wrong, late and missing answers of Discord to what the bot asks (faults R1 to R21)."""

from __future__ import annotations

import asyncio
import itertools
import logging
import re
from typing import Any
from unittest.mock import patch

import pytest

from bot.tables.permits import Person as Seated
from tests.support.club import Club, play_from
from tests.support.local_discord import Json
from tests.support.people import Message, Person

BOARD = r"/channels/\d+/messages"
WEBHOOK = r"/webhooks/"
ANSWER = r"/interactions/"
FIRST_BAN_S, SECOND_BAN_S, SPREAD_S = 300, 600, 30


async def edits(club: Club, path: str, after: int = 0) -> list[Json]:
    """The edits on such paths that the bot has asked for since the entry ``after``."""
    return [e for e in await club.op.journal(after) if re.search(path, e["path"]) and e["method"] == "PATCH"]


async def now(club: Club) -> int:
    """The number of the journal's last entry."""
    return max((entry["n"] for entry in await club.op.journal()), default=0)


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


async def a_move_shown(club: Club) -> None:
    """A match with its first move on the table, and nothing on its way."""
    await club.match_of(*club.people, clock="0")
    await club.quickly()
    await club.until(lambda: club.shown_ply == club.match.ply, "the move on the table")
    await club.advance(2)


async def somebody_waits(club: Club) -> tuple[Person, Message]:
    """A match with a move on the table; somebody whose turn it is not, and the hand that lies open before them."""
    await a_move_shown(club)
    waiting = next(person for person in club.people if person is not club.to_act())
    hand = await club.hand(waiting)
    await club.quiet()
    return waiting, hand


# Too many requests


async def test_a_long_rate_limit_of_one_table_is_waited_for_without_asking_again(club: Club) -> None:
    """Fault R2: the call gives up, the game goes on in private hands, and one edit shows where it has got to."""
    await a_move_shown(club)
    shown = club.shown_ply
    await club.op.fault("PATCH", BOARD, status=429, retry_after=600, via=True)
    await club.quickly()
    await club.quiet()
    began = await now(club)
    for _ in range(3):
        await club.quickly()
        assert await play_from(await club.hand(club.to_act())) is not None
        await club.advance(100)
    assert not await edits(club, BOARD, began)
    assert club.shown_ply == shown
    await club.advance(301)
    assert club.shown_ply == club.match.ply
    assert len(await edits(club, BOARD, began)) == 1


async def test_a_global_rate_limit_stops_everything_but_answers(club: Club) -> None:
    """Fault R3: tables and open hands wait, presses are answered."""
    await a_move_shown(club)
    waiting = next(person for person in club.people if person is not club.to_act())
    hand = await club.hand(waiting)
    await club.quiet()
    await club.op.fault("PATCH", BOARD, status=429, retry_after=120, scope="global", via=True)
    await club.quickly()
    await club.quiet()
    began, before = await now(club), hand.text
    await club.quickly()
    await club.advance(60)
    assert not await edits(club, f"{BOARD}|{WEBHOOK}", began)
    assert hand.text == before
    assert (await club.hand(waiting)).ephemeral
    await club.advance(60 + SPREAD_S + 10)
    assert club.shown_ply == club.match.ply


async def test_a_request_given_up_while_it_waits_for_a_global_rate_limit_does_not_silence_the_bot(club: Club) -> None:
    """Fault R3: the library lets all others wait for it, as when a hand is pressed on while it is being shown."""
    await a_move_shown(club)
    channel = club.bot.get_partial_messageable(club.live.record.channel_id)
    await club.op.fault("PATCH", BOARD, status=429, retry_after=5, scope="global", via=True)
    waiting = asyncio.create_task(channel.get_partial_message(club.live.record.message_id or 0).edit(content="-"))
    async with asyncio.timeout(10):
        while club.bot.http._global_over.is_set():  # noqa: ASYNC110 - the client has no event for it
            await asyncio.sleep(0.002)
    waiting.cancel()
    await club.quickly()
    await club.advance(6 + SPREAD_S)
    await club.until(lambda: club.shown_ply == club.match.ply, "the table")


def spread_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever comes back after a rest comes some seconds after what came before it, as it does nearly always."""
    draws = itertools.count()
    monkeypatch.setattr(
        "bot.tables.circuit.random.randrange", lambda low, high: low + 3_700 * next(draws) % (high - low)
    )


async def test_a_ban_opens_one_circuit_for_all_tables(
    club: Club, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fault R4: one alarm, five minutes without a request that nobody waits for, at any table; twice as long when it
    was too early; presses are answered meanwhile."""
    anna, bruno, carla = club.people
    await a_move_shown(club)
    first, player = club.live, club.to_act()
    await carla.command("play", game="calidruno", channel="tavolo-2")
    await club.quiet()
    await club.advance(2)
    (second,) = [live for live in club.bot.house.service.tables if live is not first]
    await club.op.fault("PATCH", BOARD, status=429, via=False, retry_after=1)
    hand = (await player.command("hand")).message
    assert hand is not None
    await play_from(hand)
    await club.advance(2)
    assert len([alarm for alarm in errors(caplog) if "5 minutes" in alarm]) == 1
    began = await now(club)
    await club.bot.house.service.seating.sit(second, Seated(int(bruno.id), bruno.name))
    spread_apart(monkeypatch)
    await club.advance(FIRST_BAN_S - 10)
    assert not await edits(club, BOARD, began)
    assert (await player.command("hand")).message is not None
    await club.op.fault("PATCH", BOARD, times=2, status=429, via=False, retry_after=1)
    for _ in range(10 + SPREAD_S):  # each second long enough for an answer to come
        await club.advance(1)
    assert len([alarm for alarm in errors(caplog) if "10 minutes" in alarm]) == 1
    assert len(await edits(club, BOARD, began)) == 1
    await club.op("DELETE", "faults")
    await club.advance(SECOND_BAN_S + SPREAD_S)
    board = next(message for message in anna.messages() if message.id == str(first.record.message_id))
    assert first.match is not None
    assert board.data["attachments"][0]["filename"] == f"table-{first.match.ply}.png"


async def test_so_many_refusals_that_a_ban_is_near_stop_everything_but_answers(club: Club) -> None:
    """Fault R4: Discord bans an address after 10,000 refused requests in ten minutes; at half of that the bot rests."""
    await a_move_shown(club)
    circuit = club.bot.house.announcer.circuit
    for _ in range(5_000):
        circuit.heard(403, via=True)
    began = await now(club)
    await club.quickly()
    await club.advance(590)
    assert not await edits(club, BOARD, began)
    await club.advance(20 + SPREAD_S)
    assert club.shown_ply == club.match.ply


# Discord is not well


async def test_ten_minutes_of_503_end_in_one_edit(club: Club) -> None:
    """Fault R6: tried again less and less often, never later than a minute; then one edit for all moves."""
    await a_move_shown(club)
    began = await now(club)
    await club.op.fault("PATCH", BOARD, times=1_000, status=503)
    for _ in range(20):
        await club.quickly()
        await club.advance(30)
    tried = await edits(club, BOARD, began)
    assert 10 <= len(tried) <= 28, len(tried)
    await club.op("DELETE", "faults")
    began = await now(club)
    await club.advance(61)
    assert club.shown_ply == club.match.ply
    assert len(await edits(club, BOARD, began)) == 1


async def test_an_edit_that_was_done_before_the_connection_broke_is_repeated_harmlessly(club: Club) -> None:
    """Fault R8: an edit may be done twice."""
    await a_move_shown(club)
    await club.op.fault("PATCH", BOARD, apply_first=True, drop=True)
    await club.quickly()
    await club.advance(6)
    assert club.shown_ply == club.match.ply
    assert len(boards_of(club)) == 1


@pytest.mark.parametrize("answer", [{"drop": True}, {"status": 500}, {"status": 503}], ids=str)
async def test_a_table_that_was_posted_before_the_answer_was_lost_stands_there_once(
    club: Club, answer: dict[str, Any]
) -> None:
    """Fault R8: the post is repeated under the same nonce, and Discord gives the message that is there already."""
    anna = club.people[0]
    await club.op.fault("POST", BOARD, apply_first=True, **answer)
    await anna.command("play", game="calidruno")
    await club.until(lambda: club.live.record.message_id is not None, "the table")
    assert len(boards_of(club)) == 1
    await club.press(anna, "leave")


async def test_a_table_that_changed_after_the_answer_to_its_post_was_lost_shows_that(club: Club) -> None:
    """Fault R8: the message that is there already shows what was so when it was posted."""
    anna, bruno, _ = club.people
    await club.op.fault("POST", BOARD, apply_first=True, drop=True)
    await anna.command("play", game="calidruno")
    await club.quiet()
    assert club.live.record.message_id is None
    await club.bot.house.service.seating.sit(club.live, Seated(int(bruno.id), "Bruno"))
    await club.until(lambda: club.live.record.message_id is not None, "the table")
    await club.until(lambda: "Anna and Bruno" in alt_text(club), "Bruno at the table")
    assert len(boards_of(club)) == 1


async def test_what_was_taken_back_after_the_answer_to_its_edit_was_lost_is_not_shown(club: Club) -> None:
    """Fault R8: Bruno sat down and left again while the bot did not know whether he was shown."""
    anna, bruno, _ = club.people
    await club.table(anna)
    await club.op.fault("PATCH", BOARD, apply_first=True, drop=True)
    await club.press(bruno, "sit")
    await club.until(lambda: "Anna and Bruno" in alt_text(club), "Bruno at the table")
    assert club.bot.house.announcer.board(club.live).unsent_since is not None
    await club.press(bruno, "leave")
    await club.advance(10)
    assert "Bruno" not in alt_text(club)


def alt_text(club: Club) -> str:
    """What a screen reader says of the table's picture."""
    return club.board().data["attachments"][0].get("description") or ""


def boards_of(club: Club) -> list[str]:
    """The public messages of the bot that are there."""
    return [m.id for m in club.people[0].messages() if not m.ephemeral and not m.deleted and m.components]


@pytest.mark.parametrize("status", [200, 502])
async def test_a_page_instead_of_an_answer_is_a_failure_like_any_other(club: Club, status: int) -> None:
    """Fault R18: HTML where JSON should be is treated as a server error."""
    waiting, hand = await somebody_waits(club)
    page: dict[str, Any] = {"status": status, "text": "<html>Bad gateway</html>"}
    await club.op.fault("PATCH", BOARD, **page)
    await club.op.fault("PATCH", WEBHOOK, **page)
    await club.op.fault("POST", ANSWER, apply_first=True, **page)
    player = club.to_act()
    pressing = asyncio.create_task(club.press(player, "hand"))
    ply = club.match.ply
    await club.quickly()
    await club.until(lambda: club.shown_ply == club.match.ply > ply, "the move on the table")
    await pressing
    await club.until(lambda: shows_whose_turn(club, waiting, hand), "the hand that lay open")
    assert (await club.hand(waiting)).ephemeral


async def test_a_hand_that_lies_open_is_shown_anew_after_a_ban(club: Club) -> None:
    """Fault R4: whoever waits with their hand open sees whose turn it is without pressing anything."""
    waiting, hand = await somebody_waits(club)
    before = hand.text
    await club.op.fault("PATCH", WEBHOOK, status=429, via=False, retry_after=1)
    await club.quickly()
    await club.advance(5)
    assert hand.text == before
    await club.advance(FIRST_BAN_S + SPREAD_S)
    await club.until(lambda: shows_whose_turn(club, waiting, hand), "the hand that lay open")


def shows_whose_turn(club: Club, owner: Person, hand: Message) -> bool:
    """Whether the hand says who is to act now."""
    player = club.to_act()
    return "Your turn" in hand.text if player is owner else f"It is {player.name}’s turn" in hand.text


async def test_what_hangs_is_given_up(club: Club) -> None:
    """Fault R19: no table, hand or answer waits for ever for a connection that says nothing."""
    _, hand = await somebody_waits(club)
    before = hand.text
    # Only what hangs is given up so soon: a busy machine may need longer for what follows.
    with patch("bot.tables.faults.PATIENCE_S", 0.05):
        for method, path in (("PATCH", BOARD), ("PATCH", WEBHOOK)):
            await club.op.fault(method, path, hang=True)
        await club.quickly()
        await club.until(lambda: len(hanging(club)) == 2, "both requests to hang")
    await club.until(lambda: club.shown_ply == club.match.ply, "the move on the table")
    await club.until(lambda: hand.text != before, "the hand")


def hanging(club: Club) -> list[str]:
    """The requests that Discord did not answer."""
    return [entry["path"] for entry in club.local.core.journal.entries if (entry.get("fault") or {}).get("hang")]


async def test_an_answer_that_comes_too_late_takes_no_move_back(club: Club) -> None:
    """Fault R10: the move stays, the table shows it, and nobody is told of an error twice."""
    await a_move_shown(club)
    player = club.to_act()
    hand = await club.hand(player)
    ply, messages = club.match.ply, len(player.messages())
    with patch("bot.responder.ANSWER_TIMEOUT_S", 0.05):
        await club.op.fault("POST", ANSWER, hang=True)
        pressing = asyncio.create_task(play_from(hand))
        await club.until(lambda: club.match.ply == ply + 1, "the move")
        club.local.clock.advance(4)
        await pressing
    await club.until(lambda: club.shown_ply == club.match.ply, "the move on the table")
    assert len(player.messages()) == messages


async def test_the_end_of_a_hands_token_is_not_the_end_of_the_bots(club: Club) -> None:
    """Fault R11: 401 for a hand that is too old; nothing stops, and "My hand" opens a new one."""
    await a_move_shown(club)
    waiting = next(person for person in club.people if person is not club.to_act())
    await club.hand(waiting)
    await club.quiet()
    await club.op.fault("PATCH", WEBHOOK, status=401, code=50027)
    await club.quickly()
    await club.advance(3)
    assert not club.bot.refused
    assert club.shown_ply == club.match.ply
    assert (await club.hand(waiting)).ephemeral


# Discord does not take it


async def test_a_form_that_discord_does_not_take_becomes_a_text_and_is_not_sent_for_ever(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    """Fault R17: first the classic message, then one without a picture, then rest; each time with an alarm."""
    await a_move_shown(club)
    began = await now(club)
    await club.op.fault("PATCH", BOARD, times=3, status=400, code=50035)
    await club.op.fault("POST", BOARD, times=2, status=400, code=50035)
    await club.quickly()
    await club.until(lambda: bool(club.board().data["embeds"]), "the table as a text")
    assert not club.board().data["attachments"]
    assert "Anna" in club.board().text
    assert len(errors(caplog)) == 2
    await club.op.fault(None, BOARD, times=100, status=400, code=50035)
    await club.quickly()
    await club.advance(600)
    assert len(await edits(club, BOARD, began)) < 12


async def test_a_picture_that_is_too_large_gets_smaller_and_then_goes(club: Club) -> None:
    """Fault R20."""
    await a_move_shown(club)
    (before,) = club.board().data["attachments"]
    await club.op.fault("PATCH", BOARD, times=1, status=413, code=40005)
    await club.quickly()
    await club.until(lambda: club.shown_ply == club.match.ply, "the table with a smaller picture")
    (after,) = club.board().data["attachments"]
    assert after["width"] == pytest.approx(before["width"] / 2, abs=1)
    await club.op.fault("PATCH", BOARD, times=1, status=413, code=0)
    await club.quickly()
    await club.until(lambda: not club.board().data["attachments"], "the table without a picture")


async def test_names_that_automatic_moderation_blocks_are_left_out(club: Club) -> None:
    """Fault R21: people are called by their places, and the table stands there."""
    await a_move_shown(club)
    await club.op.fault("PATCH", BOARD, times=1, status=400, code=200000)
    await club.quickly()
    await club.until(lambda: "Player 1" in club.board().text, "the table without names")
    assert not any(person.name in club.board().text for person in club.people)


@pytest.mark.parametrize(
    "refusal",
    [{"status": 400, "code": 50035}, {"status": 413, "code": 40005}, {"status": 400, "code": 200000}],
    ids=["bad form", "too large", "moderated"],
)
async def test_a_hand_that_discord_does_not_take_comes_as_a_text(club: Club, refusal: dict[str, Any]) -> None:
    """Faults R17, R20 and R21: what cannot be shown as it is still can be played, and stays up to date."""
    await a_move_shown(club)
    player = club.to_act()
    await club.op.fault("POST", ANSWER, **refusal)
    hand = await club.hand(player)
    assert not hand.data["attachments"]
    assert not any(person.name in hand.text for person in club.people if person is not player)
    ply = club.match.ply
    assert await play_from(hand) is not None
    assert club.match.ply == ply + 1
    await club.op.fault("PATCH", WEBHOOK, **refusal)
    before = hand.text
    await club.quickly()
    await club.advance(8)
    assert hand.text != before
