"""Sealed deals at tables without Discord: every game, every end, old tables, races and faults."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.presenters.refusals import Refusal
from bot.tables.deals import Deals, checked_match
from bot.tables.errors import RefusedError
from bot.tables.live import LiveTable
from bot.tables.permits import Person
from data.records import MatchId, TableStatus
from data.store import StoreError
from games.core.fairness import commitment_to
from games.proof import Proof
from games.registry import BY_KEY
from games.verify import Check, findings, is_right
from tests.support.sealed import Overheard, told
from tests.support.tables import ANNA, BRUNO, CARLA, SIX, TAVOLO_2, Hall, any_move, open_hall, to_act


def pressing(person: Person, press_id: int) -> Person:
    """The same person with a press."""
    return replace(person, press_id=press_id)


@pytest.fixture
def deals() -> Overheard:
    return Overheard()


@pytest.fixture
async def hall(tmp_path: Path, deals: Overheard) -> AsyncIterator[Hall]:
    async with open_hall(tmp_path / "journal.sqlite3", deals=deals) as opened:
        yield opened


async def play_out(hall: Hall, live: LiveTable, most: int = 3_000) -> None:
    """First legal moves, then time-out moves, until the match is over."""
    for number in range(most):
        match = live.playing
        if match is None:
            return
        seat = min(live.active)
        legal = match.game.legal_moves(match.state, seat)
        move = legal[0] if number < 40 else match.game.timeout_move(match.state, seat)
        await hall.service.matches.play(
            live, live.record.seats[seat].user_id, move, f"{match.ply}:{live.match_id}", None
        )
    raise AssertionError("the match does not end")


async def proof_of(hall: Hall, match_id: MatchId | None) -> Proof:
    assert match_id is not None
    checked = await checked_match(hall.store, match_id)
    assert checked is not None
    assert checked.proof is not None
    assert checked.right is is_right(checked.proof)
    return checked.proof


@pytest.mark.parametrize("game", BY_KEY)
async def test_a_match_of_every_game_can_be_checked(hall: Hall, deals: Overheard, game: str) -> None:
    people = SIX[: BY_KEY[game].info.min_seats]
    seated = [pressing(person, 7_000 + number) for number, person in enumerate(people)]
    live = await hall.table(*seated, game=game)
    shown = live.record.commitment
    await hall.service.start(live, pressing(people[0], 8_000))
    assert live.match is not None
    assert live.match.seed == deals.seeds[0]
    await play_out(hall, live)
    proof = await proof_of(hall, live.record.match_id)
    assert proof.commitment == shown == commitment_to(proof.server_seed)
    assert proof.terms.joins == tuple(range(7_000, 7_000 + len(people)))
    assert (proof.terms.start, proof.terms.number, proof.terms.table) == (8_000, 1, live.record.id)
    assert proof.outcome == live.match.outcome
    assert [finding.check for finding in findings(proof)] == list(Check)
    assert is_right(proof)


async def test_the_dealer_and_the_number_of_a_further_match_are_in_its_terms(hall: Hall) -> None:
    live = await hall.match(ANNA, BRUNO, next_dealer="winner")
    await play_out(hall, live)
    await hall.service.rematch(live, pressing(BRUNO, 9_000))
    await play_out(hall, live)
    proof = await proof_of(hall, live.record.match_id)
    assert (proof.terms.number, proof.terms.start) == (2, 9_000)
    assert proof.terms.dealer is not None
    assert is_right(proof)


async def test_starting_twice_at_once_uses_one_seal(hall: Hall, deals: Overheard) -> None:
    live = await hall.table(ANNA, BRUNO)
    await asyncio.gather(*(hall.service.start(live, ANNA) for _ in range(3)))
    assert (len(deals.seeds), len(deals.pacts)) == (1, 2)
    assert live.match_record is not None
    assert live.match_record.commitment == deals.pacts[0].commitment
    assert live.record.commitment == deals.pacts[1].commitment


async def test_a_start_that_could_not_be_stored_leaves_the_seal_that_was_shown(
    hall: Hall, deals: Overheard, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await hall.table(ANNA, BRUNO)

    async def full(*_: object) -> None:
        raise StoreError("disk full")

    with monkeypatch.context() as patched:
        patched.setattr(hall.store, "start_match", full)
        with pytest.raises(RefusedError) as refused:
            await hall.service.start(live, ANNA)
        assert refused.value.which is Refusal.BUSY
    assert live.record.commitment == deals.pacts[0].commitment
    await hall.service.start(live, ANNA)
    assert live.match_record is not None
    assert live.match_record.commitment == deals.pacts[0].commitment


async def test_every_table_has_a_seal_of_its_own(hall: Hall, deals: Overheard) -> None:
    first, second = await hall.table(ANNA, BRUNO), await hall.table(ANNA, BRUNO, place=TAVOLO_2)
    assert first.record.commitment != second.record.commitment
    assert {first.record.commitment, second.record.commitment} == {pact.commitment for pact in deals.pacts}


async def test_who_comes_back_to_a_seat_brings_their_new_press_to_the_next_match(hall: Hall) -> None:
    live = await hall.match(ANNA, pressing(BRUNO, 7_001), CARLA)
    await hall.service.seating.leave(live, BRUNO.user_id)
    await hall.service.seating.sit(live, pressing(BRUNO, 7_999))
    await play_out(hall, live)
    assert (await proof_of(hall, live.record.match_id)).terms.joins[1] == 7_001
    await hall.service.rematch(live, ANNA)
    assert live.match_record is not None
    assert live.match_record.joins[1] == 7_999


async def test_when_the_lobby_opens_again_the_seats_keep_their_presses_and_the_table_its_seal(hall: Hall) -> None:
    live = await hall.match(pressing(ANNA, 7_000), pressing(BRUNO, 7_001))
    await play_out(hall, live)
    shown = live.record.commitment
    await hall.service.seating.leave(live, BRUNO.user_id)
    await hall.service.rematch(live, ANNA)
    assert live.record.status is TableStatus.LOBBY
    assert ([seat.join_id for seat in live.record.seats], live.record.commitment) == ([7_000], shown)
    await hall.service.seating.sit(live, pressing(CARLA, 7_005))
    await hall.service.start(live, pressing(ANNA, 7_006))
    assert live.match_record is not None
    assert (live.match_record.joins, live.match_record.number) == ((7_000, 7_005), 2)
    assert live.match_record.commitment == shown


async def test_a_match_whose_rules_have_changed_is_opened_when_its_table_is_closed(
    tmp_path: Path, deals: Overheard, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal.sqlite3"
    async with open_hall(path, deals=deals) as hall:
        live = await hall.match(ANNA, BRUNO)
        await hall.play(live, to_act(live), any_move(live))
    game = BY_KEY["calidruno"]
    monkeypatch.setattr(type(game), "info", game.info._replace(rules_version=99))
    async with open_hall(path, deals=deals) as hall:
        (live,) = hall.service.tables
        assert live.playing is None
        match_id = live.record.match_id
        assert match_id is not None
        assert await checked_match(hall.store, match_id) is None
        await hall.service.end(live, ANNA)
        checked = await checked_match(hall.store, match_id)
        assert checked is not None
        assert checked.proof is not None
        assert checked.right is None, "by these rules nobody can say"
    monkeypatch.undo()
    assert is_right(checked.proof), "the program of that time can"


async def test_a_match_by_other_rules_that_was_played_out_tells_its_end(
    tmp_path: Path, deals: Overheard, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_hall(tmp_path / "journal.sqlite3", deals=deals) as hall:
        live = await hall.match(ANNA, BRUNO)
        await play_out(hall, live)
        match_id = live.record.match_id
        assert match_id is not None
        game = BY_KEY["calidruno"]
        with monkeypatch.context() as patched:
            patched.setattr(type(game), "info", game.info._replace(rules_version=99))
            checked = await checked_match(hall.store, match_id)
        assert checked is not None
        assert checked.proof is not None
        assert (checked.right, checked.proof.outcome.places) == (None, ())
        assert is_right(checked.proof), "the program of that time can"


async def test_tables_from_before_seals_get_one_and_their_running_match_has_none(
    tmp_path: Path, deals: Overheard
) -> None:
    path = tmp_path / "journal.sqlite3"
    async with open_hall(path, deals=Overheard()) as hall:
        playing = await hall.match(ANNA, BRUNO)
        lobby = await hall.table(ANNA, BRUNO, place=TAVOLO_2)
    with closing(sqlite3.connect(path)) as connection:  # as a migration finds them
        connection.execute("DELETE FROM pact")
        connection.execute("UPDATE game_table SET commitment = ''")
        connection.execute("UPDATE match SET start_id = 0")
        connection.commit()
    async with open_hall(path, deals=deals) as hall:
        assert len(deals.pacts) == 2
        live, other = hall.service.tables.find(playing.record.id), hall.service.tables.find(lobby.record.id)
        assert {live.record.commitment, other.record.commitment} == {pact.commitment for pact in deals.pacts}
        await play_out(hall, live)
        assert live.record.match_id is not None
        checked = await checked_match(hall.store, live.record.match_id)
        assert checked is not None
        assert (checked.proof, checked.right) == (None, None)
        await hall.service.rematch(live, ANNA)
        await play_out(hall, live)
        proof = await proof_of(hall, live.record.match_id)
        assert is_right(proof)
        assert proof.terms.number == 2
    async with open_hall(path, deals=deals) as hall:
        assert hall.service.tables.find(lobby.record.id).record.commitment == other.record.commitment
        assert len(deals.pacts) == 3


async def test_forgetting_a_person_breaks_no_proof(hall: Hall) -> None:
    live = await hall.match(pressing(ANNA, 7_000), pressing(BRUNO, 7_001))
    await play_out(hall, live)
    before = await proof_of(hall, live.record.match_id)
    assert await hall.service.forgetting.forget(BRUNO.user_id)
    after = await proof_of(hall, live.record.match_id)
    assert after == before
    assert is_right(after)
    assert str(BRUNO.user_id) not in after.to_json()


async def test_the_secret_of_a_match_is_in_memory_nowhere_but_its_seed(hall: Hall, deals: Overheard) -> None:
    live = await hall.match(ANNA, BRUNO)
    known = repr((live, live.record, live.match_record, live.match, hall.service)).encode()
    assert [secret for secret in deals.secrets() if told(secret, known)] == []
    assert await checked_match(hall.store, MatchId(1)) is None
    assert await hall.store.revealed(MatchId(1)) is None


def test_no_two_secrets_are_alike() -> None:
    pacts = [Deals().pact() for _ in range(100)]
    assert len({pact.server_seed for pact in pacts}) == 100
    assert all(pact.commitment == commitment_to(pact.server_seed) for pact in pacts)
    assert "server_seed" not in repr(pacts[0])
