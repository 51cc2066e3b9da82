"""The pictures of Calabresella: the public table, the account of a round, and a player's hand."""

from __future__ import annotations

from render.calabresella.account import AccountScene, AccountWords, account_scene
from render.calabresella.guide import Guide
from render.calabresella.hand import HandScene, hand_scene
from render.calabresella.table import TableScene, TableWords, table_scene
from render.decks import Deck
from render.rack import HandWords

__all__ = [
    "AccountScene",
    "AccountWords",
    "Deck",
    "Guide",
    "HandScene",
    "HandWords",
    "TableScene",
    "TableWords",
    "account_scene",
    "hand_scene",
    "table_scene",
]
