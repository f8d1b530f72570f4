"""The panel's devices, and the way to shut the machine down."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.panel.desk import PanelDesk
from companion.rules.message import Message
from companion.rules.phrases import Words
from hw.panel.board import Board, open_board
from hw.panel.errors import PanelError
from hw.panel.wiring import Wiring

_log = logging.getLogger(__name__)

WISH: Final = "shut-down"
"""A file of this name in the service's own folder is a wish; companion-shutdown.path fulfils it."""


def panel_desk(wiring: Wiring) -> PanelDesk:
    """Give the panel, at work; one whose devices cannot be had is there without them and says why."""
    board: Board | None = None
    troubles: dict[str, Words] = {}
    try:
        board = open_board(wiring)
    except PanelError as error:
        _log.warning("No panel (%s): %s", error.code, error.sentence)
        troubles["panel"] = Message("{sentence} [{code}]", {"sentence": error.said, "code": error.code})
    desk = PanelDesk(board, shut_down(), troubles)
    desk.start()
    return desk


def shut_down() -> Callable[[], None] | None:
    """Give what shuts the machine down in good order; None for a table that is no service.

    The service itself has no right to do so. It leaves a file in its own folder, and a unit that
    watches for it and has that right does the rest.
    """
    folder = os.environ.get("RUNTIME_DIRECTORY")
    return (Path(folder) / WISH).touch if folder else None
