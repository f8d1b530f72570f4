"""Whether a game store is in order: a cheap comparison for every start, and a full check.

SQLite's own checks see whether the file is well formed. They miss a flipped byte in a key, which hides all
events behind that key. So the comparison counts events and links, by reading through the tables and by
looking into their trees; the full check computes every link anew.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from companion.record.draws import commitment_of
from companion.storage.kept_sums import file_sum, kept_sums, log_is_left
from companion.storage.links import START, link_of
from companion.storage.rows import Row
from companion.storage.schema import condition

UNREADABLE: Final = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What is raised over a damaged file; the second where the very name of what is damaged is none."""

ELSEWHERE: Final = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
}
"""What says nothing of the file itself: opening it tells what is wrong."""

COMMITMENT_LENGTH: Final = 64
"""Digits of a SHA-256."""

MILESTONES: Final = "SELECT count(*) FROM event {} WHERE kind IN ('started', 'finished', 'resumed')"


def is_as_it_was_left(store: Path) -> bool:
    """Whether the file is, bit for bit, what the last program to use it left behind."""
    kept = kept_sums(store)
    if kept is None or not kept.file or log_is_left(store):
        return False
    return file_sum(store) == kept.file


def check_file(store: Path, *, full: bool) -> bool:
    """Check one moment of a store, and say whether it is in order; whoever has it open goes on meanwhile.

    Parameters
    ----------
    store
        The SQLite file.
    full
        Compute every link and look at every page; otherwise compare the counts alone.

    Raises
    ------
    sqlite3.OperationalError
        When the store cannot be read for some other reason than damage.
    """
    try:
        with closing(sqlite3.connect(store, isolation_level=None)) as connection:
            connection.text_factory = bytes.decode  # what is no text raises what it is
            connection.execute("BEGIN")
            found = condition(connection)
            if found != "ours":
                return found == "other"  # opening the file tells whose it is
            return _counts_agree(connection) and (not full or _is_whole(connection))
    except UNREADABLE as error:
        if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF in ELSEWHERE:
            raise
        return False


def last_numbers(store: Path) -> dict[str, int]:
    """Give the number of every game's last event. Raises `sqlite3.DatabaseError`."""
    with closing(sqlite3.connect(store)) as connection:
        return {session: last for session, _, last in _counted(connection, "event")}


def _counts_agree(connection: sqlite3.Connection) -> bool:
    events, links = _counted(connection, "event"), _counted(connection, "link")
    lasts = {session: last for session, _, last in events}
    games = {session for (session,) in connection.execute("SELECT id FROM session")}
    return (
        len(lasts) == len(events)
        and lasts.keys() == games
        and all(count == last for _, count, last in (*events, *links))
        and all(last <= lasts.get(session, 0) for session, _, last in links)
        and dict(_lasts_sought(connection)) == lasts
        and _links_are_links(connection)
        and _milestones(connection, "INDEXED BY milestone") == _milestones(connection, "NOT INDEXED")
    )


def _counted(connection: sqlite3.Connection, table: str) -> list[tuple[str, int, int]]:
    """Read through a table: game, number of rows and last number; a game twice where a key is damaged."""
    if table == "link" and not _has_links(connection):
        return []
    query = f"SELECT session, count(*), max(seq) FROM {table} GROUP BY session"  # noqa: S608 - our own words
    return connection.execute(query).fetchall()


def _lasts_sought(connection: sqlite3.Connection) -> Iterator[tuple[str, int]]:
    """Look for the end of every game down the tree, as a game that goes on does."""
    yield from connection.execute("SELECT id, (SELECT max(seq) FROM event WHERE session = id) FROM session")


def _links_are_links(connection: sqlite3.Connection) -> bool:
    """Whether nothing else stands in the place of a link, as where another page lies over its page."""
    strange = "SELECT 1 FROM link WHERE typeof(seq) != 'integer' OR typeof(sum) != 'blob' LIMIT 1"
    return not _has_links(connection) or connection.execute(strange).fetchone() is None


def _milestones(connection: sqlite3.Connection, how: str) -> int:
    (count,) = connection.execute(MILESTONES.format(how)).fetchone()
    return int(count)


def _has_links(connection: sqlite3.Connection) -> bool:
    return connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'link'").fetchone() is not None


def _is_whole(connection: sqlite3.Connection) -> bool:
    return (
        connection.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",)
        and _links_hold(connection)
        and all(
            commitment_of(seed) == commitment
            for commitment, seed in connection.execute("SELECT commitment, seed FROM seed")
            if len(commitment) == COMMITMENT_LENGTH
        )
    )


def _links_hold(connection: sqlite3.Connection) -> bool:
    """Compute every link, and compare it with the one in the store, where there is one."""
    stored = {}
    if _has_links(connection):
        links = connection.execute("SELECT session, seq, sum FROM link")
        stored = {(game, seq): link for game, seq, link in links}
    before, game = START, ""
    for session, *rest in connection.execute(
        "SELECT session, seq, at, kind, version, body FROM event ORDER BY session, seq"
    ):
        row = Row(*rest)
        before, game = link_of(before if session == game else START, session, row), session
        if stored.get((session, row.seq), before) != before:
            return False
    return True
