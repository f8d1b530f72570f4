"""Moments of the record, as the clock on the wall shows them."""

from __future__ import annotations

from datetime import datetime


def here(at: str, shape: str) -> str:
    """Write a moment of the record in local time; one that cannot be read, as it stands.

    A damaged record, or one that a newer program wrote, must not take what is written with it.
    """
    try:
        return datetime.fromisoformat(at).astimezone().strftime(shape)
    except (ValueError, OverflowError):
        return at
