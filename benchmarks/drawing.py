"""How long pictures take and how large they are."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence

import render
from render.scene import Scene


def figures(game: str, tables: Sequence[Scene], hands: Sequence[Scene]) -> dict[str, float]:
    """The figures of a game's tables and hands by key: CPU milliseconds (median) and KiB (largest)."""
    table_ms, table_kib = measure(tables)
    hand_ms, hand_kib = measure(hands)
    return {
        f"render.{game}.table_cpu_ms": round(table_ms, 2),
        f"render.{game}.table_kib": round(table_kib, 1),
        f"render.{game}.hand_cpu_ms": round(hand_ms, 2),
        f"render.{game}.hand_kib": round(hand_kib, 1),
    }


def measure(scenes: Sequence[Scene]) -> tuple[float, float]:
    """Median CPU milliseconds and the largest size in KiB. Every picture is drawn, none comes from a cache."""
    times: list[float] = []
    sizes: list[int] = []
    for scene in scenes:
        start = time.process_time()
        data = render.draw(scene)
        times.append((time.process_time() - start) * 1000)
        sizes.append(len(data))
    return statistics.median(times), max(sizes) / 1024
