"""A disk that loses its power: an SQLite VFS that knows which bytes have been synced and which have only been written.

It models a disk that honours a sync. What was written to a file since its last sync may be on the disk wholly, up to a
point, in parts, or in torn sectors.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import apsw

SECTOR = 512


@dataclass(slots=True)
class _File:
    """``durable`` is on the disk; ``pending`` are writes (offset, bytes) and truncations (size, None) since."""

    durable: bytearray = field(default_factory=bytearray)
    pending: list[tuple[int, bytes | None]] = field(default_factory=list[tuple[int, bytes | None]])


class Disk(apsw.VFS):
    """Files that pass through to the real ones, and a record of what a power cut at this moment could leave."""

    def __init__(self, name: str) -> None:
        self.files: dict[str, _File] = {}
        self.on_change: Callable[[], None] | None = None
        self.vfs_name = name
        super().__init__(name, base="")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:
        path = name.filename() if isinstance(name, apsw.URIFilename) else name or ""
        return _Handle(path, flags, self)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        super().xDelete(filename, syncdir)
        self.files.pop(filename, None)

    def changed(self, file: _File, offset: int, data: bytes | None) -> None:
        file.pending.append((offset, data))
        if self.on_change is not None:
            self.on_change()

    def image(self, folder: Path, chance: random.Random) -> None:
        """Write the files as a power cut now might leave them."""
        for path, file in self.files.items():
            content = bytearray(file.durable)
            for change in _survivors(file.pending, chance):
                _change(content, *change)
            (folder / Path(path).name).write_bytes(content)


class _Handle(apsw.VFSFile):
    def __init__(self, path: str, flags: list[int], disk: Disk) -> None:
        super().__init__("", path, flags)
        self._disk = disk
        self._file = disk.files.setdefault(path, _File())

    def xWrite(self, data: bytes, offset: int) -> None:
        super().xWrite(data, offset)
        self._disk.changed(self._file, offset, bytes(data))

    def xTruncate(self, newsize: int) -> None:
        super().xTruncate(newsize)
        self._disk.changed(self._file, newsize, None)

    def xSync(self, flags: int) -> None:
        for change in self._file.pending:
            _change(self._file.durable, *change)
        self._file.pending.clear()


def _survivors(pending: list[tuple[int, bytes | None]], chance: random.Random) -> list[tuple[int, bytes | None]]:
    match chance.choice(("none", "prefix", "some", "torn")):
        case "none":
            return []
        case "prefix":
            return pending[: chance.randint(0, len(pending))]
        case "some":
            return [change for change in pending if chance.random() < 0.5]
        case _:
            return [piece for change in pending for piece in _sectors(*change) if chance.random() < 0.7]


def _sectors(offset: int, data: bytes | None) -> list[tuple[int, bytes | None]]:
    if data is None:
        return [(offset, None)]
    return [(offset + start, data[start : start + SECTOR]) for start in range(0, len(data), SECTOR)]


def _change(content: bytearray, offset: int, data: bytes | None) -> None:
    if data is None:
        del content[offset:]
        return
    content.extend(bytes(max(0, offset - len(content))))
    content[offset : offset + len(data)] = data
