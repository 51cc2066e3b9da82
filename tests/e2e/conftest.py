"""One browser for all end-to-end tests."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser

from tests.support.browser import open_browser


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """A browser, or a skip with its reason (a failure where CI asks for one)."""
    async with open_browser() as opened:
        yield opened
