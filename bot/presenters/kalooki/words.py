"""Kalooki's cards and melds in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.presenters.common import name_of
from bot.presenters.views import TableView
from bot.text.catalog import Text
from games.kalooki.cards import JOKER, Card, Kind, Suit, is_joker, kind_of, rank_of, suit_of
from games.kalooki.observation import Meld, MeldKind, Observation

RANK_SIGNS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUIT_SIGNS = "♠♥♦♣"
JOKER_SIGN = "★"
_SHOWN_SUITS = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
"""Black and red in turn, so that a hand in two colours of suit falls into parts."""


def rank_sign(kind: Kind) -> str:
    """“10”, “Q”: the rank of a kind that is no joker."""
    return RANK_SIGNS[rank_of(kind)]


def kind_words(text: Text, kind: Kind) -> str:
    """“9♠”, “Joker”."""
    return text("kalooki.card.joker") if kind == JOKER else rank_sign(kind) + SUIT_SIGNS[suit_of(kind)]


def card_words(text: Text, card: Card) -> str:
    """“9♠”, “Joker”; the two equal cards have the same words."""
    return kind_words(text, kind_of(card))


def cards_words(text: Text, cards: Iterable[Card]) -> str:
    """“9♠ 9♥”."""
    return " ".join(card_words(text, card) for card in cards)


def meld_cards(text: Text, meld: Meld) -> str:
    """All cards of a meld in order: “9♠ 9♥ Joker (9♦)”."""
    return " ".join(
        text("kalooki.card.joker_as", joker=card_words(text, card), card=kind_words(text, meld.joker_as))
        if meld.joker_as is not None and is_joker(card)
        else card_words(text, card)
        for card in meld.cards
    )


def meld_words(text: Text, meld: Meld) -> str:
    """“tris of 9”, “run 5♥–8♥”."""
    kinds = meld.kinds
    if meld.kind is MeldKind.TRIS:
        return text("kalooki.meld.tris", rank=rank_sign(kinds[0]))
    return text("kalooki.meld.scala", low=kind_words(text, kinds[0]), high=kind_words(text, kinds[-1]))


def meld_short(meld: Meld) -> str:
    """A meld on a button: “9♠♥♦”, “5–8♥”, with a star for a joker."""
    kinds = meld.kinds
    star = "" if meld.joker_as is None else JOKER_SIGN
    if meld.kind is MeldKind.TRIS:
        return rank_sign(kinds[0]) + "".join(SUIT_SIGNS[suit_of(kind)] for kind in kinds) + star
    return f"{rank_sign(kinds[0])}–{rank_sign(kinds[-1])}{SUIT_SIGNS[suit_of(kinds[0])]}{star}"


def meld_of(view: TableView, number: int, name: str | None = None) -> str:
    """“Bruno's tris of 9”, as it lies on the table now; ``name`` if it is not for a message's text. A meld of a hand
    that is over has no more words than that it was one."""
    observation: Observation = view.observation
    if number >= len(observation.melds):
        return view.text("kalooki.meld.some")
    owner, meld, _ = observation.melds[number]
    return view.text("kalooki.meld.of", meld=meld_words(view.text, meld), name=name or name_of(view, owner))


def sorted_hand(hand: Sequence[Card], sort_by: str) -> tuple[Card, ...]:
    """The hand as its owner wants it: by suit, or by value first. Jokers stand last."""

    def place(card: Card) -> tuple[int, ...]:
        if is_joker(card):
            return (1, 0, 0, card)
        kind = kind_of(card)
        suit, rank = _SHOWN_SUITS.index(suit_of(kind)), rank_of(kind)
        return (0, rank, suit, card) if sort_by == "number" else (0, suit, rank, card)

    return tuple(sorted(hand, key=place))


def counts_line(view: TableView, observation: Observation) -> str:
    """How many cards everybody holds, in playing order, the seat to act in bold; a tick for who has opened."""
    parts: list[str] = []
    for seat, count in enumerate(observation.counts):
        part = f"{name_of(view, seat)} {count}{' ✓' if observation.opened[seat] else ''}"
        parts.append(f"**{part}**" if seat == observation.to_act else part)
    return " · ".join(parts)
