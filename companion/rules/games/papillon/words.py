"""Short cuts for reasons and sentences, and the colours in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.rules.game import Reason, Seat
from companion.rules.message import Message

COLOUR_NAMES: Final = {"R": "red", "B": "blue", "Y": "yellow", "P": "purple", "F": "field"}
"""Type of a segment -> its name in a sentence."""


def reason(rule: str, text: str, **values: str | int) -> Reason:
    """Give a reason without seats in it."""
    return Reason(rule, Message(text, values))


def said(text: str, who: Seat, **values: str | int) -> Message:
    """Give a sentence about one seat, ``{who}``."""
    return Message(text, values, {"who": who})


def listed(words: Sequence[str], last: str = "or") -> str:
    """Join words as in ``A1, B1 or C1``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def counted(number: int, noun: str) -> str:
    """Give ``1 tile``, ``2 tiles``, ``2 butterflies``."""
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number} {noun if number == 1 else plural}"
