"""Lists of what can go wrong (``complaints.txt``, ``faults.txt``), and the tests that name their entries."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parents[1]


def listed(name: str) -> tuple[set[str], dict[str, str]]:
    """The numbers in a list of this folder that can occur, and those that cannot with the reason."""
    can, cannot = set[str](), dict[str, str]()
    for line in (TESTS / name).read_text(encoding="utf-8").splitlines():
        entry = re.fullmatch(r"(- )?([A-Z]\d+) +(\S.+)", line)
        assert entry or not line or line.startswith("# "), line
        if entry and entry[1]:
            cannot[entry[2]] = entry[3]
        elif entry:
            can.add(entry[2])
    return can, cannot


def named(word: str) -> set[str]:
    """The numbers that test functions name after this word: in the function's name (``test_complaints_a1_b2_…``), or
    where a paragraph of its docstring begins (``Complaints A1 and B2: …``)."""
    found = set[str]()
    for name, words in _tests():
        in_name = re.search(rf"{word}s?((_[a-z]\d+)+)(_|$)", name)
        in_words = re.findall(rf"^\s*{word.capitalize()}s? ((?:[A-Z]\d+(?:, | and | to )?)+)", words, re.MULTILINE)
        found.update(number.upper() for number in re.findall(r"[a-z]\d+", in_name[1] if in_name else ""))
        found.update(re.findall(r"[A-Z]\d+", " ".join(in_words)))
    return found


def _tests() -> Iterator[tuple[str, str]]:
    """Every test function's name and docstring."""
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                yield node.name, ast.get_docstring(node) or ""
