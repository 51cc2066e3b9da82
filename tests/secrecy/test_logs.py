"""Whatever fails while people play, the log of it at DEBUG holds no token, no seed and no card; whole evenings without
a fault are searched in ``test_evenings``."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import render
from bot.presenters.registry import PRESENTERS
from data.sqlite_store import SqliteStore
from games.core import Seat
from games.players import PLAYERS
from games.registry import BY_KEY
from tests.support.evenings import Evening, evening, spellings
from tests.support.log_secrets import BOT_TOKEN, Heard, listening

KALOOKI = BY_KEY["kalooki"]
SEATED = ("anna", "bruno")


class Broken(Exception):  # noqa: N818 - what is raised in tests of faults
    """A mistake of ours."""


def breaking(*_: Any, **__: Any) -> Any:
    """Fails as a mistake does: with what it was just looking at in its hands, and nothing of it in its message."""
    raise Broken("a mistake")


async def _deal(night: Evening) -> None:
    await night.do("open", "anna")
    await night.do("public", "bruno", "sit")
    await night.do("tap", "anna", "cg1:TABLE:0:computer", "good")
    await night.do("public", "anna", "start")
    for key in SEATED:
        await night.do("hand", key)
    await night.play(6, SEATED)


def found(heard: Heard, night: Evening) -> list[str]:
    """What the log holds that it must not."""
    return heard.secrets(night.secrets, night.tokens, [BOT_TOKEN])


FAULTS: dict[str, Callable[[], AbstractContextManager[Any]]] = {
    "rules": lambda: patch.object(KALOOKI, "apply", breaking),
    "what a seat may know": lambda: patch.object(KALOOKI, "observe", breaking),
    "legal moves": lambda: patch.object(KALOOKI, "legal_moves", breaking),
    "notation": lambda: patch.object(KALOOKI, "decode_move", breaking),
    "hands": lambda: patch.object(PRESENTERS["kalooki"], "hand_panel", breaking),
    "table": lambda: patch.object(PRESENTERS["kalooki"], "table_panel", breaking),
    "answers": lambda: patch.object(PRESENTERS["kalooki"], "answer", breaking),
    "painter": lambda: patch.object(render, "draw", breaking),
    "store": lambda: patch.object(SqliteStore, "append", breaking),
    "computer": lambda: patch.object(PLAYERS["kalooki"], "choose", breaking),
    "ids too long": lambda: patch("bot.tables.components.CUSTOM_ID_MAX", 8),
}


async def test_a_log_of_faults_holds_nothing_secret(tmp_path: Path) -> None:
    """One fault after the other strikes while people press, and each is logged."""
    with listening("json") as heard:
        async with evening(tmp_path, KALOOKI, *SEATED) as night:
            await _deal(night)
            for name, fault in FAULTS.items():
                with fault():
                    for action in ("hand", "more", "g:pick:0", "move:stock"):
                        await night.do("forge", "anna", f"cg1:TABLE:PLY:{action}")
                    await night.do("wait", "6")
                assert not found(heard, night), (name, found(heard, night)[:3])
            errors = [record for record in heard.records if record.levelno >= logging.ERROR]
            assert len(errors) > 10
            assert "Broken" in heard.written.getvalue()


async def test_a_journal_that_cannot_be_replayed_is_told_without_its_moves(tmp_path: Path) -> None:
    """A move may name cards that only its player knows."""
    with listening() as heard:
        async with evening(tmp_path, KALOOKI, *SEATED) as night:
            await _deal(night)
            live = night.club.live
            assert live.match_record is not None
            stored = await night.club.store.match(live.match_record.id)
            assert stored is not None
            match, moves = stored
            for text in ("discard-XX", "meld-AS-2S", "discard-JK", "stock", ""):
                live.resume(match, [*moves[:-1], replace(moves[-1], move=text)] * 2)
                assert live.match is None
                assert not text or text not in heard.written.getvalue()
            live.resume(match, moves)
            live.paused = ""
            assert live.match is not None
            assert heard.written.getvalue().count("cannot be replayed") == 5
            assert not found(heard, night)


LEAKS: dict[str, Callable[[Evening], tuple[Any, ...]]] = {
    "a state": lambda night: ("%s", night.club.match.state),
    "all hands": lambda night: ("%s", night.club.match.state.hands),
    "one hand": lambda night: ("holds %s", night.club.match.state.hands[1]),
    "an observation": lambda night: ("%s", night.club.match.game.observe(night.club.match.state, Seat(0))),
    "an alternative text": lambda night: ("%s", night.hands["anna"].alt_texts),
    "an id": lambda night: ("pressed %s", night.hands["anna"].buttons[0]["custom_id"]),
    "a seed in hexadecimal": lambda night: ("from %s", night.club.match.seed.hex()),
    "a seed as bytes": lambda night: (f"from {night.club.match.seed!r}",),
    "a sealed secret": lambda night: ("%s", night.deals.known[-1].hex()),
    "an interaction's token": lambda night: ("%s", min(night.tokens)),
    "the bot's token": lambda _: ("as %s", BOT_TOKEN),
}


async def test_a_leak_planted_in_a_log_is_found(tmp_path: Path) -> None:
    with listening() as heard:
        async with evening(tmp_path, KALOOKI, *SEATED) as night:
            await _deal(night)
            assert not found(heard, night)
            for name, line in LEAKS.items():
                heard.records.clear()
                logging.getLogger("bot.tables.matches").debug(*line(night))
                assert found(heard, night), name


async def test_what_a_service_writes_hides_tokens_and_seeds_even_of_a_careless_line(tmp_path: Path) -> None:
    """The last line of defence is the formatter: whatever has the shape of a secret is hidden."""
    with listening() as heard:
        async with evening(tmp_path, KALOOKI, *SEATED) as night:
            await _deal(night)
            for name in ("a seed in hexadecimal", "a seed as bytes", "a sealed secret", "the bot's token"):
                logging.getLogger("bot.tables.matches").info(*LEAKS[name](night))
            written = heard.written.getvalue()
            assert BOT_TOKEN not in written
            assert not any(secret in written for secret in spellings(night.club.match.seed))
            assert written.count("[hidden]") >= 4
