"""Which game a camera of this machine has watched last; kept beside the games.

After a power cut the camera may come later than the machine, or not at all. A simulated table that is laid
over a game on a real one would tell of pieces that nobody has put there.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Final

from companion.play.files import write_atomically

_log = logging.getLogger(__name__)

FILE: Final = "camera-watched.txt"


def note_watched(folder: Path, game_id: str) -> None:
    """Write down that a camera watches a game; where that cannot be kept, it is only logged."""
    if was_watched(folder, game_id):
        return
    try:
        write_atomically(folder / FILE, game_id.encode())
    except OSError as error:
        _log.warning("That a camera watches the game is not kept: %s", error)


def was_watched(folder: Path, game_id: str) -> bool:
    """Whether this is the game that a camera has watched last."""
    try:
        return (folder / FILE).read_text(encoding="utf-8").strip() == game_id
    except (OSError, UnicodeDecodeError):
        return False
