"""Octopus's Garden's artwork: which hand draws what."""

from __future__ import annotations

from companion.games.octopus_garden.art import garden, market, tokens
from companion.games.octopus_garden.art.parts import parts
from companion.layout import Layout
from companion.printing.drawing import Path

__all__ = ["parts", "piece", "sheet"]


def sheet(layout: Layout, sheet_id: str) -> tuple[Path, ...]:
    """Draw the market or a garden."""
    draw = market.market if sheet_id == "market" else garden.garden
    return tuple(draw(layout.sheet(sheet_id), layout.marker_dictionary))


def piece(layout: Layout, kind: str) -> tuple[Path, ...]:
    """Draw a token, a bonus fish, a pearl or an octopus, in mm from its centre."""
    return tuple(tokens.token(layout.kinds[kind]))
