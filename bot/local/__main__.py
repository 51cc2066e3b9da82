"""``python -m bot.local --port 8787 --store PATH``: the local Discord alone, for tests and benchmarks."""

from __future__ import annotations

import argparse
import asyncio
import signal
from pathlib import Path

from bot.local.server import LocalDiscord


async def serve(port: int, store: Path | None, *, journal: int, rate_limits: bool) -> None:
    """Listen until SIGINT or SIGTERM."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    local = LocalDiscord(store, port=port, rate_limits=rate_limits, journal=journal)
    await local.start()
    print(local.url, flush=True)
    await stop.wait()
    await local.stop()


def main() -> None:
    """Read the command line and serve."""
    parser = argparse.ArgumentParser(prog="python -m bot.local", description="A small Discord on loopback.")
    parser.add_argument("--port", type=int, default=8787, help="0 picks a free one; the address is printed")
    parser.add_argument("--store", type=Path, default=None, help="file that keeps everything over restarts")
    parser.add_argument("--no-rate-limits", action="store_true", help="never answer 429 by itself")
    parser.add_argument("--journal", type=int, default=100_000, help="how many of the bot's requests are remembered")
    given = parser.parse_args()
    asyncio.run(serve(given.port, given.store, journal=given.journal, rate_limits=not given.no_rate_limits))


if __name__ == "__main__":
    main()
