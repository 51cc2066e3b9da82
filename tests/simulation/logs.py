"""Everything that the bot writes to its log, at the lowest level that an operator can choose."""

from __future__ import annotations

import logging
from collections.abc import Generator
from contextlib import contextmanager

from bot.operation.logs import CAPPED_LOGGERS
from tests.simulation.virtual import PROCESS


class Lines(logging.Handler):
    """Keeps the lines of living processes.

    Attributes:
        lines: what an operator would read, tracebacks included.
        errors: the records at ERROR and above.
    """

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []
        self.errors: list[logging.LogRecord] = []
        self._format = logging.Formatter("%(levelname)s %(name)s: %(message)s")

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record, but for the world's around the bot and what a killed process can no longer write."""
        process = PROCESS.get()
        if process is None or process.dead:
            return
        self.lines.append(self._format.format(record))
        if record.levelno >= logging.ERROR:
            self.errors.append(record)


@contextmanager
def listening() -> Generator[Lines]:
    """All loggers at DEBUG, capped as the program caps them."""
    root, lines = logging.getLogger(), Lines()
    before = root.level, root.handlers[:]
    capped = {name: logging.getLogger(name).level for name in CAPPED_LOGGERS}
    root.handlers[:] = [lines]
    root.setLevel(logging.DEBUG)
    for name in CAPPED_LOGGERS:
        logging.getLogger(name).setLevel(logging.INFO)
    try:
        yield lines
    finally:
        root.setLevel(before[0])
        root.handlers[:] = before[1]
        for name, level in capped.items():
            logging.getLogger(name).setLevel(level)
