"""Seeds that have found something once run always."""

from __future__ import annotations

import pytest

from tests.simulation.seeds import check, found_seeds


@pytest.mark.parametrize("seed", found_seeds())
def test_what_was_found_once_is_found_no_more(seed: int) -> None:
    check(seed)
