"""Two lobbies with the same ids at the same times and other secrets: the seal alone is another, and tells nothing
of the secret behind it."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import pytest

from data.records import Pact
from games.registry import BY_KEY
from tests.support.evenings import Evening, KnownDeals, evening, spellings
from tests.support.log_secrets import listening

PEOPLE = ("anna", "bruno", "carla")
SEALS = re.compile(r"`[0-9a-f]{64}`|`(?:[0-9a-f]{4} ){3}[0-9a-f]{4}`")


class Lobby(NamedTuple):
    """What was shown of a lobby: everything with its seals taken out, the seals, and the lines that hold a secret."""

    shown: str
    seals: tuple[str, ...]
    told: list[str]


async def lobby(folder: Path, word: str) -> Lobby:
    """A lobby in which people sit down, look at everything that tells of the deal, and end it before any deal."""
    with listening() as heard:
        async with evening(folder, BY_KEY["calidruno"], *PEOPLE, secrets=word) as night:
            await night.do("open", "anna")
            await night.do("public", "bruno", "sit")
            for key in PEOPLE:
                for action in ("more", "hand", "rules"):
                    await night.do("forge", key, f"cg1:TABLE:0:{action}")
                await night.do("command", key, "verify")
            await night.do("forge", "anna", "cg1:TABLE:0:end:yes")
            return seen(night, heard.secrets({s for secret in night.deals.known for s in spellings(secret)}))


def seen(night: Evening, logged: list[str]) -> Lobby:
    """What people were shown, and what of it and of the log spells a secret."""
    shown = "\n".join(str(record.shown()) for record in night.recorder.records.values())
    secrets = {spelt for secret in night.deals.known for spelt in spellings(secret)}
    assert secrets
    told = [*logged, *(spelt for spelt in secrets if spelt in shown)]
    return Lobby(SEALS.sub("a seal", shown), tuple(SEALS.findall(shown)), told)


async def two_lobbies(folders: pytest.TempPathFactory) -> tuple[Lobby, Lobby]:
    """In two worlds that differ in the secret alone."""
    return await lobby(folders.mktemp("one"), "one secret"), await lobby(folders.mktemp("two"), "another")


def test_seals_are_found() -> None:
    assert SEALS.findall("`0123 4567 89ab cdef`… `" + "ab" * 32 + "`") == ["`0123 4567 89ab cdef`", f"`{'ab' * 32}`"]


async def test_the_seal_of_a_lobby_is_all_that_its_secret_changes(tmp_path_factory: pytest.TempPathFactory) -> None:
    one, two = await two_lobbies(tmp_path_factory)
    assert one.shown == two.shown
    assert len(one.seals) == len(two.seals) > 5
    assert not set(one.seals) & set(two.seals), "what is the same in both could be made from ids and times"
    assert one.told == two.told == []


async def test_a_seal_that_ids_and_times_would_give_is_found(tmp_path_factory: pytest.TempPathFactory) -> None:
    def pact(self: KnownDeals) -> Pact:
        """The mistake: a seal made from the number of the deal."""
        self.known.append(hashlib.sha256(self._word.encode()).digest())
        return Pact(hashlib.sha256(b"deal %d" % len(self.known)).hexdigest(), self.known[-1])

    with patch.object(KnownDeals, "pact", pact):
        one, two = await two_lobbies(tmp_path_factory)
    assert set(one.seals) & set(two.seals)


async def test_a_seal_that_is_the_secret_itself_is_found(tmp_path: Path) -> None:
    def pact(self: KnownDeals) -> Pact:
        self.known.append(hashlib.sha256(self._word.encode()).digest())
        return Pact(self.known[-1].hex(), self.known[-1])

    with patch.object(KnownDeals, "pact", pact):
        assert (await lobby(tmp_path, "a secret")).told
