"""A piece within a sentence: its label with the article that English wants."""

from __future__ import annotations

import re
from typing import Final

from companion.rules.labels import Label
from companion.rules.phrases import Value

NAMED: Final = re.compile(r"\W*[A-Z].*|\w+ [A-Z]?\d*")
"""Labels without an article: names, such as *Pebble Knoll*, and numbered things, such as *tile T41*."""


def name_piece(label: str) -> Value:
    """Give a label of a piece as a sentence needs it: *a flower*, *an oyster*, *letter B*, *Pebble Knoll*."""
    if NAMED.fullmatch(label):
        return Label(label)
    if "'s " in label:
        return Label(label, "the")
    return Label(label, "a")


def the(label: str) -> Value:
    """Give a label of the piece that lies somewhere: *the flower*, *letter B*, *Pebble Knoll*."""
    return Label(label) if NAMED.fullmatch(label) else Label(label, "the")
