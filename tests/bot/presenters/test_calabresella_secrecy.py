"""Who is shown which card of Calabresella (G-5, CLB-15 to CLB-23; complaints G6 to G9, I1, I12)."""

from __future__ import annotations

import re

import pytest

from bot.presenters import house
from bot.presenters.panel import Menu, Panel
from bot.tables.components import MessageStyle, render_public
from games.calabresella.observation import Observation
from games.calabresella.options import Options
from games.calabresella.terms import LAY_OFF, PLAY
from games.core import Seat
from games.core.cards import NAMES, PACK, RANK_OF, SUIT_OF, Card
from render.calabresella import TableScene
from render.decks import rank_sign
from tests.bot.presenters.calabresella_positions import GAME, PRESENTER, D, R, Table, X, actions, at, playouts
from tests.bot.presenters.positions import EN
from tests.games.calabresella.test_secrecy import named

RANK_WORDS = {0: "ace", 7: "jack", 8: "queen", 9: "king"}
SUIT_WORDS = ("hearts", "diamonds", "spades", "clubs")
SIGNS = "♥♦♠♣"
GROUP = re.compile(r"([♥♦♠♣])((?: [A2-7JQK](?![A-Za-z0-9]))+)")


def _words_of(panel: Panel) -> str:
    """All that a panel says and sends, the picture's alternative text included."""
    alt = panel.picture.alt if panel.picture is not None else ""
    rows = [
        (row.placeholder, *((c.label, c.description) for c in row.choices))
        if isinstance(row, Menu)
        else tuple(button.label for button in row)
        for row in panel.rows
    ]
    return "\n".join([panel.title, panel.notice, *panel.lines, alt, str(rows), *actions(panel)])


def _cards_in(words: str) -> set[Card]:
    """The cards that English words with French suits name, however they are written."""
    found = {
        card
        for card in PACK
        if f"{RANK_WORDS.get(RANK_OF[card], RANK_OF[card].letter)} of {SUIT_WORDS[SUIT_OF[card]]}" in words
    }
    for sign, ranks in GROUP.findall(words):
        suit = SIGNS.index(sign)
        found |= {c for c in PACK if SUIT_OF[c] == suit and rank_sign("french", RANK_OF[c]) in ranks.split()}
    return found | {card for card in PACK if re.search(rf"(?<!\w){NAMES[card]}(?!\w)", words)}


def _lying_hidden(table: Table) -> set[Card]:
    """The cards in hands and monte that not everybody has seen in this round."""
    state = table.match.state
    public = named(GAME.observe(state, None))
    return {card for card in GAME.cards(state) if card not in public}


def test_the_search_would_find_a_card() -> None:
    """Without this the search below could be blind."""
    table = at(None, "pass", "solissimo", "play", x="3S AS RC")
    panel = PRESENTER.hand_panel(table.hand(X))
    hand = GAME.observe(table.match.state, X).hand
    assert _cards_in(_words_of(panel)) == set(hand)
    assert _cards_in("\n".join(panel.lines)) == set(hand)
    assert _cards_in("Monte: queen of hearts ♥") == {Card(8)}
    assert _cards_in("move:lay-3S") == {Card(22)}


def test_g6_g9_nothing_public_names_a_card_that_lies_hidden() -> None:
    """Complaints G6 and G9, as a dump of every public message of whole matches: words, ids, values, alt text."""
    count = 0
    for table in playouts(3):
        hidden = _lying_hidden(table)
        for panel in (house.public_panel(table.public(EN)), PRESENTER.hand_panel(table.hand(None))):
            assert not _cards_in(_words_of(panel)) & hidden
        count += len(hidden) > 20
    assert count > 100


def test_g6_a_hand_names_its_own_cards_and_public_ones_only() -> None:
    for number, table in enumerate(playouts(3)):
        seat = number % 3
        seen: Observation = GAME.observe(table.match.state, Seat(seat))
        words = _words_of(PRESENTER.hand_panel(table.hand(seat)))
        own = {*seen.hand, *seen.laid, *seen.took[seat]}
        strangers = _lying_hidden(table) - own
        if seat not in seen.to_act or seen.phase.value != "call":
            assert not _cards_in(words) & strangers


@pytest.mark.parametrize("style", ["v2", "embed"])
async def test_g7_public_ids_values_and_file_names_name_no_card(style: MessageStyle) -> None:
    notation = re.compile("|".join(rf"(?<!\w){name}(?!\w)" for name in NAMES))
    for table in playouts(2):
        panel = house.public_panel(table.public())
        assert not [action for action in actions(panel) if notation.search(action)]
        message = render_public(panel, style=style, table_id=1, ply=table.match.ply, picture=b"png")
        assert message.file is not None
        assert message.file.filename == f"table-{table.match.ply}.png"


# The monte


def _scene(table: Table) -> TableScene:
    picture = house.public_panel(table.public()).picture
    assert picture is not None
    assert isinstance(picture.scene, TableScene)
    return picture.scene


def _alt(table: Table) -> str:
    picture = house.public_panel(table.public()).picture
    assert picture is not None
    return picture.alt


def test_i12_clb_17_the_monte_shows_from_its_turning_up_until_it_is_laid_off() -> None:
    """Complaint I12: who sees the monte in Chiamo and Solo."""
    table = at(None, "pass", "chiamo", "pass", monte="4B 5B AB RB", d="3D", x="7C")
    assert "4 cards of the monte lie face down." in _alt(table)
    assert _scene(table).monte_up == ()
    table.play("ask-3D")
    assert len(_scene(table).monte_up) == 4
    assert "Monte: ace of clubs ♣, king of clubs ♣, 5 of clubs ♣, and 4 of clubs ♣." in _alt(table)
    assert "Called: 3 of diamonds ♦." in _alt(table)
    table.play("give-7C")
    assert _scene(table).monte_up
    assert "Given back: 7 of hearts ♥." in _alt(table)
    table.play("lay-AB-4B-5B-RB")
    assert _scene(table).monte_up == ()
    assert "clubs" not in _alt(table)


def test_clb_17_a_solo_taken_unseen_shows_nothing() -> None:
    table = at(Options(solo_monte="face_down"), "pass", "solo", "pass", monte="4B 5B AB RB")
    assert _scene(table).monte_up == ()
    assert "Bruno takes the monte unseen." in house.public_panel(table.public()).lines[-3]
    assert not _cards_in(_words_of(house.public_panel(table.public())))


def test_clb_22_what_is_drawn_in_dividete_only_its_owner_sees() -> None:
    table = at(None, "pass", "solissimo", "dividete", monte="4B 5B AB RB")
    assert table.match.state.phase is LAY_OFF
    assert not _cards_in(_words_of(house.public_panel(table.public())))
    for seat, drawn in ((D, "5 4"), (R, "A K")):
        words = "\n".join(PRESENTER.hand_panel(table.hand(seat)).lines)
        mine = GAME.observe(table.match.state, seat).took[seat]
        assert set(mine) <= _cards_in(words), drawn
        others = {c for other in (D, R) if other != seat for c in GAME.observe(table.match.state, other).took[other]}
        assert not others & _cards_in(words)


def test_clb_20_the_monte_of_a_solissimo_stays_covered_until_it_is_counted() -> None:
    table = at(None, "pass", "solissimo", "play", monte="4B 5B AB RB")
    while table.match.state.phase is PLAY:
        assert _scene(table).monte_up == ()
        assert not set(table.match.state.monte) & _cards_in(_words_of(house.public_panel(table.public())))
        (seat,) = table.public().active
        table.play(GAME.encode_move(GAME.legal_moves(table.match.state, Seat(seat))[0]))
    assert set(table.match.state.monte) <= _cards_in(_alt(table))


def test_i1_a_called_card_that_lies_in_the_monte_is_not_pinned_on_anybody() -> None:
    """Complaint I1: a role was shown without the called card having been played. Here nobody has it, and all see so."""
    table = at(None, "pass", "chiamo", "pass", "ask-4B", monte="4B 5B AB RB")
    line = house.public_panel(table.public()).lines[2]
    assert line == ("Bruno calls **4 of clubs ♣**. Neither opponent has it. Bruno takes the monte: ♣ A K 5 4. ").strip()


def test_i17_all_forty_cards_are_somewhere_at_every_ply() -> None:
    """Complaint I17: a tester reported one card missing from all hands combined."""
    for table in playouts(3):
        assert sorted(GAME.cards(table.match.state)) == list(PACK)
