"""One browser for all tests of the page; a server and windows for each."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest_asyncio
from playwright.async_api import Browser

from tests.page.fake_server import FakeServer
from tests.support.browser import BrowserPerson, open_browser

Opener = Callable[..., Awaitable[BrowserPerson]]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """A browser, or a skip with its reason."""
    async with open_browser() as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="session")
async def server() -> AsyncIterator[FakeServer]:
    """The user side with nothing said yet."""
    made = FakeServer()
    await made.start()
    yield made
    await made.stop()


@pytest_asyncio.fixture(loop_scope="session")
async def person(browser: Browser, server: FakeServer) -> AsyncIterator[Opener]:
    """Opens windows; afterwards no window may have complained in its console, be it an error or a policy violation."""
    opened: list[BrowserPerson] = []

    async def open_as(who: str = "anna", **settings: Any) -> BrowserPerson:
        opened.append(await BrowserPerson.open(browser, server.url, who, **settings))
        return opened[-1]

    yield open_as
    complaints = [complaint for window in opened for complaint in window.complaints]
    for window in opened:
        await window.close()
    assert complaints == []
