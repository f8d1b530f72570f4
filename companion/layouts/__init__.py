"""The layouts of the games: `layout_of` gives that of a game, `load_layout` by its name.

The module ``layout`` in a game's folder holds the layout as ``LAYOUT``. The module of a game that takes boxes
of one's own also has a function ``layout_of``: it gives the layout with the pieces of the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType

from companion.layout import Layout
from companion.rules.boxes import at_table
from companion.rules.catalogue import GAMES, load_game
from companion.rules.errors import UnknownGame
from companion.rules.game import Game, Lying


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


def games_with_layout() -> tuple[str, ...]:
    """Name the games that have a layout: those can be printed, read and played on the pages."""
    return tuple(slug for slug, bundle in GAMES.items() if bundle.has("layout"))


def _module(slug: str) -> ModuleType:
    if slug not in GAMES or not GAMES[slug].has("layout"):
        raise UnknownGame("There is no layout for {slug}.", slug=repr(slug))
    return GAMES[slug].open("layout")


def grown(layout: Layout, lying: Lying) -> Layout:
    """Give a layout with the bare sheets that are there just now: as large as what lies on them.

    The module of a game whose pieces are joined on the bare table has a function ``grown``.
    """
    if layout.mosaic is None:
        return layout
    whole: Layout = _module(layout.game).grown(layout, lying)
    return whole
