"""Each kind of complaint about such bots that can occur at a table has a test that names it: ``complaints.txt``."""

from __future__ import annotations

import ast
import re
from pathlib import Path

TESTS = Path(__file__).parents[1]


def listed() -> tuple[set[str], dict[str, str]]:
    """The numbers that can occur, and those that cannot with the reason."""
    can, cannot = set[str](), dict[str, str]()
    for line in (TESTS / "complaints.txt").read_text(encoding="utf-8").splitlines():
        entry = re.fullmatch(r"(- )?([A-J]\d+) +(\S.+)", line)
        assert entry or not line or line.startswith("# "), line
        if entry and entry[1]:
            cannot[entry[2]] = entry[3]
        elif entry:
            can.add(entry[2])
    return can, cannot


def named() -> dict[str, list[str]]:
    """Complaints that test functions name, by number: in the function's name, or first in its docstring."""
    found: dict[str, list[str]] = {}
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or not node.name.startswith("test_"):
                continue
            in_name = re.search(r"complaints?((_[a-j]\d+)+)(_|$)", node.name)
            in_words = re.match(r"Complaints? ((([A-J]\d+)(, | and | to )?)+)", ast.get_docstring(node) or "")
            numbers = re.findall(r"[a-jA-J]\d+", (in_name[1] if in_name else "") + (in_words[1] if in_words else ""))
            for number in numbers:
                found.setdefault(number.upper(), []).append(f"{path.name}:{node.name}")
    return found


def test_every_complaint_that_can_occur_has_a_test() -> None:
    can, _ = listed()
    assert len(can) > 80
    assert not sorted(can - named().keys())


def test_what_cannot_occur_says_why_and_has_no_test() -> None:
    _, cannot = listed()
    assert all(len(reason.split()) > 6 for reason in cannot.values())
    assert not cannot.keys() & named().keys()
