"""Bouts in the arena of computer players, as tests ask for them."""

from __future__ import annotations

import json

import pytest

from benchmarks.arena.__main__ import main


def bout(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, float]:
    """The figures of a bout in the arena."""
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)
