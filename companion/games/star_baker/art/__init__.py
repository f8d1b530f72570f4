"""Star Baker's artwork: which hand draws what."""

from __future__ import annotations

from companion.games.star_baker.art import cards, mat
from companion.games.star_baker.art.parts import parts
from companion.games.star_baker.layout import cards_of
from companion.games.star_baker.rules.checks.lying import BACK, card_of
from companion.layout import Layout
from companion.printing.drawing import Path

__all__ = ["parts", "piece", "sheet"]


def sheet(layout: Layout, sheet_id: str) -> tuple[Path, ...]:
    """Draw the mat."""
    return tuple(mat.mat(layout.sheet(sheet_id), layout.marker_dictionary))


def piece(layout: Layout, kind: str) -> tuple[Path, ...]:
    """Draw a card, in mm from its centre."""
    if kind == BACK:
        return tuple(cards.back())
    held, found = cards_of(layout), layout.kinds[kind]
    return tuple(cards.front(found, held[card_of(kind)], held, layout.marker_dictionary))
