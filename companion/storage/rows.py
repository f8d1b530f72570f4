"""What the game store holds: events as rows, and secret seeds."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias


class Row(NamedTuple):
    """One stored event."""

    seq: int
    at: str
    kind: str
    version: int
    body: str


Seed: TypeAlias = tuple[str, str]
"""A commitment and the secret seed behind it."""
