"""Kalooki's answers to presses, its refusals, its log and how a match ended."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.presenters.kalooki.choosing import Choosing
from bot.presenters.panel import Form, PrivatePanel
from bot.presenters.presenter import Draft, Play, Say
from bot.text.catalog import Text
from games.core import IllegalMoveError, NotYourTurnError, Outcome, RulesError, Seat
from games.kalooki import moves
from games.kalooki.cards import Card, Kind, card_from
from games.kalooki.observation import Phase
from games.kalooki.options import Options
from games.kalooki.reasons import KalookiReason
from render.kalooki import CountScene
from tests.bot.presenters.kalooki_positions import GAME, PRESENTER, Table, buttons, playouts
from tests.bot.presenters.positions import EN, IT, TEXTS
from tests.games.kalooki.support import scene

OTHERS = ("2h 5s", "3d 8s")


def table(hand: str, *others: str, **more: Any) -> Table:
    return Table.at(scene(hand, *(others or OTHERS), **more))


# Presses


def test_the_cut_asks_for_one_number() -> None:
    at = Table.deal(3)
    form = at.press("cut")
    assert isinstance(form, Form)
    assert (form.action, form.title) == ("g:cut", "Cut the pack")
    (height,) = form.fields
    assert (height.label, height.placeholder) == ("How many cards do you lift? (1 to 105)", "53")
    assert PRESENTER.answer(at.hand(), "cut", {"height": " 30 "}) == Play(moves.Cut(30))


@pytest.mark.parametrize("typed", ["", "half", "-1", "1e3", "٣", "1000000"])
def test_a_height_that_is_no_number_is_refused_with_the_rule(typed: str) -> None:
    answer = PRESENTER.answer(Table.deal(3).hand(), "cut", {"height": typed})
    assert isinstance(answer, Say)
    assert answer.sentence.startswith("Lift 1 to 105 cards")
    assert answer.sentence.endswith("(KAL-4).")


@pytest.mark.parametrize("height", ["0", "106"])
def test_a_height_that_cannot_be_is_for_the_rules_to_refuse(height: str) -> None:
    at = Table.deal(2)
    answer = PRESENTER.answer(at.hand(), "cut", {"height": height})
    assert isinstance(answer, Play)
    with pytest.raises(RulesError) as caught:
        at.match.play(at.match.state.turn, answer.move)
    assert PRESENTER.refusal(at.public(IT), caught.value) == f"Si alzano da 1 a 105 carte: «{height}» non va (KAL-4)."


def test_others_learn_who_cuts_before_they_type() -> None:
    at = Table.deal(3)
    cutter = at.match.state.turn
    other = (cutter + 1) % 3
    answer = PRESENTER.answer(at.hand(other), "cut", ())
    assert isinstance(answer, Say)
    assert answer.sentence.endswith("sits on the dealer’s right and cuts (KAL-4).")
    at.play("cut-53")
    assert at.press("cut") == Say("There is nothing to cut now (KAL-4).")


def test_what_was_picked_outside_of_the_part_shown_stays() -> None:
    at = table("KS KH KD 4C 5C 6C 9D")
    at.pick("KS 4C").press("pick:7", "KH")
    # Parts go round: the eighth of one part is that part.
    assert isinstance(at.draft, Choosing)
    assert at.draft.chosen == (card_from("KH"),)


@pytest.mark.parametrize("values", [("XX",), ("AS",), ("2h",), ("drop-KS",), ()])
def test_cards_that_are_not_held_are_not_picked(values: tuple[str, ...]) -> None:
    at = table("KS KH KD 4C 5C 6C 9D")
    at.press("pick:0", *values)
    assert at.draft == Choosing()


@pytest.mark.parametrize("action", ["pick", "pick:", "pick:x", "pick:-1", "pick:99999999999999"])
def test_forged_parts_do_no_harm(action: str) -> None:
    at = table("KS KH KD 4C 5C 6C 9D")
    assert isinstance(at.press(action, "KS"), Draft)


@pytest.mark.parametrize("action", ["add", "add:9D", "add:AH:x", "add:"])
def test_only_a_meld_is_set_aside_and_only_as_what_it_can_be(action: str) -> None:
    at = table("KS KH 4C 5C JK QH 9D")
    at.pick("KH QH JK").press(action)
    assert isinstance(at.draft, Choosing)
    assert not at.draft.opening
    at.press("add:AH")
    assert [meld.joker_as for meld in at.draft.opening] == [card_from("AH") // 2]


@pytest.mark.parametrize("action", ["pick:0", "add", "undo", "page"])
def test_a_stale_hand_answers_with_the_hand_as_it_is(action: str) -> None:
    at = table("KS KH KD 4C", phase=Phase.DRAW)
    assert at.press(action, "KS") == Draft(None)
    waiting = table("KS KH KD 4C")
    assert PRESENTER.answer(waiting.hand(1), action, ("2h",)) == Draft(None)


@pytest.mark.parametrize("action", ["", "fold", "move:stock", "pickpocket"])
def test_actions_that_there_are_not_are_answered_with_a_sentence(action: str) -> None:
    assert isinstance(table("KS KH").press(action), Say)


def test_the_count_of_the_last_hand_is_behind_more() -> None:
    at = table("QC", "7C KD Jk", "2S 3h", melds=[(0, "KSKHKC")], opened=(0, 1))
    assert PRESENTER.more_buttons(at.hand()) == ()
    assert PRESENTER.more_buttons(replace(at.hand(), observation=None)) == ()
    at.play("drop-QC").play("cut-53", "stock")
    (button,) = PRESENTER.more_buttons(at.hand())
    assert (button.action, button.label) == ("g:account", "Count of the last hand")
    shown = at.press("account")
    assert isinstance(shown, PrivatePanel)
    assert shown.lines == (
        "Hand 1 cost: Anna 0 · Bruno 32 · Carla 50 (not opened)",
        "Totals: Anna 0 · Bruno 32 · Carla 50",
    )
    assert shown.picture is not None
    assert isinstance(shown.picture.scene, CountScene)
    assert isinstance(table("KS").press("account"), Say)


# Refusals

DETAILS: dict[str, object] = {
    "cutter": Seat(1),
    "height": 0,
    "low": 1,
    "high": 105,
    "kind": Kind(3),
    "card": Card(9),
    "missing": (Kind(4), Kind(5)),
    "choices": (Kind(4), Kind(5)),
    "fits": (),
    "wanted": (Kind(4), Kind(4), Kind(5)),
    "total": 39,
    "needed": 40,
    "melds": 2,
    "meld": 3,
}


@pytest.mark.parametrize("text", TEXTS, ids=["en", "it"])
@pytest.mark.parametrize("reason", list(KalookiReason), ids=lambda reason: reason.key)
def test_every_refusal_is_one_sentence_with_its_rule(reason: KalookiReason, text: Text) -> None:
    view = Table.deal(3).public(text)
    sentence = PRESENTER.refusal(view, IllegalMoveError(reason, **DETAILS))
    assert sentence.endswith(f" ({reason.rule}).")
    assert "{" not in sentence
    assert "Card" not in sentence
    assert len(sentence) < 150


def refused(at: Table, move: str, seat: int | None = None, text: Text = EN) -> str:
    with pytest.raises(RulesError) as caught:
        at.match.play(at.match.state.turn if seat is None else Seat(seat), GAME.decode_move(move))
    return PRESENTER.refusal(at.public(text), caught.value)


def test_refusals_say_what_is_true_here() -> None:
    low = table("KS KH KD 3S 3H 3D 9C")
    assert refused(low, "lay-3S3H3D") == "An opening is worth at least 40, this is 9 (KAL-16)."
    assert refused(low, "drop-9C", seat=1) == "It is not your turn; to act: Anna (G-1)."
    assert refused(low, "drop-AC") == "You do not hold A♣ (G-3)."
    at = table("9C 9D KS 2C", melds=[(1, "9S9HJK=9D"), (2, "2H3H4H")], opened=(0,))
    assert refused(at, "off-9D@0") == "The joker there stands for 9♦: you can only swap it (KAL-22)."
    assert refused(at, "swap-9C@0>") == "9♣ does not free that joker; what does: 9♦ (KAL-23)."
    assert refused(at, "off-KS@1", text=IT) == "K♠ lì non va; ci va: 5♥ (KAL-22)."
    both = Options(joker_in_set="both_missing_suits")
    at = table("9C 2C KS", melds=[(1, "9S9HJK=9D")], opened=(0,), options=both)
    assert refused(at, "swap-9C@0>").endswith("what does: 9♦ + 9♣ (KAL-23).")


def test_a_refusal_that_is_no_rule_of_kalooki_s_has_words_too() -> None:
    view = Table.deal(3).public(EN, active=frozenset({1}))
    assert "Bruno" in PRESENTER.refusal(view, NotYourTurnError())


# The log


def told(at: Table, *moves_made: str) -> list[str]:
    at.play(*moves_made)
    return PRESENTER.log_lines(at.public(), at.log[-1])


def test_moves_are_told_in_a_sentence_each() -> None:
    at = table("KS KH KD 4C 5C 6C 9C QS", "2h", melds=[(1, "9S9HJK=9D")], opened=(1,), phase=Phase.DRAW, pozzo="9D 7C")
    assert told(at, "pozzo") == ["Anna took **7♣** from the pozzo."]
    assert told(at, "lay-KSKHKD+4C5C6C") == ["Anna opened with **45**: K♠ K♥ K♦ · 4♣ 5♣ 6♣."]
    assert told(at, "off-7C@2") == ["Anna laid off **7♣** on Anna’s run 4♣–7♣."]
    assert told(at, "drop-9C") == ["Anna discarded **9♣**."]
    assert told(at, "stock") == ["Bruno drew from the stock."]


def test_jokers_are_told_with_what_they_stand_for() -> None:
    at = table("6H KS KD Jk 2C 3C 4C 9D 9C", melds=[(1, "5HJK=6H7H"), (2, "TSJSQS")], opened=(0, 1))
    assert told(at, "off-Jk=9S@1") == ["Anna laid off a joker as **9♠** on Carla’s run 9♠–Q♠."]
    assert told(at, "swap-6H@0>KSKDJK=KC") == ["Anna took a joker for **6♥** and laid a new meld: K♠ K♦ Joker (K♣)."]
    assert told(at, "lay-2C3C4C") == ["Anna laid a run 2♣–4♣: 2♣ 3♣ 4♣."]
    at = table("6H KS 2C", melds=[(1, "5HJK=6H7H"), (2, "TSJSQS")], opened=(0, 1))
    assert told(at, "swap-6H@0>@1=KS") == ["Anna took a joker for **6♥** and laid it as **K♠** on Carla’s run 10♠–K♠."]


def test_the_cut_the_deal_and_the_ends_of_hands_are_told() -> None:
    view = table("KS", "2h", "3d").public()
    for event, line in (
        (moves.WasCut(Seat(1), 30), "Bruno cut the pack at 30 cards."),
        (moves.WasCut(Seat(1), 1), "Bruno lifted 1 card."),
        (moves.Dealt(1, Seat(0), card_from("9S")), "Anna dealt; **9♠** is turned up."),
        (moves.TurnedOver(19), "The stock was out: 19 cards of the pozzo were shuffled into a new one."),
        (moves.HandClosed(Seat(2), 3, doubled=False), "**Carla** closed hand 3!"),
        (moves.HandClosed(Seat(2), 3, doubled=True), "**Carla** closed hand 3 in one turn: points count double!"),
        (moves.HandVoid(3, "stock_out"), "Nothing is left to draw: hand 3 is void, nobody scores."),
        (moves.HandVoid(3, "nothing_laid"), "Nobody lays anything any more: hand 3 is void, nobody scores."),
        (moves.LaidOff(Seat(0), card_from("9S"), 7, None), "Anna laid off **9♠** on a meld on the table."),
    ):
        assert PRESENTER.log_lines(view, (event,)) == [line]
    assert PRESENTER.log_lines(view, (moves.MatchEnded("target"),)) == []
    with pytest.raises(TypeError, match="no words"):
        PRESENTER.log_lines(view, (object(),))


def test_every_event_of_whole_matches_has_words() -> None:
    for at in playouts(seats=(4,), most=300):
        for text in TEXTS:
            for line in PRESENTER.log_lines(at.public(text), at.log[-1] if at.log else ()):
                assert line
                assert "{" not in line


# The end


def lines_of(outcome: Outcome | None, text: Text = EN) -> list[str]:
    return PRESENTER.outcome_lines(table("KS", "2h", "3d", totals=(150, 110, 97)).public(text, outcome=outcome))


def test_how_a_match_ended() -> None:
    """KAL-32, 33: the lowest total wins, equal ones share; few points are good, and the result says so."""
    at = table("QC", "7C KD Jk", "2S 3h", melds=[(0, "KSKHKC")], opened=(0, 1), totals=(12, 60, 107))
    at.play("drop-QC")
    assert list(PRESENTER.outcome_lines(at.public())) == [
        "**Anna wins** with 12 points; few are good.",
        "Hand 1 cost: Anna 0 · Bruno 32 · Carla 50 (not opened)",
        "Totals: Anna 12 · Bruno 92 · Carla 157",
        "Won at this table: Bruno 1 · Carla 2",
    ]
    level = Outcome("target", (1, 1, 3), (60, 60, 157))
    assert lines_of(level)[0] == "**Anna and Bruno win together** with 60 points; few are good."
    assert lines_of(level, IT)[0].startswith("**Vincono insieme Anna e Bruno** con 60 punti")


def test_a_match_may_be_called_off_or_left() -> None:
    assert lines_of(Outcome("called_off", (), (0, 0, 0)))[0].endswith("nobody has scored: nobody wins.")
    assert "**Carla wins**" in lines_of(Outcome("called_off", (3, 2, 1), (150, 110, 97)))[0]
    assert "win together" in lines_of(Outcome("called_off", (1, 1, 3), (50, 50, 97)))[0]
    left = lines_of(Outcome("forfeit", (1, 2, 2)))
    assert left[:2] == ["**Anna wins: all the others have left.**", "Totals: Carla 97 · Bruno 110 · Anna 150"]
    assert lines_of(None)[0] == "The match is over."


def test_a_doubled_hand_counts_double() -> None:
    at = table("KS KH KD KC 2C 3C 4C 9D", "7C QD", "2S 3h", opened=(1,), options=Options(kalooki_doubles="yes"))
    at.play("lay-KSKHKDKC", "lay-2C3C4C", "drop-9D")
    lines = PRESENTER.table_panel(at.public()).lines
    assert lines[0] == "Anna discarded **9♦**. **Anna** closed hand 1 in one turn: points count double!"
    assert lines[1] == "Hand 1 cost: Anna 0 · Bruno 34 · Carla 100 (not opened)"
    assert "g:cut" in buttons(PRESENTER.table_panel(at.public()))
