"""Films an evening of bots for the virtual machine: what the camera sees, and what has happened by then.

The pictures are made outside: the emulated processor would take minutes for each.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import cv2

from companion.layouts import load_layout
from companion.rules.catalogue import load_game
from companion.simulation.evening import Evening

GAME: Final = "filler-tiles"
"""Without dice: the networks that read those take the emulated processor minutes."""

SEATS: Final = 2
SIZE_PX: Final = (1280, 960)
ACTIONS: Final = 5


def film(folder: Path, seed: int = 0, actions: int = ACTIONS) -> None:
    """Write ``N.png`` for every moment at which the table is at rest, and ``moments.json``.

    Each moment of that list has the actions since the one before, as ``actor text``, and whether the
    table shows them; else somebody has to tap.
    """
    folder.mkdir(parents=True)
    layout = load_layout(GAME).for_seats(SEATS)
    evening = Evening(layout, load_game(GAME).new(SEATS, {}), seed, size_px=SIZE_PX, most_actions=actions)
    moments = []
    for number, moment in enumerate(evening.play()):
        cv2.imwrite(str(folder / f"{number}.png"), moment.picture)
        happened = [f"{action.by} {action}" for action in moment.actions]
        moments.append({"happened": happened, "seen": not moment.told})
    (folder / "moments.json").write_text(json.dumps(moments))
