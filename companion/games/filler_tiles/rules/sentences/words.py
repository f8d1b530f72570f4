"""What the verbs of the notation are called on pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.rules.message import Message
from companion.rules.phrases import Value

DEEDS: Final[Mapping[str, Value]] = {
    "s": Message("seed"),
    "pie": Message("pie"),
    "take": Message("take a colour"),
    "draw": Message("drawn tile"),
    "stones": Message("stones"),
}
"""Verb of the notation -> what players call that, as they are asked for it."""
