"""Pages for what owners bring: one for boxes that come as files, and one of its own for mound cards.

A game's options page leads there; nothing else of the pages knows a game by name.
"""

from __future__ import annotations

from typing import Final

from flask import url_for

from companion.rules.boxes import TakesBoxes
from companion.rules.game import Game
from webui.own import boxes, mound_form, mounds

OWN: Final = (boxes, mounds)


def own_page(game: Game) -> str:
    """Give the address of the page for boxes of a game; "" for a game that takes none."""
    if not isinstance(game, TakesBoxes):
        return ""
    slug = game.info.slug
    return url_for(mounds.PAGE) if slug == mound_form.SLUG else url_for(boxes.PAGE, slug=slug)
