"""The benchmarks of tables in play and of a restart run: their processes find each other, every figure is measured."""

from __future__ import annotations

from pathlib import Path

from benchmarks import restart, tables


def test_every_figure_is_measured() -> None:
    figures = tables.run(tables=2, seconds=1.0)
    wanted = {
        *(f"tables.{what}_{n}" for what in ("press_p50_ms", "press_p99_ms") for n in (1, 2)),
        *("tables.resume_2_s", "tables.loop_lag_p99_ms", "tables.idle_lag_p99_ms"),
        *("tables.drawing_lag_p99_ms", "tables.drawing_lag_max_ms"),
    }
    if Path("/proc/self/stat").exists():
        wanted |= {"tables.kib_per_table", "tables.resume_2_cpu_s"}
        wanted |= {"tables.cpu_ms_per_press_1", "tables.cpu_ms_per_press_2"}
    assert set(figures) == wanted
    assert all(figures[key] > 0 for key in figures if "kib" not in key and "lag" not in key)


def test_every_figure_of_a_restart_is_measured() -> None:
    figures = restart.run(tables=3)
    wanted = {f"restart.{what}_3" for what in ("answer_s", "shown_s", "press_p50_ms", "press_p99_ms")}
    if Path("/proc/self/stat").exists():
        wanted |= {"restart.mib_3", "restart.kib_per_table_3"}
    assert set(figures) == wanted
    assert all(figures[key] > 0 for key in figures if "kib" not in key)
