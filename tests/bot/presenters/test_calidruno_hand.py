"""The private hand: what matters in one line, exactly the legal moves, at most two taps each."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.presenters.calidruno.hand import MENU_SIZE
from bot.presenters.panel import Button, Menu, PrivatePanel
from bot.presenters.registry import PRESENTERS
from bot.presenters.views import SeatView
from data.records import PlayerSettings
from games.calidruno import moves
from games.calidruno.cards import Card, Colour, card_from
from games.calidruno.options import Options
from games.core import Seat
from render.calidruno import HandScene
from tests.bot.presenters.positions import EN, GAME, IT, TEXTS, Table, playouts

PRESENTER = PRESENTERS["calidruno"]


def _table(hand: str, top: str, options: Options | None = None, seats: int = 3) -> Table:
    """Anna to act with these cards on this top card."""
    table = Table.deal(seats, options)
    cards = tuple(sorted(card_from(name) for name in hand.split()))
    state = table.match.state
    colour = 0 if card_from(top) >= 56 else card_from(top) // 14
    return table.with_state(hands=(cards, *state.hands[1:]), discards=(card_from(top),), colour=colour, to_act=Seat(0))


def _menus(panel: PrivatePanel) -> list[Menu]:
    return [row for row in panel.rows if isinstance(row, Menu)]


def _buttons(panel: PrivatePanel) -> list[Button]:
    return [button for row in panel.rows if not isinstance(row, Menu) for button in row]


def _offered(panel: PrivatePanel) -> list[str]:
    """The moves that a menu entry or a button plays: at most two taps (complaint G3)."""
    chosen = [choice.value for menu in _menus(panel) if menu.action == "move" for choice in menu.choices]
    pressed = [button.action.removeprefix("move:") for button in _buttons(panel) if button.action.startswith("move:")]
    return chosen + pressed


def _wanted(view: SeatView) -> set[str]:
    """What a hand has to offer of the legal moves: the word may have to be typed, catching is behind its own button
    (which must not tell whether there is anything to catch)."""
    by_button = view.table.options.call_by == "button"
    return {
        notation
        for notation, move in view.legal.items()
        if not isinstance(move, moves.Catch)
        and (by_button or not (isinstance(move, moves.Call) or (isinstance(move, moves.Play) and move.says_it)))
    }


def test_g3_exactly_the_legal_moves_are_offered_in_two_taps() -> None:
    """Complaint G3: typing card names is slow on a phone; every legal action is reachable in at most two taps."""
    count = 0
    for table in playouts():
        for seat in table.public().active:
            view = table.hand(seat)
            panel = PRESENTER.hand_panel(view)
            offered = _offered(panel)
            assert len(offered) == len(set(offered))
            assert set(offered) == _wanted(view)
            word = any(isinstance(move, moves.Call) for move in view.legal.values())
            actions = {button.action for button in _buttons(panel)}
            assert word == bool({"g:say", "move:call"} & actions)
            count += 1
    assert count > 500


def test_nobody_else_is_offered_a_card() -> None:
    for table in playouts(seats=(3,), most=80):
        for seat in set(range(3)) - table.public().active:
            view = table.hand(seat)
            panel = PRESENTER.hand_panel(view)
            assert not _menus(panel)
            assert set(_offered(panel)) == _wanted(view)


def test_f6_a_hand_of_every_card_is_still_playable() -> None:
    """Complaint F6: a menu with a 26th entry fails. Here all 58 kinds are in one hand, with the option that lets the
    word come with the play, so that there are more entries than a menu holds."""
    table = _table("W", "W", Options(call_by="button"))
    view = table.hand(0)
    everything = tuple(Card(kind) for kind in range(58))
    legal = {
        GAME.encode_move(move): move
        for card in everything
        for move in ([moves.Play(card)] if card < 56 else [moves.Play(card, colour) for colour in Colour])
    }
    panel = PRESENTER.hand_panel(replace(view, legal=legal, observation=view.observation._replace(hand=everything)))
    sizes = [len(menu.choices) for menu in _menus(panel)]
    assert sizes == [25, 25, 14]
    assert max(sizes) <= MENU_SIZE
    assert set(legal) <= set(_offered(panel))
    assert len(panel.rows) <= 5
    assert [menu.placeholder for menu in _menus(panel)] == [f"Play a card… ({i} of 3)" for i in (1, 2, 3)]


@pytest.mark.parametrize("count", [26, 40])
def test_f6_many_cards_fit_the_message(count: int) -> None:
    names = [f"{colour}{n}" for colour in "RBYG" for n in range(10)][:count]
    panel = PRESENTER.hand_panel(_table(" ".join(names), "R7").hand(0))
    assert sum(map(len, panel.lines)) < 1800
    assert panel.picture is not None
    assert len(panel.picture.alt) <= 1024
    assert f"{count}: " in panel.picture.alt


def test_a_wild_is_four_entries_by_colour() -> None:
    (menu,) = _menus(PRESENTER.hand_panel(_table("R2 W B7", "R7").hand(0)))
    assert [(choice.emoji, choice.label, choice.value) for choice in menu.choices] == [
        ("🔺", "2 red", "R2"),
        ("🔵", "7 blue", "B7"),
        ("🔺", "Wild: red", "W=R"),
        ("🔵", "Wild: blue", "W=B"),
        ("⭐", "Wild: yellow", "W=Y"),
        ("🟩", "Wild: green", "W=G"),
    ]


def test_a4_a11_after_a_wild_from_two_cards_the_word_is_on_the_same_screen() -> None:
    """Complaints A4, A11: the colour picker covered the call button, or the hand was not redrawn. The colour is part
    of the play, and the hand shown after it leads with the word."""
    table = _table("W G2", "R7").play(0, "W=B")
    panel = PRESENTER.hand_panel(table.hand(0))
    buttons = _buttons(panel)
    assert buttons[0].action == "g:say"
    assert buttons[0].label == "Say “Calidruno!”"
    assert panel.lines[0] == "One card left – say **“Calidruno!”** before the next player acts."
    assert "Anna played **Wild** and chose **blue ●**." in panel.lines


def test_a6_the_word_may_come_with_the_play_where_a_button_stands_for_it() -> None:
    """Complaint A6: users expect a call made just before playing the second-last card to count."""
    (menu,) = _menus(PRESENTER.hand_panel(_table("R2 G2", "R7", Options(call_by="button")).hand(0)))
    assert [(choice.value, choice.label) for choice in menu.choices] == [
        ("R2", "2 red"),
        ("R2!", "2 red – and “Calidruno!”"),
    ]
    (menu,) = _menus(PRESENTER.hand_panel(_table("R2 G2", "R7").hand(0)))
    assert [choice.value for choice in menu.choices] == ["R2"]


def test_call_by_button_needs_one_press() -> None:
    table = _table("R2 G2", "R7", Options(call_by="button")).play(0, "R2")
    assert _buttons(PRESENTER.hand_panel(table.hand(0)))[0].action == "move:call"


@pytest.mark.parametrize(
    ("hand", "top", "line", "actions"),
    [
        ("R2 G3", "R7", "Your turn: match **7 red ▲** by colour or number, or play a wild.", []),
        ("R2 G3", "R-stop", "Your turn: match **Stop red ▲** by colour or sign, or play a wild.", []),
        ("R2 G3", "W", "Your turn: the colour is **red ▲**. Play it, or a wild.", []),
        ("G3 B1", "R7", "Your turn: nothing of yours fits on **7 red ▲**. Draw a card.", ["move:draw"]),
    ],
)
def test_the_first_line_says_what_matters(hand: str, top: str, line: str, actions: list[str]) -> None:
    panel = PRESENTER.hand_panel(_table(hand, top).hand(0))
    assert panel.lines[0] == line
    assert [button.action for button in _buttons(panel) if button.action.startswith("move:")] == actions


def test_a_drawn_card_may_be_played_or_kept() -> None:
    table = _table("G3 B1", "R7")
    table = table.with_state(stock=(card_from("R5"),)).play(0, "draw")
    panel = PRESENTER.hand_panel(table.hand(0))
    assert panel.lines[0] == "You drew **5 red ▲**: play it, or keep it and pass."
    assert _offered(panel) == ["R5", "pass"]
    assert panel.picture is not None
    assert isinstance(panel.picture.scene, HandScene)
    assert panel.picture.scene.fresh == card_from("R5")


@pytest.mark.parametrize(
    ("drawn_card", "line", "offered"),
    [
        ("must_play", "You drew **5 red ▲**: at this table it has to be played.", ["R5"]),
        ("may_not_play", "You drew **5 red ▲**: at this table it is kept. Pass.", ["pass"]),
        ("draw_until_playable", "You drew **5 red ▲**: play it, or keep it and pass.", ["R5", "pass"]),
    ],
)
def test_what_becomes_of_a_drawn_card_is_said_as_the_table_plays_it(
    drawn_card: str, line: str, offered: list[str]
) -> None:
    options = replace(Options(), drawn_card=drawn_card)
    table = _table("G3 B1", "R7", options).with_state(stock=(card_from("R5"),)).play(0, "draw")
    panel = PRESENTER.hand_panel(table.hand(0))
    assert panel.lines[0] == line
    assert _offered(panel) == offered


@pytest.mark.parametrize("draw_when_playable", ["no", "yes"])
def test_who_is_held_back_by_the_head_start_reads_how_they_may_go_out(draw_when_playable: str) -> None:
    """With two players Stop leads to another turn of one's own, in which the last card fits but has to wait."""
    options = replace(Options(), draw_when_playable=draw_when_playable)
    table = _table("R-stop R5", "R7", options, seats=2).play(0, "R-stop")
    panel = PRESENTER.hand_panel(table.hand(0))
    assert panel.lines[:2] == (
        "One card left – say **“Calidruno!”** before the next player acts.",
        "Your turn: you may go out once you have said it, or when your head start is over.",
    )
    for after in ("call", "grace-0-1"):
        seat = 0 if after == "call" else None
        at = table.with_state().play(seat, after)
        assert "match **Stop red ▲**" in " ".join(PRESENTER.hand_panel(at.hand(0)).lines)
        assert "R5" in _offered(PRESENTER.hand_panel(at.hand(0)))
    table = _table("R-stop B5", "R7", options, seats=2).play(0, "R-stop")
    assert "nothing of yours fits on **Stop red ▲**. Draw a card." in PRESENTER.hand_panel(table.hand(0)).lines[1]


def test_nobody_is_told_to_do_what_they_cannot() -> None:
    told = {"Draw a card": "draw", "take them": "draw", "and pass": "pass", "Pass.": "pass"}
    seen: set[str] = set()
    for table in playouts():
        for seat in table.public().active:
            view = table.hand(seat)
            lines = " ".join(PRESENTER.hand_panel(view).lines[:2])
            for words, move in told.items():
                if words in lines:
                    seen.add(words)
                    assert move in view.legal, lines
            if "has to be played" in lines:
                assert not {"draw", "pass"} & set(view.legal)
    assert seen >= set(list(told)[:3])  # there is nearly always something to draw


def test_a_debt_names_the_cards_and_the_choices() -> None:
    table = _table("R+2 R1 G3", "R7", Options(stacking="same_kind"))
    hands = table.match.state.hands
    table = table.with_state(hands=(hands[0], tuple(sorted((card_from("B+2"), card_from("Y1")))), *hands[2:]))
    table.play(0, "R+2")
    panel = PRESENTER.hand_panel(table.hand(1))
    assert panel.lines[0] == "Your turn: 2 cards are waiting. Pass them on with a draw card, or take them."
    assert _buttons(panel)[0].label == "Take the cards"


def test_when_it_is_not_my_turn_the_hand_says_whose_it_is() -> None:
    panel = PRESENTER.hand_panel(_table("R2 G3", "R7").hand(2))
    assert panel.lines[0] == "It is Anna’s turn. On top: **7 red ▲**."
    assert "**Anna 2** · Bruno 7 · Carla 7" in panel.lines


def test_g1_a_hand_in_a_direct_message_says_which_table_it_belongs_to() -> None:
    """Complaint G1: the DM does not say which table it belongs to."""
    assert PRESENTER.hand_panel(_table("R2 G3", "R7").hand(1)).title == "Calidruno · Anna’s table"


def test_g16_no_card_is_told_by_colour_alone() -> None:
    """Complaint G16: shape and word beside every colour, in the text, the menu and the words for the picture."""
    panel = PRESENTER.hand_panel(_table("R2 B2 Y2 G2", "R7").hand(0))
    assert "`1` 2 red ▲ · `2` 2 blue ● · `3` 2 yellow ★ · `4` 2 green ■" in panel.lines
    assert panel.picture is not None
    assert "1: 2 red ▲, 2: 2 blue ●, 3: 2 yellow ★, 4: 2 green ■" in panel.picture.alt
    (menu,) = _menus(panel)
    assert all(choice.emoji in "🔺🔵⭐🟩" for choice in menu.choices)


def test_g19_a_hand_speaks_its_readers_language() -> None:
    """Complaint G19: host and guests speak different languages."""
    table = _table("R2 G3", "R7")
    assert PRESENTER.hand_panel(table.hand(0, IT)).lines[0] == (
        "Tocca a te: su **7 rosso ▲** vanno lo stesso colore o numero, oppure un cambia colore."
    )
    assert PRESENTER.hand_panel(table.hand(0, EN)).lines[0].startswith("Your turn")


def test_b23_action_cards_say_in_plain_words_what_they_do() -> None:
    """Complaint B23: a user did not understand what the button meant."""
    for text in TEXTS:
        (menu,) = _menus(PRESENTER.hand_panel(_table("R-rev R-stop R+2 R+4 W W+4 R3", "R7").hand(0, text)))
        assert all(choice.description for choice in menu.choices if choice.value != "R3")


def test_two_of_a_kind_are_one_entry() -> None:
    (menu,) = _menus(PRESENTER.hand_panel(_table("R2 R2 G3", "R7").hand(0)))
    assert [(choice.value, choice.description) for choice in menu.choices] == [("R2", "you have 2")]


def test_a_hand_sorted_by_number_numbers_picture_text_and_menu_alike() -> None:
    mine = PlayerSettings(100, sort_by="number", letters=True)
    panel = PRESENTER.hand_panel(_table("R9 B2 G2 W", "B9").hand(0, settings=mine))
    assert "`1` 2 blue ● · `2` 2 green ■ · `3` 9 red ▲ · `4` Wild" in panel.lines
    assert panel.picture is not None
    scene = panel.picture.scene
    assert isinstance(scene, HandScene)
    assert [card_from(name) for name in ("B2", "G2", "R9", "W")] == list(scene.cards)
    assert scene.letters == ("R", "B", "Y", "G")
    (menu,) = _menus(panel)
    assert [choice.value for choice in menu.choices][:2] == ["B2", "R9"]


def test_a_watcher_sees_the_table_and_no_moves() -> None:
    panel = PRESENTER.hand_panel(_table("R2 G3", "R7").hand(None))
    assert panel.lines[0] == "You are watching; you see what everybody sees."
    assert _offered(panel) == []


def test_votes_are_offered_to_those_who_may_vote() -> None:
    table = _table("R2 G3", "R7", seats=4).play(0, "report-1-2")
    assert {"move:guilty", "move:clear"} <= {b.action for b in _buttons(PRESENTER.hand_panel(table.hand(3)))}
    assert not {"move:guilty", "move:clear"} & {b.action for b in _buttons(PRESENTER.hand_panel(table.hand(1)))}
    assert any("Anna says that Bruno told Carla" in line for line in PRESENTER.hand_panel(table.hand(3)).lines)


def test_a_notice_stands_above_the_hand() -> None:
    view = replace(_table("R2 G3", "R7").hand(0), notice="That was an earlier turn.")
    assert PRESENTER.hand_panel(view).notice == "That was an earlier turn."


def test_the_picture_says_what_to_match_only_where_something_has_to_match() -> None:
    owing = _table("R+2 R1 G3", "R7", Options(stacking="same_kind")).play(0, "R+2")
    between = _table("R2", "R7", Options(scoring="points_to_500")).play(0, "R2")
    for text, match in ((EN, "Match 7 or red"), (IT, "7 o rosso")):
        for table, seat, said in ((_table("R2 G3", "R7"), 1, True), (owing, 1, False), (between, 1, False)):
            picture = PRESENTER.hand_panel(table.hand(seat, text)).picture
            assert picture is not None
            assert isinstance(picture.scene, HandScene)
            assert picture.scene.words.title == (match if said else "")
            assert (match in picture.alt) == said
