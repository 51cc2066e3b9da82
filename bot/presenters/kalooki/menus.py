"""The menus and buttons of a hand: cards to choose, and every move that can be made at once.

All of it is made from the legal moves. What may be laid down is not listed but made from the chosen cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from bot.presenters.kalooki.choosing import Choosing, Reading, lay
from bot.presenters.kalooki.words import (
    card_words,
    cards_words,
    kind_words,
    meld_cards,
    meld_short,
    meld_words,
    sorted_hand,
)
from bot.presenters.panel import Button, Choice, Menu, Style
from bot.presenters.views import SeatView
from bot.text.catalog import Text
from games.kalooki import moves
from games.kalooki.cards import CARD_POINTS, KIND_NAMES, Card, is_joker, kind_of
from games.kalooki.melds import read_meld
from games.kalooki.notation import encode_move
from games.kalooki.observation import Meld, MeldKind, Observation, TableMeld
from games.kalooki.suggest import Plan, best_laydowns, best_openings

T = TypeVar("T")

MENU_SIZE = 25
SUGGESTIONS = 3


def pages_of(entries: int) -> int:
    """How many parts a menu of so many entries has."""
    return -(-entries // MENU_SIZE)


def page_of(entries: Sequence[T], page: int) -> tuple[T, ...]:
    """One part of a long menu; the parts go round."""
    at = page % max(1, pages_of(len(entries))) * MENU_SIZE
    return tuple(entries[at : at + MENU_SIZE])


def cards_to_choose(view: SeatView, choosing: Choosing) -> tuple[Card, ...]:
    """The cards that may be picked, in the order of the hand: all that are not set aside."""
    hand = sorted_hand(view.observation.hand, view.settings.sort_by)
    return tuple(card for card in hand if card not in choosing.set_aside)


def pick_menu(view: SeatView, choosing: Choosing) -> list[Menu]:
    """Choose cards for a meld; each of two equal cards is an entry of its own."""
    text, observation = view.table.text, view.observation
    number = {card: i for i, card in enumerate(sorted_hand(observation.hand, view.settings.sort_by), 1)}
    entries = [
        Choice(
            encode_card(card),
            card_words(text, card),
            _marked(text, text("kalooki.menu.place", n=number[card]), new=card == observation.drawn),
            chosen=card in choosing.chosen,
        )
        for card in cards_to_choose(view, choosing)
    ]
    shown = page_of(entries, choosing.page)
    if not shown:
        return []
    return [Menu(f"g:pick:{choosing.page}", text("kalooki.menu.pick"), shown, 0, len(shown))]


def encode_card(card: Card) -> str:
    """A card as a menu's value: its notation."""
    return encode_move(moves.Discard(card)).removeprefix("drop-")


def _marked(text: Text, words: str, *, new: bool) -> str:
    return f"{words} · {text('kalooki.menu.new')}" if new else words


def discard_entries(view: SeatView) -> list[Choice]:
    """Every discard, in the order of the hand."""
    text, observation = view.table.text, view.observation
    hand = sorted_hand(observation.hand, view.settings.sort_by)
    drops = {move.card: notation for notation, move in view.legal.items() if isinstance(move, moves.Discard)}
    # Of two equal cards one is offered; it counts as new if either is.
    drawn = None if observation.drawn is None else kind_of(observation.drawn)
    return [
        Choice(
            drops[card],
            card_words(text, card),
            _marked(text, text.plural("kalooki.menu.costs", CARD_POINTS[card]), new=kind_of(card) == drawn),
        )
        for card in hand
        if card in drops
    ]


def lay_off_entries(view: SeatView) -> list[Choice]:
    """Every card on every meld that takes it (complaint H3), a joker for each place that it may fill (H4)."""
    text, observation = view.table.text, view.observation
    hand = sorted_hand(observation.hand, view.settings.sort_by)
    offs = [(notation, move) for notation, move in view.legal.items() if isinstance(move, moves.LayOff)]
    offs.sort(key=lambda off: (hand.index(off[1].card), off[1].onto.meld, off[1].onto.joker_as or 0))
    entries: list[Choice] = []
    for notation, move in offs:
        onto, face = observation.melds[move.onto.meld], move.onto.joker_as
        card = card_words(text, move.card)
        if face is not None:
            card = text("kalooki.card.joker_as", joker=card, card=kind_words(text, face))
        place = _place(text, onto, kind_of(move.card) if face is None else face)
        label = text("kalooki.menu.off", card=card, meld=meld_words(text, onto.meld), name=_owner(view, onto))
        entries.append(Choice(notation, label, place))
    return entries


def _owner(view: SeatView, meld: TableMeld) -> str:
    return view.table.seats[meld.owner].name


def _place(text: Text, onto: TableMeld, face: int) -> str:
    """The meld's cards, and at which end of a run the card would lie."""
    cards = meld_cards(text, onto.meld)
    if onto.kind is MeldKind.TRIS:
        return cards
    return text("kalooki.menu.low_end" if face < onto.meld.kinds[0] else "kalooki.menu.high_end", cards=cards)


def swap_entries(view: SeatView, choosing: Choosing) -> list[Choice]:
    """Every swap of a joker with where it goes: first onto melds of the table, then into new ones. Chosen cards
    narrow them to those in which all of these are played, if there are any."""
    swaps = [(notation, move) for notation, move in view.legal.items() if isinstance(move, moves.Swap)]
    chosen = set(map(kind_of, choosing.chosen))
    narrowed = [(notation, move) for notation, move in swaps if chosen <= set(map(kind_of, _played(move)))]
    swaps = (narrowed or swaps) if chosen else swaps
    swaps.sort(key=lambda swap: (isinstance(swap[1].to, moves.Lay), swap[1].meld))
    return [Choice(notation, *_swap_words(view, move)) for notation, move in swaps]


def _played(move: moves.Swap) -> list[Card]:
    new = move.to.cards if isinstance(move.to, moves.Lay) else ()
    return [*move.given, *(card for card in new if not is_joker(card))]


def _swap_words(view: SeatView, move: moves.Swap) -> tuple[str, str]:
    """What is handed over and where the joker goes; and whose joker it is."""
    text, observation = view.table.text, view.observation
    given, source = cards_words(text, move.given), observation.melds[move.meld]
    whose = text("kalooki.menu.joker_of", meld=meld_words(text, source.meld), name=_owner(view, source))
    if isinstance(move.to, moves.Lay):
        new = read_meld(move.to.cards, move.to.joker_as).meld
        assert new is not None
        return text("kalooki.menu.swap_new", given=given, meld=meld_cards(text, new)), whose
    assert move.to is not None
    assert move.to.joker_as is not None
    onto = observation.melds[move.to.meld]
    face = kind_words(text, move.to.joker_as)
    label = text(
        "kalooki.menu.swap_onto", given=given, card=face, meld=meld_words(text, onto.meld), name=_owner(view, onto)
    )
    return label, whose


def lay_buttons(view: SeatView, choosing: Choosing, reading: Reading) -> list[Button]:
    """What can be done with the chosen cards and the opening in the making."""
    observation: Observation = view.observation
    assert view.seat is not None
    if observation.opened[view.seat]:
        return [
            _lay_button(view, "lay", (meld,), meld)
            for meld in reading.melds
            if len(meld.cards) < len(observation.hand) and _keeps_condition(observation, meld.cards)
        ]
    buttons: list[Button] = []
    several = view.table.options.opening_single_meld == "no"
    if several:
        buttons += [_add_button(view, choosing, meld) for meld in reading.melds]
    needed = observation.opening_min
    openings = [((*choosing.opening, meld), meld) for meld in reading.melds]
    if not choosing.chosen and choosing.opening:
        openings = [(choosing.opening, None)]
    for melds, last in openings:
        cards = [card for meld in melds for card in meld.cards]
        enough = sum(meld.points for meld in melds) >= needed and len(cards) < len(observation.hand)
        if enough and _keeps_condition(observation, cards):
            buttons.append(_lay_button(view, "open", melds, last))
    return buttons


def _lay_button(view: SeatView, which: str, melds: Sequence[Meld], last: Meld | None) -> Button:
    """Lay these melds; it names what the joker of the last one stands for, since there may be a second button."""
    text = view.table.text
    total = sum(meld.points for meld in melds)
    action = f"move:{encode_move(moves.LayDown(tuple(map(lay, melds))))}"
    if last is None or last.joker_as is None:
        return Button(action, text(f"kalooki.button.{which}", n=total), Style.SUCCESS)
    face = kind_words(text, last.joker_as)
    return Button(action, text(f"kalooki.button.{which}_as", n=total, card=face), Style.SUCCESS)


def _add_button(view: SeatView, choosing: Choosing, meld: Meld) -> Button:
    text, needed = view.table.text, view.observation.opening_min
    total = choosing.points + meld.points
    if meld.joker_as is None:
        return Button("g:add", text("kalooki.button.add", n=total, needed=needed), Style.PRIMARY)
    label = text("kalooki.button.add_as", n=total, needed=needed, card=kind_words(text, meld.joker_as))
    return Button(f"g:add:{KIND_NAMES[meld.joker_as]}", label, Style.PRIMARY)


def suggestion_buttons(view: SeatView) -> list[Button]:
    """The best openings, or the melds of the best lay-down, if the table wants them to be shown."""
    observation: Observation = view.observation
    if view.table.options.suggestions == "off" or view.seat is None:
        return []
    if observation.opened[view.seat]:
        best = best_laydowns(observation.hand)[:1]
        # What is laid later comes one by one, and counts for nothing.
        plans = [Plan((one,), 0, 0) for plan in best for one in plan.lays]
    else:
        single = view.table.options.opening_single_meld == "yes"
        plans = best_openings(observation.hand, observation.opening_min, single, SUGGESTIONS)
    buttons = [
        _suggestion(view, plan)
        for plan in plans
        if _keeps_condition(observation, [card for one in plan.lays for card in one.cards])
    ]
    return buttons[:SUGGESTIONS]


def _keeps_condition(observation: Observation, cards: Sequence[Card]) -> bool:
    """Whether a pozzo card that has to be laid first is among the cards to be laid (KAL-15)."""
    must = observation.must_lay
    return must is None or any(kind_of(card) == kind_of(must) for card in cards)


def _suggestion(view: SeatView, plan: Plan) -> Button:
    text = view.table.text
    melds = [meld for one in plan.lays if (meld := read_meld(one.cards, one.joker_as).meld) is not None]
    which = "open" if plan.points else "lay"
    label = text(f"kalooki.button.suggest_{which}", melds="+".join(map(meld_short, melds)), n=plan.points)
    return Button(f"move:{encode_move(moves.LayDown(plan.lays))}", label, Style.PRIMARY)
