"""The account of a round line by line, stops, and how a match of Calabresella ends."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.presenters import house
from bot.presenters.calabresella.cards import thirds_words
from data.records import TableStatus
from games.calabresella.cards import ORDER
from games.calabresella.options import Options
from games.calabresella.terms import BETWEEN, Contract
from games.core import Outcome, Seat
from games.core.card_sets import card_set
from render.calabresella import AccountScene
from tests.bot.presenters.calabresella_positions import (
    GAME,
    PRESENTER,
    D,
    R,
    Table,
    X,
    at,
    buttons,
    playouts,
)
from tests.bot.presenters.positions import TEXTS
from tests.games.calabresella.tables import finished
from tests.games.calabresella.test_match import last_card


def _lines(table: Table, **changes: Any) -> tuple[str, ...]:
    return house.public_panel(table.public(**changes)).lines


def _counted(**kind: Any) -> Table:
    """A round just counted: Bruno was the bidder."""
    state = finished(**kind)
    return _last_trick(Table.at(state))


def _last_trick(table: Table) -> Table:
    """The twelfth trick of a finished round played again, so that the rules count it."""
    state = table.match.state
    *before, last = state.tricks
    leader = Seat((last.winner - ORDER.winner(last.cards)) % 3)
    third = Seat((leader + 2) % 3)
    hands = tuple(card_set(last.cards[2:]) if seat == third else 0 for seat in range(3))
    state = state._replace(
        tricks=tuple(before), trick=last.cards[:2], hands=hands, leader=leader, to_act=frozenset({third})
    )
    table.match = replace(table.match, state=state)
    return table.play(GAME.encode_move(GAME.legal_moves(state, third)[0]))


# The account


@pytest.mark.parametrize(
    ("thirds", "words"), [(0, "0"), (1, "⅓"), (2, "⅔"), (3, "1"), (4, "1⅓"), (17, "5⅔"), (20, "6⅔"), (35, "11⅔")]
)
def test_clb_30_thirds_are_never_rounded(thirds: int, words: str) -> None:
    assert thirds_words(thirds) == words


def test_i18_clb_e17_the_account_stands_line_by_line() -> None:
    """Complaint I18: players disagreed whether the bid or the points made set the score."""
    lines = _lines(_counted(bidder_cards=15))
    assert lines[0] == "Round 1: Bruno **wins** Chiamo, 6 to 5⅔."
    assert lines[1].startswith("Bruno: ")
    assert lines[1].endswith("= **6**")
    assert " + last trick 1 + monte " in lines[1]
    assert lines[2].startswith("Anna and Carla: ")
    assert lines[3] == "Chiamo 1: Anna **−1** (−1) · Bruno **+2** (2) · Carla **−1** (−1)"


def _thirds(word: str) -> int:
    """The number of thirds that a term of the account says."""
    number = word.rpartition(" ")[2] if " " in word else word
    whole = number.rstrip("⅓⅔")
    return 3 * int(whole or 0) + {"⅓": 1, "⅔": 2}.get(number[len(whole) :], 0)


def test_i18_in_every_account_the_terms_make_the_sums_and_the_sums_eleven_and_two_thirds() -> None:
    seen = 0
    for table in playouts(4):
        if table.match.state.phase is not BETWEEN or table.match.state.exchange is None:
            continue
        totals: list[int] = []
        for line in _lines(table)[1:3]:
            terms, _, total = line.partition(": ")[2].partition(" = ")
            parts = [] if terms == "no trick" else terms.split(" + ")
            assert sum(map(_thirds, parts)) == _thirds(total.strip("*"))
            totals.append(_thirds(total.strip("*")))
        assert sum(totals) == 35
        chips = [int(chips.replace("−", "-")) for chips in _chips(_lines(table)[3])]
        assert sum(chips) == 0
        seen += 1
    assert seen > 5


def _chips(line: str) -> list[str]:
    return [part.split("**")[1] for part in line.partition(": ")[2].split(" · ")]


@pytest.mark.parametrize(
    ("kind", "first", "last"),
    [
        (
            {"contract": Contract.SOLO, "bidder_cards": 17, "last": "others"},
            "Round 1: Bruno **loses** Solo, 5⅔ to 6.",
            "Solo 2: Anna **+2** (2) · Bruno **−4** (−4) · Carla **+2** (2)",
        ),
        (
            {"contract": Contract.SCEGLIETE, "bidder_cards": 0, "bidder_tricks": 0, "last": "others"},
            "Round 1: Bruno **loses** Scegliete, 0 to 11⅔.",
            "Scegliete 16 × 2 (capotto): Anna **+32** (32) · Bruno **−64** (−64) · Carla **+32** (32)",
        ),
        (
            {"contract": Contract.CHIAMO, "bidder_cards": 32, "bidder_tricks": 11},
            "Round 1: Bruno **wins** Chiamo, 11⅔ to 0.",
            "Chiamo 1 × 3 (stramazzo): Anna **−3** (−3) · Bruno **+6** (6) · Carla **−3** (−3)",
        ),
    ],
    ids=["CLB-E18", "CLB-E21", "CLB-E23"],
)
def test_clb_e18_e21_e23_amount_factor_and_chips(kind: dict[str, object], first: str, last: str) -> None:
    lines = _lines(_counted(**kind))
    assert (lines[0], lines[3]) == (first, last)
    if "× 2" in last:
        assert lines[1] == "Bruno: no trick = **0**"


def test_the_account_is_a_picture_with_the_same_in_words() -> None:
    for text in TEXTS:
        panel = house.public_panel(_counted(bidder_cards=15).public(text))
        assert panel.picture is not None
        assert isinstance(panel.picture.scene, AccountScene)
        words = panel.picture.scene.words
        assert (words.bidder_sum, words.others_sum, len(words.thirds)) == ("6", "5⅔", 12)
        for line in panel.lines[1:4]:
            assert line.replace("**", "") in panel.picture.alt


def test_clb_36_a_stop_is_told_above_the_account_and_the_buttons_stay() -> None:
    table = _counted(bidder_cards=15)
    (dealer,) = table.public().active
    other = (dealer + 1) % 3
    table.play((other, "stop"))
    panel = house.public_panel(table.public())
    name = ("Anna", "Bruno", "Carla")[other]
    assert panel.lines[0] == f"To stop here: {name}. When all three say so, the match is over (CLB-36)."
    assert panel.lines[3].startswith("Chiamo 1: ")
    assert list(buttons(panel))[1:3] == ["move:deal", "move:stop"]


# The end


def test_a_match_that_all_stop_names_the_richest_and_shows_all_chips() -> None:
    table = _counted(bidder_cards=15)
    for seat in range(3):
        table.play((seat, "stop"))
    panel = house.public_panel(table.public())
    assert panel.lines == (
        "**Bruno: most chips when all three stopped.**",
        "Chips: Bruno 2 · Anna −1 · Carla −1",
        "Won at this table: Bruno 1 · Carla 2",
    )
    assert "rematch" in buttons(panel)
    assert PRESENTER.hand_panel(table.hand(R)).lines == ("The match is over.",)


def test_a_round_that_ends_the_match_shows_its_account_too() -> None:
    state, notation = last_card(Options(target="21"), balances=(-10, 19, -9))
    table = Table.at(state).play(notation)
    lines = _lines(table)
    assert lines[0] == "**Bruno: the match is won with 21 chips or more.**"
    assert lines[3].startswith("Chiamo 1: Anna **−1** (−11) · Bruno **+2** (21)")
    state, notation = last_card(Options(rounds="3"), balances=(3, 0, -3), played=2)
    assert _lines(Table.at(state).play(notation))[0] == "**Anna and Bruno: most chips after the agreed rounds.**"


def test_a_match_without_a_round_has_no_winner() -> None:
    table = at(None, "pass", "pass", "pass", (D, "stop"), (R, "stop"), (X, "stop"))
    panel = house.public_panel(table.public())
    assert panel.lines[0] == "**No round was played to its end: nobody wins.**"
    assert panel.picture is not None
    assert panel.picture.alt.startswith("Nobody wins.")


def test_a_match_that_all_others_left_is_forfeit() -> None:
    table = at(None, "pass")
    view = table.public(status=TableStatus.FINISHED, outcome=Outcome("forfeit", (2, 1, 2)))
    lines = house.public_panel(view).lines
    assert lines[:2] == ("**Bruno wins: all the others have left.**", "Chips: Anna 0 · Bruno 0 · Carla 0")
