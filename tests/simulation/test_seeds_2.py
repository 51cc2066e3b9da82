"""Seeded evenings of the whole bot under faults, a part of those that run with each commit."""

from __future__ import annotations

import pytest

from tests.simulation.seeds import check, share


@pytest.mark.parametrize("seed", share(2))
def test_nothing_is_lost_and_nobody_peeks(seed: int) -> None:
    check(seed)
