"""What the hub tells the people who look after it: sentences with their moment, in each reader's language."""

from __future__ import annotations

import logging
from collections.abc import Collection
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Row, delete, insert, select

from companion.hub.store import schema
from companion.hub.store.moments import now
from companion.rules.kit.kept_sentences import from_text, names_in, to_text
from companion.rules.phrases import Phrase, Value

_log = logging.getLogger(__name__)

KEPT: Final = 500


class Notice(NamedTuple):
    """A sentence in English, and as a phrase; one of an older hub has no phrase."""

    at: str
    code: str
    sentence: str
    said: Value | None


def tell(connection: Connection, code: str, said: Phrase) -> None:
    """Keep a sentence, unless it was the last one with that code; the log has it, too."""
    columns, sentence = schema.notices.c, str(said)
    last = connection.scalar(
        select(columns.sentence).where(columns.code == code).order_by(columns.id.desc()).limit(1)
    )
    if last == sentence:
        return
    _log.warning("%s", sentence, extra={"code": code})
    values = {"at": now(), "code": code, "sentence": sentence, "said": to_text(said)}
    connection.execute(insert(schema.notices).values(**values))
    oldest = connection.scalar(select(columns.id).order_by(columns.id.desc()).offset(KEPT).limit(1))
    if oldest is not None:
        connection.execute(delete(schema.notices).where(columns.id <= oldest))


def latest(connection: Connection, most: int = 50) -> list[Notice]:
    """Give the latest sentences, the newest first."""
    statement = select(schema.notices).order_by(schema.notices.c.id.desc()).limit(most)
    return [
        Notice(row.at, row.code, row.sentence, from_text(row.said) if row.said else None)
        for row in connection.execute(statement)
    ]


def forget(connection: Connection, names: Collection[str]) -> None:
    """Take away every sentence that has one of these names among its values, or anywhere if it is older."""
    rows = connection.execute(select(schema.notices)).all()
    gone = [row.id for row in rows if any(name in text for name in names for text in _values_of(row))]
    connection.execute(delete(schema.notices).where(schema.notices.c.id.in_(gone)))


def _values_of(row: Row[Any]) -> list[str]:
    return list(names_in(row.said)) if row.said else [row.sentence]
