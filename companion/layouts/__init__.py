"""The layouts of the games, one module each; `load_layout` gives one."""

from __future__ import annotations

from importlib import import_module

from companion.layout import Layout
from companion.rules.errors import UnknownGame
from companion.rules.game import Lying

LAYOUTS: dict[str, str] = {
    "caterpillar-filler": "companion.layouts.caterpillar_filler",
    "filler-tiles": "companion.layouts.filler_tiles",
    "it-happens": "companion.layouts.it_happens",
    "octopus-garden": "companion.layouts.octopus_garden",
    "papillon": "companion.layouts.papillon",
    "star-baker": "companion.layouts.star_baker",
}
"""Slug -> module; the module's ``LAYOUT`` is the layout."""


def load_layout(slug: str) -> Layout:
    """Give the layout of a game. Raises `UnknownGame`."""
    if slug not in LAYOUTS:
        raise UnknownGame(f"There is no layout for {slug!r}.")
    layout: Layout = import_module(LAYOUTS[slug]).LAYOUT
    return layout


def grown(layout: Layout, lying: Lying) -> Layout:
    """Give a layout with the bare sheets that are there just now: as large as what lies on them.

    The module of a game whose pieces are joined on the bare table has a function ``grown``.
    """
    if layout.mosaic is None:
        return layout
    whole: Layout = import_module(LAYOUTS[layout.game]).grown(layout, lying)
    return whole
