"""Nobody is ever sent one of their own cards, and nobody learns who the partner is (BRI-5, BRI-16, BRI-18)."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot.presenters import house
from bot.presenters.panel import Form, Panel
from bot.tables.components import MessageStyle, render_private, render_public
from games.briscola.moves import AceShown, CardTurnedUp, FirstTrickTurnedUp
from games.briscola.terms import Phase
from games.core import Match, RulesError, Seat
from games.core.cards import PACK, Card
from tests.bot.presenters.briscola_positions import (
    AID,
    EN,
    GAME,
    IT,
    OPTION_SETS,
    PRESENTER,
    TEXTS,
    Table,
    names_of_card,
    playouts,
    words_of,
)
from tests.bot.presenters.discord_limits import components

SEATS = range(6)


def _pattern(cards: list[Card]) -> re.Pattern[str]:
    """Any of these cards in any way of writing it, as a word of its own."""
    names = "|".join(re.escape(name) for card in cards for name in names_of_card(card))
    return re.compile(rf"(?<!\w)(?:{names})(?!\w)")


def _panels(table: Table, seat: int) -> Iterator[Panel | Form]:
    """All that a seat may be shown in this state, in both languages: its view, the table, and what lies behind."""
    for text in TEXTS:
        view = table.hand(seat, text, notice="Card 3")
        yield PRESENTER.hand_panel(view)
        yield house.more_panel(view)
        yield house.public_panel(view.table)
        for action in ("notes", "bid"):
            answer = PRESENTER.answer(view, action, ())
            if isinstance(answer, Form):
                yield answer


def _words(panel: Panel | Form) -> str:
    if isinstance(panel, Form):
        return "\n".join([panel.action, panel.title, *(str(field) for field in panel.fields)])
    return words_of(panel)


def test_g6_nothing_a_seat_is_sent_names_one_of_its_own_unplayed_cards() -> None:
    """Complaint G6: at times a player saw their own cards and the game was spoiled."""
    count = 0
    for number, table in enumerate(playouts(3)):
        for seat in {number % 6, (number + 3) % 6}:
            own = table.hidden(seat)
            if not own:
                continue
            pattern = _pattern(own)
            for panel in _panels(table, seat):
                found = pattern.search(_words(panel))
                assert found is None, (found, panel)
                count += 1
    assert count > 1_500


def test_the_search_would_find_a_card() -> None:
    """Without this the search above could be blind: others' cards are found, and one's own once it is played."""
    table = Table.deal(seed=1, dealer=5).play("bid-59", *("leave",) * 5, *("slot-1",) * 6, "trump-spade")
    for text in TEXTS:
        words = _words(PRESENTER.hand_panel(table.hand(0, text)))
        for seat in SEATS:
            seen = [card for card in table.unplayed(seat) if _pattern([card]).search(words)]
            assert seen == ([] if seat == 0 else table.unplayed(seat))
        assert _pattern([table.state.hands[0][0]]).search(_words(PRESENTER.table_panel(table.public(text))))


def test_who_watches_sees_what_the_table_lets_them() -> None:
    felt, everything = OPTION_SETS[0], OPTION_SETS[1]
    deal = ("bid-45", *("leave",) * 5)
    for options in (felt, everything):
        before = Table.deal(options, seed=3, dealer=5).play(*deal, *("slot-2",) * 6)
        assert not _pattern(list(PACK)).search(_words(PRESENTER.hand_panel(before.hand(None))))
        after = before.play("trump-denari")
        words = _words(PRESENTER.hand_panel(after.hand(None)))
        for seat in SEATS:
            seen = [card for card in after.unplayed(seat) if _pattern([card]).search(words)]
            assert seen == (after.unplayed(seat) if options is everything else [])
    for number, table in enumerate(playouts(2, (felt,))):
        other = table.resampled(None, number)
        assert PRESENTER.hand_panel(table.hand(None)) == PRESENTER.hand_panel(other.hand(None))


def test_bri_5_before_the_first_reveal_no_message_names_any_card() -> None:
    any_card = _pattern(list(PACK))
    count = 0
    for table in playouts(2):
        if table.state.trump is None:
            for seat in SEATS:
                for panel in _panels(table, seat):
                    assert not any_card.search(_words(panel))
                    count += 1
    assert count > 300


def test_bri_16_who_the_partner_is_shows_only_when_the_ace_does() -> None:
    """Until then no message of anybody, the caller's and the partner's included, so much as speaks of a partner."""
    partners = re.compile(r"partner|compagno|alone|contro tutti", re.IGNORECASE)
    hidden = 0
    for table in playouts(3):
        observation = GAME.observe(table.state, None)
        if table.state.trump is None or table.match.outcome is not None or observation.ace_shown_by is not None:
            continue
        hidden += 1
        for text in TEXTS:
            words = words_of(PRESENTER.table_panel(table.public(text)))
            words += "".join(words_of(PRESENTER.hand_panel(table.hand(seat, text))) for seat in SEATS)
            assert not partners.search(words), words
    assert hidden > 40


def test_bri_16_the_partner_is_told_when_the_ace_is_turned_up_and_at_the_end() -> None:
    told = 0
    for table in playouts(4):
        shown = any(isinstance(event, AceShown) for event in (table.log[-1] if table.log else ()))
        words = "\n".join(PRESENTER.table_panel(table.public(EN)).lines)
        if shown and table.match.outcome is None:
            assert "The ace of trumps!" in words
            told += 1
        if table.state.phase is Phase.OVER and table.state.trump is not None:
            result = GAME.observe(table.state, None).result
            assert result is not None
            assert ("**, with " in words) == (result.partner is not None)
    assert told > 4


def test_the_memory_aid_tells_the_set_and_no_place() -> None:
    """BRI-18: the set follows by elimination, the order cannot; both hold for lines, picture and its words."""
    table = Table.deal(AID, seed=1, dealer=5).play("bid-59", *("leave",) * 5, *("slot-1",) * 6, "trump-spade")
    panel = PRESENTER.hand_panel(table.hand(2))
    (line,) = [line for line in panel.lines if line.startswith("Your cards, in whatever order: ")]
    for card in table.unplayed(2):
        assert _pattern([card]).search(line)
    assert panel == PRESENTER.hand_panel(table.resampled(2, 5).hand(2))
    off = Table.deal(seed=1, dealer=5).play("bid-59", *("leave",) * 5, *("slot-1",) * 6, "trump-spade")
    assert not [line for line in PRESENTER.hand_panel(off.hand(2)).lines if "whatever order" in line]


@pytest.mark.parametrize("style", ["v2", "embed"])
async def test_g7_ids_and_file_names_are_opaque(style: MessageStyle) -> None:
    """Complaint G7: select-menu values and attachment names must be opaque slot numbers."""
    address = re.compile(
        r"cg1:1:\d+:(more|hand|rules|rematch|close|g:(notes|bid(-\d+)?|leave)|"
        r"move:(bid-\d+|leave|slot-[1-6]|trump-(coppe|denari|spade|bastoni)))"
    )
    for number, table in enumerate(playouts(1)):
        seat, ply = number % 6, table.match.ply
        public, private = house.public_panel(table.public(IT)), PRESENTER.hand_panel(table.hand(seat, IT))
        for message, name in (
            (render_public(public, style=style, table_id=1, ply=ply, picture=b"png"), f"table-{ply}.png"),
            (render_private(private, style=style, table_id=1, ply=ply, picture=b"png"), "hand.png"),
        ):
            assert message.file is not None
            assert message.file.filename == name
            for part in components(message.view.to_components()):
                if "custom_id" in part:
                    assert address.fullmatch(part["custom_id"]), part["custom_id"]


def _refusals(match: Match, seat: int) -> Iterator[RulesError]:
    notations = ["bid-0", "bid-30", "bid-60", "leave", "trump-coppe", *(f"slot-{slot}" for slot in range(1, 7))]
    for notation in notations:
        try:
            match.play(Seat(seat), GAME.decode_move(notation))
        except RulesError as error:
            yield error


def test_refusals_and_log_lines_name_no_card_that_is_not_turned_up() -> None:
    """Complaint G9: the full log named cards that were never shown."""
    any_card = _pattern(list(PACK))
    refused = 0
    for number, table in enumerate(playouts(1)):
        view = table.public(TEXTS[number % 2])
        for error in _refusals(table.match, number % 6):
            assert not any_card.search(PRESENTER.refusal(view, error))
            refused += 1
        events = table.log[-1] if table.log else ()
        lines = "\n".join(PRESENTER.log_lines(view, events))
        hidden = [card for seat in SEATS for card in table.hidden(seat)]
        assert not hidden or not _pattern(hidden).search(lines)
        if not any(isinstance(event, CardTurnedUp | FirstTrickTurnedUp) for event in events):
            assert not any_card.search(lines)
    assert refused > 300
