"""Keys: words that open something, of which the database keeps only what they hash to."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from sqlalchemy import delete, insert, select

from companion.hub.store import schema
from companion.hub.store.database import Database
from companion.hub.store.moments import now, written


def digest_of(word: str) -> str:
    """Give what is kept of a word."""
    return sha256(word.encode()).hexdigest()


def new_key(database: Database, role: str, about: str, lasting: timedelta, word: str = "") -> str:
    """Make a key for a role; give its word, which nobody can ask for again."""
    word = word or secrets.token_urlsafe(24)
    ends_at = written(datetime.now(UTC) + lasting)
    with database.writing() as connection:
        connection.execute(delete(schema.keys).where(schema.keys.c.ends_at < now()))
        values = {"digest": digest_of(word), "role": role, "about": about, "ends_at": ends_at}
        connection.execute(insert(schema.keys).values(**values))
    return word


def key_role(database: Database, word: str) -> tuple[str, str] | None:
    """Give the role of a key, and what it is for; None where it opens nothing."""
    columns = schema.keys.c
    query = select(columns.role, columns.about).where(
        columns.digest == digest_of(word), columns.ends_at >= now()
    )
    with database.reading() as connection:
        row = connection.execute(query).one_or_none()
    return (row.role, row.about) if row is not None else None


def end_key(database: Database, word: str) -> bool:
    """Let a key open nothing any more; say whether it did until now."""
    with database.writing() as connection:
        gone = connection.execute(delete(schema.keys).where(schema.keys.c.digest == digest_of(word)))
        return gone.rowcount > 0
