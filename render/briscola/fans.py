"""Hands as open fans with fixed slots: one's own as numbered backs, the others' as far as the viewer sees them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.briscola.terms import SLOTS
from games.core.cards import SUIT_OF, Card
from render import decks, names, sprites, text
from render.layout import Box, Label, Mark, Stamp
from render.rack import HEADER, Letters, letter_chip
from render.theme import CREAM, INK, MUTED, NOW, RACK, RACK_EDGE, TEXT, TEXT_SMALL, WIDTH

_GAME = "briscola"
_SIZE = "medium"
CARD_WIDTH = sprites.SMALL_WIDTHS[_SIZE]
CARD_HEIGHT = sprites.small_height(CARD_WIDTH)
STEP = 54
FAN_WIDTH = 5 * STEP + CARD_WIDTH
_NAME = 48
_LETTER = 38
_NUMBER = 40
_OWN_STEP = 172
_OWN_VISIBLE = 136
_RACK = 58
_NOTE_LINES = 3
_WORD = 150


class Slot(NamedTuple):
    """A slot as it is drawn: whether its card is still held, and its face if the viewer sees it."""

    held: bool
    face: Card | None


def fan_height(letters: Letters | None) -> int:
    """How high a fan is: name, cards, letters if they are asked for, numbers."""
    return _NAME + 8 + CARD_HEIGHT + 6 + (_LETTER if letters else 0) + _NUMBER


def fan(
    x: int, y: int, name: str, taken: int | None, slots: Sequence[Slot], letters: Letters | None, *, now: bool
) -> list[Mark]:
    """Another player's hand whose upper left corner is x, y: above it the name and the tricks taken."""
    marks = _name(x, y, name, taken, now=now)
    top = y + _NAME + 8
    below = top + CARD_HEIGHT + 6
    last = max((i for i, slot in enumerate(slots) if slot.held), default=-1)
    for i, slot in enumerate(slots):
        at = x + i * STEP
        if slot.held:
            sprite = f"icons/back-{_GAME}-{_SIZE}" if slot.face is None else decks.face("italian", slot.face, _SIZE)
            shown = sprites.MARGIN + STEP + 12 if i < last and slots[i + 1].held else 0
            marks.append(Stamp(sprite, at - sprites.MARGIN, top - sprites.MARGIN, shown))
        if letters and slot.held and slot.face is not None:
            marks += letter_chip(letters[SUIT_OF[slot.face]], at + 10, below - 6)
        number_y = below + (_LETTER if letters else 0) + 18
        marks.append(
            Label(str(SLOTS[i]), at + 30, number_y, TEXT_SMALL, CREAM if slot.held else RACK_EDGE, 40, "middle")
        )
    return marks


def _name(x: int, y: int, name: str, taken: int | None, *, now: bool) -> list[Mark]:
    """The plate above a fan, bright for who is to act."""
    ink = INK if now else CREAM
    left, right, middle = x + 10, x + FAN_WIDTH - 10, y + _NAME // 2
    marks: list[Mark] = [
        Box(x, y, FAN_WIDTH, _NAME, 14, CREAM if now else RACK, NOW if now else RACK_EDGE, 5 if now else 2)
    ]
    if taken is not None:
        number = str(taken)
        wide = text.width(number, TEXT)
        marks.append(Label(number, right, middle, TEXT, ink, wide, "right"))
        marks.append(Stamp("icons/trick-ink" if now else "icons/trick", right - wide - 44, middle - 19))
        right -= wide + 52
    if now:
        marks.append(Stamp("icons/turn-small", left - 2, middle - 19))
        left += 42
    marks.append(Label(name, left, middle, TEXT, ink, right - left))
    return marks


OWN_HEIGHT = 12 + _OWN_VISIBLE + _RACK + 14
"""How high one's own hand is."""


def own(y: int, held: Sequence[bool], notes: Sequence[str], *, my_turn: bool) -> list[Mark]:
    """One's own cards as backs with their numbers and one's notes on them; there is no face to be given."""
    edge = y + 12 + _OWN_VISIBLE
    width = sprites.BACK_WIDTHS["full"]
    left = (WIDTH - 5 * _OWN_STEP - width) // 2
    marks: list[Mark] = []
    badges: list[Mark] = [Box(8, edge, WIDTH - 16, _RACK, 16, RACK, RACK_EDGE, 2)]
    for i, there in enumerate(held):
        x = left + i * _OWN_STEP
        top = y + 12
        if there:
            height = _OWN_VISIBLE + 10 + sprites.MARGIN
            marks.append(Stamp(f"icons/back-{_GAME}-full", x - sprites.MARGIN, top - sprites.MARGIN, 0, height))
            marks += _note(x, top, width, notes[i] if i < len(notes) else "")
        else:
            marks.append(Box(x, top + 6, width, _OWN_VISIBLE - 14, 14, None, RACK_EDGE, 2, 12))
        bright = there and my_turn
        box = (x + width // 2 - 34, edge + 7, 68, 44, 14)
        badges.append(Box(*box, CREAM if bright else RACK, CREAM if there else RACK_EDGE, 2))
        ink = INK if bright else CREAM if there else MUTED
        badges.append(Label(str(SLOTS[i]), x + width // 2, edge + _RACK // 2, TEXT, ink, 60, "middle"))
    return [*marks, *badges]


def _note(x: int, y: int, width: int, note: str) -> list[Mark]:
    """What the player wrote on a back, on up to three lines."""
    lines = text.wrap(names.clean(note, ""), TEXT_SMALL, width - 32, _NOTE_LINES) if note else []
    if not lines:
        return []
    high = 40 * len(lines) + 10
    top = y + (_OWN_VISIBLE - high) // 2
    marks: list[Mark] = [Box(x + 10, top, width - 20, high, 12, CREAM, INK, 2)]
    for i, line in enumerate(lines):
        marks.append(Label(line, x + width // 2, top + 25 + 40 * i, TEXT_SMALL, INK, width - 32, "middle"))
    return marks


def certain(cards: Sequence[Card], word: str) -> tuple[list[Mark], int]:
    """At the right of the header which cards one's backs are together, and how far to the left that reaches.

    They lie in the order of the pack, which says nothing of the slots.
    """
    width = sprites.SMALL_WIDTHS["small"]
    high = sprites.small_height(width)
    step = width + 5
    left = WIDTH - 22 - len(cards) * step
    y = (HEADER - 6 - high) // 2
    marks: list[Mark] = []
    for i, card in enumerate(sorted(cards)):
        sprite = decks.face("italian", card, "small")
        marks.append(Stamp(sprite, left + i * step - sprites.MARGIN, y - sprites.MARGIN))
    if word and cards:
        wide = min(text.width(word, TEXT_SMALL), _WORD)
        left -= wide + 14
        marks.append(Label(word, left, y + high // 2, TEXT_SMALL, MUTED, wide))
    return marks, left - 24
