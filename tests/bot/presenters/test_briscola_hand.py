"""“My view”, the table and the auction of blind Briscola: every legal move in two taps, whole messages for Discord."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.presenters import house
from bot.presenters.italian import card_words
from bot.presenters.options import options_panel
from bot.presenters.panel import Button, Form, Menu, Panel, PublicPanel
from bot.presenters.presenter import Notes, Play, Say
from bot.tables.components import MessageStyle, form_modal, render_private, render_public
from bot.text.catalog import Text
from data.records import PlayerSettings, TableStatus
from games.briscola.moves import Bid, Leave
from games.briscola.options import Options
from games.briscola.terms import Phase
from games.core import Outcome, RulesError, Seat
from render.briscola import TableScene, ViewScene
from tests.bot.presenters.briscola_positions import AID, EN, GAME, IT, PRESENTER, TEXTS, Table, playouts
from tests.bot.presenters.discord_limits import check_limits

ANNA_CALLS_45 = ("bid-45", *("leave",) * 5)
FIRST_SIX = ("slot-1", "slot-2", "slot-3", "slot-4", "slot-5", "slot-6")


def _table(*moves: str, options: Options | None = None, seed: int = 1) -> Table:
    """Fabio has dealt, so Anna is the first to call."""
    return Table.deal(options, seed=seed, dealer=5).play(*moves)


def _buttons(panel: Panel) -> list[Button]:
    return [button for row in panel.rows if not isinstance(row, Menu) for button in row]


def _labels(panel: Panel) -> list[str]:
    return [button.label for button in _buttons(panel)]


def _plays(panel: Panel) -> list[str]:
    return [b.action.removeprefix("move:") for b in _buttons(panel) if b.action.startswith("move:")]


# The auction


def test_a_bid_is_one_tap_on_the_table_or_in_the_view() -> None:
    table = _table("bid-45")
    public, private = house.public_panel(table.public()), PRESENTER.hand_panel(table.hand(1))
    assert "Bid to beat: **45** (Anna)" in public.lines
    assert _labels(public)[:5] == ["44", "40", "35", "Other…", "Leave the auction"]
    assert _labels(private)[:5] == ["44", "40", "35", "Other…", "Leave the auction"]
    assert _plays(private) == ["bid-44", "bid-40", "bid-35", "leave"]
    assert not _plays(public), "a press on the table must not open a view each time"
    assert PRESENTER.answer(table.hand(1), "bid-40", ()) == Play(Bid(40))
    assert PRESENTER.answer(table.hand(1), "leave", ()) == Play(Leave())


@pytest.mark.parametrize(
    ("moves", "numbers"),
    [
        ((), ["59", "55", "50"]),
        (("bid-8",), ["7", "3"]),
        (("bid-3",), ["2"]),
        (("bid-1",), []),
    ],
)
def test_only_numbers_that_may_be_called_stand_on_buttons(moves: tuple[str, ...], numbers: list[str]) -> None:
    view = _table(*moves).hand(len(moves))
    panel = PRESENTER.hand_panel(view)
    other = ["Other…"] if numbers else []
    assert _labels(panel) == [*numbers, *other, "Leave the auction", "More"]
    assert set(_plays(panel)) <= set(view.legal)


def test_any_other_number_is_typed_into_a_box() -> None:
    view = _table("bid-45").hand(1)
    form = PRESENTER.answer(view, "bid", ())
    assert isinstance(form, Form)
    assert (form.action, form.fields[0].label) == ("g:bid", "I take less than (1 to 44)")
    assert PRESENTER.answer(view, "bid", {"number": " 23 "}) == Play(Bid(23))
    for typed in ("", "-3", "4.5", "forty", "100", "٣"):
        assert PRESENTER.answer(view, "bid", {"number": typed}) == Say(EN("briscola.bid.no_number"))
    waiting = _table("bid-45").hand(3)
    assert PRESENTER.answer(waiting, "bid", ()) == Say(EN("briscola.bid.not_now"))


def test_who_has_left_is_told() -> None:
    panel = PRESENTER.table_panel(_table("bid-45", "leave", "bid-30", "leave").public())
    assert "Out of the auction: Bruno and Dario" in panel.lines
    assert panel.picture is not None
    assert isinstance(panel.picture.scene, TableScene)
    assert panel.picture.scene.left == {1, 3}


def test_bri_11_the_last_of_six_who_must_call_is_offered_nothing_else() -> None:
    table = _table(*("leave",) * 5, options=Options(all_pass="last_must_call_59", max_first_bid=50))
    assert _labels(PRESENTER.hand_panel(table.hand(5))) == ["50", "More"]
    assert _labels(PRESENTER.table_panel(table.public())) == ["50"]
    free = _table(*("leave",) * 5)
    assert "Leave the auction" in _labels(PRESENTER.hand_panel(free.hand(5)))


# Playing by number


def test_g3_every_legal_move_is_offered_in_two_taps_and_nothing_else() -> None:
    for table in playouts(3):
        for seat in range(6):
            view = table.hand(seat)
            offered = _plays(PRESENTER.hand_panel(view))
            assert len(offered) == len(set(offered))
            if seat in table.public().active and table.state.phase is Phase.AUCTION:
                bids = {name for name in view.legal if name.startswith("bid-")}
                assert set(offered) <= set(view.legal)
                assert ("leave" in offered) == ("leave" in view.legal)
                # Other numbers are two taps and a number away.
                assert bids <= set(offered) or "g:bid" in [b.action for b in _buttons(PRESENTER.hand_panel(view))]
            else:
                assert set(offered) == set(view.legal)


def test_six_backs_stand_in_two_even_rows() -> None:
    panel = PRESENTER.hand_panel(_table(*ANNA_CALLS_45).hand(0))
    rows = [[button.label for button in row] for row in panel.rows if not isinstance(row, Menu)]
    assert rows == [["1", "2", "3"], ["4", "5", "6"], ["More"]]


def test_bri_14_the_caller_alone_gets_four_suits_after_the_sixth_card() -> None:
    five = _table(*ANNA_CALLS_45, *FIRST_SIX[:5])
    six = _table(*ANNA_CALLS_45, *FIRST_SIX)
    trumps = ["trump-coppe", "trump-denari", "trump-spade", "trump-bastoni"]
    assert not set(_plays(PRESENTER.hand_panel(five.hand(0)))) & set(trumps)
    panel = PRESENTER.hand_panel(six.hand(0))
    assert _plays(panel) == trumps
    assert len({button.emoji for button in _buttons(panel)[:4]}) == 4, "suits are told apart by shape"
    assert all(not _plays(PRESENTER.hand_panel(six.hand(seat))) for seat in range(1, 6))


def test_the_reveal_is_one_picture_with_six_cards() -> None:
    table = _table(*ANNA_CALLS_45, *FIRST_SIX, "trump-coppe")
    panel = PRESENTER.table_panel(table.public())
    assert panel.picture is not None
    scene = panel.picture.scene
    assert isinstance(scene, TableScene)
    assert [card.card for card in scene.felt.cards] == list(table.state.tricks[0].cards)
    assert [card.led for card in scene.felt.cards] == [True, *[False] * 5]
    (taker,) = [card.seat for card in scene.felt.cards if card.taking]
    assert (scene.trump, taker) == (table.state.trump, table.state.tricks[0].winner)
    line = panel.lines[1]
    assert line.startswith("Anna named the trump: **coppe**. The six cards are turned up; Anna had led.")
    assert "takes them with the" in line
    assert "Trump: coppe. Anna led." in panel.picture.alt
    assert scene.words.title == "Trick 1 of 6"


def test_bri_22_backs_keep_their_numbers() -> None:
    table = _table(*ANNA_CALLS_45, *FIRST_SIX, "trump-coppe")
    for seat, slot in enumerate(FIRST_SIX):
        panel = PRESENTER.hand_panel(table.hand(seat))
        assert isinstance(panel.picture and panel.picture.scene, ViewScene)
        left = [str(i) for i in range(1, 7) if f"slot-{i}" != slot]
        assert panel.picture is not None
        assert f"Your own backs: {', '.join(left)}." in panel.picture.alt
        if seat in table.public().active:
            assert _plays(panel) == [f"slot-{i}" for i in left]


def test_complaint_g11_the_last_card_is_played_by_its_number_like_any_other() -> None:
    rng = random.Random(2)
    table = _table(*ANNA_CALLS_45)
    while len(table.state.tricks) < 5:
        (seat,) = GAME.active_seats(table.state)
        table.play(GAME.encode_move(rng.choice(GAME.legal_moves(table.state, seat))))
    (seat,) = GAME.active_seats(table.state)
    (play,) = _plays(PRESENTER.hand_panel(table.hand(seat)))
    assert play.startswith("slot-")
    table.play(play)


def test_letters_on_demand() -> None:
    table = _table(*ANNA_CALLS_45, *FIRST_SIX, "trump-coppe")
    for letters in (False, True):
        panel = PRESENTER.hand_panel(table.hand(2, settings=PlayerSettings(102, letters=letters)))
        scene = panel.picture and panel.picture.scene
        assert isinstance(scene, ViewScene)
        assert scene.letters == (("C", "D", "S", "B") if letters else None)


def test_points_are_told_while_playing_only_where_the_table_says_so() -> None:
    moves = (*ANNA_CALLS_45, *FIRST_SIX, "trump-coppe")
    for options, word in ((Options(), "Tricks: "), (Options(show_running_points="yes"), "Tricks (points): ")):
        lines = PRESENTER.hand_panel(_table(*moves, options=options).hand(1)).lines
        assert any(line.startswith(word) for line in lines)


# Notes


def test_notes_are_a_line_for_each_of_ones_own_backs() -> None:
    table = _table(*ANNA_CALLS_45, *FIRST_SIX, "trump-coppe")
    view = table.hand(2, notes={1: "high? *", 6: "low"})
    form = PRESENTER.answer(view, "notes", ())
    assert isinstance(form, Form)
    assert [(f.key, f.label, f.default, f.required, f.max_length) for f in form.fields] == [
        ("1", "Card 1", "high? *", False, 40),
        ("2", "Card 2", "", False, 40),
        ("4", "Card 4", "", False, 40),
        ("5", "Card 5", "", False, 40),
        ("6", "Card 6", "low", False, 40),
    ]
    form_modal(form, table_id=1, ply=3)
    panel = PRESENTER.hand_panel(view)
    assert r"Your notes: `1` high? \* · `6` low" in panel.lines
    assert isinstance(panel.picture and panel.picture.scene, ViewScene)
    assert "Your notes" not in "\n".join(PRESENTER.hand_panel(table.hand(3)).lines)


def test_what_is_noted_is_short_clean_and_only_on_ones_own_backs() -> None:
    view = _table(*ANNA_CALLS_45, *FIRST_SIX, "trump-coppe").hand(2)
    written = {"1": "  re   or\tace ", "2": "x" * 60, "3": "played", "4": "", "5": "\u202e\u200b", "9": "?"}
    assert PRESENTER.answer(view, "notes", written) == Notes({1: "re or ace", 2: "x" * 39 + "…"})


@pytest.mark.parametrize("moves", [(), ANNA_CALLS_45, (*ANNA_CALLS_45, *FIRST_SIX)])
def test_before_the_first_reveal_there_is_nothing_to_note(moves: tuple[str, ...]) -> None:
    view = _table(*moves).hand(0)
    assert PRESENTER.answer(view, "notes", {"1": "?"}) == Say(EN("briscola.notes.not_now"))
    assert "Notes" not in _labels(PRESENTER.hand_panel(view))
    assert PRESENTER.note_places(view.observation) == frozenset()


def test_a_watcher_and_a_forged_action_get_a_sentence() -> None:
    table = _table("bid-45")
    for action in ("bid", "leave", "notes", "bid-3", "nonsense", "bid-x", ""):
        assert isinstance(PRESENTER.answer(table.hand(None), action, ()), Say)
    for action in ("nonsense", "bid-x", "bid--1", ""):
        assert isinstance(PRESENTER.answer(table.hand(1), action, ()), Say)


# The end


def _played_out(*moves: str, options: Options | None = None, seed: int = 1) -> Table:
    table = _table(*moves, options=options, seed=seed)
    while table.match.outcome is None:
        (seat,) = GAME.active_seats(table.state)
        table.play(GAME.encode_move(GAME.legal_moves(table.state, seat)[0]))
    return table


def test_the_result_tells_caller_partner_both_sides_and_the_account() -> None:
    seen: set[str] = set()
    for seed in range(12):
        number = (1, 59)[seed % 2]
        table = _played_out(f"bid-{number}", options=Options(scoring="zero_sum"), seed=seed)
        result = GAME.observe(table.state, None).result
        assert result is not None
        names = [person.name for person in table.public().seats]
        first, second, third, fourth, *rest = PRESENTER.outcome_lines(table.public())
        assert first == f"**Winners: {EN.list(names[seat] for seat in result.winners)}.**"
        assert f"Anna called less than **{number}**" in second
        assert f"**{result.side_points}**" in second
        assert f"The others took {120 - result.side_points}." in second
        assert ("kept" if result.kept else "broken") in second
        seen.add(second.split("**")[2] if result.partner is None else "with a partner")
        if result.partner is not None:
            both = (result.taken[result.caller], result.taken[result.partner])
            assert f"with {names[result.partner]}: {both[0]} + {both[1]} = " in second
        assert third == "Points taken: " + " · ".join(
            f"{name} {points}" for name, points in zip(names, result.taken, strict=True)
        )
        assert ("Anna +" in fourth) == result.kept
        assert len(rest) == 1
    assert len(seen) > 1, "a caller alone and one with a partner"


def test_a_hand_that_nobody_called_is_void() -> None:
    table = _table(*("leave",) * 6)
    panel = house.public_panel(table.public())
    assert panel.lines[0] == "**Nobody called:** the hand is void (BRI-11)."
    assert "rematch" in [button.action for button in _buttons(panel)]


def test_a_match_that_all_others_left_says_so() -> None:
    table = _table(*ANNA_CALLS_45, *FIRST_SIX, "trump-coppe")
    outcome = Outcome("forfeit", (2, 1, 2, 2, 2, 2))
    panel = house.public_panel(table.public(status=TableStatus.FINISHED, outcome=outcome))
    assert panel.lines[0] == "**Bruno wins: all the others have left.**"
    assert "Fabio is the partner" not in "\n".join(panel.lines)


# Messages


@pytest.mark.parametrize("text", TEXTS, ids=["en", "it"])
def test_a_hand_is_messages_that_discord_takes(text: Text) -> None:
    for number, table in enumerate(playouts(2, (Options(show_running_points="yes"), AID))):
        style: MessageStyle = "v2" if number % 2 else "embed"
        private = [PRESENTER.hand_panel(table.hand(seat, text)) for seat in (number % 6, None)]
        for panel in (house.public_panel(table.public(text)), *private):
            assert len(panel.lines) <= 5
            assert panel.picture is not None
            assert len(panel.picture.alt) <= 1024
            if isinstance(panel, PublicPanel):
                assert all(len(line) <= 250 for line in panel.lines), panel.lines
                check_limits(render_public(panel, style=style, table_id=2**63, ply=4000, picture=b"png"))
            else:
                check_limits(render_private(panel, style=style, table_id=2**63, ply=4000, picture=b"png"))
            for row in panel.rows:
                assert isinstance(row, Menu) or all(len(button.label) <= 38 for button in row)


@pytest.mark.parametrize("text", TEXTS, ids=["en", "it"])
def test_with_the_longest_names_the_words_of_a_view_still_hold_every_card(text: Text) -> None:
    """Between two tricks 25 cards are seen and six were just taken: what does not fit is told in public."""
    table = Table.deal(seed=1, dealer=5, people=("W" * 24,) * 6)
    table.play(*ANNA_CALLS_45, *FIRST_SIX, "trump-coppe")
    public, private = (
        PRESENTER.table_panel(table.public(text)).picture,
        PRESENTER.hand_panel(table.hand(0, text)).picture,
    )
    assert public is not None
    assert private is not None
    assert max(len(public.alt), len(private.alt)) <= 1024
    for seat in range(1, 6):
        assert all(card_words(text, card) in private.alt for card in table.unplayed(seat))
    assert all(card_words(text, card) in public.alt for card in table.state.tricks[0].cards)


def test_with_notes_and_the_memory_aid_a_view_still_has_five_lines() -> None:
    notes = dict.fromkeys(range(1, 7), "x" * 40)
    for table in playouts(1, (replace(AID, show_running_points="yes"),)):
        for seat in range(6):
            assert len(PRESENTER.hand_panel(table.hand(seat, IT, notes=notes)).lines) <= 5


@pytest.mark.parametrize("text", TEXTS, ids=["en", "it"])
def test_rules_pages_tell_every_rule_with_its_number(text: Text) -> None:
    pages = PRESENTER.rules_pages(text)
    assert all(len(body) <= 1500 for _, body in pages)
    whole = "\n".join(body for _, body in pages)
    assert not [n for n in range(1, 28) if f"**BRI-{n}**" not in whole]
    for page in range(len(pages)):
        check_limits(
            render_private(house.rules_panel(text, "briscola", page), style="v2", table_id=1, ply=0, picture=None)
        )


def test_every_option_has_a_menu_with_a_line_on_each_choice() -> None:
    view = Table.deal().public(IT, TableStatus.LOBBY, observation=None)
    seen: set[str] = set()
    for page in range(5):
        for row in options_panel(view, page).rows:
            if isinstance(row, Menu):
                seen.add(row.action)
                assert all(choice.description for choice in row.choices)
    assert {"preset", "clock", *(f"opt:{name}" for name in GAME.options_type.__dataclass_fields__)} <= seen


def test_the_lobby_says_that_six_must_come() -> None:
    view = replace(Table.deal().public(EN, TableStatus.LOBBY, observation=None))
    panel = house.public_panel(replace(view, seats=view.seats[:4]))
    assert panel.lines[0].startswith("At the table (4 of 6)")
    start = next(button for button in _buttons(panel) if button.action == "start")
    assert (start.disabled, start.label) == (True, "Start (2 more needed)")


def test_the_button_for_ones_view_is_called_so() -> None:
    panel = house.public_panel(_table().public())
    assert "My view" in _labels(panel)
    assert "Cosa vedo" in _labels(house.public_panel(_table().public(IT)))


@pytest.mark.parametrize(
    ("moves", "seat", "move", "sentence"),
    [
        (("bid-45",), 1, "bid-45", "Every call must be lower than the one before: at most 44 now (BRI-8)"),
        ((), 0, "bid-60", "The first number may be at most 59 (BRI-8)"),
        (("bid-1",), 1, "bid-0", "The lowest promise is 1"),
        (("bid-45", "leave"), 1, "bid-3", "You have left the auction, and leaving is final (BRI-9)"),
        (ANNA_CALLS_45, 3, "trump-coppe", "Only the caller names the trump (BRI-14)"),
        (ANNA_CALLS_45, 0, "trump-coppe", "Not yet: the trump is named when all six cards lie on the table (BRI-14)"),
        ((*ANNA_CALLS_45, *FIRST_SIX), 0, "slot-2", "First the caller names the trump"),
        (ANNA_CALLS_45, 1, "slot-2", "Anna"),
        ((), 0, "slot-2", "Not yet: cards are played once the auction is over (BRI-13)"),
    ],
)
def test_a_refusal_is_one_true_sentence_with_the_rule(
    moves: tuple[str, ...], seat: int, move: str, sentence: str
) -> None:
    table = _table(*moves)
    with pytest.raises(RulesError) as refused:
        table.match.play(Seat(seat), GAME.decode_move(move))
    assert sentence.rstrip(")") in PRESENTER.refusal(table.public(), refused.value)
