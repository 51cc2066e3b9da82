"""How the bot is told what to be: a service or a table at home, and where its token is."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.__main__ import EXIT_SETTINGS, main
from bot.settings import Settings, SettingsError, load_settings, read_environment
from data.backup import back_up_into, backups
from data.sqlite_store import open_store
from tests.data.test_backup import NOW
from tests.data.test_files import cut_short

TOKEN = "a-token-that-nobody-must-see"


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own to run in, and none of this machine's settings."""
    for name in list(os.environ):
        if name.startswith("DISCORD") or name in {"MODE", "NOTIFY_SOCKET", "SYSTEMD_EXEC_PID", "DATABASE"}:
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("env", "words"),
    [
        ({"MODE": "service"}, ["DISCORD_TOKEN"]),
        ({"NOTIFY_SOCKET": "/run/systemd/notify"}, ["DISCORD_TOKEN"]),
        ({"SYSTEMD_EXEC_PID": str(os.getpid())}, ["DISCORD_TOKEN"]),
        ({"MODE": "service", "LOCAL_PORT": "eighty"}, ["DISCORD_TOKEN", "LOCAL_PORT"]),
        ({"MODE": "service", "DISCORD_TOKEN_FILE": "empty"}, ["DISCORD_TOKEN_FILE", "empty"]),
        ({"DISCORD_TOKEN_FILE": "nowhere"}, ["DISCORD_TOKEN_FILE", "cannot be read"]),
        ({"DISCORD_TOKEN": "a", "DISCORD_TOKEN_FILE": "token"}, ["together"]),
        ({"DISCORD_TOKEN": "two words"}, ["one word"]),
        ({"MODE": "butler", "LOG_FORMAT": "xml", "HEALTH_PORT": "-1"}, ["MODE", "LOG_FORMAT", "HEALTH_PORT"]),
    ],
)
def test_what_cannot_be_is_refused_with_78_and_all_of_it_is_named(
    alone: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    env: dict[str, str],
    words: list[str],
) -> None:
    (alone / "empty").write_text("\n")
    (alone / "token").write_text(TOKEN)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    assert main([]) == EXIT_SETTINGS
    said = capsys.readouterr()
    assert not said.out
    for word in words:
        assert word in said.err
    assert not (alone / "var").exists(), "nothing was begun"


def test_a_service_with_a_token_is_none_of_the_local_discord(alone: Path) -> None:
    (alone / "token").write_text(f"{TOKEN}\n")
    settings = load_settings({"DISCORD_TOKEN_FILE": "token"}, mode="service")
    assert (settings.token, settings.mode, settings.is_local) == (TOKEN, "service", False)
    assert TOKEN not in repr(settings)
    assert load_settings({"MODE": "play"}, mode="service").mode == "play", "what is said outright counts"


def test_a_token_that_everybody_can_read_is_refused(alone: Path) -> None:
    dotenv = alone / ".env"
    dotenv.write_text(f"DISCORD_TOKEN={TOKEN}\nLANGUAGE_DEFAULT=it\n")
    dotenv.chmod(0o644)
    with pytest.raises(SettingsError, match=r"chmod 600 .*\.env"):
        read_environment(dotenv, {})
    for mode in (0o600, 0o640):
        dotenv.chmod(mode)
        assert read_environment(dotenv, {"LANGUAGE_DEFAULT": "en"}) == {
            "DISCORD_TOKEN": TOKEN,
            "LANGUAGE_DEFAULT": "en",
        }
    dotenv.write_text("DISCORD_TOKEN=\nLANGUAGE_DEFAULT=it\n")
    dotenv.chmod(0o644)
    assert load_settings(read_environment(dotenv, {})) == Settings(language="it")
    assert read_environment(alone / "none", {}) == {}


def test_check_config_says_what_would_be_done_does_nothing_and_tells_no_token(
    alone: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def said(*, code: int = 0) -> str:
        assert main(["--check-config"]) == code
        seen = capsys.readouterr()
        assert TOKEN not in seen.out + seen.err
        return seen.out + seen.err

    assert "a local Discord of its own on port 8787" in said()
    assert "which will be made" in said()
    assert not (alone / "var").exists()
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("HEALTH_PORT", "9464")
    monkeypatch.setenv("LOG_FORMAT", "json")
    for words in ("Discord, with the token", "127.0.0.1:9464", "/metrics", "INFO, as json", "none in var/backups"):
        assert words in said()

    database = Path("var/calidruno.sqlite3")

    async def make() -> None:
        await (await open_store(database)).close()

    asyncio.run(make())
    back_up_into(Path("var/backups"), database, NOW, daily=7, weekly=4)
    assert "sound, schema" in said()
    assert "1 in var/backups, the newest from 2026-11-30 03:00 UTC" in said()
    cut_short(database)
    assert "damaged" in said(code=EXIT_SETTINGS)


def test_a_damaged_database_is_refused_and_the_newest_good_backup_named(
    alone: Path, written: Callable[[], str]
) -> None:
    """Fault D6: what to do stands in the message."""
    database = alone / "var" / "calidruno.sqlite3"

    async def make() -> None:
        await (await open_store(database)).close()

    asyncio.run(make())
    for day in (1, 2):
        back_up_into(Path("var/backups"), database, NOW.replace(day=day), daily=7, weekly=4)
    newest, older = backups(Path("var/backups"))
    cut_short(newest)
    cut_short(database)
    before = database.read_bytes()
    assert main([]) == EXIT_SETTINGS
    assert f"python -m data restore {older}" in written()
    older.unlink()
    assert main([]) == EXIT_SETTINGS
    assert "no good backup in var/backups" in written()
    assert database.read_bytes() == before
