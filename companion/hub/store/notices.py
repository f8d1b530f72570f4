"""What the hub tells the people who look after it: a sentence each, kept with its moment."""

from __future__ import annotations

import logging
from typing import Final

from sqlalchemy import Connection, Row, delete, insert, select

from companion.hub.store import schema
from companion.hub.store.moments import now

_log = logging.getLogger(__name__)

KEPT: Final = 500


def tell(connection: Connection, code: str, sentence: str) -> None:
    """Keep a sentence, unless it was the last one with that code; the log has it, too."""
    columns = schema.notices.c
    last = connection.scalar(
        select(columns.sentence).where(columns.code == code).order_by(columns.id.desc()).limit(1)
    )
    if last == sentence:
        return
    _log.warning("%s", sentence, extra={"code": code})
    connection.execute(insert(schema.notices).values(at=now(), code=code, sentence=sentence))
    oldest = connection.scalar(select(columns.id).order_by(columns.id.desc()).offset(KEPT).limit(1))
    if oldest is not None:
        connection.execute(delete(schema.notices).where(columns.id <= oldest))


def latest(connection: Connection, most: int = 50) -> list[Row[tuple[int, str, str, str]]]:
    """Give the latest sentences, the newest first."""
    statement = select(schema.notices).order_by(schema.notices.c.id.desc()).limit(most)
    return list(connection.execute(statement))
