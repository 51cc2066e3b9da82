"""``python -m benchmarks.watched_bot FILE``: the bot as ``python -m bot`` runs it, and beside it a task that writes to
FILE how late the event loop woke it, every hundredth of a second: a line ``<monotonic seconds> <milliseconds late>``.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from pathlib import Path

from bot import __main__ as program
from bot.settings import Settings, load_settings

TICK_S = 0.01


async def watch(file: Path) -> None:
    """Write lines until cancelled."""
    with file.open("w", buffering=1) as out:
        while True:
            begin = time.monotonic()
            await asyncio.sleep(TICK_S)
            now = time.monotonic()
            out.write(f"{now:.4f} {(now - begin - TICK_S) * 1000:.3f}\n")


async def run(settings: Settings, file: Path) -> int:
    """Run the bot, watched."""
    watching = asyncio.create_task(watch(file))
    try:
        return await program.run(settings)
    finally:
        watching.cancel()


def main() -> int:
    """Run until a signal comes."""
    settings = load_settings(os.environ)
    program.set_up_logging(settings.log_level)
    return asyncio.run(run(settings, Path(sys.argv[1])))


if __name__ == "__main__":
    sys.exit(main())
