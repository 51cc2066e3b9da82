"""One browser for all end-to-end tests."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.support.browser import open_browser

PATIENCE_MS = 20_000


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """A browser, or a skip with its reason (a failure where CI asks for one)."""
    # A busy machine is slow, not wrong.
    expect.set_options(timeout=PATIENCE_MS)
    async with open_browser() as opened:
        yield opened
