"""Sheets and pieces that are drawn before a phone asks for them.

A hundred tiles take seconds to draw, once. The first phone of an evening would show a board without pieces so
long. So they are drawn while somebody fills in the form of a new game, and while a table starts with a game.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from companion import layouts
from companion.layout import Layout
from companion.live.running_table import RunningTable
from companion.printing.rendering.svg import piece_files, pieces_svg, sheet_svg
from companion.sessions.session import Session
from webui.http.squeezed import BEST, squeezed

_log = logging.getLogger(__name__)


def draw_ahead(layout: Layout) -> None:
    """Have the pieces and sheets of a game drawn in a thread; what is drawn already costs nothing."""
    threading.Thread(target=_draw, args=(layout,), name="artwork", daemon=True).start()


def draw_for_game(session: Session, _: RunningTable | None) -> Callable[[], None]:
    """Have all drawn that a game needs, as a companion of the hub."""
    draw_ahead(layouts.layout_of(session.game))
    return lambda: None


def _draw(layout: Layout) -> None:
    try:
        for number in range(len(piece_files(layout))):
            squeezed(pieces_svg(layout, number).encode(), BEST)
        for sheet in layout.sheets:
            squeezed(sheet_svg(layout, sheet.id).encode(), BEST)
    except Exception:  # noqa: BLE001 - the page that asks for it says what is wrong
        _log.exception("The artwork of %s was not drawn", layout.game)
