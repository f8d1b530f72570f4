"""What the verbs of the notation are called on pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.rules.message import Message
from companion.rules.phrases import Term, Value

DEEDS: Final[Mapping[str, Value]] = {
    "first": Message("first player"),
    "reveal": Message("reveal"),
    "roll": Term("die"),
    "reroll": Message("roll again"),
    "pass": Message("pass"),
    "place": Message("place"),
}
"""Verb of the notation -> what players call that, as they are asked for it."""
