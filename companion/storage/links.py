"""The running checksum of every game: each event has a link that covers it and all events before it.

A link lies in a table of its own beside the events, so the events themselves are never rewritten. Older
programs do not know that table and leave it alone. The events that they append get their links when this
program opens the store.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec

from companion.storage.rows import Row

LINK_BYTES: Final = 8
"""A checksum against damage, not against forgery: one damaged event in 2^64 is missed."""

START: Final = b""
"""What stands before the first event of a game."""


def link_of(before: bytes, session: str, row: Row) -> bytes:
    """Give the link of an event.

    Parameters
    ----------
    before
        The link of the event before it in the game, `START` for the first one.
    session
        The game.
    row
        The event.
    """
    return hashlib.blake2b(before + msgspec.json.encode((session, *row)), digest_size=LINK_BYTES).digest()


def links_of(session: str, rows: Iterable[Row], before: bytes = START) -> Iterator[bytes]:
    """Give the links of consecutive events."""
    for row in rows:
        before = link_of(before, session, row)
        yield before


def add_links(connection: sqlite3.Connection, session: str, rows: Sequence[Row]) -> None:
    """Store the links of events that have just been appended, in the same commit.

    Events that an older program has left without links wait until the store is opened the next time.
    """
    if rows:
        last, before = _last_link(connection, session)
        if last == rows[0].seq - 1:
            _insert(connection, session, rows, before)


def complete_links(connection: sqlite3.Connection) -> None:
    """Give links to the events at the end of a game that have none; to be called within a commit."""
    behind = connection.execute(
        "SELECT id FROM session WHERE (SELECT max(seq) FROM event WHERE session = id) > "
        "coalesce((SELECT max(seq) FROM link WHERE session = id), 0)"
    ).fetchall()
    for (session,) in behind:
        last, before = _last_link(connection, session)
        rows = connection.execute(
            "SELECT seq, at, kind, version, body FROM event WHERE session = ? AND seq > ? ORDER BY seq",
            (session, last),
        )
        _insert(connection, session, [Row(*row) for row in rows], before)


def last_links(connection: sqlite3.Connection) -> dict[str, tuple[int, bytes]]:
    """Give number and link of the last linked event of every game."""
    return {
        session: (seq, link)
        for session, seq, link in connection.execute(
            "SELECT id, seq, sum FROM session JOIN link ON session = id "
            "AND seq = (SELECT seq FROM link WHERE session = id ORDER BY seq DESC LIMIT 1)"
        )
    }


def _last_link(connection: sqlite3.Connection, session: str) -> tuple[int, bytes]:
    found = connection.execute(
        "SELECT seq, sum FROM link WHERE session = ? ORDER BY seq DESC LIMIT 1", (session,)
    ).fetchone()
    if found is None:
        return 0, START
    seq, link = found
    if not isinstance(seq, int) or not isinstance(link, bytes):
        error = sqlite3.DatabaseError("what stands in the place of a link is none")
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT  # a page lies over another
        raise error
    return seq, link


def _insert(connection: sqlite3.Connection, session: str, rows: Sequence[Row], before: bytes) -> None:
    links = zip(rows, links_of(session, rows, before), strict=True)
    connection.executemany(
        "INSERT INTO link VALUES (?, ?, ?)", [(session, row.seq, link) for row, link in links]
    )
