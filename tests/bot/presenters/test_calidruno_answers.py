"""What presses of the game's own buttons mean: calling out, saying the word, reports, refusals, the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.presenters import house
from bot.presenters.panel import Button, Form, Menu, PrivatePanel, Style
from bot.presenters.presenter import Answer, Play, Say
from bot.presenters.registry import PRESENTERS
from data.records import PlayerSettings, TableStatus
from games.calidruno import moves
from games.calidruno.cards import Colour, card_from
from games.calidruno.options import Options
from games.calidruno.reasons import CalidrunoReason
from games.core import IllegalMoveError, InvalidMoveError, Outcome, RulesError, Seat
from games.core.errors import CoreReason, MatchOverError
from tests.bot.presenters.positions import EN, IT, TEXTS, Table

PRESENTER = PRESENTERS["calidruno"]


def _cards(names: str) -> tuple[int, ...]:
    return tuple(sorted(card_from(name) for name in names.split()))


def _table(*hands: str, top: str = "R7", options: Options | None = None) -> Table:
    table = Table.deal(len(hands), options)
    return table.with_state(
        hands=tuple(_cards(hand) for hand in hands), discards=(card_from(top),), colour=Colour.RED, to_act=Seat(0)
    )


def _answer(table: Table, seat: int | None, action: str, values: Mapping[str, str] | Sequence[str] = ()) -> Answer:
    return PRESENTER.answer(table.hand(seat), action, values)


# Calling out


def test_calling_out_acts_at_once_on_the_only_other_player_with_one_card() -> None:
    assert _answer(_table("R1 R2", "B1", "G1 G2"), 0, "callout") == Play(moves.Catch(Seat(1)))


def test_calling_out_asks_whom_where_several_hold_one_card() -> None:
    panel = _answer(_table("R1 R2", "B1", "G1", "G2 G3"), 0, "callout")
    assert isinstance(panel, PrivatePanel)
    assert panel.rows == (
        (Button("move:catch-1", "Bruno", Style.DANGER), Button("move:catch-2", "Carla", Style.DANGER)),
    )


def test_cal_30_what_is_offered_does_not_depend_on_who_said_it() -> None:
    """Anna plays down to one card beside Bruno's: both are offered, whether or not she says the word."""
    table = _table("R1 R2", "B1", "G1 G2").play(0, "R1")
    silent = _answer(table, 2, "callout")
    said = _answer(table.play(0, "call"), 2, "callout")
    assert silent == said
    assert isinstance(silent, PrivatePanel)


def test_calling_out_nobody_is_a_private_word() -> None:
    answer = _answer(_table("R1 R2", "B1 B2", "G1 G2"), 0, "callout")
    assert answer == Say("No other player has just one card (CAL-32).")
    assert isinstance(_answer(_table("R1", "B1 B2"), 0, "callout"), Say)


# The word


def test_saying_it_opens_a_box() -> None:
    form = _answer(_table("R1 R2", "B1"), 0, "say")
    assert isinstance(form, Form)
    assert (form.action, form.title, form.fields[0].key) == ("g:say", "One card left", "word")


@pytest.mark.parametrize("word", ["Calidruno!", "CALIDRUNO!!", " calidruno "])
def test_cal_27_the_word_is_the_word(word: str) -> None:
    assert _answer(_table("R1", "B1 B2"), 0, "say", {"word": word}) == Play(moves.Call())


@pytest.mark.parametrize("word", ["Uno!", "una", "ultima", "Calidruno 🎉", "calidrino", "", "calidruno calidruno"])
def test_cal_27_anything_else_is_not_the_word(word: str) -> None:
    assert _answer(_table("R1", "B1 B2"), 0, "say", {"word": word}) == Say("That is not the word.")
    assert _answer(_table("R1", "B1 B2"), 0, "say", {}) == Say("That is not the word.")


def test_cal_28_uno_counts_where_the_table_says_so() -> None:
    table = _table("R1", "B1 B2", options=Options(accept_uno="yes"))
    assert _answer(table, 0, "say", {"word": "UNO!"}) == Play(moves.Call())


def test_words_said_in_the_channel() -> None:
    table = _table("R1", "B1 B2")
    assert PRESENTER.spoken(table.hand(0), "Calidruno!") == moves.Call()
    assert PRESENTER.spoken(table.hand(0), "I say Calidruno!") is None
    assert PRESENTER.spoken(table.hand(None), "Calidruno!") is None


# Reports of hints


def _menu(answer: Answer) -> Menu:
    assert isinstance(answer, PrivatePanel)
    (menu,) = answer.rows
    assert isinstance(menu, Menu)
    return menu


def test_a_report_asks_who_and_whom_and_is_then_a_move() -> None:
    table = _table("R1 R2", "B1 B2", "G1 G2", "Y1 Y2")
    who = _menu(_answer(table, 0, "report"))
    assert [choice.label for choice in who.choices] == ["Bruno", "Carla", "Dario"]
    whom = _menu(_answer(table, 0, who.action.removeprefix("g:"), [who.choices[1].value]))
    assert [choice.label for choice in whom.choices] == ["Anna", "Bruno", "Dario"]
    move = _answer(table, 0, whom.action.removeprefix("g:"), [whom.choices[2].value])
    assert move == Play(moves.Report(Seat(2), Seat(3)))


@pytest.mark.parametrize(
    ("action", "values"),
    [("report:9", ["1"]), ("report:1", ["9"]), ("report:x", ["1"]), ("report:1", []), ("report:²", ["1"])],
)
def test_a_forged_report_is_answered_with_a_sentence(action: str, values: list[str]) -> None:
    assert isinstance(_answer(_table("R1 R2", "B1 B2", "G1 G2"), 0, action, values), Say)


def test_reporting_is_offered_only_where_somebody_could_decide() -> None:
    def offered(table: Table, seat: int | None = 0) -> list[str]:
        return [button.action for button in PRESENTER.more_buttons(table.hand(seat))]

    assert offered(_table("R1", "B1", "G1")) == ["g:report"]
    assert offered(_table("R1", "B1")) == []
    assert offered(_table("R1", "B1", options=Options(suggestion_penalty="host"))) == ["g:report"]
    assert offered(_table("R1", "B1", "G1", options=Options(suggestion_penalty="off"))) == []
    assert offered(_table("R1", "B1", "G1"), seat=None) == []


def test_the_host_judges_in_the_tables_name_and_nobody_else_may() -> None:
    table = _table("R1 R2", "B1 B2", "G1 G2", options=Options(suggestion_penalty="host")).play(2, "report-1-2")
    row = house.public_panel(table.public()).rows[0]
    assert not isinstance(row, Menu)
    assert [button.action for button in row] == ["g:callout", "g:judge:guilty", "g:judge:clear"]
    assert _answer(table, 0, "judge:guilty") == Play(moves.Vote(True, as_host=True), as_table=True)
    assert _answer(table, 0, "judge:clear") == Play(moves.Vote(False, as_host=True), as_table=True)
    assert _answer(table, 1, "judge:guilty") == Say("Only the host can do that: Anna.")
    table.play(None, "judge-guilty")
    assert table.match.state.hearing is None


@pytest.mark.parametrize("action", ["", "nonsense", "judge", "judge:perhaps", "callout2"])
def test_an_unknown_action_is_answered_with_a_sentence(action: str) -> None:
    assert isinstance(_answer(_table("R1", "B1", "G1"), 0, action), Say)


@pytest.mark.parametrize("action", ["callout", "say", "report", "judge:guilty"])
def test_f22_outsiders_get_a_polite_answer(action: str) -> None:
    """Complaint F22: outsiders pressing buttons see "interaction failed"."""
    answer = _answer(_table("R1", "B1", "G1"), None, action)
    assert isinstance(answer, Say)
    assert answer.sentence.startswith("You are not playing at this table.")


# Refusals


DETAILS: dict[str, Any] = {"card": card_from("B5"), "top": card_from("R7"), "colour": Colour.RED, "seat": 1, "debt": 4}


@pytest.mark.parametrize("text", TEXTS, ids=["en", "it"])
@pytest.mark.parametrize("reason", [*CalidrunoReason, *CoreReason], ids=lambda reason: reason.name)
def test_every_refusal_is_one_sentence_with_its_rule(reason: Any, text: Any) -> None:
    view = _table("R1", "B1", "G1").public(text)
    sentence = PRESENTER.refusal(view, IllegalMoveError(reason, **DETAILS))
    assert sentence.endswith(f"({reason.rule}).")
    assert "{" not in sentence
    assert sentence.count(". ") == 0
    assert len(sentence) <= 160


def _refused(table: Table, seat: int, notation: str) -> str:
    with pytest.raises(RulesError) as refused:
        table.play(seat, notation)
    return PRESENTER.refusal(table.public(), refused.value)


@pytest.mark.parametrize(
    ("seat", "notation", "sentence"),
    [
        (0, "draw", "Not now: you can draw only when nothing in your hand fits (CAL-14)."),
        (0, "B5", "5 blue ● does not fit on 7 red ▲: it needs the colour red ▲ or the same number (CAL-10)."),
        (0, "B-stop", "Stop blue ● does not fit on 7 red ▲: it needs the colour red ▲ or the same sign (CAL-11)."),
        (0, "pass", "Draw a card first; only then may you pass (CAL-16)."),
        (0, "R9", "You do not hold 9 red ▲ (CAL-10)."),
        (1, "G2", "It is not your turn; to act: Anna (G-1)."),
        (0, "catch-0", "You cannot call yourself out (CAL-32)."),
        (
            0,
            "call",
            "There is nothing to say now: the word is for the moment when a play leaves you one card (CAL-29).",
        ),
        (0, "catch-1", "Bruno had nothing to say (CAL-32)."),
    ],
)
def test_refusals_as_a_player_meets_them(seat: int, notation: str, sentence: str) -> None:
    hands = ("R1 B5 B-stop", "G2", "G1 G3")
    if notation == "pass":
        hands = ("B5 B-stop", "G2", "G1 G3")
    assert _refused(_table(*hands), seat, notation) == sentence


def test_a_refusal_in_italian() -> None:
    view = _table("R1", "B1").public(IT)
    assert PRESENTER.refusal(view, InvalidMoveError()) == "Questa non è una mossa del gioco (G-4)."
    assert PRESENTER.refusal(view, MatchOverError()) == "La partita è finita (G-4)."


# Telling what happened


def test_a_log_of_a_hand_with_everything() -> None:
    table = _table("R+2 R1 R2", "B1 B2", "G1 G2", options=Options(grace_s=0))
    table = table.with_state(stock=_cards("Y1 Y2 Y3 Y4 Y5 Y6 Y7"))
    seats = table.public()

    def told(seat: int | None, notation: str) -> str:
        table.play(seat, notation)
        return " ".join(PRESENTER.log_lines(seats, table.log[-1]))

    assert told(0, "R+2") == "Anna played **+2 red ▲**. Bruno draws 2 cards and misses a turn."
    assert told(2, "draw") == "Carla drew a card."
    assert told(2, "pass") == "Carla passed."
    assert told(0, "R1") == "Anna played **1 red ▲**."
    assert told(1, "B1") == "Bruno played **1 blue ●**."
    assert told(2, "catch-0") == "Carla caught Anna in silence: 2 cards."
    assert told(2, "report-1-0") == "Carla: “Bruno told Anna what to play.”"
    assert told(0, "guilty") == ("The discards were shuffled: a draw pile of 3 cards. Bruno gave a hint: 4 cards.")


def test_f16_names_in_the_log_are_escaped() -> None:
    """Complaint F16: underscores in names became italics."""
    view = _table("R1 R2", "B1").public()
    view = replace(view, seats=(replace(view.seats[0], name="_Anna_ <@1>"), view.seats[1]))
    (line,) = PRESENTER.log_lines(view, (moves.Passed(Seat(0)),))
    assert line == r"\_Anna\_ \<\@1\> passed."
    assert house.public_panel(view).title == r"Calidruno · \_Anna\_ \<\@1\>’s table"


def test_the_draw_for_dealer_is_told_in_short() -> None:
    view = _table("R1", "B1", "G1").public()
    level = moves.DealerDrawn((card_from("R9"), card_from("Y9"), card_from("W")))
    assert PRESENTER.log_lines(view, (level,)) == ["Anna and Bruno are level and draw again."]
    decided = moves.DealerDrawn((card_from("R-stop"), card_from("Y1"), None))
    assert PRESENTER.log_lines(view, (decided,)) == ["Bruno drew the highest card, **1 yellow ★**."]
    dealt = moves.Dealt(Seat(1), (card_from("R-stop"), card_from("W")), card_from("Y5"))
    assert PRESENTER.log_lines(view, (dealt,)) == [
        "Bruno dealt; first card **5 yellow ★**. Stop red ▲ and Wild were put back."
    ]


# The result


def test_the_result_names_the_winner_and_what_the_others_hold() -> None:
    table = _table("R1", "B1 B2", "G1")
    table.play(0, "R1")
    panel = house.public_panel(table.public())
    assert panel.lines[:2] == ("**Anna wins the calidruno!**", "Cards left: Bruno 2 · Carla 1")
    row = panel.rows[-1]
    assert not isinstance(row, Menu)
    assert [button.action for button in row][:2] == ["rematch", "close"]
    assert panel.picture is not None
    assert panel.picture.alt.startswith("Anna wins.")


@pytest.mark.parametrize(
    ("outcome", "lines"),
    [
        (Outcome("forfeit", (2, 1, 2)), ["**Bruno wins: all the others have left.**"]),
        (Outcome("void", ()), ["**Nobody wins:** no card could be drawn or played any more (CAL-38)."]),
        (
            Outcome("points", (2, 1, 3), (320, 512, 40)),
            ["**Bruno wins the match with 500 points or more!**", "Points: Bruno 512 · Anna 320 · Carla 40"],
        ),
    ],
)
def test_other_ends(outcome: Outcome, lines: list[str]) -> None:
    view = _table("R1 R2", "B1 B2", "G1").public(outcome=outcome, status=TableStatus.FINISHED)
    assert PRESENTER.outcome_lines(view)[: len(lines)] == lines
    assert PRESENTER.outcome_lines(view)[-1] == "Won at this table: Bruno 1 · Carla 2"


def test_g14_people_who_sat_down_after_the_end_do_not_disturb_the_result() -> None:
    table = _table("R1", "B1 B2")
    table.play(0, "R1")
    view = table.public()
    more = replace(view, seats=(*view.seats, replace(view.seats[0], user_id=999, name="Zoe")))
    panel = house.public_panel(more)
    assert [line for line in panel.lines if "Zoe" in line] == ["In the next match too: Zoe"]


def test_between_hands_the_dealer_is_named_and_has_a_button() -> None:
    options = Options(scoring="points_to_500", next_dealer="winner")
    table = _table("R1", "B1 B2", "G1", options=options)
    table.play(0, "R1")
    view = table.public()
    panel = house.public_panel(view)
    assert panel.lines[-1] == "The hand is over. Anna deals the next one."
    row = panel.rows[0]
    assert not isinstance(row, Menu)
    assert [button.action for button in row] == ["hand", "move:deal", "rules", "more"]
    hand = PRESENTER.hand_panel(table.hand(0, settings=PlayerSettings(100)))
    assert "move:deal" in [button.action for row in hand.rows if not isinstance(row, Menu) for button in row]
    assert EN.has("calidruno.table.between")
