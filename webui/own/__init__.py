"""Pages for what owners bring: one for boxes that come as files, and those that games bring along.

A game's options page leads there. The part ``pages`` in a game's folder holds a blueprint as ``pages``, and
the name of the page for boxes as ``PAGE``.
"""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, url_for

from companion.rules.boxes import TakesBoxes
from companion.rules.catalogue import GAMES
from companion.rules.game import Game
from webui.own import boxes


def own_pages() -> Iterator[Blueprint]:
    """Give the pages for boxes, and those of every game that has some."""
    yield boxes.pages
    for bundle in GAMES.values():
        if bundle.has("pages"):
            yield bundle.open("pages").pages


def own_page(game: Game) -> str:
    """Give the address of the page for boxes of a game; "" for a game that takes none."""
    if not isinstance(game, TakesBoxes):
        return ""
    slug = game.info.slug
    if boxes.has_own_pages(slug):
        return url_for(GAMES[slug].open("pages").PAGE)
    return url_for(boxes.PAGE, slug=slug)
