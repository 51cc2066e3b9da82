"""Pictures: CPU time and size of a Kalooki table and hand as they come in play, drawn anew each time.

Run as ``python -m benchmarks.render_kalooki``.
"""

from __future__ import annotations

from benchmarks.drawing import figures
from render.kalooki import HandWords, TableWords, hand_scene, table_scene
from render.sample_seats import NAMES
from render.samples_kalooki import melds, observation
from render.scene import Scene, SeatLabel

_REPETITIONS = 60


def _tables() -> list[Scene]:
    """Tables of 2 to 5 seats with up to 14 melds; every picture differs from the one before, as it does in play."""
    scenes: list[Scene] = []
    for i in range(_REPETITIONS):
        seats = 2 + i % 4
        view = observation(seats, laid=melds(seats, i % 15), seed=i, to_act=i % seats, stock=70 - i)
        labels = tuple(SeatLabel(f"{name} {i}") for name in NAMES[:seats])
        scenes.append(table_scene(view, labels, TableWords(f"{NAMES[i % seats]} {i}", f"Hand {i}", "not opened yet")))
    return scenes


def _hands() -> list[Scene]:
    """Hands of 13 and 14 cards."""
    scenes: list[Scene] = []
    for i in range(_REPETITIONS):
        view = observation(4, hand=13 + i % 2, seed=i, seat=1)
        words = HandWords(f"Your turn {i}", f"tris of 9 = {i}", "new")
        chosen = frozenset(view.hand[i % 10 : i % 10 + 3])
        scenes.append(hand_scene(view, view.hand, words, i % 3 == 0, chosen, frozenset(), view.hand[i % 13]))
    return scenes


def run() -> dict[str, float]:
    """The figures by key: CPU milliseconds (median) and KiB (largest)."""
    return figures("kalooki", _tables(), _hands())


if __name__ == "__main__":
    for key, value in run().items():
        print(f"{key}: {value}")
