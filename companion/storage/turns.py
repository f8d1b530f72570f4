"""In which order games were begun and played: by a number that only grows, and not by the clock.

A machine without a clock battery wakes up years behind. What was played last is not what bears the latest
time then.
"""

from __future__ import annotations

import sqlite3
from typing import Final, NamedTuple

NEXT: Final = "(SELECT coalesce(max(played), 0) + 1 FROM turn)"


class Turn(NamedTuple):
    """When a game was begun, and when it was played last: numbers of one count."""

    begun: int = 0
    played: int = 0


def note_turn(connection: sqlite3.Connection, session: str) -> None:
    """Note that this game is played now; to be called within the commit of its events."""
    connection.execute(
        f"INSERT INTO turn VALUES (?, {NEXT}, {NEXT}) "  # noqa: S608 - our own words
        f"ON CONFLICT (session) DO UPDATE SET played = {NEXT}",
        (session,),
    )


def complete_turns(connection: sqlite3.Connection) -> None:
    """Give the games of older programs their turns, as the clock had them; to be called within a commit."""
    missing = connection.execute(
        "SELECT id FROM session WHERE id NOT IN (SELECT session FROM turn) ORDER BY "
        "(SELECT at FROM event WHERE session = id ORDER BY seq DESC LIMIT 1), created_at"
    ).fetchall()
    for (session,) in missing:
        note_turn(connection, session)


def turns(connection: sqlite3.Connection) -> dict[str, Turn]:
    """Give the turn of every game."""
    rows = connection.execute("SELECT session, begun, played FROM turn")
    return {session: Turn(begun, played) for session, begun, played in rows}
