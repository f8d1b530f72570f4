"""Short cuts for reasons and sentences, and how numbers are written in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.rules.game import Reason
from companion.rules.message import Message


def reason(rule: str, text: str, **values: str | int) -> Reason:
    """Give a reason without seats in it."""
    return Reason(rule, Message(text, values))


MINUS: Final = "\N{MINUS SIGN}"
"""The one that is as wide as a plus, and never taken for a hyphen."""


def number(points: int) -> str:
    """Write a number, as ``7`` or ``−7``."""
    return str(points).replace("-", MINUS)


def signed(change: int) -> str:
    """Write by how much something changes, as ``+7``, ``−7`` or ``0``."""
    return f"{change:+d}".replace("-", MINUS) if change else "0"


def with_article(noun: str) -> str:
    """Name one of something, as ``a flower`` or ``an oyster``."""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def listed(words: Sequence[str], last: str = "or") -> str:
    """Join words as in ``F3, G4 or H3``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
