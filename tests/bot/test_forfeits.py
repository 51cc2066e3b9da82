"""A match that is over because all others have left, which its rules know nothing of."""

from __future__ import annotations

import random

import pytest

from bot.presenters.panel import Menu
from bot.presenters.registry import PRESENTERS
from bot.tables.live import FORFEIT
from bot.text.catalog import Text
from data.records import PlayerSettings
from games.registry import BY_KEY
from tests.support.tables import SIX, Hall

EN = Text("en")


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("key", BY_KEY)
async def test_whoever_is_left_alone_reads_that_it_is_over_and_is_offered_no_move(
    hall: Hall, key: str, seed: int
) -> None:
    rng = random.Random(f"{key}:{seed}")
    people = SIX[: BY_KEY[key].info.min_seats]
    live = await hall.match(*people, game=key, stand_in="timeout")
    for _ in range(rng.randrange(25)):
        match, active = live.match, live.active
        if match is None or not active:  # the table itself is to move
            break
        seat = min(active)
        move = rng.choice(match.game.legal_moves(match.state, seat))
        await hall.play(live, people[seat], match.game.encode_move(move))
    winner, *others = rng.sample(people, len(people))
    for person in others:
        await hall.service.seating.leave(live, person.user_id)
    outcome = live.outcome()
    assert outcome is not None
    assert outcome.reason == FORFEIT
    view = live.seat_view(winner.user_id, EN, PlayerSettings(winner.user_id))
    panel = PRESENTERS[key].hand_panel(view)
    assert "over" in panel.lines[0]
    assert panel.picture is not None
    assert f"{winner.name} wins" in panel.picture.alt
    assert "Match " not in panel.picture.alt
    offered = [entry for row in panel.rows for entry in ((row,) if isinstance(row, Menu) else row)]
    assert [entry.action for entry in offered] == ["more"]
