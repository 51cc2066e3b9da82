"""What a newcomer reads and installs says what the code does, and the sources hold nothing that does not belong."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from bot.settings import Settings, load_settings

ROOT = Path(__file__).parents[2]
FOLDERS = ("games", "render", "data", "bot", "tests", "benchmarks", "docs", "requirements", "deploy", ".ci")
TEXT = {".py", ".md", ".toml", ".txt", ".sql", ".po", ".js", ".css", ".html", ".example", ""} | {
    ".yaml",
    ".service",
    ".timer",
}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
LOCKED = {
    "run": PROJECT["project"]["dependencies"],
    "service": PROJECT["project"]["dependencies"] + PROJECT["project"]["optional-dependencies"]["metrics"],
    "dev": PROJECT["project"]["dependencies"] + PROJECT["dependency-groups"]["dev"],
    "bench": [*PROJECT["project"]["dependencies"], *PROJECT["dependency-groups"]["bench"]],
}


class Asked(dict[str, str]):
    """An empty environment that remembers what was looked for."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def get(self, key: str, default: Any = None) -> Any:
        self.names.add(key)
        return default


def example() -> Mapping[str, str]:
    """The settings of ``.env.example`` with their values."""
    lines = (ROOT / ".env.example").read_text().splitlines()
    found = [re.fullmatch(r"# ?([A-Z_]+)=(.*)", line) for line in lines]
    return {match[1]: match[2] for match in found if match}


def test_the_example_names_every_setting_and_nothing_else() -> None:
    asked = Asked()
    load_settings(asked)
    assert asked.names == set(example())
    assert load_settings(example()) == Settings(), "the values in the example are the defaults"


def test_every_setting_in_the_example_is_explained() -> None:
    before = ""
    for line in (ROOT / ".env.example").read_text().splitlines():
        if re.fullmatch(r"# ?[A-Z_]+=.*", line):
            assert before.startswith("# "), f"nothing is said above {line}"
        before = line


@pytest.mark.parametrize("name", LOCKED)
def test_requirements_hold_every_dependency_with_hashes_and_name_no_host(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    assert not re.search(r"://|^\s*(-i|--index|--extra|--find|--trusted)", text, re.MULTILINE)
    pins: dict[str, str] = {}
    for entry in re.split(r"\n(?=\S)", text.strip()):
        match = re.match(r"([A-Za-z0-9._-]+)==([^\s;]+)", entry)
        assert match, entry
        assert "--hash=sha256:" in entry, match[1]
        pins[canonical(match[1])] = match[2]
    for wanted in map(Requirement, LOCKED[name]):
        pinned = pins.get(canonical(wanted.name))
        assert pinned is not None, wanted.name
        assert wanted.specifier.contains(pinned), f"{wanted}, pinned {pinned}"


def canonical(name: str) -> str:
    """A package's name as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def sources() -> Iterator[tuple[str, int, str]]:
    """Path, number and text of every line that we wrote."""
    files = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*")]
    for path in sorted([*files, *ROOT.iterdir()]):
        if path.is_file() and path.suffix in TEXT and "__pycache__" not in path.parts and path.name != ".coverage":
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                yield str(path.relative_to(ROOT)), number, line


def offending(pattern: str, *, but: str = "") -> list[str]:
    """Places where a pattern stands."""
    wrong, right = re.compile(pattern), re.compile(but) if but else None
    return [
        f"{path}:{number}: {line.strip()[:90]}"
        for path, number, line in sources()
        if wrong.search(line) and not (right and right.search(line))
    ]


def test_no_path_of_one_machine_stands_in_a_file() -> None:
    assert not offending(r"(?<![\w.:/])/(home|Users|root|work|mnt)/\w")


def test_no_index_of_packages_is_named() -> None:
    assert not offending(r"(https?://|index)[\w./-]*\b(pypi|pythonhosted|npmjs)\b")


def test_what_is_left_to_do_says_why() -> None:
    words = "|".join(("TO" + "DO", "FIX" + "ME", "XX" + "X"))
    assert not offending(rf"\b({words})\b", but=rf"\b({words}): \w+ \w+ \w+")


def test_a_check_is_switched_off_only_with_a_reason() -> None:
    """The reason stands behind it, or in a comment of its own above."""
    switch = re.compile(r"#\s*(no" + r"qa\b|(pyright|type): ignore)")
    reason = re.compile(switch.pattern + r"[^#]*?([\])]|[A-Z]\d+)?\s*[-–#(;]+\s*[\w'’]+( [\w'’,]+)+")
    before, bare = "", list[str]()
    for path, number, line in sources():
        if switch.search(line) and not reason.search(line) and not before.lstrip().startswith("# "):
            bare.append(f"{path}:{number}: {line.strip()[:90]}")
        before = line
    assert not bare
