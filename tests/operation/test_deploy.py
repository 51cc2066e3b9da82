"""What ``deploy`` and the operator's page name (paths, modules, settings, exit codes) is there and works so."""

from __future__ import annotations

import fnmatch
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from bot.__main__ import EXIT_SETTINGS, EXIT_UNREACHABLE
from bot.operation.condition import Condition, Shard
from bot.operation.metrics import open_metrics
from bot.settings import load_settings
from data.__main__ import _parser
from tests.architecture.test_papers import example
from tests.support.processes import ROOT

DEPLOY = ROOT / "deploy"
UNITS = sorted(path.name for path in DEPLOY.iterdir() if path.suffix in {".service", ".timer"})
INSTALLED = "/opt/calidruno"
STOPS_WITHIN_S = 10
PYTHONS_OWN = {"PATH", "PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED"}


def unit(name: str) -> dict[str, list[str]]:
    """The values of each key of a unit, ``Section.Key``."""
    found: dict[str, list[str]] = {}
    section = ""
    for line in (DEPLOY / name).read_text().splitlines():
        if header := re.fullmatch(r"\[(\w+)\]", line):
            section = header[1]
        elif line and not line.startswith("#"):
            key, _, value = line.partition("=")
            found.setdefault(f"{section}.{key}", []).append(value)
    return found


def environment(name: str) -> dict[str, str]:
    return dict(entry.split("=", 1) for entry in unit(name)["Service.Environment"])


def check_command(words: list[str]) -> None:
    """``python -m module arguments`` names a module of ours and arguments that it takes."""
    python, dash_m, module, *arguments = words
    assert (Path(python).name, dash_m) == ("python", "-m")
    assert find_spec(module) is not None
    if module == "data":
        _parser().parse_args(arguments)
    elif module == "bot":
        assert arguments == []
    else:
        assert module == "bot.operation.check"
        assert arguments in ([], ["healthz"], ["readyz"])


# systemd


@pytest.mark.parametrize("name", [name for name in UNITS if name.endswith(".service")])
def test_a_unit_names_commands_and_settings_that_there_are(name: str) -> None:
    (command,) = unit(name)["Service.ExecStart"]
    assert command.startswith(f"{INSTALLED}/.venv/bin/python ")
    check_command(shlex.split(command))
    assert unit(name)["Service.WorkingDirectory"] == [INSTALLED]
    assert environment(name).keys() <= example().keys() | PYTHONS_OWN
    for key, value in (("DynamicUser", "yes"), ("ProtectSystem", "strict"), ("NoNewPrivileges", "yes")):
        assert unit(name)[f"Service.{key}"] == [value]


def test_the_bots_unit_starts_with_its_settings_and_stops_in_its_time(tmp_path: Path) -> None:
    found = unit("calidruno.service")
    (credential,) = found["Service.LoadCredential"]
    (tmp_path / credential.partition(":")[0]).write_text("a-token")
    env = {
        name: value.replace("%d", str(tmp_path)).replace("%S", "/var/lib")
        for name, value in environment("calidruno.service").items()
    }
    settings = load_settings(env)
    assert (settings.token, settings.mode) == ("a-token", "service")
    (state,) = found["Service.StateDirectory"]
    assert settings.database.parent == settings.backups.parent == Path("/var/lib") / state
    assert settings.health_port is not None
    assert found["Service.RestartPreventExitStatus"] == [str(EXIT_SETTINGS)]
    assert found["Service.Type"] == ["notify"]
    assert int(found["Service.WatchdogSec"][0]) >= 30
    assert int(found["Service.TimeoutStopSec"][0]) > STOPS_WITHIN_S


def test_the_backup_copies_the_bots_database_into_the_folder_in_which_the_bot_looks() -> None:
    bots, backups = environment("calidruno.service"), environment("calidruno-backup.service")
    assert backups["DATABASE"] == bots["DATABASE"]
    (command,) = unit("calidruno-backup.service")["Service.ExecStart"]
    assert bots["BACKUPS"] in command.split()
    for shared in ("User", "StateDirectory", "StateDirectoryMode"):
        assert unit("calidruno-backup.service")[f"Service.{shared}"] == unit("calidruno.service")[f"Service.{shared}"]
    assert unit("calidruno-backup.timer")["Install.WantedBy"] == ["timers.target"]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze on this machine")
def test_systemd_finds_nothing_to_complain_about(tmp_path: Path) -> None:
    for name in UNITS:
        # What is to be run has to exist for it.
        text = (DEPLOY / name).read_text().replace(f"{INSTALLED}/.venv/bin/python", sys.executable)
        (tmp_path / name).write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", *(str(tmp_path / name) for name in UNITS)],
        env={**os.environ, "SYSTEMD_UNIT_PATH": f"{tmp_path}:"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert str(tmp_path) not in done.stderr, done.stderr


# Containers


def instructions() -> list[tuple[str, str]]:
    """The Dockerfile's instructions and what stands behind them."""
    text = (DEPLOY / "Dockerfile").read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(line.split()[0], line.split(maxsplit=1)[1]) for line in lines]


def of(instruction: str) -> list[str]:
    return [rest for word, rest in instructions() if word == instruction]


def image_environment() -> dict[str, str]:
    return dict(entry.split("=", 1) for entry in " ".join(of("ENV")).split())


def copied() -> list[str]:
    """What the image takes from this repository."""
    return [rest.split()[0] for rest in of("COPY") if not rest.startswith("--from")]


def test_the_image_runs_as_nobody_special_and_stops_by_sigterm() -> None:
    assert of("USER")[-1] not in {"root", "0"}
    assert of("STOPSIGNAL") == ["SIGTERM"]
    assert all(re.match(r"python:3\.\d+-slim\b", rest) for rest in of("FROM")), "an official image, no host"
    assert "--require-hashes" in " ".join(of("RUN"))


def test_the_image_holds_the_whole_program_and_nothing_secret() -> None:
    roots = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["root_packages"]
    assert {*roots, "requirements/service.txt"} == set(copied())
    lines = (ROOT / ".dockerignore").read_text().split()
    assert lines[0] == "*", "nothing comes along that is not named"
    let_in = {line.removeprefix("!") for line in lines if line.startswith("!")}
    assert let_in == set(copied())
    shut_out = [line for line in lines[1:] if not line.startswith("!")]
    for secret in ("bot/.env", "data/discord_token", "data/journal.sqlite3-wal", "bot/__pycache__"):
        assert any(fnmatch.fnmatch(secret, pattern) for pattern in shut_out), secret


def test_the_images_settings_and_commands_are_there() -> None:
    env = image_environment()
    assert env.keys() <= example().keys() | PYTHONS_OWN
    settings = load_settings({**env, "DISCORD_TOKEN": "a-token"})
    assert settings.mode == "service"
    (volume,) = of("VOLUME")
    assert settings.database.parent == settings.backups.parent == Path(volume)
    (command,) = of("CMD")
    check_command(yaml.safe_load(command))
    (health,) = of("HEALTHCHECK")
    check_command(yaml.safe_load(health.partition("CMD ")[2]))
    assert settings.health_port is not None


def test_what_the_image_holds_is_enough_to_run(tmp_path: Path) -> None:
    for name in copied():
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    env = {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1", **image_environment_here(tmp_path)}

    def run(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, *arguments]
        return subprocess.run(command, cwd=tmp_path, env=env | more, capture_output=True, text=True, check=False)

    done = run("-m", "bot", "--check-config", DISCORD_TOKEN="a-token")
    assert done.returncode == 0, done.stderr
    assert "mode: service" in done.stdout
    done = run("-m", "bot", DISCORD_TOKEN="")
    assert (done.returncode, "DISCORD_TOKEN" in done.stderr) == (EXIT_SETTINGS, True), done.stderr
    assert not list(tmp_path.rglob("__pycache__")), "it can be read-only"


def image_environment_here(folder: Path) -> dict[str, str]:
    found = image_environment()
    (volume,) = of("VOLUME")
    return {name: value.replace(volume, str(folder / "volume")) for name, value in found.items() if name != "PATH"}


def compose() -> dict[str, Any]:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())


@pytest.mark.parametrize("name", ["bot", "backup"])
def test_a_container_has_no_more_rights_than_it_needs(name: str) -> None:
    service = compose()["services"][name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "ports" not in service
    assert service["volumes"] == [f"data:{of('VOLUME')[0]}"]
    assert "data" in compose()["volumes"]


def test_the_composed_bot_is_built_from_here_and_finds_its_token(tmp_path: Path) -> None:
    bot = compose()["services"]["bot"]
    build = bot["build"]
    assert (DEPLOY / build["context"]).resolve() == ROOT
    assert (ROOT / build["dockerfile"]).is_file()
    assert int(bot["stop_grace_period"].removesuffix("s")) > STOPS_WITHIN_S
    assert bot["environment"].keys() <= example().keys()
    (secret,) = bot["secrets"]
    assert bot["environment"]["DISCORD_TOKEN_FILE"] == f"/run/secrets/{secret}"
    kept_out = (ROOT / ".gitignore").read_text().split()
    for private in (compose()["secrets"][secret]["file"], bot["env_file"][0]["path"]):
        assert f"deploy/{Path(private).name}" in kept_out, "it must not get into the repository"
    (tmp_path / "token").write_text("a-token")
    env = {**image_environment(), **bot["environment"], "DISCORD_TOKEN_FILE": str(tmp_path / "token")}
    assert load_settings(env).token == "a-token"


def test_the_composed_backup_copies_the_bots_database_into_the_folder_in_which_the_bot_looks() -> None:
    shell, _, loop = compose()["services"]["backup"]["command"]
    assert shell == "sh"
    command = loop.removeprefix("while ").partition(";")[0].split()
    check_command(command)
    assert image_environment()["BACKUPS"] in command


# The operator's page


def page() -> str:
    return (ROOT / "docs" / "operator.md").read_text()


def test_the_page_names_every_setting_and_metric_and_none_that_is_not_there() -> None:
    table = page().partition("## Settings")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    assert {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)} == set(example())
    kept = open_metrics().page(Condition(shards={0: Shard(True)}, tables={"lobby": 1}))
    assert kept is not None
    families = {family.name for family in text_string_to_metric_families(kept.decode())}
    families = {name for name in families if not name.endswith("_created")}
    named = set(re.findall(r"calidruno_[a-z_]+", page()))
    assert {re.sub(r"_(total|bucket)$", "", name) for name in named if name != "calidruno_"} == families


def test_the_page_quotes_log_lines_that_the_program_writes() -> None:
    table = page().partition("## Log lines")[2].partition("\n## ")[0]
    quoted = re.findall(r"^\| `(.+?)` \|", table, re.MULTILINE)
    assert len(quoted) > 8
    program = " ".join(path.read_text() for path in (ROOT / "bot").rglob("*.py"))
    written = re.sub(r"%\.?\d*[sdfr]", "…", re.sub(r'"\s*\n\s*f?"', "", program))
    for line in quoted:
        assert line.strip("… ") in written, line


def test_the_page_tells_every_exit_code() -> None:
    table = page().partition("## Exit codes")[2].partition("\n## ")[0]
    for code in (0, EXIT_UNREACHABLE, EXIT_SETTINGS, -15):
        assert re.search(rf"^\| {code}\b", table, re.MULTILINE), code


def test_the_commands_of_the_page_are_taken_as_they_stand() -> None:
    commands = [line.strip() for line in re.findall(r"(?:python3?|\.venv/bin/python) -m (?:bot|data)[^\n`;,]*", page())]
    assert len(commands) > 6
    for command in commands:
        words = ["123456789012345678" if word == "ID" else word for word in shlex.split(command)]
        if words[-1] == "--check-config":
            words.pop()
        if words[2:] != ["data"]:
            check_command(words)
    for path in re.findall(r"(?:deploy|requirements|docs)/[\w./-]+\w", page()):
        private = path in {"deploy/discord_token", "deploy/settings.env"}
        assert private or (ROOT / path).exists(), path
