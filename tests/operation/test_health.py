"""What the health server answers, over sockets; and the metrics, as Prometheus reads them."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from dataclasses import replace

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.operation import check
from bot.operation.condition import Condition, Shard
from bot.operation.health import HealthServer
from bot.operation.metrics import Metrics, count_answers, open_metrics

WELL = Condition(shards={0: Shard(True, 0.04), 1: Shard(True, 0.05)}, tables={"lobby": 1, "playing": 3}, backup_s=60.0)


class Ward:
    """A health server whose bot's condition the test decides."""

    def __init__(self, metrics: Metrics) -> None:
        self.condition = WELL
        self._server = HealthServer(lambda: self.condition, metrics)
        self.port = 0

    async def open(self) -> None:
        self.port = await self._server.start("127.0.0.1", 0)

    async def close(self) -> None:
        await self._server.stop()

    async def get(self, path: str) -> tuple[int, str]:
        async with (
            aiohttp.ClientSession() as http,
            http.get(f"http://127.0.0.1:{self.port}{path}") as answer,
        ):
            return answer.status, await answer.text()

    async def numbers(self) -> dict[str, float]:
        """Every sample of /metrics by its name and labels."""
        status, page = await self.get("/metrics")
        assert status == 200
        samples = [sample for family in text_string_to_metric_families(page) for sample in family.samples]
        return {f"{s.name}{{{','.join(s.labels.values())}}}" if s.labels else s.name: s.value for s in samples}


@pytest.fixture
async def ward() -> AsyncIterator[Ward]:
    opened = Ward(open_metrics())
    await opened.open()
    yield opened
    await opened.close()


async def test_a_bot_that_is_well_says_so(ward: Ward) -> None:
    assert await ward.get("/healthz") == (200, "ok\n")
    assert await ward.get("/readyz") == (200, "ok\n")
    assert (await ward.get("/"))[0] == 404


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"starting": True}, "starting"),
        ({"leaving": True}, "stopping"),
        ({"shards": {0: Shard(True), 1: Shard(False), 2: Shard(False)}}, "no connection to Discord for shards 1, 2"),
        ({"database_error": "disk full"}, "the database cannot be written: disk full"),
        ({"unsent_s": 61.0}, "a table has waited 61 s to be shown"),
    ],
)
async def test_it_is_not_ready_while_people_cannot_play_and_says_why(
    ward: Ward, change: dict[str, object], says: str
) -> None:
    ward.condition = replace(WELL, **change)
    assert await ward.get("/readyz") == (503, f"{says}\n")
    assert await ward.get("/healthz") == (200, "ok\n"), "a restart would not help"
    assert (await ward.numbers())["calidruno_ready"] == 0


async def test_a_loop_that_hardly_turns_is_not_healthy(ward: Ward) -> None:
    ward.condition = replace(WELL, lag_s=7.0)
    assert await ward.get("/healthz") == (503, "the event loop was 7.0 s late\n")


async def test_metrics_count_what_happens_and_name_nobody() -> None:
    metrics = open_metrics()
    ward = Ward(metrics)
    await ward.open()
    for result in ("stored", "stored", "stale"):
        metrics.moved("calidruno", result)
    metrics.refused("restarting")
    metrics.took("committed", 0.02)
    metrics.took("answered", 0.2)
    for status, scope in (
        (200, ""),
        (204, ""),
        (404, ""),
        (401, ""),
        (429, "user"),
        (429, "shared"),
        (503, ""),
        (0, ""),
    ):
        metrics.answered_by_discord(status, scope)
    metrics.committed(0.003, 5)
    metrics.drew(0.3)
    metrics.lagged(0.001)
    metrics.loop_blocked()
    ward.condition = replace(WELL, unsent_s=3.0, drawing=2, identifies=7)
    found = await ward.numbers()
    expected = {
        "calidruno_moves_total{calidruno,stored}": 2,
        "calidruno_moves_total{calidruno,stale}": 1,
        "calidruno_refusals_total{restarting}": 1,
        "calidruno_interaction_seconds_count{committed}": 1,
        "calidruno_interaction_seconds_count{answered}": 1,
        "calidruno_discord_responses_total{2xx}": 2,
        "calidruno_discord_responses_total{4xx}": 4,
        "calidruno_discord_responses_total{5xx}": 1,
        "calidruno_discord_responses_total{none}": 1,
        "calidruno_discord_rate_limited_total": 2,
        "calidruno_discord_invalid_requests_total": 2,
        "calidruno_commit_seconds_count": 1,
        "calidruno_commit_batch_sum": 5,
        "calidruno_draw_seconds_count": 1,
        "calidruno_loop_lag_seconds_count": 1,
        "calidruno_loop_blocked_total": 1,
        "calidruno_shard_up{0}": 1,
        "calidruno_shard_latency_seconds{1}": 0.05,
        "calidruno_tables{playing}": 3,
        "calidruno_ready": 1,
        "calidruno_database_writable": 1,
        "calidruno_unsent_seconds": 3,
        "calidruno_draw_queue": 2,
        "calidruno_identifies_today": 7,
        "calidruno_backup_age_seconds": 60,
    }
    assert {name: found.get(name) for name in expected} == expected
    ward.condition = replace(WELL, tables={"lobby": 1})
    assert "calidruno_tables{playing}" not in await ward.numbers(), "tables that are gone are not counted on"
    ward.condition = replace(WELL, backup_s=None)
    assert (await ward.numbers())["calidruno_backup_age_seconds"] == float("inf"), "no backup is the oldest of all"
    await ward.close()


async def test_without_the_extra_nothing_is_counted_and_the_page_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    monkeypatch.delitem(sys.modules, "bot.operation.prometheus", raising=False)
    metrics = open_metrics()
    assert type(metrics) is Metrics
    ward = Ward(metrics)
    await ward.open()
    metrics.moved("kalooki", "stored")
    metrics.drew(1.0)
    status, page = await ward.get("/metrics")
    assert (status, "prometheus-client" in page) == (404, True)
    assert await ward.get("/readyz") == (200, "ok\n")
    await ward.close()


async def test_answers_to_requests_are_counted_by_a_real_client(ward: Ward) -> None:
    heard: list[int] = []

    class Ears(Metrics):
        def answered_by_discord(self, status: int, scope: str) -> None:
            assert scope == ""
            heard.append(status)

    trace = count_answers(aiohttp.TraceConfig(), Ears())
    async with aiohttp.ClientSession(trace_configs=[trace]) as http:
        for path in ("/readyz", "/nowhere"):
            async with http.get(f"http://127.0.0.1:{ward.port}{path}") as answer:
                await answer.read()
        await ward.close()
        with pytest.raises(aiohttp.ClientConnectionError):
            await http.get(f"http://127.0.0.1:{ward.port}/readyz")
    assert heard == [200, 404, 0]


async def test_a_container_asks_without_other_tools(
    ward: Ward, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HEALTH_ADDRESS", "0.0.0.0")
    monkeypatch.setenv("HEALTH_PORT", str(ward.port))

    async def asked(*what: str) -> tuple[int, str]:
        code = await asyncio.to_thread(check.main, list(what))
        said = capsys.readouterr()
        return code, (said.out + said.err).strip()

    assert await asked() == (0, "ok")
    ward.condition = replace(WELL, starting=True)
    assert await asked() == (0, "ok")
    assert await asked("readyz") == (1, "starting")
    assert (await asked("metrics"))[0] == 1
    await ward.close()
    code, said = await asked()
    assert (code, "does not answer" in said) == (1, True)
    monkeypatch.setenv("HEALTH_PORT", "")
    assert await asked() == (1, "HEALTH_PORT is not set")
