"""What the verbs of the notation are called on pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.rules.message import Message
from companion.rules.phrases import Term, Value

DEEDS: Final[Mapping[str, Value]] = {
    "wild": Message("drawn space"),
    "first": Message("first player"),
    "roll": Term("die"),
    "keep": Message("keep a die"),
    "tile": Term("tile"),
    "flower": Term("flower"),
    "stuck": Message("no move"),
    "join": Message("join a wheel"),
    "wait": Message("wait"),
    "wasp": Term("wasp"),
    "shift": Message("move a wasp"),
    "end": Message("end the turn"),
}
"""Verb of the notation -> what players call that, as they are asked for it."""
