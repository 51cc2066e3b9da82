"""Tables over a real database, for all tests of the bot below Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.tables import Hall, open_hall


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    """A house with nobody in it yet."""
    async with open_hall(tmp_path / "journal.sqlite3") as opened:
        yield opened
