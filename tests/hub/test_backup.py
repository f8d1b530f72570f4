"""A backup holds everything, fits either kind of database, and brings back nobody who was forgotten."""

from __future__ import annotations

from pathlib import Path

import pytest
from servers import PostgreSQL
from sqlalchemy import select
from told import game, tell

from companion.hub.errors import HubError
from companion.hub.league import people, records
from companion.hub.ops.backup import back_up, restore
from companion.hub.store import schema
from companion.hub.store.database import Database
from companion.hub.store.migrate import migrate
from companion.hub.store.schema import metadata


def everything(database: Database) -> dict[str, list[tuple[object, ...]]]:
    with database.reading() as connection:
        return {
            table.name: sorted((tuple(row) for row in connection.execute(select(table))), key=str)
            for table in metadata.sorted_tables
        }


@pytest.mark.whole
def test_a_backup_goes_from_sqlite_to_postgresql_and_back(tmp_path: Path, cluster: PostgreSQL) -> None:
    one, other = Database(f"sqlite:///{tmp_path}/one.db"), Database(cluster.new_database())
    migrate(one)
    tell(one, "t", game("a", {"Ann": 3, "Bob": 5}))
    back_up(one, tmp_path / "backup.zip")
    restore(other, tmp_path / "backup.zip")
    assert everything(other) == everything(one)
    tell(other, "t", game("b", {"Ann": 3, "Cleo": 5}))
    back_up(other, tmp_path / "again.zip")
    restore(one, tmp_path / "again.zip")
    assert everything(other) == everything(one)
    for each in (one, other):
        each.close()


def test_who_was_forgotten_stays_so(tmp_path: Path, database: Database) -> None:
    tell(database, "t", game("a", {"Ann": 3, "Bob": 5}))
    back_up(database, tmp_path / "backup.zip")
    with database.reading() as connection:
        ann = next(each.id for each in records.all_players(connection) if each.name == "Ann")
    people.forget(database, ann)
    restore(database, tmp_path / "backup.zip")
    assert "Ann" not in str(everything(database))
    with database.reading() as connection:
        assert set(connection.scalars(select(schema.seats.c.name))) == {"Somebody", "Bob"}


def test_what_is_no_backup_changes_nothing(tmp_path: Path, database: Database) -> None:
    tell(database, "t", game("a", {"Ann": 3, "Bob": 5}))
    before = everything(database)
    (tmp_path / "no.zip").write_bytes(b"PK nothing")
    with pytest.raises(HubError, match="no backup of a hub"):
        restore(database, tmp_path / "no.zip")
    back_up(database, tmp_path / "backup.zip")
    whole = (tmp_path / "backup.zip").read_bytes()
    (tmp_path / "half.zip").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(HubError):
        restore(database, tmp_path / "half.zip")
    assert everything(database) == before
