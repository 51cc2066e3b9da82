"""What a player presses: bids, the call, the exchange with its half-made choices, the split, the cards.

A half-made choice (the draft) is a suit to call a card of, or cards picked in a menu. It is confirmed by the whole move
in a button's id, so a hand on somebody's screen still works after a restart. Only private messages carry such ids.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.presenters.calabresella.cards import (
    SUITS_AS_HELD,
    card_words,
    sorted_cards,
    suit_emoji,
    suit_word,
    thirds_words,
)
from bot.presenters.calabresella.words import contract_name
from bot.presenters.panel import Button, Choice, Menu, Row, Style
from bot.presenters.presenter import Answer, Draft, Say
from bot.presenters.refusals import Refusal, refusal
from bot.presenters.views import SeatView
from games.calabresella import moves, notation
from games.calabresella.cards import THIRDS
from games.calabresella.observation import Observation
from games.calabresella.terms import ANSWER, BETWEEN, CALL, LAY_OFF, PLAY, RETURN, SPLIT
from games.core.cards import SUIT_OF, Card, Suit, card_from
from games.core.cards import name_of as notation_of


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a seat has picked so far.

    Attributes:
        suit: the suit of the card to be called.
        cards: the picked cards; in a split those that the seat itself would take.
        need: how many cards have to be picked; in a split any number up to this.
        first_takes, second_takes: the split that the choice makes.
    """

    suit: Suit | None = None
    cards: tuple[Card, ...] = ()
    need: int = 0
    first_takes: tuple[Card, ...] = ()
    second_takes: tuple[Card, ...] = ()

    @property
    def raised(self) -> frozenset[Card]:
        """The cards that stand higher in the picture of the hand."""
        return frozenset(self.cards)


def chosen_of(view: SeatView) -> Chosen:
    """The draft of a seat, as far as it makes sense in the present phase."""
    observation: Observation = view.observation
    if view.seat not in observation.to_act:
        return Chosen()
    phase, draft = observation.phase, view.draft
    if phase is CALL:
        return Chosen(suit=draft if isinstance(draft, Suit) else None)
    source, need = _to_pick(observation)
    picked = tuple(card for card in source if isinstance(draft, frozenset) and card in draft)
    if phase not in (SPLIT, ANSWER):
        return Chosen(cards=picked, need=need)
    mine, rest = tuple(sorted(picked)), tuple(sorted(set(source) - set(picked)))
    first, second = (mine, rest) if phase is SPLIT else (rest, mine)
    return Chosen(cards=mine, need=need, first_takes=first, second_takes=second)


def _to_pick(observation: Observation) -> tuple[tuple[Card, ...], int]:
    """The cards to pick from now, and how many: one to return, as many to lay off as were taken, any of the monte."""
    phase = observation.phase
    if observation.seat is None or observation.seat not in observation.to_act:
        return (), 0
    if phase is RETURN:
        return observation.hand, 1
    if phase is LAY_OFF:
        return observation.hand, len(observation.took[observation.seat])
    if phase in (SPLIT, ANSWER):
        return observation.turned, len(observation.turned)
    return (), 0


def answer(view: SeatView, action: str, values: Mapping[str, str] | Sequence[str]) -> Answer | None:
    """The new draft that a menu or "undo" makes; None for an action that is none of these."""
    observation: Observation = view.observation
    if action not in {"suit", "pick", "undo"}:
        return None
    if isinstance(values, Mapping):
        return Say(refusal(view.table.text, Refusal.UNKNOWN_ACTION))
    source, need = _to_pick(observation)
    calling = observation.phase is CALL and view.seat in observation.to_act
    if action == "suit" and calling and len(values) == 1 and values[0] in {suit.letter for suit in Suit}:
        return Draft(next(suit for suit in Suit if suit.letter == values[0]))
    if action == "undo" and (source or calling):
        return Draft(None)
    cards = _cards_from(values)
    if action == "pick" and cards is not None and len(cards) <= need and cards <= set(source):
        return Draft(frozenset(cards))
    return Say(refusal(view.table.text, Refusal.STALE))


def _cards_from(names: Iterable[str]) -> set[Card] | None:
    try:
        return {card_from(name) for name in names}
    except ValueError:
        return None


def rows(view: SeatView, observation: Observation, chosen: Chosen) -> tuple[Row, ...]:
    """The menus and buttons of everything that may be done now."""
    phase, text = observation.phase, view.table.text
    if phase is BETWEEN:
        return _buttons(view)
    if view.seat not in observation.to_act or view.table.outcome is not None:
        return ()
    if phase is CALL:
        return _call_menus(view, chosen)
    if phase is PLAY:
        return _play_menu(view, observation)
    if not chosen.need:
        return _buttons(view)
    if phase is LAY_OFF:
        label = text.plural("calabresella.menu.lay_off", chosen.need)
    else:
        label = text("calabresella.menu.return" if phase is RETURN else "calabresella.menu.split")
    return (_pick_menu(view, chosen, label), _confirm(view, observation, chosen))


def _buttons(view: SeatView) -> tuple[Row, ...]:
    """A button for each legal move: bids, raises, the answers to a split, dealing and stopping."""
    text = view.table.text
    buttons: list[Button] = []
    for word, move in view.legal.items():
        if isinstance(move, moves.Bid | moves.Raise):
            name = contract_name(text, move.contract)
            label = text("calabresella.button.contract", contract=name, amount=move.contract.value)
            buttons.append(Button(f"move:{word}", label, Style.PRIMARY))
        else:
            style = Style.SUCCESS if isinstance(move, moves.Deal | moves.Accept) else Style.SECONDARY
            buttons.append(Button(f"move:{word}", text(f"calabresella.button.{word}"), style))
    return (tuple(buttons),) if buttons else ()


def _call_menus(view: SeatView, chosen: Chosen) -> tuple[Row, ...]:
    """First the suits in which a card is not held, then the cards of the one chosen (CLB-14)."""
    text, faces = view.table.text, view.table.faces
    asks = {move.card: word for word, move in view.legal.items() if isinstance(move, moves.Ask)}
    suits: list[Choice] = []
    for suit in SUITS_AS_HELD:
        missing = [card for card in asks if SUIT_OF[card] is suit]
        if missing:
            label = suit_word(text, faces, suit, sign=False)
            tells = text.plural("calabresella.menu.not_held", len(missing))
            suits.append(Choice(suit.letter, label, tells, suit_emoji(faces, suit), chosen=suit is chosen.suit))
    menus = [Menu("g:suit", text("calabresella.menu.suit"), tuple(suits))]
    cards = sorted_cards(card for card in asks if SUIT_OF[card] is chosen.suit)
    if cards:
        choices = tuple(_choice(view, asks[card], card) for card in cards)
        menus.append(Menu("move", text("calabresella.menu.call"), choices))
    return tuple(menus)


def _play_menu(view: SeatView, observation: Observation) -> tuple[Row, ...]:
    """Exactly the legal cards, numbered as in the picture."""
    held = sorted_cards(observation.hand, view.settings.sort_by)
    words = {move.card: word for word, move in view.legal.items() if isinstance(move, moves.PlayCard)}
    choices = tuple(_choice(view, words[card], card, held.index(card) + 1) for card in held if card in words)
    return (Menu("move", view.table.text("calabresella.menu.play"), choices),)


def _pick_menu(view: SeatView, chosen: Chosen, label: str) -> Menu:
    """A menu of the cards to pick from, those picked so far marked. Of the monte one may also take none."""
    observation: Observation = view.observation
    numbered = observation.phase in (RETURN, LAY_OFF)
    held = sorted_cards(_to_pick(observation)[0], view.settings.sort_by)
    choices = tuple(
        _choice(view, notation_of(card), card, i if numbered else None, chosen=card in chosen.cards)
        for i, card in enumerate(held, 1)
    )
    return Menu("g:pick", label, choices, min_choices=1 if numbered else 0, max_choices=chosen.need)


def _choice(view: SeatView, value: str, card: Card, number: int | None = None, *, chosen: bool = False) -> Choice:
    text, faces = view.table.text, view.table.faces
    name = card_words(text, faces, card, sign=False)
    label = name if number is None else text("calabresella.menu.numbered", n=number, card=name)
    worth = text("calabresella.menu.worth", points=thirds_words(THIRDS[card]))
    return Choice(value, label, worth, suit_emoji(faces, SUIT_OF[card]), chosen=chosen)


def _confirm(view: SeatView, observation: Observation, chosen: Chosen) -> tuple[Button, ...]:
    """The whole move once it is chosen, "undo" while anything is; before that a greyed button says what is missing."""
    text = view.table.text
    undo = Button("g:undo", text("calabresella.button.undo"), disabled=view.draft is None)
    phase = observation.phase
    if phase in (SPLIT, ANSWER):
        return _split_buttons(view, observation, chosen, undo)
    if len(chosen.cards) < chosen.need:
        missing = text.plural("calabresella.button.missing", chosen.need - len(chosen.cards))
        return (Button("g:confirm", missing, Style.SUCCESS, disabled=True), undo)
    if phase is RETURN:
        assert observation.handed_over_by is not None
        name = view.table.seats[observation.handed_over_by].name
        label, move = text("calabresella.button.return", name=name), moves.Give(chosen.cards[0])
    else:
        label, move = text("calabresella.button.lay_off"), moves.LayOff(tuple(sorted(chosen.cards)))
    return (Button(f"move:{notation.encode(move)}", label, Style.SUCCESS), undo)


def _split_buttons(view: SeatView, observation: Observation, chosen: Chosen, undo: Button) -> tuple[Button, ...]:
    text = view.table.text
    word = notation.encode(moves.Split(chosen.first_takes))
    label = text.plural("calabresella.button.split", len(chosen.cards))
    propose = Button(f"move:{word}", label, Style.PRIMARY, disabled=word not in view.legal)
    if observation.phase is ANSWER:
        return (Button("move:accept", text("calabresella.button.accept"), Style.SUCCESS), propose, undo)
    return (propose, undo)
