"""Pages that one game alone needs, a module each: it names its game and its first page.

A game's options page leads there; nothing else of the pages knows a game by name.
"""

from __future__ import annotations

from typing import Final

from webui.own import mounds

OWN: Final = (mounds,)


def own_page(slug: str) -> str:
    """Give the endpoint of the page that a game has for itself; "" for none."""
    return next((module.PAGE for module in OWN if slug == module.SLUG), "")
