"""Settings from the environment (and ``.env``), checked all at once before anything starts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from dotenv import dotenv_values

from bot.operation.logs import LOG_FORMATS
from data.retention import KEEP_DAYS

T = TypeVar("T")

LOOPBACK = ("127.0.0.1", "localhost", "::1")
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
LANGUAGES = ("en", "it")
TABLE_STYLES = ("v2", "embed")
MODES = ("play", "service")
READABLE_BY_OTHERS = 0o004


class SettingsError(Exception):
    """One or more settings cannot be used; each line names one of them and what it may be."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How this bot runs.

    Attributes:
        token: the bot's token at Discord; empty for the local Discord.
        mode: "service" never opens the local Discord: without a token it does not start.
        local_port: where the local Discord listens on loopback when there is no token.
        local_url: an already running local Discord to connect to instead of opening one.
        database: the journal's file.
        backups: the folder in which the newest backup is looked for.
        health_address, health_port: where health and metrics are told; nowhere if the port is None.
        table_style: "v2" for Components V2, "embed" for classic messages.
        language: language of public texts where a server has not chosen one.
        message_content: ask for the privileged intent, so that the word counts in any message.
        shard_count, shard_ids: for large bots; None lets Discord decide.
        limits: turn away what is too much for one person, channel or server; off only to measure the bot.
        keep_days: how many days closed tables and their matches are kept.
    """

    token: str = field(default="", repr=False)
    mode: str = "play"
    local_port: int = 8787
    local_url: str = ""
    database: Path = Path("var/calidruno.sqlite3")
    backups: Path = Path("var/backups")
    health_address: str = "127.0.0.1"
    health_port: int | None = None
    table_style: str = "v2"
    language: str = "en"
    message_content: bool = False
    shard_count: int | None = None
    shard_ids: tuple[int, ...] | None = None
    keep_days: int = KEEP_DAYS
    limits: bool = True
    log_level: str = "INFO"
    log_format: str = "text"

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


def _content(text: str) -> str:
    """What a file holds that only the operator should read."""
    try:
        content = Path(text).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeError) as error:
        raise ValueError(f"names a file that cannot be read: {error}") from error
    if not content:
        raise ValueError("names a file that is empty")
    return content


def read_environment(dotenv: Path, variables: Mapping[str, str]) -> dict[str, str]:
    """The variables of ``.env`` and, winning over them, those of the environment.

    Raises:
        SettingsError: if everybody on this machine can read the token there.
    """
    written = {name: value or "" for name, value in dotenv_values(dotenv).items()}
    if written.get("DISCORD_TOKEN") and dotenv.stat().st_mode & READABLE_BY_OTHERS:
        raise SettingsError(f"{dotenv} holds the token and can be read by everybody here: chmod 600 {dotenv}")
    return {**written, **variables}


def load_settings(env: Mapping[str, str], mode: str = "play") -> Settings:
    """The settings of an environment; an empty or missing variable means its default. ``mode`` is that of MODE.

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
        token=read("DISCORD_TOKEN", str, default.token) or read("DISCORD_TOKEN_FILE", _content, default.token),
        mode=read("MODE", _one_of(*MODES), mode),
        local_port=read("LOCAL_PORT", _number(0, 65535), default.local_port),
        local_url=read("LOCAL_URL", _loopback_url, default.local_url),
        database=read("DATABASE", Path, default.database),
        backups=read("BACKUPS", Path, default.backups),
        health_address=read("HEALTH_ADDRESS", str, default.health_address),
        health_port=read("HEALTH_PORT", _number(0, 65535), default.health_port),
        table_style=read("TABLE_STYLE", _one_of(*TABLE_STYLES), default.table_style),
        language=read("LANGUAGE_DEFAULT", _one_of(*LANGUAGES), default.language),
        message_content=read("MESSAGE_CONTENT", _switch, default.message_content),
        shard_count=read("SHARD_COUNT", _number(1, 100_000), default.shard_count),
        shard_ids=read("SHARD_IDS", _shards, default.shard_ids),
        keep_days=read("KEEP_DAYS", _number(1, 36_500), default.keep_days),
        log_level=read("LOG_LEVEL", _one_of(*LOG_LEVELS), default.log_level),
        limits=read("LIMITS", _switch, default.limits),
        log_format=read("LOG_FORMAT", _one_of(*LOG_FORMATS), default.log_format),
    )
    if settings.shard_ids and not settings.shard_count:
        problems.append("SHARD_IDS needs SHARD_COUNT")
    if settings.shard_ids and settings.shard_count and max(settings.shard_ids) >= settings.shard_count:
        problems.append("SHARD_IDS must be below SHARD_COUNT")
    if settings.token and any(not "!" <= letter <= "~" for letter in settings.token):
        problems.append("DISCORD_TOKEN must be one word; copy it anew from the developer portal")
    if env.get("DISCORD_TOKEN") and env.get("DISCORD_TOKEN_FILE"):
        problems.append("DISCORD_TOKEN and DISCORD_TOKEN_FILE cannot be used together")
    if settings.mode == "service" and not (settings.token or settings.local_url or env.get("DISCORD_TOKEN_FILE")):
        problems.append("DISCORD_TOKEN or DISCORD_TOKEN_FILE must be set: a service opens no local Discord")
    if settings.token and settings.local_url:
        problems.append("LOCAL_URL cannot be used together with DISCORD_TOKEN")
    if problems:
        raise SettingsError("\n".join(problems))
    return settings
