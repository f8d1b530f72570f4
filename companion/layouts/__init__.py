"""The layouts of the games, one module each: `layout_of` gives that of a game, `load_layout` by its name."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import ModuleType

from companion.layout import Layout
from companion.rules.boxes import at_table
from companion.rules.errors import UnknownGame
from companion.rules.game import Game, Lying
from companion.rules.catalogue import load_game

LAYOUTS: dict[str, str] = {
    "caterpillar-filler": "companion.games.caterpillar_filler.layout",
    "filler-tiles": "companion.games.filler_tiles.layout",
    "it-happens": "companion.games.it_happens.layout",
    "octopus-garden": "companion.games.octopus_garden.layout",
    "papillon": "companion.games.papillon.layout",
    "star-baker": "companion.games.star_baker.layout",
}
"""Slug -> module; the module's ``LAYOUT`` is the layout.

The module of a game that takes boxes of one's own has a function ``layout_of``, too: it gives the layout with
the pieces of the game that is given to it.
"""


def layout_of(game: Game) -> Layout:
    """Give the layout of a game as a table plays it. Raises `UnknownGame`."""
    module = _module(game.info.slug)
    layout: Layout = module.layout_of(game) if shows_boxes(game) else module.LAYOUT
    return layout


def shows_boxes(game: Game) -> bool:
    """Say whether boxes of one's own look different, to people and to a camera. Raises `UnknownGame`."""
    return hasattr(_module(game.info.slug), "layout_of")


def load_layout(slug: str, options: Mapping[str, str] | None = None) -> Layout:
    """Give the layout of a game that is played with these options. Raises `UnknownGame`."""
    _module(slug)
    return layout_of(at_table(load_game(slug), options or {}))


def _module(slug: str) -> ModuleType:
    if slug not in LAYOUTS:
        raise UnknownGame(f"There is no layout for {slug!r}.")
    return import_module(LAYOUTS[slug])


def grown(layout: Layout, lying: Lying) -> Layout:
    """Give a layout with the bare sheets that are there just now: as large as what lies on them.

    The module of a game whose pieces are joined on the bare table has a function ``grown``.
    """
    if layout.mosaic is None:
        return layout
    whole: Layout = import_module(LAYOUTS[layout.game]).grown(layout, lying)
    return whole
