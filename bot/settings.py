"""Settings from the environment (and ``.env``), checked all at once before anything starts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

T = TypeVar("T")

LOOPBACK = ("127.0.0.1", "localhost", "::1")
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
LANGUAGES = ("en", "it")
TABLE_STYLES = ("v2", "embed")


class SettingsError(Exception):
    """One or more settings cannot be used; each line names one of them and what it may be."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How this bot runs.

    Attributes:
        token: the bot's token at Discord; empty for the local Discord.
        local_port: where the local Discord listens on loopback when there is no token.
        local_url: an already running local Discord to connect to instead of opening one.
        database: the journal's file.
        table_style: "v2" for Components V2, "embed" for classic messages.
        language: language of public texts where a server has not chosen one.
        message_content: ask for the privileged intent, so that the word counts in any message.
        shard_count, shard_ids: for large bots; None lets Discord decide.
    """

    token: str = field(default="", repr=False)
    local_port: int = 8787
    local_url: str = ""
    database: Path = Path("var/calidruno.sqlite3")
    table_style: str = "v2"
    language: str = "en"
    message_content: bool = False
    shard_count: int | None = None
    shard_ids: tuple[int, ...] | None = None
    log_level: str = "INFO"

    @property
    def is_local(self) -> bool:
        """Whether people play on the local Discord."""
        return not self.token


def _number(low: int, high: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not (text.isascii() and text.isdigit() and low <= int(text) <= high):
            raise ValueError(f"must be a number from {low} to {high}")
        return int(text)

    return parse


def _one_of(*choices: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        for choice in choices:
            if text.casefold() == choice.casefold():
                return choice
        raise ValueError(f"must be one of {', '.join(choices)}")

    return parse


def _switch(text: str) -> bool:
    return _one_of("on", "off", "yes", "no", "true", "false", "1", "0")(text) in {"on", "yes", "true", "1"}


def _loopback_url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme != "http" or parts.hostname not in LOOPBACK:
        raise ValueError("must be http:// and an address of this machine, such as http://127.0.0.1:8787")
    return text.rstrip("/")


def _shards(text: str) -> tuple[int, ...]:
    """``0-3`` or ``0,2,5``."""
    ids: list[int] = []
    for part in text.split(","):
        first, _, last = part.strip().partition("-")
        if not (first.isdigit() and (last or first).isdigit()):
            raise ValueError("must look like 0-3 or 0,2,5")
        ids.extend(range(int(first), int(last or first) + 1))
    return tuple(ids)


def load_settings(env: Mapping[str, str]) -> Settings:
    """The settings of an environment; an empty or missing variable means its default.

    Raises:
        SettingsError: naming every variable that cannot be used.
    """
    problems: list[str] = []
    default = Settings()

    def read(name: str, parse: Callable[[str], T], fallback: T) -> T:
        text = env.get(name, "").strip()
        if not text:
            return fallback
        try:
            return parse(text)
        except ValueError as error:
            problems.append(f"{name} {error}")
            return fallback

    settings = Settings(
        token=read("DISCORD_TOKEN", str, default.token),
        local_port=read("LOCAL_PORT", _number(0, 65535), default.local_port),
        local_url=read("LOCAL_URL", _loopback_url, default.local_url),
        database=read("DATABASE", Path, default.database),
        table_style=read("TABLE_STYLE", _one_of(*TABLE_STYLES), default.table_style),
        language=read("LANGUAGE_DEFAULT", _one_of(*LANGUAGES), default.language),
        message_content=read("MESSAGE_CONTENT", _switch, default.message_content),
        shard_count=read("SHARD_COUNT", _number(1, 100_000), default.shard_count),
        shard_ids=read("SHARD_IDS", _shards, default.shard_ids),
        log_level=read("LOG_LEVEL", _one_of(*LOG_LEVELS), default.log_level),
    )
    if settings.shard_ids and not settings.shard_count:
        problems.append("SHARD_IDS needs SHARD_COUNT")
    if settings.shard_ids and settings.shard_count and max(settings.shard_ids) >= settings.shard_count:
        problems.append("SHARD_IDS must be below SHARD_COUNT")
    if settings.token and settings.local_url:
        problems.append("LOCAL_URL cannot be used together with DISCORD_TOKEN")
    if problems:
        raise SettingsError("\n".join(problems))
    return settings
