"""A picture before it is painted: plain, immutable, hashable data."""

from __future__ import annotations

from typing import Protocol, runtime_checkable


@runtime_checkable
class Scene(Protocol):
    """What any module of ``render`` can paint. Two equal scenes give the same picture, so a scene is a cache key."""

    def __hash__(self) -> int: ...
