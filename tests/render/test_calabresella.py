"""The pictures of Calabresella: what the table tells and hides, the hand up to seventeen cards, the account."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import pytest

import render
from games.calabresella.cards import ORDER
from games.calabresella.observation import Observation
from games.calabresella.options import Options
from games.calabresella.rules import Calabresella
from games.calabresella.terms import Contract, Phase, Sweep
from games.core import Match, Rng, Seat
from games.core.cards import NAMES, PACK, SUIT_OF, Card
from render import decks, names, text
from render import samples_calabresella as samples
from render.calabresella import AccountWords, Deck, HandWords, TableWords, account_scene, hand_scene, table_scene
from render.calabresella.table import PLACES, SPOTS
from render.layout import Box, Label, Layout, Stamp
from render.sample_seats import labels
from render.seats import PLATE_HEIGHT
from render.theme import NOW
from tests.games.playouts import Setting, positions, seed_of

GAME = Calabresella()
SEATS = 3
WORDS = samples.WORDS
HAND = HandWords("Your turn", "Follow suit: denari", "new", "no cards")
DECKS: tuple[Deck, Deck] = ("italian", "french")
SPRITES = {decks.face(deck, card, size): card for deck in DECKS for size in ("full", "large") for card in PACK}


def faces(layout: Layout) -> list[Card]:
    """Every card whose face is anywhere in a picture, in either deck."""
    return [SPRITES[m.sprite] for m in layout.marks if isinstance(m, Stamp) and m.sprite in SPRITES]


def words(layout: Layout) -> list[str]:
    return [mark.text for mark in layout.marks if isinstance(mark, Label)]


def matches(number: int, **options: Any) -> Iterator[Match]:
    """Every position of two random rounds or so."""
    setting = Setting(GAME, Options(**options), SEATS, seed_of(number))
    return positions(setting, number, 130)


def view_of(match: Match, seat: int | None) -> Observation:
    return GAME.observe(match.state, None if seat is None else Seat(seat))


@pytest.mark.parametrize("number", range(4))
def test_the_table_is_the_same_whatever_lies_hidden_and_whoever_looks(number: int) -> None:
    """Paired observations from real matches: other hands and another monte draw the very same table."""
    told_apart = 0
    for ply, match in enumerate(matches(number)):
        public = table_scene(view_of(match, None), labels(SEATS), WORDS)
        for seat in range(SEATS):
            assert table_scene(view_of(match, seat), labels(SEATS), WORDS) == public
        other_state = GAME.resample(match.state, None, Rng(seed_of(ply), 1))
        told_apart += other_state != match.state
        assert table_scene(GAME.observe(other_state, None), labels(SEATS), WORDS) == public
    assert told_apart > 20


@pytest.mark.parametrize("number", range(4))
def test_the_table_shows_only_cards_that_everybody_may_know(number: int) -> None:
    """The trick, the monte while it is turned up, the called and the returned card."""
    for match in matches(number):
        view = view_of(match, None)
        allowed = {*view.trick, *([] if not view.monte_up else view.turned)}
        allowed |= {card for card in (view.called, view.returned) if card is not None}
        if view.phase is Phase.PLAY and not view.trick and view.tricks:
            allowed |= set(view.tricks[-1].cards)
        shown = set(faces(table_scene(view, labels(SEATS), WORDS).layout()))
        assert shown == allowed or (view.phase is not Phase.PLAY and shown <= allowed)


def test_the_monte_lies_face_down_but_for_the_time_it_is_turned_up() -> None:
    seen = set[bool]()
    for number in range(8):
        for match in matches(number):
            view = view_of(match, None)
            layout = table_scene(view, labels(SEATS), WORDS).layout()
            backs = [m for m in layout.marks if isinstance(m, Stamp) and m.sprite == "icons/back-calabresella-trick"]
            if view.monte_up:
                assert not backs
                assert set(view.turned) <= set(faces(layout))
            else:
                assert len(backs) == view.monte_count
            seen.add(view.monte_up)
    assert seen == {True, False}


@pytest.mark.parametrize("number", range(3))
def test_a_hand_shows_its_own_cards_and_the_card_that_was_led(number: int) -> None:
    for match in matches(number):
        for seat in range(SEATS):
            view = view_of(match, seat)
            led = [view.trick[0]] if view.phase is Phase.PLAY and view.trick else []
            assert faces(hand_scene(view, view.hand, HAND).layout()) == [*led, *view.hand]


def test_seats_follow_each_other_counterclockwise_and_an_arrow_shows_it() -> None:
    around = [(p.x + p.width / 2 - 550, p.y + PLATE_HEIGHT / 2 - 360) for p in PLACES]
    for (ax, ay), (bx, by) in zip(around, around[1:] + around[:1], strict=True):
        assert ax * by - ay * bx < 0  # with y downwards: counterclockwise
    for scene in samples.tables().values():
        arrows = [m.sprite for m in scene.layout().marks if isinstance(m, Stamp) and m.sprite.endswith("-above")]
        assert arrows == ["icons/counter-above"]


@pytest.mark.parametrize("seat", range(SEATS))
def test_each_card_of_the_trick_lies_towards_its_player(seat: int) -> None:
    distances = [math.dist(SPOTS[seat].middle, (p.x + p.width / 2, p.y + PLATE_HEIGHT / 2)) for p in PLACES]
    assert distances.index(min(distances)) == seat


@pytest.mark.parametrize("cards", range(1, 36))
def test_the_winning_card_has_rim_and_crown_and_the_next_place_the_accent(cards: int) -> None:
    game = samples.Round(cards).play(cards)
    view = game.observation()
    layout = table_scene(view, labels(SEATS), WORDS).layout()
    played, leader = tuple(game.trick), game.leader
    if not played:
        played, leader = game.tricks[-1].cards, game.tricks[-1].leader
    spot = SPOTS[(leader + ORDER.winner(played)) % SEATS]
    rims = [m for m in layout.marks if isinstance(m, Box) and m.fill == NOW and m.height > 100]
    assert [(m.x + 7, m.y + 7) for m in rims] == [(spot.x, spot.y)]
    assert sum(m.sprite == "icons/crown" for m in layout.marks if isinstance(m, Stamp)) == 1
    nexts = [m for m in layout.marks if isinstance(m, Box) and m.outline == NOW and m.dash]
    expected = [SPOTS[view.to_act[0]]] if game.trick else []
    assert [(m.x, m.y) for m in nexts] == [(s.x, s.y) for s in expected]


def test_contract_bidder_rule_chips_and_tricks_stand_on_the_table() -> None:
    view = samples.Round(5).play(14).observation()
    spoken = WORDS._replace(contract="Chiamo", bidder="Bruno against two", rule="You must follow suit if you can")
    written = words(table_scene(view, labels(SEATS), spoken).layout())
    assert {"Chiamo", "Bruno against two", "4 chips", "−6 chips", "called", "given back"} <= set(written)
    assert "You must follow suit if you can" in " ".join(written)
    icons = [m.sprite for m in table_scene(view, labels(SEATS), spoken).layout().marks if isinstance(m, Stamp)]
    assert sum(name.startswith("icons/trick") for name in icons) == SEATS


def test_a_long_rule_is_wrapped_beside_the_lower_plate() -> None:
    long = "Bisogna rispondere al seme di chi ha aperto, se si può, altrimenti si gioca quel che si vuole"
    layout = table_scene(samples.Round(5).observation(), labels(SEATS), WORDS._replace(rule=long)).layout()
    lines = [m for m in layout.marks if isinstance(m, Label) and m.text.split()[0] in long.split() and m.y > 550]
    assert len(lines) == 3
    assert all(m.x + m.max_width < PLACES[0].x for m in lines)
    assert lines[-1].text.endswith("…")


def test_calls_hang_at_their_seats_in_the_auction() -> None:
    scene = table_scene(
        samples.Round(1).observation(phase=Phase.AUCTION), labels(SEATS), WORDS._replace(calls=("Solo", "pass", ""))
    )
    bubbles = {m.text: m for m in scene.layout().marks if isinstance(m, Label) and m.text in {"Solo", "pass"}}
    for seat, call in enumerate(("Solo", "pass")):
        at = bubbles[call].x + 40, bubbles[call].y
        distances = [math.dist(at, (p.x + p.width / 2, p.y + PLATE_HEIGHT / 2)) for p in PLACES]
        assert distances.index(min(distances)) == seat
        assert min(distances) < 240


def test_a_proposed_split_names_a_taker_below_each_card() -> None:
    scene = samples.tables()["table-split"]
    written = words(scene.layout())
    assert written.count("Carla") == 1 + 3
    assert written.count("Anna") == 1 + 1


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("count", range(18))
def test_every_card_of_a_hand_shows_its_index_and_its_number(deck: Deck, count: int) -> None:
    game = samples.Round(count)
    cards = tuple(sorted([*game.hands[1], *game.monte, game.hands[0][0]])[:count])
    view = game.observation(1, hand=cards, phase=Phase.LAY_OFF, to_act=(Seat(1),))
    chosen = frozenset(cards[2:6])
    layout = hand_scene(view, cards, HAND, deck=deck, chosen=chosen).layout()
    shown = [m for m in layout.marks if isinstance(m, Stamp) and m.sprite in SPRITES]
    assert [m.sprite for m in shown] == [decks.face(deck, card) for card in cards]
    racks = [m for m in layout.marks if isinstance(m, Box) and m.width > 1000 and m.y > 100]
    numbers = {m.text: m for m in layout.marks if isinstance(m, Label) and m.text.isdigit()}
    assert len(racks) == (1 if count <= 13 else 2)
    for number, mark in enumerate(shown, 1):
        later = [m for m in shown[number:] if abs(m.y - mark.y) < 60]
        if later:
            assert later[0].x - mark.x >= 44
        rack = min(box.y for box in racks if box.y > mark.y)
        assert rack - mark.y >= 106
        badge = numbers[str(number)]
        assert mark.x < badge.x < mark.x + 60
        assert rack < badge.y < rack + 60
    for row in racks:
        lying = [(card, m.y) for card, m in zip(cards, shown, strict=True) if 0 < row.y - m.y < 250]
        up, down = ({y for card, y in lying if (card in chosen) == wanted} for wanted in (True, False))
        assert len(up) <= 1
        assert len(down) <= 1
        assert not up or not down or max(up) < min(down)


def test_cards_that_may_not_be_played_are_dim_and_lower() -> None:
    view = samples.Round(51).play(1).observation(1)
    follow = frozenset(card for card in view.hand if SUIT_OF[card] == SUIT_OF[view.trick[0]])
    assert 0 < len(follow) < len(view.hand)
    layout = hand_scene(view, view.hand, HAND, playable=follow).layout()
    shown = [m for m in layout.marks if isinstance(m, Stamp) and m.sprite in SPRITES][1:]
    assert {SPRITES[m.sprite] for m in shown if not m.dim} == follow
    assert {m.y for m in shown if m.dim}.isdisjoint({m.y for m in shown if not m.dim})
    waiting = hand_scene(view._replace(to_act=(Seat(2),)), view.hand, HAND, playable=follow).layout()
    assert not any(m.dim for m in waiting.marks if isinstance(m, Stamp))


def test_the_word_of_a_new_card_runs_over_no_neighbours_sign() -> None:
    """Two cards from the monte may lie side by side; then one word stands for both, and each has its sign."""
    view = samples.Round(60).observation(1, to_act=(Seat(1),))
    for fresh in (view.hand[5:7], view.hand[:4], view.hand[-2:], (view.hand[0], view.hand[9])):
        layout = hand_scene(view, view.hand, HandWords(fresh="appena arrivata"), fresh=frozenset(fresh)).layout()
        signs = [m for m in layout.marks if isinstance(m, Stamp) and m.sprite == "icons/fresh"]
        words = [m for m in layout.marks if isinstance(m, Label) and m.text == "appena arrivata"]
        assert len(signs) == len(fresh)
        assert words
        for word in words:
            assert all(sign.x < word.x or sign.x >= word.x + word.max_width for sign in signs)


def test_the_newcomers_strip_names_ranks_and_values_in_the_players_deck() -> None:
    view = samples.Round(51).observation(1)
    for deck, ranks in zip(DECKS, ("32ARCF7654", "32AKQJ7654"), strict=True):
        layout = hand_scene(view, view.hand, HAND, deck=deck, guide=samples.GUIDE).layout()
        strip = [m for m in layout.marks if isinstance(m, Label) and m.y > layout.height - 130]
        assert "".join(m.text for m in strip if m.align == "middle" and m.size == 46) == ranks
        assert [m.text for m in strip if m.align == "middle" and m.size == 36] == list(samples.GUIDE.values)
        plain = hand_scene(view, view.hand, HAND, deck=deck).layout()
        assert "High to low" not in words(plain)
        assert plain.height < layout.height


def test_the_account_holds_every_figure_of_the_round() -> None:
    for seed in range(6):
        game = samples.Round(seed, Contract.SOLO, seed % SEATS).play(36)
        account = game.account(Sweep.NONE)
        view = game.observation(phase=Phase.BETWEEN, account=account)
        spoken = samples.account_words(account, "Solo 2")
        layout = account_scene(view, labels(SEATS), spoken).layout()
        written = words(layout)
        for number in range(1, 13):
            assert str(number) in written
        cells = [m for m in layout.marks if isinstance(m, Label) and m.max_width == 54]
        assert [m.text for m in cells] == list(spoken.thirds)
        for cell, (winner, _) in zip(cells, account.tricks, strict=True):
            assert (cell.y < 190) == (winner == account.bidder)
        assert {spoken.bidder_sum, spoken.others_sum, "Solo 2"} <= set(written)
        assert faces(layout) == list(account.monte)
        for chips, balance in zip(account.chips, account.balances, strict=True):
            assert f"{chips:+d}".replace("-", "−") in written
            assert f"{balance} chips".replace("-", "−") in written


def test_there_is_no_account_before_a_round_was_counted() -> None:
    with pytest.raises(ValueError):
        account_scene(samples.Round(1).observation(), labels(SEATS), AccountWords())


def test_thirds_can_be_drawn() -> None:
    """Neither font has these signs: they are built from figures."""
    for amount in ("⅓", "6⅔", "11⅓"):
        assert names.clean(amount, "") == amount
        assert text.width(amount, 36) > text.width(amount.rstrip("⅓⅔"), 36) + 10
        assert not text.missing_glyphs(amount)


def test_the_deck_changes_faces_and_nothing_else() -> None:
    view = samples.Round(5).play(14).observation()
    italian, french = (table_scene(view, labels(SEATS), TableWords("Bruno"), deck) for deck in DECKS)
    assert faces(italian.layout()) == faces(french.layout())
    assert italian != french
    assert render.size(italian) == render.size(french)
    decks_shown = {m.sprite.partition("/")[0] for m in french.layout().marks if isinstance(m, Stamp)}
    assert decks_shown == {"french", "icons"}
    assert all(NAMES[card] for card in faces(french.layout()))
