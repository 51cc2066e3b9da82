"""Which seeds are run, and what is done about one that finds something."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.simulation.report import Report
from tests.simulation.run import run_sim

ROOT = Path(__file__).parents[2]
TAPES = ROOT / "var" / "simulation"
FOUND = Path(__file__).with_name("found_seeds.txt")
EACH_COMMIT = 500
FILES = 4


def parse(text: str) -> range:
    """``1000`` are the first thousand seeds, ``17-20`` these four.

    Raises:
        ValueError: it is neither.
    """
    first, dash, last = text.partition("-")
    return range(int(first), int(last) + 1) if dash else range(1, int(first) + 1)


def found_seeds() -> list[int]:
    """The seeds that have found something once."""
    lines = (line.partition("#")[0].strip() for line in FOUND.read_text(encoding="utf-8").splitlines())
    return [int(line) for line in lines if line]


def repeat_line(seed: int) -> str:
    """What to type to see a seed again."""
    return f"make simulate SEEDS={seed}-{seed}"


def keep_tape(report: Report) -> Path:
    """Write down what happened; where."""
    TAPES.mkdir(parents=True, exist_ok=True)
    path = TAPES / f"seed-{report.seed}.txt"
    path.write_text("\n".join(report.tape) + "\n", encoding="utf-8")
    return path


def check(seed: int) -> None:
    """Fail if the seed finds a violation, and say how to see it again."""
    report = run_sim(seed)
    if report.violations:
        path = keep_tape(report)
        listed = "\n  ".join(report.violations)
        pytest.fail(f"{repeat_line(seed)}\nwhat happened is in {path}\n  {listed}", pytrace=False)


def share(file: int) -> list[int]:
    """The seeds of one of the test files, which the workers share."""
    return [seed for seed in range(1, EACH_COMMIT + 1) if seed % FILES == file % FILES]
