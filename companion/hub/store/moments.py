"""Moments as the database keeps them: ISO 8601 in UTC with milliseconds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

AHEAD: Final = timedelta(minutes=5)
BEHIND: Final = timedelta(days=60)
"""A table may have been cut off for so long; an older event comes from a clock that is wrong."""


def now() -> str:
    """Give the hub's own moment."""
    return written(datetime.now(UTC))


def written(moment: datetime) -> str:
    """Write a moment as it is kept."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")


def read(text: str) -> datetime | None:
    """Read a moment; None where the text is none."""
    try:
        found = datetime.fromisoformat(text)
        return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None


def believed(at: str, received_at: str) -> str:
    """Give the moment of an event: the table's own, or the hub's where the table's clock cannot be right."""
    told, received = read(at), read(received_at)
    if told is None or received is None or not received - BEHIND <= told <= received + AHEAD:
        return received_at
    return written(told)
