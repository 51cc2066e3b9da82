"""The seal before the deal, what was sealed after the match, and nothing of it in between: with the real client."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.tables.permits import Person as Seated
from data.records import TableStatus
from games.core.fairness import commitment_to, short_seal
from games.proof import Proof
from games.verify import RIGHT, WRONG, main
from tests.support.club import Club, action_of, open_club
from tests.support.people import Message, Person, Result
from tests.support.sealed import Overheard, told

MOVES_MOST = 1_500


@pytest.fixture
async def deals() -> Overheard:
    return Overheard()


@pytest.fixture
async def club(tmp_path: Path, deals: Overheard) -> AsyncIterator[Club]:
    """Anna, Carla and Elena, whose table's deals a test can overhear."""
    async with open_club(tmp_path, "anna", "carla", "elena", deals=deals) as opened:
        yield opened


async def play_out(club: Club) -> None:
    """Play the first legal moves until the match is over and its result is shown."""
    for _ in range(MOVES_MOST):
        if club.live.playing is None:
            break
        await club.quickly()
    assert club.live.record.status is TableStatus.FINISHED
    await club.until(lambda: club.can("rematch"), "the result")


def seals(text: str) -> list[str]:
    """The short seals that a text shows."""
    return re.findall(r"sealed: `([0-9a-f ]{19})`…", text)


def whole_numbers(text: str) -> list[str]:
    """The hashes and seeds that a text shows in full, in order."""
    return re.findall(r"`([0-9a-f]{64})`", text)


def shown(result: Result) -> Message:
    """A private answer."""
    assert result.message is not None
    assert result.message.ephemeral
    return result.message


async def verify(person: Person, **options: str) -> Message:
    return shown(await person.command("verify", **options))


async def file_of(message: Message) -> str:
    """The file of an answer."""
    (attachment,) = message.data["attachments"]
    return (await message.person.fetch(attachment["url"])).decode()


async def passes(tmp_path: Path, message: Message, *arguments: str) -> int:
    """What the offline command says of the file of an answer."""
    path = tmp_path / "kept.json"
    path.write_text(await file_of(message), encoding="utf-8")
    return main([str(path), *arguments])


def everything(tmp_path: Path, club: Club) -> bytes:
    """All that the bot has ever sent: its requests, and what Discord keeps of messages and files."""
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.name.startswith("discord"))
    assert b"PNG" in kept, "pictures are among it"
    return kept + json.dumps(list(club.local.core.journal.entries)).encode()


async def test_what_is_sealed_in_the_lobby_is_opened_after_the_match_and_not_before(
    club: Club, deals: Overheard, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    anna, carla, elena = club.people
    await club.table(anna, carla)
    await club.until(lambda: club.can("start"), "the lobby")
    (seen,) = seals(club.board().text)
    (whole,) = whole_numbers((await verify(elena)).text)
    assert short_seal(whole) == seen
    assert whole in shown(await club.press(elena, "more")).text

    await club.press(anna, "start")
    await club.until(lambda: club.can("hand"), "the deal")
    await club.quickly(*[""] * 2)
    for person in (anna, elena, elena):  # a player, a stranger, twice
        answer = await verify(person)
        assert whole_numbers(answer.text) == [whole]
        assert "opened when the match is over" in answer.text
        terms = await file_of(answer)
        assert terms.startswith("calidruno deal 1\n")
    assert whole in shown(await club.press(carla, "more")).text
    await club.hand(anna)
    await club.quiet()
    sent = everything(tmp_path, club) + caplog.text.encode()
    assert [secret for secret in deals.secrets() if told(secret, sent)] == []
    assert len(deals.secrets()) == 3, "this match's, its seed, and the next one's"

    await play_out(club)
    assert "/verify checks this deal" in club.board().text
    sent = everything(tmp_path, club) + caplog.text.encode()
    assert [secret for secret in deals.secrets() if told(secret, sent)] == []

    for person in (carla, elena, elena):
        answer = await verify(person)
        commitment, server_seed, next_seal = whole_numbers(answer.text)
        assert commitment == whole
        assert commitment_to(bytes.fromhex(server_seed)) == whole
        assert next_seal == deals.pacts[1].commitment
        assert "✅ It fits" in answer.text
    assert await passes(tmp_path, answer, "--sealed", seen) == RIGHT
    assert Proof.from_json(await file_of(answer)).terms.text() == terms
    assert not told(deals.pacts[1].server_seed, everything(tmp_path, club) + caplog.text.encode())


async def test_the_presses_by_which_people_came_are_in_the_deal_and_no_person_is(club: Club, tmp_path: Path) -> None:
    anna, carla, _ = club.people
    await club.match_of(anna, carla)
    await play_out(club)
    proof = Proof.from_json(text := await file_of(await verify(anna)))
    pressed = {i.id: i for i in club.local.core.world.interactions.values()}
    by = [pressed[str(press)].user_id for press in (*proof.terms.joins, proof.terms.start)]
    assert by == [anna.id, carla.id, anna.id]
    for person in (anna, carla):
        assert person.id not in text
        assert person.name not in text


async def test_a_lobby_tells_whose_presses_are_in_so_far(club: Club) -> None:
    anna, carla, elena = club.people
    await club.table(anna, carla)
    first = (await verify(elena)).text
    assert re.search(r"Anna `\d+`, Carla `\d+`, and the one that starts the match", first)
    await club.press(carla, "leave")
    await club.press(carla, "sit")
    again = (await verify(elena)).text
    assert whole_numbers(again) == whole_numbers(first), "the seal stays"
    assert re.findall(r"Anna `(\d+)`", again) == re.findall(r"Anna `(\d+)`", first)
    assert re.findall(r"Carla `(\d+)`", again) != re.findall(r"Carla `(\d+)`", first)


async def test_a_further_match_is_sealed_before_anybody_asks_for_it(
    club: Club, deals: Overheard, tmp_path: Path
) -> None:
    anna, carla, _ = club.people
    await club.match_of(anna, carla)
    await play_out(club)
    (seen,) = seals(club.board().text)
    await club.press(carla, "rematch")
    await club.press(anna, "rematch")  # twice, by two people
    await club.until(lambda: club.live.playing is not None, "a further match")
    assert len(deals.seeds) == 2
    (whole,) = whole_numbers((await verify(anna)).text)
    assert short_seal(whole) == seen
    assert not told(deals.pacts[1].server_seed, everything(tmp_path, club))

    # The first match can still be checked, by its name in the list; the second is not in it.
    (choice,) = await anna.autocomplete("verify", "match", "calid")
    assert choice["name"].startswith("Calidruno, match 1 · 20")
    answer = await verify(anna, match=choice["value"])
    assert whole_numbers(answer.text)[0] == deals.pacts[0].commitment
    assert await passes(tmp_path, answer) == RIGHT
    assert await anna.autocomplete("verify", "match", "kalooki") == []

    await play_out(club)
    answer = await verify(carla)
    assert await passes(tmp_path, answer, "--sealed", seen) == RIGHT
    proof = Proof.from_json(await file_of(answer))
    assert proof.terms.number == 2
    assert pressed_by(club, proof.terms.start) == carla.id
    assert len(await anna.autocomplete("verify", "match", "")) == 2


def pressed_by(club: Club, press: int) -> str:
    """Whose press this was."""
    return next(i.user_id for i in club.local.core.world.interactions.values() if i.id == str(press))


async def test_after_a_restart_the_seal_is_the_same_and_the_match_can_be_checked(tmp_path: Path) -> None:
    deals = Overheard()
    async with open_club(tmp_path, "anna", "carla", deals=deals) as club:
        anna, carla = club.people
        await club.table(anna, carla)
        await club.until(lambda: club.can("start"), "the lobby")
        (seen,) = seals(club.board().text)
    async with open_club(tmp_path, "anna", "carla", deals=deals) as club:
        anna, carla = club.people
        assert len(deals.pacts) == 1
        await club.until(lambda: club.can("start"), "the lobby")
        assert seals(club.board().text) == [seen]
        await club.press(anna, "start")
        await club.until(lambda: club.can("hand"), "the deal")
        await club.quickly()
    async with open_club(tmp_path, "anna", "carla", deals=deals) as club:
        anna, carla = club.people
        assert short_seal(whole_numbers((await verify(anna)).text)[0]) == seen
        await play_out(club)
    async with open_club(tmp_path, "anna", "carla", deals=deals) as club:
        answer = await verify(club.people[1])
        assert await passes(tmp_path, answer, "--sealed", seen) == RIGHT
        assert len(deals.pacts) == 2


async def test_a_match_that_was_broken_off_is_opened_too_and_the_closed_table_remembered(
    club: Club, deals: Overheard, tmp_path: Path
) -> None:
    anna, carla, elena = club.people
    await club.match_of(anna, carla)
    await club.quickly(*[""] * 3)
    await club.end(anna)
    assert not list(club.bot.house.service.tables)
    answer = await verify(elena)
    assert whole_numbers(answer.text) == [deals.pacts[0].commitment, deals.pacts[0].server_seed.hex()]
    proof = Proof.from_json(await file_of(answer))
    assert (proof.broken_off, proof.outcome.reason, len(proof.moves)) == (True, "ended", 3)
    assert await passes(tmp_path, answer) == RIGHT
    assert not told(deals.pacts[1].server_seed, (tmp_path / "journal.sqlite3").read_bytes()), "a seal that was not used"


async def test_a_match_that_all_but_one_left_is_opened_too(club: Club, tmp_path: Path) -> None:
    anna, carla, _ = club.people
    await club.table(anna, carla)
    await club.bot.house.service.set_stand_in(club.live, Seated(int(anna.id), anna.name), "timeout")
    await club.until(lambda: club.can("start"), "the lobby")
    await club.press(anna, "start")
    await club.until(lambda: club.can("hand"), "the deal")
    await club.quickly()
    await club.leave(carla)
    await club.until(lambda: club.can("rematch"), "the result")
    answer = await verify(carla)
    proof = Proof.from_json(await file_of(answer))
    assert (proof.broken_off, proof.outcome.reason, proof.outcome.places) == (True, "forfeit", (1, 2))
    assert await passes(tmp_path, answer) == RIGHT


async def test_a_table_that_starts_at_once_says_that_nobody_saw_the_seal(club: Club, tmp_path: Path) -> None:
    anna, *_ = club.people
    await anna.command("solo", game="calidruno")
    await club.until(lambda: club.live.playing is not None and club.live.record.message_id, "the deal")
    await club.end(anna)
    answer = await verify(anna)
    assert "nobody could see the seal beforehand" in answer.text
    assert await passes(tmp_path, answer) == RIGHT
    proof = Proof.from_json(await file_of(answer))
    assert proof.terms.joins[1:] == (0, 0, 0)


async def test_of_matches_in_other_channels_nothing_is_told(club: Club) -> None:
    anna, carla, elena = club.people
    await club.match_of(anna, carla)
    await play_out(club)
    (choice,) = await elena.autocomplete("verify", "match", "")
    elena.go("tavolo-2")
    none = "No match has been played in this channel yet."
    assert shown(await elena.command("verify")).text == none
    assert await elena.autocomplete("verify", "match", "") == []
    for typed in (choice["value"], "99999", "-1", "²", "1; --", "9" * 40):
        assert shown(await elena.command("verify", match=typed)).text == none
    # Who sits at a table may ask about it from anywhere.
    anna.go("tavolo-2")
    assert "✅ It fits" in (await verify(anna)).text


async def test_what_was_tampered_with_on_disk_is_called_so(club: Club, tmp_path: Path) -> None:
    anna, carla, _ = club.people
    await club.match_of(anna, carla)
    await play_out(club)

    def other_moves(connection: Any) -> None:
        connection.execute("UPDATE move SET move = 'draw' WHERE ply = 1 AND move <> 'draw'")
        connection.execute("UPDATE move SET seat = 1 - seat WHERE ply = 1")

    await club.store._database.run(other_moves)
    answer = await verify(anna)
    assert "❌ It does not fit" in answer.text
    assert await passes(tmp_path, answer) == WRONG


async def test_the_seal_is_said_in_italian_too(club: Club) -> None:
    anna, carla, _ = club.people
    await anna.change(locale="it")
    await club.table(anna, carla)
    answer = await verify(anna)
    assert "Prossimo mazzo sigillato:" in answer.text
    shown_names = {command["name"]: command["name_localized"] for command in await anna.commands("it")}
    assert shown_names["verify"] == "verifica"


async def test_the_buttons_of_a_result_are_as_before(club: Club) -> None:
    anna, carla, _ = club.people
    await club.match_of(anna, carla)
    await play_out(club)
    assert [action_of(c) for c in club.board().buttons] == ["rematch", "close", "rules", "more"]
