"""The hub's figures, in the format of Prometheus."""

from __future__ import annotations

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

PREFIX: Final = "companion_hub"
BUCKETS_S: Final = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Metrics:
    """Counters of one hub."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.stored = self._counter("events_stored", "Events stored")
        self.twice = self._counter("events_twice", "Events that came again and were stored already")
        self.unreadable = self._counter("messages_unreadable", "Messages that could not be read")
        self.let_go = self._counter("messages_let_go", "Messages let go for want of room in memory")
        self.failures = self._counter("storing_failures", "Batches that the database refused")
        self.counted = self._counter("results_counted", "Results that the league has counted")
        self.refused = self._counter("requests_refused", "Requests refused for want of the right")
        self.batch_s = Histogram(
            f"{PREFIX}_batch_seconds", "Storing a batch", buckets=BUCKETS_S, registry=self.registry
        )
        self.tables = Gauge(f"{PREFIX}_tables", "Tables by state", ["state"], registry=self.registry)
        self.screens = Gauge(f"{PREFIX}_screens", "Open screens", registry=self.registry)

    def _counter(self, name: str, about: str) -> Counter:
        return Counter(f"{PREFIX}_{name}", about, registry=self.registry)

    def text(self) -> bytes:
        """Give all figures as Prometheus reads them."""
        found: bytes = generate_latest(self.registry)
        return found
