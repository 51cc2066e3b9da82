"""The pictures of Kalooki's hand and of its count."""

from __future__ import annotations

from itertools import pairwise

import pytest

import render
from games.core import Outcome, Seat
from games.kalooki.cards import Card, card_from, is_joker, points_of
from games.kalooki.observation import Account, AccountLine, Observation, Phase
from render import samples_kalooki as samples
from render.kalooki import (
    CountScene,
    CountWords,
    HandScene,
    HandWords,
    count_scene,
    hand_scene,
)
from render.kalooki.faces import face
from render.layout import Box, Label
from render.sample_seats import labels
from tests.render.kalooki_pictures import SCENES, faces, stamps, words

COUNTS = {name: scene for name, scene in SCENES.items() if isinstance(scene, CountScene)}


HANDS = {name: scene for name, scene in SCENES.items() if isinstance(scene, HandScene)}


def cards(*names: str) -> tuple[Card, ...]:
    return tuple(card_from(name) for name in names)


# The hand

ORDER = tuple(sorted(cards("2S", "9s", "TH", "Jh", "QD", "QC", "KC", "AD", "4C", "5C", "6C", "7d", "8H", "JK")))


@pytest.mark.parametrize("count", range(1, 30))
def test_every_card_of_a_hand_shows_its_index_and_its_number(count: int) -> None:
    view = samples.observation(3, hand=count, seed=count, seat=1)
    order = tuple(reversed(view.hand))
    layout = hand_scene(view, order, HandWords("Your turn", "a tris", "new"), fresh=order[0]).layout()
    found = stamps(layout, "/full/")[1:]  # the first is in the header
    assert [stamp.sprite for stamp in found] == [face(card) for card in order]
    numbers = {m.text: m for m in layout.marks if isinstance(m, Label) and m.text.isdigit()}
    racks = [m for m in layout.marks if isinstance(m, Box) and m.width > 1000 and m.y > 100]
    assert len(racks) == (1 if count <= 14 else 2 if count <= 28 else 3)
    for number, stamp in enumerate(found, 1):
        later = [other for other in found[number:] if abs(other.y - stamp.y) < 60]
        assert not later or later[0].x - stamp.x >= 44
        rack = min(box.y for box in racks if box.y > stamp.y)
        assert rack - stamp.y >= 106  # rank and suit stand above the rack
        badge = numbers[str(number)]
        assert stamp.x < badge.x < stamp.x + 60
        assert rack < badge.y < rack + 60


def test_chosen_cards_stand_higher_and_cards_set_aside_are_dim() -> None:
    view = samples.observation(3, hand=0, seat=1)._replace(hand=ORDER)
    chosen, aside = frozenset(ORDER[2:4]), frozenset(ORDER[6:9])
    layout = hand_scene(view, ORDER, HandWords("Your turn"), chosen=chosen, set_aside=aside).layout()
    found = stamps(layout, "/full/")[1:]
    low = max(stamp.y for stamp in found)
    for card, stamp in zip(ORDER, found, strict=True):
        assert (stamp.y < low) == (card in chosen)
        assert stamp.dim == (card in aside)


def test_two_equal_cards_are_two_cards() -> None:
    pair = cards("9S", "9s")
    view = samples.observation(2, hand=0, seat=0)._replace(hand=pair)
    layout = hand_scene(view, pair, HandWords(fresh="new"), chosen=frozenset(pair[:1]), fresh=pair[1]).layout()
    one, two = stamps(layout, "/full/")[1:]
    assert one.sprite == two.sprite
    assert one.y < two.y
    (sign,) = stamps(layout, "icons/fresh")
    assert two.x < sign.x < two.x + 60


def test_two_colours_reach_every_card_of_the_hand_and_the_pozzo() -> None:
    view = samples.observation(3, hand=0, seat=1, top=card_from("9D"))._replace(hand=ORDER)
    four, two = (hand_scene(view, ORDER, HandWords(), two_colours=flag) for flag in (False, True))
    changed = [s.sprite.endswith(":2") for s in stamps(two.layout(), "/full/")]
    assert changed == [True, *(not is_joker(card) and card // 26 >= 2 for card in ORDER)]
    assert not any(s.sprite.endswith(":2") for s in stamps(four.layout(), "/full/"))
    assert render.draw(four) != render.draw(two)


@pytest.mark.parametrize("name", HANDS)
def test_a_hand_is_small(name: str) -> None:
    limit = 45 if len(HANDS[name].cards) <= 14 else 80
    assert len(render.draw(HANDS[name])) <= limit * 1024


def test_before_the_deal_the_hand_has_no_card_in_its_header() -> None:
    view = samples.observation(2, seat=0, top=None)
    layout = hand_scene(view, (), HandWords("Bruno cuts", empty="no cards")).layout()
    assert not stamps(layout, "french/")
    assert {"Bruno cuts", "no cards"} <= set(words(layout))


# The count


def _counted(*hands: str, closer: int | None = 0, opened: tuple[bool, ...] = (), doubled: bool = False) -> Observation:
    lines: list[AccountLine] = []
    for seat, text in enumerate(hands):
        held = cards(*text.split())
        has = opened[seat] if opened else True
        points = (points_of(held) if has else 50) * (1 + doubled)
        lines.append(AccountLine(held, has, points_of(held), points, 40 * seat + points))
    found = Account(1, Seat(0), None if closer is None else Seat(closer), "", doubled, tuple(lines))
    return samples.observation(len(hands), account=found, phase=Phase.CUT)


@pytest.mark.parametrize("name", COUNTS)
def test_the_count_shows_every_card_what_it_cost_and_the_totals(name: str) -> None:
    scene = COUNTS[name]
    layout = scene.layout()
    assert len(faces(layout)) == sum(len(line.cards) for line in scene.lines)
    found = words(layout)
    for line in scene.lines:
        assert str(line.total) in found
        assert ("–" if scene.void else str(line.points)) in found
    for one, two in pairwise(faces(layout)):
        if two.y == one.y:
            assert two.x - one.x >= 44
    assert len(render.draw(scene)) <= 120 * 1024


def test_the_fixed_fifty_strikes_out_what_the_cards_are_worth() -> None:
    """KAL-E21: A 32, B 50 with cards worth 65, C 21."""
    view = _counted("", "2S 3H TH Th TD Td TC Tc", "AS TD", opened=(True, False, True))
    layout = count_scene(view, labels(3), CountWords(closed="closed", unopened="not opened")).layout()
    (worth,) = [m for m in layout.marks if isinstance(m, Label) and m.text == "65"]
    strikes = [m for m in layout.marks if isinstance(m, Box) and m.height == 4]
    assert len(strikes) == 1
    assert strikes[0].y <= worth.y <= strikes[0].y + 4
    assert {"50", "21", "0", "closed", "not opened"} <= set(words(layout))


def test_a_doubled_hand_says_so_in_every_line() -> None:
    view = _counted("", "TS 2H", "KD", closer=0, opened=(True, True, False), doubled=True)
    found = words(count_scene(view, labels(3), CountWords()).layout())
    assert {"12×2", "24", "10", "100"} <= set(found)


def test_a_hand_value_that_is_scored_is_not_struck_out() -> None:
    """Option unopened_penalty: who never opened scores what is held."""
    view = _counted("", "TS 2H", opened=(True, True))
    assert not [
        m for m in count_scene(view, labels(2), CountWords()).layout().marks if isinstance(m, Box) and m.height == 4
    ]


def test_the_winner_of_the_match_is_crowned_in_the_count() -> None:
    view = _counted("", "TS 2H", "KD")._replace(phase=Phase.OVER, outcome=Outcome("target", (2, 1, 3), (0, 52, 90)))
    layout = count_scene(view, labels(3), CountWords("Bruno wins")).layout()
    (crown,) = stamps(layout, "icons/crown")
    name = next(m for m in layout.marks if isinstance(m, Label) and m.text == "Bruno")
    assert abs(crown.y + 20 - name.y) < 24
    assert not stamps(layout, "icons/turn")


def test_there_is_no_count_before_the_first_hand_has_ended() -> None:
    with pytest.raises(ValueError, match="no hand"):
        count_scene(samples.observation(2), labels(2), CountWords())
