"""``python -m benchmarks.lateness FILE``: a process that does nothing but write to FILE how late it is woken.

Every hundredth of a second a line ``<monotonic seconds> <milliseconds late>``: what the machine itself adds to every
figure that is measured meanwhile.
"""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

TICK_S = 0.01


async def watch(file: Path) -> None:
    """Write lines until cancelled."""
    with file.open("w", buffering=1) as out:
        while True:
            begin = time.monotonic()
            await asyncio.sleep(TICK_S)
            now = time.monotonic()
            out.write(f"{now:.4f} {(now - begin - TICK_S) * 1000:.3f}\n")


def read(file: Path, since: float) -> list[float]:
    """How late each waking since a moment was, in milliseconds."""
    with file.open() as lines:
        found = (line.split() for line in lines if line.endswith("\n"))
        return [float(late) for moment, late in found if float(moment) >= since]


if __name__ == "__main__":
    asyncio.run(watch(Path(sys.argv[1])))
