"""Moments of the record, as the clock on the wall shows them."""

from __future__ import annotations

from datetime import datetime


def local_time(at: str, shape: str) -> str:
    """Write a moment of the record (ISO 8601) in local time, by a `strftime` pattern.

    Text that is no moment comes back unchanged: one damaged time must not spoil a page or file.
    """
    try:
        return datetime.fromisoformat(at).astimezone().strftime(shape)
    except (ValueError, OverflowError):
        return at
