"""A backup of the whole database as one file, which either kind of database takes back.

So it is also the way from SQLite to PostgreSQL: back up, change `database` in the settings, restore.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import IO, Any, Final

import msgspec
from sqlalchemy import Connection, Table, delete, func, insert, select, text

from companion.hub.errors import HubError
from companion.hub.league.people import forget_again
from companion.hub.store.database import Database
from companion.hub.store.migrate import migrate, newest
from companion.hub.store.moments import now
from companion.hub.store.schema import forgotten, metadata

ABOUT: Final = "about.json"
AT_ONCE: Final = 500


class About(msgspec.Struct, frozen=True):
    """What a backup says of itself."""

    step: str
    at: str


def back_up(database: Database, target: Path) -> int:
    """Write all rows into a file, which is there whole or not at all; give how many they are.

    The hub may run: everything is read as it is at one moment.
    """
    part, rows = target.with_name(f".{target.name}.part"), 0
    part.parent.mkdir(parents=True, exist_ok=True)
    level = {"isolation_level": "REPEATABLE READ"} if database.is_postgresql else {}
    with (
        database.engine.connect().execution_options(stream_results=True, **level) as connection,
        zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        archive.writestr(ABOUT, msgspec.json.encode(About(newest(), now())))
        for table in metadata.sorted_tables:
            with archive.open(f"{table.name}.jsonl", "w", force_zip64=True) as file:
                for row in connection.execute(select(table)).mappings():
                    file.write(msgspec.json.encode(dict(row)) + b"\n")
                    rows += 1
    part.chmod(0o600)
    part.replace(target)
    return rows


def restore(database: Database, source: Path) -> int:
    """Put everything back as it was in a backup; give how many rows there are.

    What the hub holds now goes, but for one thing: who was forgotten since stays forgotten.

    Raises
    ------
    HubError
        ``hub-bad-backup`` when the file is none, or was made by a newer hub. Nothing has changed then.
    """
    migrate(database)
    try:
        with zipfile.ZipFile(source) as archive, database.writing() as connection:
            about = msgspec.json.decode(archive.read(ABOUT), type=About)
            if about.step > newest():
                raise HubError("hub-bad-backup", "A newer hub has made this backup.")
            kept = connection.execute(select(forgotten)).mappings().all()
            for table in reversed(metadata.sorted_tables):
                connection.execute(delete(table))
            rows = sum(_fill(connection, archive, table) for table in metadata.sorted_tables)
            if database.is_postgresql:
                _count_on(connection)
            forget_again(
                database, connection, [(row["table_name"], row["game"], row["seat"]) for row in kept]
            )
            return rows
    except (OSError, KeyError, EOFError, zipfile.BadZipFile, msgspec.MsgspecError) as error:
        raise HubError(
            "hub-bad-backup", "{source} is no backup of a hub: {error}", source=source, error=error
        ) from error


def _fill(connection: Connection, archive: zipfile.ZipFile, table: Table) -> int:
    count = 0
    with archive.open(f"{table.name}.jsonl") as file:
        for rows in _batches(file):
            connection.execute(insert(table), rows)
            count += len(rows)
    return count


def _batches(file: IO[bytes]) -> Iterator[list[dict[str, Any]]]:
    rows = (msgspec.json.decode(line) for line in file)
    while batch := list(islice(rows, AT_ONCE)):
        yield batch


def _count_on(connection: Connection) -> None:
    """Have PostgreSQL give new rows numbers after those that were put back."""
    for table in metadata.sorted_tables:
        if "id" in table.c:
            last = connection.scalar(select(func.max(table.c.id)))
            if last is not None:
                query = text("SELECT setval(pg_get_serial_sequence(:name, 'id'), :last)")
                connection.execute(query, {"name": table.name, "last": last})
