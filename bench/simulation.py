"""The simulated camera: milliseconds a picture."""

from __future__ import annotations

import time
from typing import Any

import cv2
import numpy as np

from companion.layouts import load_layout
from companion.rules.games import load_game
from companion.simulation.table import SimulatedTable

PICTURES = 20


def run() -> dict[str, Any]:
    """Time pictures of a full table, at rest and after a move."""
    cv2.setNumThreads(1)
    layout = load_layout("caterpillar-filler")
    table = SimulatedTable(layout, seed=1)
    table.lay(load_game("caterpillar-filler").new(4, {"setup": "S04"}).lying())
    start_s = time.perf_counter()
    table.picture()
    first_s = time.perf_counter() - start_s
    rest, moved = [], []
    piece = table.at("garden", "B1").id
    for number in range(PICTURES):
        start_s = time.perf_counter()
        table.picture()
        rest.append(1000 * (time.perf_counter() - start_s))
        table.move(piece, "garden", f"C{number % 16 + 1}")
        start_s = time.perf_counter()
        table.picture()
        moved.append(1000 * (time.perf_counter() - start_s))
    return {
        "ms, first picture of a room": round(1000 * first_s),
        "ms, nothing moved (median)": round(float(np.median(rest)), 1),
        "ms, a piece moved (median)": round(float(np.median(moved)), 1),
    }
