"""The pictures of Kalooki: the public table, a player's hand, and the count after a hand."""

from __future__ import annotations

from render.kalooki.count import CountScene, CountWords, count_scene
from render.kalooki.hand import HandScene, hand_scene
from render.kalooki.table import TableScene, TableWords, table_scene
from render.rack import HandWords

__all__ = [
    "CountScene",
    "CountWords",
    "HandScene",
    "HandWords",
    "TableScene",
    "TableWords",
    "count_scene",
    "hand_scene",
    "table_scene",
]
