"""``python -m benchmarks.watched_bot FILE``: the bot as ``python -m bot`` runs it, and beside it in the same event loop
the task of ``benchmarks.lateness``, which tells in FILE how late the loop wakes what sleeps.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from benchmarks.lateness import watch
from bot import __main__ as program
from bot.operation.logs import set_up_logging
from bot.operation.notify import Notifier
from bot.settings import Settings, load_settings


async def run(settings: Settings, file: Path) -> int:
    """Run the bot, watched."""
    watching = asyncio.create_task(watch(file))
    try:
        return await program.run(settings, Notifier({}))
    finally:
        watching.cancel()


def main() -> int:
    """Run until a signal comes."""
    settings = load_settings(os.environ)
    set_up_logging(settings.log_level)
    return asyncio.run(run(settings, Path(sys.argv[1])))


if __name__ == "__main__":
    sys.exit(main())
