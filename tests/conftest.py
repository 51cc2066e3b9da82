"""Hypothesis profiles for the whole suite, chosen by the environment variable HYPOTHESIS_PROFILE."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

_SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile("dev", max_examples=25, deadline=None, suppress_health_check=_SLOW_IS_FINE)
settings.register_profile("ci", max_examples=60, deadline=None, derandomize=True, suppress_health_check=_SLOW_IS_FINE)
settings.register_profile("deep", max_examples=2000, deadline=None, suppress_health_check=_SLOW_IS_FINE)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))
