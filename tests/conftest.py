"""Hypothesis profiles for the whole suite, chosen by the environment variable HYPOTHESIS_PROFILE."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

_SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile("dev", max_examples=25, deadline=None, suppress_health_check=_SLOW_IS_FINE)
settings.register_profile("ci", max_examples=60, deadline=None, derandomize=True, suppress_health_check=_SLOW_IS_FINE)
settings.register_profile("deep", max_examples=2000, deadline=None, suppress_health_check=_SLOW_IS_FINE)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))

BROWSER_FOLDERS = {"page", "e2e"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that drive a real browser or whole processes may be run twice more, which the summary shows as "rerun": a
    machine that starves Chromium for half a minute says nothing about the bot. All others have one chance."""
    for item in items:
        if item.path.parent.name in BROWSER_FOLDERS:
            item.add_marker(pytest.mark.flaky(reruns=2))
