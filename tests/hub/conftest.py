"""The servers of a test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from servers import HubBroker, PostgreSQL, hub_broker, postgresql
from told import begin_test

from companion.hub.store.database import Database
from companion.hub.store.migrate import migrate


@pytest.fixture(autouse=True)
def moments_count_from_the_beginning_of_the_test() -> None:
    begin_test()


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[HubBroker]:
    made = hub_broker(tmp_path / "broker")
    made.start()
    yield made
    made.stop()


@pytest.fixture(scope="session")
def cluster() -> Iterator[PostgreSQL]:
    made = postgresql()
    yield made
    made.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of both kinds."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/hub.db"
    made: PostgreSQL = request.getfixturevalue("cluster")
    return made.new_database()


@pytest.fixture
def database(address: str) -> Iterator[Database]:
    """A database that is up to date."""
    made = Database(address)
    migrate(made)
    yield made
    made.close()
