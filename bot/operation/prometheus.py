"""The metrics as Prometheus counts them; importing this needs prometheus-client."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from bot.operation.condition import Condition
from bot.operation.metrics import INVALID, Metrics

SHORT = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)
LONG = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
SIZES = (1, 2, 4, 8, 16, 32, 64)
SHARED = "shared"
"""A 429 of this scope is about others, and Discord does not hold it against the bot."""


class PrometheusMetrics(Metrics):
    """Counts in a registry of its own, so that two bots of one process do not mix."""

    def __init__(self) -> None:
        self._registry = kept = CollectorRegistry()
        self._moves = Counter("calidruno_moves", "Moves that came to the store", ("game", "result"), registry=kept)
        self._refusals = Counter("calidruno_refusals", "What people could not do", ("reason",), registry=kept)
        self._stages = Histogram(
            "calidruno_interaction_seconds", "From an interaction's arrival", ("stage",), buckets=LONG, registry=kept
        )
        self._requests = Counter("calidruno_discord_responses", "Answers by status", ("status",), registry=kept)
        self._limited = Counter("calidruno_discord_rate_limited", "Answers 429", registry=kept)
        self._invalid = Counter("calidruno_discord_invalid_requests", "Answers held against us", registry=kept)
        self._commits = Histogram("calidruno_commit_seconds", "Transactions", buckets=SHORT, registry=kept)
        self._batches = Histogram("calidruno_commit_batch", "Functions a transaction", buckets=SIZES, registry=kept)
        self._pictures = Histogram("calidruno_draw_seconds", "From wanted to drawn", buckets=LONG, registry=kept)
        self._lag = Histogram("calidruno_loop_lag_seconds", "Event loop's delay", buckets=LONG, registry=kept)
        self._blocked = Counter("calidruno_loop_blocked", "Times that the event loop stood still", registry=kept)
        self._shards = Gauge("calidruno_shard_up", "Connected to Discord", ("shard",), registry=kept)
        self._latency = Gauge("calidruno_shard_latency_seconds", "Heartbeat", ("shard",), registry=kept)
        self._tables = Gauge("calidruno_tables", "Open tables", ("status",), registry=kept)
        self._ready = Gauge("calidruno_ready", "People can play", registry=kept)
        self._database = Gauge("calidruno_database_writable", "The last write succeeded", registry=kept)
        self._unsent = Gauge("calidruno_unsent_seconds", "Longest wait of a public message", registry=kept)
        self._drawing = Gauge("calidruno_draw_queue", "Pictures wanted and not drawn", registry=kept)
        self._identifies = Gauge("calidruno_identifies_today", "Sessions opened within Discord's day", registry=kept)
        self._backup = Gauge("calidruno_backup_age_seconds", "Newest backup; +Inf for none", registry=kept)

    def moved(self, game: str, result: str) -> None:
        self._moves.labels(game, result).inc()

    def refused(self, reason: str) -> None:
        self._refusals.labels(reason).inc()

    def took(self, stage: str, seconds: float) -> None:
        self._stages.labels(stage).observe(seconds)

    def answered_by_discord(self, status: int, scope: str) -> None:
        self._requests.labels(f"{status // 100}xx" if status else "none").inc()
        if status == 429:
            self._limited.inc()
        if status in INVALID and scope != SHARED:
            self._invalid.inc()

    def committed(self, seconds: float, batch: int) -> None:
        self._commits.observe(seconds)
        self._batches.observe(batch)

    def drew(self, seconds: float) -> None:
        self._pictures.observe(seconds)

    def lagged(self, seconds: float) -> None:
        self._lag.observe(seconds)

    def loop_blocked(self) -> None:
        self._blocked.inc()

    def page(self, condition: Condition) -> bytes:
        for number, shard in condition.shards.items():
            self._shards.labels(str(number)).set(shard.up)
            self._latency.labels(str(number)).set(float("nan") if shard.latency_s is None else shard.latency_s)
        self._tables.clear()
        for status, count in condition.tables.items():
            self._tables.labels(status).set(count)
        self._ready.set(not condition.troubles())
        self._database.set(not condition.database_error)
        self._unsent.set(condition.unsent_s)
        self._drawing.set(condition.drawing)
        self._identifies.set(condition.identifies)
        self._backup.set(float("inf") if condition.backup_s is None else condition.backup_s)
        return generate_latest(self._registry)
