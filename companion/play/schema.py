"""The tables of the game store, and how an older store becomes a newer one.

Everything is append-only, and the store itself insists: triggers refuse to change or delete a
row, and an event must carry the next number of its session. Who writes with an old idea of the
log is therefore refused, whatever process it is in.
"""

from __future__ import annotations

import sqlite3
from typing import Final

from companion.play.errors import StoreError

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
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if tables and owner != APPLICATION_ID:
        raise StoreError("store-foreign", "The file is a database of some other program, not a game store.")
    if version > len(MIGRATIONS):
        raise StoreError(
            "store-newer",
            f"The game store was written by a newer Tabletop Companion (schema {version}; this one knows "
            f"{len(MIGRATIONS)}). Update the program, or choose another data folder.",
        )
    for number, script in enumerate(MIGRATIONS[version:], version + 1):
        # One transaction a step, the number included: a power cut leaves the old schema or the new.
        connection.executescript(
            f"BEGIN IMMEDIATE; PRAGMA application_id = {APPLICATION_ID};"
            f"{script}; PRAGMA user_version = {number}; COMMIT;"
        )
