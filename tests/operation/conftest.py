"""Logging is the process's own: a test that sets it up leaves it as it was."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator

import pytest

from bot.operation.logs import CAPPED_LOGGERS


@pytest.fixture
def written(capsys: pytest.CaptureFixture[str]) -> Iterator[Callable[[], str]]:
    """Tells what has gone to standard error; logging is as before afterwards."""
    root, hook = logging.getLogger(), sys.excepthook
    handlers, level = root.handlers[:], root.level
    capped = {name: logging.getLogger(name).level for name in CAPPED_LOGGERS}
    root.handlers.clear()  # set_up_logging closes those that it finds
    yield lambda: capsys.readouterr().err
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, before in capped.items():
        logging.getLogger(name).setLevel(before)
    sys.excepthook = hook
