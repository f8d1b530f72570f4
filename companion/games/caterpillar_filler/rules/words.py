"""Short cuts for reasons and sentences."""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.game import Reason
from companion.rules.message import Message


def reason(rule: str, text: str, **values: str | int) -> Reason:
    """Give a reason without seats in it."""
    return Reason(rule, Message(text, values))


def listed(words: Sequence[str], last: str = "or") -> str:
    """Join words as in ``F3, G4 or H3``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
