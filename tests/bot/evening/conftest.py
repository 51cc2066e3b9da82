"""A club of three people for each test, or of others where a test says so."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.club import Club, open_club


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    """Anna, Bruno and Carla in #tavolo-1."""
    async with open_club(tmp_path) as opened:
        yield opened
