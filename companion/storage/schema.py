"""The tables of the game store, and how an older store becomes a newer one.

Everything is append-only, and the store itself insists: triggers refuse to change or delete a
row, and an event must carry the next number of its session. Who writes with an old idea of the
log is therefore refused, whatever process it is in.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cache
from typing import Final, Literal, TypeAlias

from companion.record.errors import StoreError
from companion.storage.links import complete_links
from companion.storage.turns import complete_turns

APPLICATION_ID: Final = 0x54544331
"""Marks the file as a game store ("TTC1" in the header of the SQLite file)."""

MIGRATIONS: Final[tuple[str, ...]] = (
    """
    CREATE TABLE session (
        id TEXT NOT NULL PRIMARY KEY,
        created_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE event (
        session TEXT NOT NULL REFERENCES session (id),
        seq INTEGER NOT NULL,
        at TEXT NOT NULL,
        kind TEXT NOT NULL,
        version INTEGER NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (session, seq)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX milestone ON event (session, seq)
        WHERE kind IN ('started', 'finished', 'resumed');

    CREATE TABLE seed (
        session TEXT NOT NULL REFERENCES session (id),
        commitment TEXT NOT NULL,
        seed TEXT NOT NULL,
        PRIMARY KEY (session, commitment)
    ) STRICT, WITHOUT ROWID;

    CREATE TRIGGER event_in_order BEFORE INSERT ON event
        WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM event WHERE session = NEW.session)
        BEGIN SELECT RAISE(ABORT, 'out of order'); END;
    CREATE TRIGGER event_kept BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'append-only'); END;
    CREATE TRIGGER event_stays BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'append-only'); END;
    CREATE TRIGGER session_once BEFORE INSERT ON session
        WHEN EXISTS (SELECT 1 FROM session WHERE id = NEW.id)
        BEGIN SELECT RAISE(ABORT, 'append-only'); END;
    CREATE TRIGGER session_kept BEFORE UPDATE ON session BEGIN SELECT RAISE(ABORT, 'append-only'); END;
    CREATE TRIGGER session_stays BEFORE DELETE ON session BEGIN SELECT RAISE(ABORT, 'append-only'); END;
    CREATE TRIGGER seed_once BEFORE INSERT ON seed
        WHEN EXISTS (SELECT 1 FROM seed WHERE session = NEW.session AND commitment = NEW.commitment)
        BEGIN SELECT RAISE(ABORT, 'append-only'); END;
    CREATE TRIGGER seed_kept BEFORE UPDATE ON seed BEGIN SELECT RAISE(ABORT, 'append-only'); END;
    CREATE TRIGGER seed_stays BEFORE DELETE ON seed BEGIN SELECT RAISE(ABORT, 'append-only'); END;
    """,
)
"""Step n brings a store of schema n-1 to schema n. Steps are only ever added."""

SIDE_TABLES: Final = """
    CREATE TABLE IF NOT EXISTS link (
        session TEXT NOT NULL,
        seq INTEGER NOT NULL,
        sum BLOB NOT NULL,
        PRIMARY KEY (session, seq)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE IF NOT EXISTS turn (
        session TEXT NOT NULL PRIMARY KEY,
        begun INTEGER NOT NULL,
        played INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TRIGGER IF NOT EXISTS link_in_order BEFORE INSERT ON link
        WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM link WHERE session = NEW.session)
        BEGIN SELECT RAISE(ABORT, 'out of order'); END;
    CREATE TRIGGER IF NOT EXISTS link_kept BEFORE UPDATE ON link
        BEGIN SELECT RAISE(ABORT, 'append-only'); END;
    CREATE TRIGGER IF NOT EXISTS link_stays BEFORE DELETE ON link
        BEGIN SELECT RAISE(ABORT, 'append-only'); END;
    """
"""What follows from the events alone and can be made anew. An older program can use a store that has it:
the number of the schema stays as it is, and an update may be turned back."""

Condition: TypeAlias = Literal["empty", "ours", "damaged", "other"]

Definition: TypeAlias = tuple[str, str, str, str]
"""Kind, name, table and words of a table, an index or a trigger."""


def prepare(connection: sqlite3.Connection) -> None:
    """Bring the store behind a connection to today's schema; a new file gets it from nothing.

    Raises
    ------
    StoreError
        ``store-foreign`` when the file is some other program's, ``store-newer`` when a newer
        version of this one wrote it. The file is not touched then.
    """
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (owner,) = connection.execute("PRAGMA application_id").fetchone()
    tables = definitions(connection)
    if tables and owner != APPLICATION_ID:
        raise StoreError(
            "store-foreign",
            "The file is a database of some other program, not a game store. Choose another data folder.",
        )
    if version > len(MIGRATIONS):
        raise StoreError(
            "store-newer",
            "The game store was written by a newer Tabletop Companion (schema {version}; this one knows "
            "{known}). Update the program, or choose another data folder.",
            version=version,
            known=len(MIGRATIONS),
        )
    for number, script in enumerate(MIGRATIONS[version:], version + 1):
        # One transaction a step, the number included: a power cut leaves the old schema or the new.
        connection.executescript(
            f"BEGIN IMMEDIATE; PRAGMA application_id = {APPLICATION_ID};"
            f"{script}; PRAGMA user_version = {number}; COMMIT;"
        )
    _complete(connection)


def _complete(connection: sqlite3.Connection) -> None:
    """Add the side tables, and what is not in them yet, in one commit."""
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        if not _side_definitions() <= definitions(connection):
            for statement in _statements(SIDE_TABLES):
                connection.execute(statement)
        complete_links(connection)
        complete_turns(connection)


def _statements(script: str) -> list[str]:
    """Take a script apart: unlike `executescript`, single statements commit nothing on their own."""
    found, statement = [], ""
    for part in script.split(";")[:-1]:
        statement += f"{part};"
        if sqlite3.complete_statement(statement):
            found.append(statement)
            statement = ""
    return found


def definitions(connection: sqlite3.Connection) -> frozenset[Definition]:
    """Give what a store is made of: its tables, indexes and triggers."""
    return frozenset(connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema").fetchall())


def condition(connection: sqlite3.Connection) -> Condition:
    """Tell from the header of a file, and from the words of its schema, what the file is.

    The file of some other program, or of a newer version of this one, has tables that are in no schema that
    we know. Where they are ours to the letter and the header says otherwise, the header is damaged.
    """
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (owner,) = connection.execute("PRAGMA application_id").fetchone()
    found, newest = definitions(connection), known_definitions(len(MIGRATIONS))
    if not found:
        return "empty"
    if owner == APPLICATION_ID and 0 < version <= len(MIGRATIONS):
        return "ours" if known_definitions(version) <= found else "damaged"
    return "damaged" if newest <= found <= newest | _side_definitions() else "other"


@cache
def known_definitions(version: int) -> frozenset[Definition]:
    """Give what a store of that schema is made of, its side tables left out."""
    with closing(sqlite3.connect(":memory:")) as connection:
        for script in MIGRATIONS[:version]:
            connection.executescript(script)
        return definitions(connection)


@cache
def _side_definitions() -> frozenset[Definition]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(SIDE_TABLES)
        return definitions(connection)
