"""The benchmark of the rules runs and writes its figures, peers or no peers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import __main__ as bench
from benchmarks import peers, rules_calidruno


def counting(log: list[int]) -> peers.Play:
    def play(steps: int) -> int:
        log.append(steps)
        return sum(1 for _ in range(steps * 50)) // 50

    return play


def test_own_figures_need_no_peer(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(peers, "missing", lambda: ["rlcard", "pyspiel"])
    figures = rules_calidruno.run(slice_s=0.01, slices=1)
    assert set(figures) == {
        "rules.calidruno.steps_per_cpu_s",
        "rules.calidruno.steps_per_cpu_s.with_observation",
    }
    assert all(value > 0 for value in figures.values())
    assert "no ratios to rlcard, pyspiel" in capsys.readouterr().err


def test_ratios_are_named_after_their_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    log: list[int] = []
    monkeypatch.setattr(peers, "missing", list)
    monkeypatch.setattr(peers, "rlcard", lambda *_: counting(log))
    monkeypatch.setattr(peers, "open_spiel", lambda *_, **__: counting(log))
    figures = rules_calidruno.run(slice_s=0.01, slices=1)
    ratios = {key.removeprefix("rules.calidruno.ratio_") for key in figures if "ratio" in key}
    names = {"rlcard_uno_env_step", "openspiel_crazy_eights"}
    assert ratios == names | {f"{name}.with_observation" for name in names}
    assert log


def test_results_file_keeps_other_parts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "results.json"
    file.write_text('{"render.calidruno.table_cpu_ms": 9.5, "rules.calidruno.steps_per_cpu_s": 1.0}')
    monkeypatch.setattr(bench, "RESULTS", file)
    monkeypatch.setattr(bench, "measure", lambda part: {"rules.calidruno.steps_per_cpu_s": 2.0})
    assert bench.main(["rules_calidruno"]) == 0
    assert json.loads(file.read_text()) == {
        "render.calidruno.table_cpu_ms": 9.5,
        "rules.calidruno.steps_per_cpu_s": 2.0,
    }
    assert "rules.calidruno.steps_per_cpu_s" in capsys.readouterr().out
    assert bench.main(["no_such_part"]) == 2
