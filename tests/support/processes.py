"""The bot and the local Discord as processes of their own, as an operator runs them."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 30.0
DEALT_BOT = "tests.support.dealt_bot"
"""The bot as a process that deals the same matches in every run."""


class Process:
    """A Python module as a process; what it prints is kept."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.lines: list[str] = []
        self._new_line = asyncio.Event()
        self._reader = asyncio.create_task(self._read())

    @classmethod
    async def start(cls, *arguments: str, **env: str) -> Process:
        """``python -m …`` in the repository's folder."""
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("DISCORD")}
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            *arguments,
            cwd=ROOT,
            env={**inherited, "PYTHONUNBUFFERED": "1", **env},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            # A test may stop in the middle; nothing it started may live on.
            start_new_session=True,
        )
        return cls(process)

    async def _read(self) -> None:
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            self.lines.append(line.decode().rstrip())
            self._new_line.set()
        self._new_line.set()

    async def said(self, words: str) -> str:
        """Wait for a line that holds these words, and return it."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                while True:
                    for line in self.lines:
                        if words in line:
                            return line
                    if self._process.returncode is not None:
                        break
                    self._new_line.clear()
                    await self._new_line.wait()
        except TimeoutError:
            pass
        raise AssertionError(f"the process did not say {words!r}:\n" + "\n".join(self.lines[-30:]))

    async def kill(self) -> None:
        """``kill -9``."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """SIGTERM, and the exit code."""
        return await self._end(signal.SIGTERM)

    @property
    def running(self) -> bool:
        """Whether it has not ended yet."""
        return self._process.returncode is None

    def send(self, how: signal.Signals) -> None:
        """Send a signal."""
        self._process.send_signal(how)

    async def exit_code(self, within_s: float = PATIENCE_S) -> int:
        """Wait for it to end by itself."""
        async with asyncio.timeout(within_s):
            code = await self._process.wait()
        await self._reader
        return code

    async def _end(self, how: signal.Signals) -> int:
        if self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.send_signal(how)
        return await self.exit_code()


@asynccontextmanager
async def local_discord_process(store: Path) -> AsyncGenerator[str]:
    """The local Discord alone; its address."""
    process = await Process.start("bot.local", "--port", "0", "--store", str(store))
    try:
        yield await process.said("http://")
    finally:
        await process.kill()


@asynccontextmanager
async def bot_process(url: str, database: Path | str, **env: str) -> AsyncGenerator[Process]:
    """The bot on a running local Discord, ready to be used. It deals the same matches in every run, from the seed
    ``DEALT_FROM`` on."""
    # A script presses far more quickly than people do.
    process = await Process.start(DEALT_BOT, LOCAL_URL=url, DATABASE=str(database), **{"LIMITS": "off", **env})
    try:
        await process.said("ready as")
        yield process
    finally:
        await process.kill()
