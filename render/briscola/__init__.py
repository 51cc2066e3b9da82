"""The pictures of blind Briscola: the public table, and "My view" of a seat or of who watches."""

from __future__ import annotations

from render.briscola.table import TableScene, TableWords, table_scene
from render.briscola.view import ViewScene, ViewWords, view_scene

__all__ = ["TableScene", "TableWords", "ViewScene", "ViewWords", "table_scene", "view_scene"]
