"""A piece within a sentence: its label with the article that English wants."""

from __future__ import annotations

import re
from typing import Final

from companion.rules.kit.words import with_article
from companion.rules.phrases import Term, Value

NAMED: Final = re.compile(r"\W*[A-Z].*|\w+ [A-Z]?\d*")
"""What has no article: names, as *Pebble Knoll*, and numbered things, as *tile T41*."""


def name_piece(label: str) -> Value:
    """Give a label of a piece as a sentence needs it: *a flower*, *an oyster*, *letter B*, *Pebble Knoll*."""
    if NAMED.fullmatch(label):
        return label
    if "'s " in label:
        return Term(label, "the")
    return with_article(label)


def the(label: str) -> Value:
    """Give a label of the piece that lies somewhere: *the flower*, *letter B*, *Pebble Knoll*."""
    return label if NAMED.fullmatch(label) else Term(label, "the")
