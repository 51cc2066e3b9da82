"""Listening to all that is logged while something is done, and searching it for what must not be there."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Generator, Iterable
from contextlib import contextmanager, redirect_stderr
from dataclasses import dataclass, field
from unittest.mock import patch

from bot.operation.logs import set_up_logging

BOT_TOKEN = "MTQ0MjU0NTMxODgwODc4MDgwMA.GxKq3v.not-a-real-token-but-shaped-like-one"
"""What the bots of these tests log in with; the local Discord takes any."""
CARD_SIGNS = re.compile("[▲●★■♥♦♠♣]|" + r"cg1:\d|\bmove:|\bState\(|Observation\(|\bhands?=")
"""What is in every hand's text and picture, in the ids of its buttons, and in what Python says of positions."""


@dataclass
class Heard:
    """All that was logged.

    Attributes:
        records: what reached the root logger, as it was before anything was hidden.
        written: what a service would have written.
    """

    written: io.StringIO = field(default_factory=io.StringIO)
    records: list[logging.LogRecord] = field(default_factory=list[logging.LogRecord])

    def secrets(self, *secrets: Iterable[str]) -> list[str]:
        """The lines that hold one of these secrets, or anything of a hand."""
        known = {secret for group in secrets for secret in group}
        return [line for line in self._lines() if CARD_SIGNS.search(line) or any(secret in line for secret in known)]

    def _lines(self) -> Generator[str]:
        yield from self.written.getvalue().splitlines()
        plain = logging.Formatter("%(name)s %(message)s")
        for record in self.records:
            yield from plain.format(record).splitlines()
            yield f"{record.name} {record.args!r}"


class _Listener(logging.Handler):
    def __init__(self, heard: Heard) -> None:
        super().__init__(logging.NOTSET)
        self._heard = heard

    def emit(self, record: logging.LogRecord) -> None:
        self._heard.records.append(record)


@contextmanager
def listening(shape: str = "text") -> Generator[Heard]:
    """Logging as a service has it, with everything at DEBUG."""
    root, heard = logging.getLogger(), Heard()
    handlers, level = root.handlers[:], root.level
    levels = {name: logging.getLogger(name).level for name in list(root.manager.loggerDict)}
    with redirect_stderr(heard.written), patch("sys.excepthook"):
        set_up_logging("DEBUG", shape, secrets=[BOT_TOKEN])
        root.addHandler(_Listener(heard))
        try:
            yield heard
        finally:
            root.handlers[:] = handlers
            root.setLevel(level)
            for name in list(root.manager.loggerDict):
                logging.getLogger(name).setLevel(levels.get(name, logging.NOTSET))
