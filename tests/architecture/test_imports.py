"""Who may import whom: every contract in ``pyproject.toml`` holds, and is seen to fail on a planted violation."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("games", "render", "data", "bot")
CONTRACTS = [
    contract["name"]
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
]
PLANTS = {
    "games imports nothing of ours": ("games/core/rng.py", "data.records"),
    "data imports nothing of ours": ("data/records.py", "games.core.cards"),
    "render never reaches the bot or the store": ("render/scene.py", "bot.text.names"),
    "a picture cannot show what its viewer may not know": ("render/lobby.py", "games.calidruno.state"),
    "a computer player cannot cheat: it never reaches a state or the rules that make one": (
        "games/calidruno/player.py",
        "games.calidruno.state",
    ),
    "nobody but __main__ imports the local Discord": ("bot/tables/clock.py", "bot.local.clock"),
    "the local Discord knows nothing of the bot or the games": ("bot/local/model.py", "games.core.cards"),
    "operation knows nothing of games, tables or Discord's messages": ("bot/operation/health.py", "bot.tables.clock"),
    "tables and commands reach a game through the registries only": ("bot/tables/live.py", "games.calidruno.rules"),
    "commands know tables, tables know presenters, presenters know texts": ("bot/text/names.py", "bot.tables.clock"),
}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The Python files of our packages and the project's own settings, to plant things in."""
    for package in PACKAGES:
        for source in (ROOT / package).rglob("*.py"):
            target = tmp_path / source.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
    shutil.copyfile(ROOT / "pyproject.toml", tmp_path / "pyproject.toml")
    return tmp_path


def verdicts(folder: Path) -> dict[str, str]:
    """What import-linter says of each contract."""
    done = subprocess.run(
        [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"],
        cwd=folder,
        env={**os.environ, "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    found = dict(re.findall(r"^(.+) (KEPT|BROKEN)\b", done.stdout, re.MULTILINE))
    assert sorted(found) == sorted(CONTRACTS), done.stdout + done.stderr
    assert (done.returncode == 0) == (set(found.values()) == {"KEPT"}), done.stdout + done.stderr
    return found


def test_every_contract_is_kept(copy: Path) -> None:
    assert verdicts(copy) == dict.fromkeys(CONTRACTS, "KEPT")


@pytest.mark.parametrize("contract", CONTRACTS)
def test_every_contract_is_seen_to_fail(copy: Path, contract: str) -> None:
    place, module = PLANTS[contract]
    with (copy / place).open("a") as file:
        file.write(f"\nimport {module}\n")
    assert verdicts(copy)[contract] == "BROKEN"
