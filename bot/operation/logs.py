"""Logs for people and for machines, in which no token, hand or seed can be read, whatever the level."""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from types import TracebackType

from bot.operation.context import current

LOG_FORMATS = ("text", "json")
CAPPED_LOGGERS = ("aiosqlite", "discord.gateway", "discord.http", "discord.client", "discord.webhook", "aiohttp")
"""Below INFO these write payloads: hands, and tokens with which ephemeral messages could be read."""

HIDDEN = "[hidden]"
_SECRET_SHAPES = re.compile(
    r"""
      (?<=/interactions/)\d+/[^/\s?"']+              # a token in an address
    | (?<=/webhooks/)\d+/[^/\s?"']+
    | aW50ZXJhY3Rpb246[\w+/=-]*                      # Discord's interaction tokens all begin like this
    | [\w-]{18,40}\.[\w-]{6,8}\.[\w-]{25,}           # a bot's token
    | (?i:\b(?:Bot|Bearer)\s+)[\w.-]{16,}
    | (?i:(?<=token)|(?<=seed)|(?<=secret))["']?\s*[:=]\s*(?:b?"[^"]*"|b?'[^']*'|[^\s,;)}\]]+)
    | \bb(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')     # bytes: seeds, bodies
    | \b[0-9a-fA-F]{64,}\b                           # a seed in hexadecimal
    """,
    re.VERBOSE,
)


class Redactor:
    """Takes secrets out of what is to be logged: the ones it was told, and everything that has the shape of one."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        known = sorted(filter(None, secrets), key=len, reverse=True)
        self._known = re.compile("|".join(map(re.escape, known))) if known else None

    def __call__(self, text: str) -> str:
        """The text without its secrets."""
        if self._known is not None:
            text = self._known.sub(HIDDEN, text)
        return _SECRET_SHAPES.sub(HIDDEN, text)


class TextFormatter(logging.Formatter):
    """One line for people, with the table and interaction that it is about at its end."""

    def __init__(self, redact: Redactor) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s")
        self._redact = redact

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the library's name
        """The line before a traceback."""
        about = "".join(f" [{name} {value}]" for name, value in _about().items())
        return super().formatMessage(record) + about

    def format(self, record: logging.LogRecord) -> str:
        """The line and its traceback."""
        return self._redact(super().format(record))


class JsonFormatter(logging.Formatter):
    """One object a line for machines: ``at`` (UTC), ``level``, ``logger``, ``message``, and where they are known
    ``table``, ``interaction`` and ``exception``."""

    def __init__(self, redact: Redactor) -> None:
        super().__init__()
        self._redact = redact

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": self._redact(record.getMessage()),
            **_about(),
        }
        trace = [self.formatException(record.exc_info)] if record.exc_info else []
        if record.stack_info:
            trace.append(self.formatStack(record.stack_info))
        if trace:
            line["exception"] = self._redact("\n".join(trace))
        return json.dumps(line, ensure_ascii=False)


def _about() -> dict[str, str]:
    now = current()
    if now is None:
        return {}
    return {name: str(value) for name, value in (("table", now.table), ("interaction", now.interaction)) if value}


def set_up_logging(level: str, shape: str = "text", secrets: Iterable[str] = ()) -> None:
    """Log to standard error from now on, the program's own death included."""
    redact = Redactor(secrets)
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter(redact) if shape == "json" else TextFormatter(redact))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in CAPPED_LOGGERS:
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLevelNamesMapping()[level]))
    sys.excepthook = _died


def _died(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if isinstance(error, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)
    else:
        logging.getLogger("bot").critical("the program died of a mistake", exc_info=(kind, error, trace))
