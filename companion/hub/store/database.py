"""The database of a hub, PostgreSQL or SQLite: connections, transactions, and locks between hubs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from sqlalchemy import Connection, Engine, Integer, Table, create_engine, event, insert, make_url, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError, SQLAlchemyError

from companion.hub.errors import HubError

FILE: Final = "hub.db"
BUSY_MS: Final = 10_000
FULL: Final = ("disk is full", "No space left on device", "could not extend file")


class Database:
    """Reading and writing, each in a transaction of its own.

    Parameters
    ----------
    url
        As SQLAlchemy has it.

    Raises
    ------
    HubError
        ``hub-database-unknown`` when the address is none.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        try:
            self.is_postgresql = make_url(url).get_backend_name() == "postgresql"
            self.engine: Engine = create_engine(url, **(_FOR_POSTGRESQL if self.is_postgresql else {}))
        except (ArgumentError, ImportError) as error:
            raise HubError(
                "hub-database-unknown", "That is no address of a database: {error}", error=error
            ) from error
        if not self.is_postgresql:
            event.listen(self.engine, "connect", _prepare)
            event.listen(self.engine, "begin", _begin)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Read what is committed."""
        with self.engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Write: all of it is committed at the end of the block, or nothing."""
        with (
            self.engine.connect().execution_options(writes=True) as connection,
            connection.begin(),
        ):
            yield connection

    def insert(self, table: Table) -> Any:
        """Begin an insert that may say what to do where the row is there already."""
        return (postgresql if self.is_postgresql else sqlite).insert(table)

    def append(self, connection: Connection, table: Table, rows: Sequence[Sequence[object]]) -> None:
        """Add whole rows, with the columns in the table's order.

        PostgreSQL takes them as one array for each column: one statement, whatever their number.
        """
        if not rows:
            return
        names = [column.name for column in table.columns]
        if not self.is_postgresql:
            connection.execute(insert(table), [dict(zip(names, row, strict=True)) for row in rows])
            return
        kinds = ["integer[]" if isinstance(each.type, Integer) else "text[]" for each in table.columns]
        arrays = ", ".join(f"CAST(:{name} AS {kind})" for name, kind in zip(names, kinds, strict=True))
        statement = f"INSERT INTO {table.name} ({', '.join(names)}) SELECT * FROM unnest({arrays})"  # noqa: S608 - our own names
        columns = map(list, zip(*rows, strict=True))
        connection.execute(text(statement), dict(zip(names, columns, strict=True)))

    def lock(self, connection: Connection, subject: str) -> None:
        """Keep other hubs from the same subject until this transaction ends; SQLite has one writer."""
        if self.is_postgresql:
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": crc32(subject.encode())})

    def close(self) -> None:
        """Let go of all connections."""
        self.engine.dispose()


_FOR_POSTGRESQL: Final[dict[str, Any]] = {"pool_pre_ping": True, "pool_size": 8, "max_overflow": 16}


def _prepare(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None  # Python's sqlite3 begins no transaction by itself; `_begin` does
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_MS}"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    """Take the write lock at once: a transaction that first reads and then writes could not get it later."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def address_of(database: str, folder: Path) -> str:
    """Give the address of the database: of the settings, or of the file in the data folder."""
    return database or f"sqlite:///{folder / FILE}"


def trouble_of(error: SQLAlchemyError) -> HubError:
    """Say in words why the database does not play along."""
    said = str(error.orig) if isinstance(error, DBAPIError) and error.orig else str(error)
    said = said.strip().splitlines()[0] if said.strip() else type(error).__name__
    if any(word in said for word in FULL):
        return HubError(
            "hub-disk-full",
            "The disk of the hub is full: nothing is stored until there is room. The tables keep everything.",
            503,
        )
    if isinstance(error, OperationalError):
        return HubError("hub-database-away", "The database does not answer: {said}", 503, said=said)
    return HubError("hub-database-failed", "The database refuses: {said}", 500, said=said)
