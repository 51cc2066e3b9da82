"""Thinking in a process of its own: the same answers, and an answer whatever becomes of that process."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.tables.computers import question_to
from bot.tables.thinker import Question, Thinker, by_reasons
from games.calabresella.terms import Phase
from games.core import Match, Seat
from games.core.player import Strength
from games.players import think
from games.registry import BY_KEY
from tests.support.tables import ANNA, TAVOLO, open_hall


@pytest.fixture
def thinker() -> Iterator[Thinker]:
    opened = Thinker(patience_s=30, start_s=60)
    yield opened
    opened.stop()


def late_in_a_round(number: int = 1) -> Question:
    """A question about a card, with five left in each hand."""
    game = BY_KEY["calabresella"]
    match = Match.start(game, game.presets["seed"], 3, number.to_bytes(16, "big"))
    while match.state.phase is not Phase.PLAY or len(match.state.tricks) < 7:
        seat = min(game.active_seats(match.state))
        move = game.timeout_move(match.state, seat)
        if match.state.phase is Phase.AUCTION and not match.state.calls:
            move = game.decode_move("solo")
        match, _ = match.play(seat, move)
    return question_to(match, min(game.active_seats(match.state)), Strength.STRONG)


async def test_another_process_gives_the_same_answers(thinker: Thinker) -> None:
    for number in (1, 2, 3):
        question = late_in_a_round(number)
        answer = await thinker.answer(question)
        assert answer in question.legal
        assert answer == think(*question)


async def test_a_process_that_died_is_replaced(thinker: Thinker) -> None:
    question = late_in_a_round()
    best = await thinker.answer(question)
    assert thinker._pool is not None
    for pid in list(thinker._pool._processes):
        os.kill(pid, signal.SIGKILL)
    assert await thinker.answer(question) in {by_reasons(question), best}
    assert await thinker.answer(question) == best


class Unending(NamedTuple):
    """An observation that stops whoever searches over it, for ever; the one who asks sees nothing odd in it."""

    real: Any
    pipe: str
    """Where the process that is stopped writes its number."""

    def __getattr__(self, name: str) -> Any:
        if multiprocessing.parent_process() is not None:
            with Path(self.pipe).open("w") as pipe:
                pipe.write(str(os.getpid()))
            while True:
                pass
        return getattr(self.real, name)


@pytest.fixture
def unending(tmp_path: Path) -> Question:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    question = late_in_a_round()
    return question._replace(observation=Unending(question.observation, str(pipe)))


def read_pipe(question: Question) -> str:
    """The text that comes out of its pipe."""
    return Path(question.observation.pipe).read_text()


async def test_a_process_that_dies_over_a_thought_costs_that_thought_alone(
    thinker: Thinker, unending: Question, caplog: pytest.LogCaptureFixture
) -> None:
    asked = asyncio.ensure_future(thinker.answer(unending))
    os.kill(int(await asyncio.to_thread(read_pipe, unending)), signal.SIGKILL)
    assert await asked == by_reasons(unending)
    assert "has died" in caplog.text
    question = late_in_a_round()
    assert await thinker.answer(question) == think(*question)


async def test_a_thought_that_never_ends_keeps_no_other_waiting(unending: Question) -> None:
    thinker = Thinker(patience_s=1.0, start_s=60)
    try:
        asked = asyncio.ensure_future(thinker.answer(unending))
        await asyncio.to_thread(read_pipe, unending)
        assert await asked == by_reasons(unending)
        assert thinker._pool is None, "the process is gone, and the next one who asks has a new one"
        question = late_in_a_round()
        assert await thinker.answer(question) == think(*question)
    finally:
        thinker.stop()


async def test_what_takes_too_long_is_answered_by_reasons() -> None:
    hurried = Thinker(patience_s=0, start_s=0)
    question = late_in_a_round()
    try:
        assert await hurried.answer(question) == by_reasons(question)
    finally:
        hurried.stop()


async def test_no_process_is_started_for_players_who_do_not_search() -> None:
    thinker = Thinker()
    question = late_in_a_round()
    for strength in (Strength.EASY, Strength.GOOD):
        assert await thinker.answer(question._replace(strength=strength))
    only = question.legal[:1]
    hand = question.observation._replace(hand=(only[0].card,))
    assert await thinker.answer(question._replace(observation=hand, legal=only)) == only[0], "nothing to compare"
    assert thinker._pool is None


async def test_strong_computers_play_at_a_table(tmp_path: Path) -> None:
    async with open_hall(tmp_path / "journal.sqlite3") as hall:
        live = await hall.service.open_table(TAVOLO, ANNA, "calabresella", "seed", 0)
        for _ in range(2):
            await hall.service.seating.add_computer(live, ANNA, Strength.STRONG)
        await hall.service.start(live, ANNA)
        for _ in range(600):
            match = live.playing
            assert match is not None
            if match.state.tricks:
                break
            if Seat(0) in live.active:
                bids = match.game.legal_moves(match.state, Seat(0))
                move = next((m for m in bids if match.game.encode_move(m) == "solo"), None)
                move = move or match.game.timeout_move(match.state, Seat(0))
                await hall.play(live, ANNA, match.game.encode_move(move))
            else:
                await hall.clock.advance(0.5)
        assert live.playing is not None
        assert live.playing.state.tricks
