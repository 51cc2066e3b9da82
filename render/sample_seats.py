"""Names of every kind for sample pictures."""

from __future__ import annotations

from render.scene import SeatLabel

NAMES = (
    "Anna",
    "Bruno",
    "Carla",
    "Dario",
    "Elena",
    "Fabio",
    "山田 花子",
    "Ｗ" * 32,
    "Bartholomäus von Ödenburg",
    "Žofie",
)


def labels(count: int) -> tuple[SeatLabel, ...]:
    """Names of every kind, in a fixed order."""
    return tuple(SeatLabel(name) for name in NAMES[:count])
