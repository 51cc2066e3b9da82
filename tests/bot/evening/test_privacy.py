"""/privacy and /forget-me with the real client."""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn
from unittest.mock import patch

import discord
import pytest

from bot.settings import Settings
from bot.tables.live import LiveTable
from bot.tables.permits import Person as Seated
from data.records import Presence, TableStatus
from data.retention import GONE_DAYS, KEEP_DAYS
from tests.support.club import Club, find, open_club
from tests.support.people import Message, Person
from tests.support.tables import press
from tests.support.traces import places_of, traces

NAME = "Annalisa Zwölfmeier"


# Setting the scene


def board_of(person: Person, live: LiveTable) -> Message | None:
    """A table's public message as somebody sees it."""
    found = person.messages(str(live.record.channel_id))
    return next((message for message in found if message.id == str(live.record.message_id)), None)


def can_press(person: Person, live: LiveTable, action: str) -> bool:
    """Whether a table's public message offers an action now."""
    board = board_of(person, live)
    button = board.button(f"cg1:{live.record.id}:0:{action}") if board is not None else None
    return button is not None and not button.get("disabled")


async def table_in(club: Club, channel: str, host: Person, *others: Person, game: str = "calidruno") -> LiveTable:
    """A lobby of these people in a channel, and its message."""
    await host.command("play", channel=channel, game=game)

    def opened() -> LiveTable | None:
        live = club.bot.house.service.tables.in_channel(int(host.channel_id(channel)))
        return live if live is not None and board_of(host, live) is not None else None

    live = await club.until(opened, "the table")
    assert live is not None
    for other in others:
        await other.press(custom_id=f"cg1:{live.record.id}:0:sit", message=board_of(other, live))
    return live


async def deal(club: Club, live: LiveTable) -> None:
    host = club.person(live.record.host_id)

    await club.until(lambda: can_press(host, live, "start"), "the start button")
    await host.press(custom_id=f"cg1:{live.record.id}:0:start", message=board_of(host, live))
    await club.until(lambda: live.playing is not None, "the deal")


async def play_out(club: Club, live: LiveTable, moves: int = 10_000) -> None:
    """Play the first legal moves, past Discord but by the rules and the journal, at most so many."""
    while live.playing is not None and moves:
        match, moves = live.playing, moves - 1
        seat = min(live.active)
        move = match.game.legal_moves(match.state, seat)[0]
        await club.bot.house.service.matches.play(live, live.record.seats[seat].user_id, move, press(), None)


async def anna_everywhere(club: Club) -> dict[TableStatus, LiveTable]:
    """Anna at a table in each state, one more that she only watches, and with settings of her own."""
    anna, bruno, carla = club.people
    await anna.change(name=NAME)
    for person in (anna, bruno):
        await person.command("settings")
        await person.choose("number", menu=find(person.messages()[-1], "set:sort_by"))
    closed = await table_in(club, "general", anna, bruno)
    await deal(club, closed)
    await play_out(club, closed, 5)
    await club.bot.house.service.end(closed, Seated(int(anna.id), NAME))
    finished = await table_in(club, "general", anna, bruno)
    await deal(club, finished)
    await play_out(club, finished)
    lobby = await table_in(club, "tavolo-2", anna, bruno)
    playing = await table_in(club, "tavolo-1", anna, bruno, carla)
    await deal(club, playing)
    await play_out(club, playing, 4)
    await carla.command("play", game="kalooki", thread=True, channel="general")
    watched = await club.until(
        lambda: next((t for t in club.bot.house.service.tables if t.game.info.key == "kalooki"), None)
    )
    assert watched is not None
    await club.bot.house.service.seating.watch(watched, Seated(int(anna.id), NAME))
    await club.until(lambda: can_press(anna, playing, "hand"), "the dealt table")
    await anna.press(custom_id=f"cg1:{playing.record.id}:0:hand", message=board_of(anna, playing))
    await club.quiet()
    return {
        TableStatus.CLOSED: closed,
        TableStatus.FINISHED: finished,
        TableStatus.LOBBY: lobby,
        TableStatus.PLAYING: playing,
    }


async def stored_of(person: Person) -> dict[str, Any]:
    """What /privacy attaches."""
    shown = (await person.command("privacy")).message
    assert shown is not None
    assert shown.ephemeral
    (attachment,) = shown.data["attachments"]
    assert attachment["filename"] == "my-data.json"
    return json.loads(await shown.person.fetch(attachment["url"]))


def what_anna_had_no_part_in(told: dict[str, Any]) -> dict[str, Any]:
    """The same, but for what passes to others when somebody leaves: the host's place, and seats in a lobby move up."""
    seats = [seat | ({"seat": None} if seat["status"] == "lobby" else {}) for seat in told["seats"]]
    return told | {"host_of": None, "seats": seats}


async def forget(person: Person) -> Message:
    """/forget-me, and yes; the answer."""
    asked = (await person.command("forget-me")).message
    assert asked is not None
    assert asked.ephemeral
    answer = (await person.press(custom_id=find(asked, "forget:yes"), message=asked)).message
    assert answer is not None
    return answer


def journal(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


# /privacy


@pytest.mark.parametrize("style", ["v2", "embed"])
async def test_privacy_tells_what_is_stored_and_brings_it_as_a_file(tmp_path: Path, style: str) -> None:
    async with open_club(tmp_path, settings=Settings(table_style=style, keep_days=60)) as club:
        anna, bruno, carla = club.people
        await club.match_of(anna, bruno, carla)
        await club.quickly("", "", "")
        shown = (await anna.command("privacy")).message
        assert shown is not None
        assert f"{GONE_DAYS} days" in shown.text
        assert "60 days" in shown.text
        told = await stored_of(anna)
        (seat,) = told["seats"]
        assert (seat["name"], seat["status"], seat["channel"]) == ("Anna", "playing", anna.channel_id())
        (match,) = told["matches"]
        assert (match["finished_at"], match["moves"]) == (None, [])
        text = json.dumps(told)
        assert not any(word in text for word in (bruno.id, carla.id, "Bruno", "Carla", "seed", "commitment"))
        await bruno.change(locale="it")
        in_italian = (await bruno.command("privacy")).message
        assert in_italian is not None
        assert "impostazioni" in in_italian.text


async def test_privacy_works_in_a_direct_message_and_for_strangers(club: Club) -> None:
    anna, bruno, _ = club.people
    await club.table(bruno)
    shown = (await anna.command("privacy", channel=await anna.open_dm())).message
    assert shown is not None
    told = json.loads(await shown.person.fetch(shown.data["attachments"][0]["url"]))
    assert told.pop("id") == anna.id
    assert not any(told.values())


# /forget-me


async def test_fault_u5_after_forget_me_the_person_is_nowhere(
    club: Club, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    anna, bruno, carla = club.people
    tables = await anna_everywhere(club)
    others = {person.key: await stored_of(person) for person in (bruno, carla)}
    user_id = int(anna.id)
    assert {"seat.name", "win.user_id", "player.user_id", "watcher.user_id"} <= set(
        places_of(journal(tmp_path), user_id, NAME)
    )
    answer = await forget(anna)
    assert "forgotten" in answer.text
    await club.advance(5)

    assert places_of(journal(tmp_path), user_id, NAME, "Zwölfmeier") == []
    assert traces(journal(tmp_path), user_id, NAME) == []
    assert not [r for r in caplog.records if anna.id in r.getMessage() or "Zwölfmeier" in r.getMessage()]
    house = club.bot.house
    in_memory = [repr(live) for live in house.service.tables]
    in_memory += [repr(house.preferences._players), repr(list(house.announcer.hands._open))]
    shown = [board._shown for board in house.announcer._boards.values()]
    assert any(shown)
    in_memory += [repr(shown), repr(list(house.announcer.painter._kept))]
    assert not [text for text in in_memory if anna.id in text or "Zwölfmeier" in text]

    open_tables = {status: live for status, live in tables.items() if status is not TableStatus.CLOSED}
    for live in open_tables.values():
        board = board_of(bruno, live)
        assert board is not None
        assert "Zwölfmeier" not in json.dumps(board.data["components"], ensure_ascii=False)
        assert anna.id not in json.dumps(board.data["components"])
        assert live.record.host_id == int(bruno.id)
    told = {person.key: await stored_of(person) for person in (bruno, carla)}
    for key, before in others.items():
        assert what_anna_had_no_part_in(told[key]) == what_anna_had_no_part_in(before)


async def test_the_running_match_goes_on_with_a_computer_in_the_seat(club: Club, tmp_path: Path) -> None:
    anna, bruno, carla = club.people
    await club.match_of(anna, bruno, carla, clock="30")
    await club.quickly("", "")
    await forget(anna)
    live = club.live
    seat = live.record.seats[0]
    assert (seat.presence, seat.name) == (Presence.LEFT, "")
    await club.until(lambda: "somebody" in club.board(bruno).text, "the table without her name")
    ply = club.match.ply
    for _ in range(6):
        if live.active & {1, 2}:
            await club.quickly()
        else:
            await club.advance(20)
    assert club.match.ply > ply + 4
    # She is a stranger now: she may watch, but not come back to that seat.
    await club.forge(anna, club.board(anna), f"cg1:{live.record.id}:0:sit")
    assert live.seat_of(int(anna.id)) is None
    assert live.record.seats[0].presence is Presence.LEFT
    await club.bot.house.service.end(live, Seated(int(bruno.id), "Bruno"))
    assert places_of(journal(tmp_path), int(anna.id), "Anna") == []


async def test_the_match_can_be_replayed_after_a_restart(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club:
        await club.match_of(*club.people)
        await club.quickly("", "", "")
        await forget(club.people[0])
        state = club.match.state
        clock = club.clock
    async with open_club(tmp_path, clock=clock) as club:
        assert club.live.record.seats[0].presence is Presence.LEFT
        assert club.match.state == state
        assert club.live.record.host_id == int(club.people[1].id)


async def test_no_takes_the_question_away_and_changes_nothing(club: Club) -> None:
    anna, bruno, _ = club.people
    await club.match_of(anna, bruno)
    asked = (await anna.command("forget-me")).message
    assert asked is not None
    await anna.press(custom_id=find(asked, "forget:no"), message=asked)
    await anna.wait_for(lambda: asked.deleted, "the question to go")
    assert [seat["name"] for seat in (await stored_of(anna))["seats"]] == ["Anna"]


async def test_pressed_twice_late_and_after_a_restart_it_forgets_once(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club:
        anna, bruno, _ = club.people
        await club.match_of(anna, bruno)
        asked = (await anna.command("forget-me")).message
        assert asked is not None
        yes = find(asked, "forget:yes")
        await club.advance(3 * 3600)
        clock = club.clock
    async with open_club(tmp_path, clock=clock) as club:
        anna, bruno, _ = club.people
        before = [message for message in anna.messages() if message.id == asked.id]
        pressed = before[0] if before else asked
        first = await club.forge(anna, pressed, yes)
        assert first.message is not None
        assert "forgotten" in first.message.text
        assert places_of(journal(tmp_path), int(anna.id)) == []
        listed = (tmp_path / "journal.sqlite3.forgotten").read_text()
        second = await club.forge(anna, first.message, yes)
        assert second.message is not None
        assert "Nothing is stored" in second.message.text
        assert (tmp_path / "journal.sqlite3.forgotten").read_text() == listed


async def test_a_press_by_somebody_else_forgets_nobody_but_them(club: Club) -> None:
    anna, bruno, carla = club.people
    await club.match_of(anna, bruno)
    asked = (await anna.command("forget-me")).message
    assert asked is not None
    await club.forge(carla, club.board(carla), find(asked, "forget:yes"))
    assert [seat["name"] for seat in (await stored_of(anna))["seats"]] == ["Anna"]


async def test_who_sits_alone_leaves_a_farewell_without_a_name(club: Club, tmp_path: Path) -> None:
    anna, bruno, _ = club.people
    await anna.change(name=NAME)
    await anna.command("solo", game="calidruno")
    await club.until(lambda: club.live.record.message_id is not None and "Zwölfmeier" in club.board(bruno).text)
    board = club.board(bruno)
    await forget(anna)
    await club.until(lambda: not board.buttons, "the farewell")
    assert "Zwölfmeier" not in board.text
    assert not list(club.bot.house.service.tables)
    assert places_of(journal(tmp_path), int(anna.id), NAME) == []


async def test_a_ping_that_names_the_person_is_taken_back(club: Club) -> None:
    anna, bruno, carla = club.people
    await club.match_of(anna, bruno, carla, clock="120")
    while club.to_act() is not anna:
        await club.quickly()
    await club.advance(25)
    ping = await club.until(lambda: next((m for m in bruno.messages() if m.data.get("mentions")), None), "the ping")
    assert ping is not None
    await forget(anna)
    await bruno.wait_for(lambda: ping.deleted, "the ping to go, before anybody has moved")


async def test_a_hand_on_its_way_to_a_direct_message_brings_nobody_back(club: Club, tmp_path: Path) -> None:
    """What Discord answers to it comes when its reader is forgotten; it must not be kept of them."""
    await club.match_of(*club.people)
    anna = club.people[0]
    user_id, preferences = int(anna.id), club.bot.house.preferences
    await preferences.save_player(replace(await preferences.player(user_id), hand_by="dm"))
    asked, answered = asyncio.Event(), asyncio.Event()

    async def refused(*_: object) -> NoReturn:
        asked.set()
        await answered.wait()
        response: Any = SimpleNamespace(status=403, reason="Forbidden", headers={})
        raise discord.Forbidden(response, {"code": 50007, "message": "Cannot send messages to this user"})

    with patch.object(club.bot, "create_dm", refused):
        await club.quickly()
        async with asyncio.timeout(10):
            await asked.wait()
        assert await club.bot.house.forget(user_id)
        answered.set()
        await club.quiet()
    assert places_of(journal(tmp_path), user_id, anna.name) == []


async def test_forgetting_that_cannot_be_written_is_said_and_can_be_asked_again(
    club: Club, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bruno, _ = club.people
    await club.match_of(anna, bruno)

    def full(*_: object) -> str:
        raise OSError(28, "no room")

    with monkeypatch.context() as context:
        context.setattr("data.forgetting.ForgottenList.add", full)
        answer = await forget(anna)
    assert "not forgotten yet" in answer.text
    assert places_of(journal(tmp_path), int(anna.id)) != []
    assert "You are forgotten" in (await forget(anna)).text
    assert places_of(journal(tmp_path), int(anna.id)) == []


# Papers


def test_the_papers_tell_the_true_figures() -> None:
    root = Path(__file__).parents[3]
    policy = (root / "docs" / "privacy.md").read_text(encoding="utf-8")
    assert f"{GONE_DAYS} days after" in policy
    assert f"{KEEP_DAYS} days after" in policy
    assert f"KEEP_DAYS={KEEP_DAYS}" in (root / ".env.example").read_text(encoding="utf-8")
    assert Settings().keep_days == KEEP_DAYS
    assert all(word in policy for word in ("/privacy", "/forget-me", "KEEP_DAYS"))
    assert (root / "docs" / "terms.md").exists()
