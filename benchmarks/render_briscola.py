"""Pictures: CPU time and size of a blind Briscola table and view as they come in play, and six views in parallel.

Run as ``python -m benchmarks.render_briscola``.
"""

from __future__ import annotations

import os
import statistics
import time
from concurrent.futures import ThreadPoolExecutor

import render
from benchmarks.drawing import figures
from games.core.cards import Suit
from render.briscola import TableWords, ViewWords, table_scene, view_scene
from render.sample_seats import NAMES
from render.samples_briscola import Hand
from render.scene import Scene, SeatLabel

_REPETITIONS = 60
_ROUNDS = 12
_WORKERS = 2
"""The bot draws at most two pictures at once."""


def _hand(i: int) -> Hand:
    """A hand after 6 to 34 cards."""
    return Hand(i, Suit(i % 4)).play(6 + i % 29)


def _labels(i: int) -> tuple[SeatLabel, ...]:
    return tuple(SeatLabel(f"{name} {i}") for name in NAMES[:6])


def _tables() -> list[Scene]:
    words = TableWords("Bruno's turn", "Trick 3 of 6")
    return [
        table_scene(_hand(i).observation(), _labels(i), words._replace(turn=f"Turn {i}")) for i in range(_REPETITIONS)
    ]


def _views() -> list[Scene]:
    """Views of all seats in turn."""
    return [_view(i, i % 6) for i in range(_REPETITIONS)]


def _view(i: int, seat: int) -> Scene:
    return view_scene(_hand(i).observation(seat), _labels(i), ViewWords(f"Turn {i}", "Choose one of your backs"))


def six_views() -> tuple[float, float]:
    """Wall milliseconds until all six private views of a table are drawn, one after the other and in two threads."""
    alone: list[float] = []
    together: list[float] = []
    with ThreadPoolExecutor(_WORKERS) as pool:
        for i in range(_ROUNDS):
            one = [_view(100 + i, seat) for seat in range(6)]
            start = time.perf_counter()
            for scene in one:
                render.draw(scene)
            alone.append(time.perf_counter() - start)
            start = time.perf_counter()
            list(pool.map(render.draw, one))
            together.append(time.perf_counter() - start)
    return statistics.median(alone) * 1000, statistics.median(together) * 1000


def run() -> dict[str, float]:
    """The figures by key: CPU milliseconds (median), KiB (largest); wall milliseconds for six views at once.

    Six views in two threads gain nothing where only one core is free.
    """
    found = figures("briscola", _tables(), _views())
    alone, together = six_views()
    return {
        **{key.replace("hand", "view"): value for key, value in found.items()},
        "render.briscola.six_views_wall_ms": round(together, 1),
        "render.briscola.six_views_ratio_one_thread": round(alone / together, 2),
        "render.briscola.cores": float(os.cpu_count() or 1),
    }


if __name__ == "__main__":
    for key, value in run().items():
        print(f"{key}: {value}")
