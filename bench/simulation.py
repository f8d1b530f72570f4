"""The simulated camera: milliseconds a picture."""

from __future__ import annotations

import time
from typing import Any

import cv2
import numpy as np

from companion.layouts import load_layout
from companion.rules.catalogue import load_game
from companion.simulation.table import SimulatedTable

PICTURES = 20
ROOMS = 5


def run() -> dict[str, Any]:
    """Time pictures of a full table, at rest and after a move; call it where none was drawn before."""
    cv2.setNumThreads(1)
    table, first_ms = _first(1)  # the artwork is drawn for it, and kept
    further_ms = [_first(seed)[1] for seed in range(2, 2 + ROOMS)]
    rest_ms, moved_ms = [], []
    piece = table.at("garden", "B1").id
    for number in range(PICTURES):
        rest_ms.append(_picture_ms(table))
        table.move(piece, "garden", f"C{number % 16 + 1}")
        moved_ms.append(_picture_ms(table))
    return {
        "ms, first picture of all": round(first_ms),
        "ms, first picture of a further room (median)": round(float(np.median(further_ms))),
        "ms, nothing moved (median)": round(float(np.median(rest_ms)), 1),
        "ms, a piece moved (median)": round(float(np.median(moved_ms)), 1),
    }


def _first(seed: int) -> tuple[SimulatedTable, float]:
    """Give a full table in a room of its own, and the milliseconds that its first picture takes."""
    table = SimulatedTable(load_layout("caterpillar-filler"), seed=seed)
    table.lay(load_game("caterpillar-filler").new(4, {"setup": "S04"}).lying())
    return table, _picture_ms(table)


def _picture_ms(table: SimulatedTable) -> float:
    start_s = time.perf_counter()
    table.picture()
    return 1000 * (time.perf_counter() - start_s)
