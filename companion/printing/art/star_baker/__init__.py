"""Star Baker's artwork: which hand draws what."""

from __future__ import annotations

from companion.layout import Layout
from companion.layouts.star_baker import cards_of
from companion.printing.art.star_baker import cards, mat
from companion.printing.art.star_baker.parts import parts
from companion.printing.drawing import Path
from companion.rules.games.star_baker.lying import BACK, card_of

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
