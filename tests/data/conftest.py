"""Every adapter of the Store passes the tests that ask for ``store``."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from data.sqlite_store import SqliteStore, open_store
from data.store import Store


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "calidruno.db"


@pytest.fixture
async def opened() -> AsyncIterator[Callable[[Path], Awaitable[SqliteStore]]]:
    """Opens stores and closes them at the end, come what may: an open one would keep the process from ending."""
    stores: list[SqliteStore] = []

    async def opened(path: Path) -> SqliteStore:
        stores.append(await open_store(path))
        return stores[-1]

    yield opened
    for store in stores:
        await store.close()


@pytest.fixture
async def sqlite(opened: Callable[[Path], Awaitable[SqliteStore]], database: Path) -> SqliteStore:
    return await opened(database)


@pytest.fixture(params=["sqlite"])
def store(request: pytest.FixtureRequest) -> Store:
    return request.getfixturevalue(request.param)
