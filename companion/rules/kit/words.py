"""Short cuts for reasons and sentences, and how numbers are written in them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.rules.game import Reason
from companion.rules.message import Message
from companion.rules.phrases import Listing, Term, Value


def reason(rule: str, text: str, **values: Value) -> Reason:
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


def with_article(noun: str) -> Term:
    """Name one of something, as ``a flower`` or ``an oyster``."""
    return Term(noun, "a")


def listed(words: Iterable[Value], last: str = "or") -> Listing:
    """Join words as in ``F3, G4 or H3``."""
    return Listing(tuple(words), last)
