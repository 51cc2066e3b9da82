"""Pictures: CPU time and size of a Calidruno table and hand as they come in play, drawn anew each time.

Run as ``python -m benchmarks.render_calidruno``.
"""

from __future__ import annotations

from benchmarks.drawing import figures
from games.calidruno.cards import NAMES, Colour
from render import samples
from render.calidruno import HandWords, TableWords, hand_scene, table_scene
from render.scene import Scene, SeatLabel

_REPETITIONS = 60


def _tables() -> list[Scene]:
    """Tables of 4 to 10 seats; every picture differs from the one before, as it does in play."""
    scenes: list[Scene] = []
    for i in range(_REPETITIONS):
        seats = 4 + i % 7
        view = samples.observation(
            seats, seed=i, to_act=i % seats, top=NAMES[i % 58], colour=Colour(i % 4), stock=60 - i
        )
        labels = tuple(SeatLabel(f"{name} {i}") for name in samples.NAMES[:seats])
        scenes.append(table_scene(view, labels, TableWords(f"{samples.NAMES[i % seats]} {i}", f"Hand {i}", "", "pts")))
    return scenes


def _hands() -> list[Scene]:
    """Hands of 13 cards."""
    scenes: list[Scene] = []
    for i in range(_REPETITIONS):
        view = samples.observation(4, hand=13, seed=i, seat=1, top=NAMES[i % 56], colour=Colour(i % 56 // 14))
        fits = samples.playable(view.hand, view.top, view.colour)
        scenes.append(hand_scene(view, fits, HandWords(f"Your turn {i}", f"Match {i}", "new"), None, view.hand[i % 13]))
    return scenes


def run() -> dict[str, float]:
    """The figures by key: CPU milliseconds (median) and KiB (largest)."""
    return figures("calidruno", _tables(), _hands())


if __name__ == "__main__":
    for key, value in run().items():
        print(f"{key}: {value}")
