"""Pictures without painting: a tiny PNG for each scene, from which the scene can be told."""

from __future__ import annotations

import hashlib
import io
from functools import cache
from typing import Any

from PIL import Image

from render.scene import Scene


@cache
def _plain() -> bytes:
    data = io.BytesIO()
    Image.new("L", (1, 1)).save(data, "PNG")
    return data.getvalue()


def draw(scene: Scene, reduced: int = 1) -> bytes:
    """In place of ``render.draw``: equal scenes give equal bytes, others give others."""
    return _plain() + hashlib.sha256(repr((scene, reduced)).encode()).digest()


def think(*question: Any) -> Any:
    """In place of a search: the player's own reasons."""
    from bot.tables.thinker import Question, by_reasons

    return by_reasons(Question(*question))
