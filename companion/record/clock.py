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


def seconds_between(before: str, after: str) -> float | None:
    """Measure from one moment of the record to a later one; None where a damaged time is no moment."""
    try:
        return (datetime.fromisoformat(after) - datetime.fromisoformat(before)).total_seconds()
    except (ValueError, TypeError):  # the latter of times with and without a zone
        return None
