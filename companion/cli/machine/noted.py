"""Which game something is noted of, in small files beside the games: one file, one game.

`WATCHED`: the one that a camera of this machine has watched last. After a power cut the camera may come later
than the machine, or not at all. A simulated table that is laid over a game on a real one would tell of pieces
that nobody has put there.

`ON_TABLE`: the one that was on the table last, though nobody has played in it since.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Final

from companion.storage.files import write_atomically

_log = logging.getLogger(__name__)

WATCHED: Final = "camera-watched.txt"
ON_TABLE: Final = "on-the-table.txt"


def note_game(file: Path, game_id: str) -> None:
    """Write a game down; where that cannot be kept, it is only logged."""
    if is_noted(file, game_id):
        return
    try:
        write_atomically(file, game_id.encode())
    except OSError as error:
        _log.warning("That is not kept: %s: %s", file.stem, error)


def is_noted(file: Path, game_id: str) -> bool:
    """Whether this is the game that was written down last."""
    try:
        return file.read_text(encoding="utf-8").strip() == game_id
    except (OSError, UnicodeDecodeError):
        return False
