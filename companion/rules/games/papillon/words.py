"""The colours in words, and short cuts for sentences."""

from __future__ import annotations

from typing import Final

from companion.rules.game import Seat
from companion.rules.message import Message

COLOUR_NAMES: Final = {"R": "red", "B": "blue", "Y": "yellow", "P": "purple", "F": "field"}
"""Type of a segment -> its name in a sentence."""


def said(text: str, who: Seat, **values: str | int) -> Message:
    """Give a sentence about one seat, ``{who}``."""
    return Message(text, values, {"who": who})


def counted(number: int, noun: str) -> str:
    """Give ``1 tile``, ``2 tiles``, ``2 butterflies``."""
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number} {noun if number == 1 else plural}"
