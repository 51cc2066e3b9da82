"""What the computers at a table would do, and when. ``bot.tables.matches`` sets the alarms and plays the moves."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any, NamedTuple

from bot.tables.company import plays_at
from bot.tables.live import LiveTable
from bot.tables.thinker import Question, Thinker
from games.core import Match, Rng, Seat
from games.core.player import Strength, between, drawn_delay, thought_seed
from games.players import PLAYERS

log = logging.getLogger(__name__)


class Plan(NamedTuple):
    """Something that a computer will do, ``after_s`` seconds after it came to want it.

    Attributes:
        name: the name of its alarm; it stays the same for as long as the computer wants it.
        ply: for a move of a seat that must act the ply at which it will think; None for a move out of turn.
        move: the move out of turn.
        after_s: None if it will not come to it.
    """

    name: str
    seat: Seat
    ply: int | None
    move: Any | None
    after_s: float | None


def plans(live: LiveTable) -> Iterator[Plan]:
    """What the computers at this table would do as things stand."""
    match = live.playing
    if match is None or live.paused:
        return
    game, player = match.game, PLAYERS[live.record.game]
    for number in range(match.seats):
        seat, strength = Seat(number), plays_at(live.record, number)
        if strength is None:
            continue
        legal = game.legal_moves(match.state, seat)
        if not legal:
            continue
        observation = game.observe(match.state, seat)
        for wish in player.wishes(observation, legal, match.options, strength):
            text = game.encode_move(wish.move)
            delay = drawn_delay(wish, Rng(thought_seed(match.seed, match.ply, seat, text)))
            yield Plan(f"wish:{seat}:{text}", seat, None, wish.move, delay)
        if seat in live.active:
            pause = between(*player.pause(observation, match.options), Rng(thought_seed(match.seed, match.ply, seat)))
            yield Plan(f"computer:{seat}:{match.ply}", seat, match.ply, None, pause)


def question_to(match: Match, seat: Seat, strength: Strength) -> Question:
    """What a computer is asked that plays a seat which must act."""
    game, state = match.game, match.state
    seed = thought_seed(match.seed, match.ply, seat)
    return Question(
        game.info.key, strength, game.observe(state, seat), game.legal_moves(state, seat), match.options, seed
    )


async def move_of(thinker: Thinker, match: Match, seat: Seat, strength: Strength) -> Any:
    """What a computer plays for a seat that must act. A fault of the player's costs it a good move, nobody the game."""
    game = match.game
    question = question_to(match, seat, strength)
    try:
        move = await thinker.answer(question)
    except Exception:
        log.exception("a computer player of %s failed at ply %d", game.info.key, match.ply)
        return game.timeout_move(match.state, seat)
    if move in question.legal:
        return move
    log.error("a computer player of %s chose what is not legal at ply %d", game.info.key, match.ply)
    return game.timeout_move(match.state, seat)
