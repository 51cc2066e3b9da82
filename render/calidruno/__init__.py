"""The pictures of Calidruno: the public table and a player's hand."""

from __future__ import annotations

from render.calidruno.hand import HandScene, hand_scene
from render.calidruno.table import TableScene, TableWords, table_scene
from render.rack import HandWords

__all__ = ["HandScene", "HandWords", "TableScene", "TableWords", "hand_scene", "table_scene"]
