"""The database is as the schema says, on both kinds."""

from __future__ import annotations

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text

from companion.hub.errors import HubError
from companion.hub.store.database import Database
from companion.hub.store.migrate import migrate
from companion.hub.store.schema import metadata


def test_the_migrations_lead_to_the_schema(database: Database) -> None:
    with database.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_a_database_of_a_newer_hub_is_left_alone(database: Database) -> None:
    with database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(HubError, match="newer hub") as refusal:
        migrate(database)
    assert refusal.value.code == "hub-database-newer"
