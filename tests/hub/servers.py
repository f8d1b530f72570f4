"""The servers of the bench, for tests; skipped where they are not installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.hub.servers import (
    HUSH,
    HubBroker,
    PostgreSQL,
    broker_missing,
    postgresql_missing,
    postgresql_programs,
    until,
)

__all__ = ["HUSH", "HubBroker", "PostgreSQL", "hub_broker", "postgresql", "until"]


def hub_broker(folder: Path, certificates: Path | None = None) -> HubBroker:
    """Give a broker that is not started yet; skip where there is none."""
    if missing := broker_missing():
        pytest.skip(missing)
    return HubBroker(folder, certificates)


def postgresql() -> PostgreSQL:
    """Give a running cluster; skip where PostgreSQL is not installed."""
    programs = postgresql_programs()
    if programs is None:
        pytest.skip(postgresql_missing())
    made = PostgreSQL(programs)
    made.start()
    return made
