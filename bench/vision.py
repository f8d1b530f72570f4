"""Reading the mat and the tray under named conditions, and milliseconds beside cv2.aruco alone."""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

import cv2
import numpy as np

from companion.cli.parts import table_reader
from companion.layout import Layout
from companion.layouts import load_layout
from companion.play.dice_watch import DiceMemory, DiceView
from companion.printing import artwork
from companion.rules.games import load_game
from companion.sighting import EMPTY, Sighting
from companion.simulation.table import SimulatedTable
from vision.dice import DiceReader
from vision.reader import TableReader

SLUG = "caterpillar-filler"
CONDITIONS = (
    "fair",
    "dim",
    "warm",
    "hard-shadow",
    "noise",
    "blur",
    "glare",
    "hand",
    "covered-marker",
    "bumped",
)
ROOMS = range(6)
TIMED = 12
TRAY_ROOMS = range(41, 49)
TRAY_LIGHTS = ("", "dim", "hard-shadow", "warm")
ROLLS = 4
SURE = 0.99


def run() -> dict[str, Any]:
    """Read one position in six rooms under every condition, then time full readings."""
    cv2.setNumThreads(1)
    layout, lying = load_layout(SLUG), load_game(SLUG).new(4, {"setup": "S04"}).lying()
    tables = []
    for seed in ROOMS:
        table = SimulatedTable(layout, seed=seed)
        table.lay(lying)
        tables.append(table)
    reader = TableReader(layout, artwork)
    cells = {name: _condition(reader, tables, lying, name) for name in CONDITIONS}
    return {
        "cells by condition (6 rooms)": cells,
        "rolls in the tray (8 rooms, 4 lights)": _tray(layout),
        "1640x1232, one thread": _times(layout, tables[0]),
    }


def _condition(reader: TableReader, tables: list[SimulatedTable], lying: Any, name: str) -> dict[str, Any]:
    counts: Counter[str] = Counter()
    for table in tables:
        if name != "fair":
            table.set_switch(name, on=True)
        _count(reader.read(table.picture()), lying, counts)
        if name != "fair":
            table.set_switch(name, on=False)
    return dict(counts)


def _tray(layout: Layout) -> dict[str, int]:
    """Roll a die four times in every light, and read it; *taken* is what the referee would not ask about."""
    counts: Counter[str] = Counter({"taken and wrong": 0})
    reader = table_reader(layout)
    for seed in TRAY_ROOMS:
        table = SimulatedTable(layout, seed=seed)
        for light in TRAY_LIGHTS:
            if light:
                table.set_switch(light, on=True)
            for _ in range(ROLLS):
                (value,) = table.roll()
                _count_roll(DiceView(layout, reader.read(table.picture()), DiceMemory(())), value, counts)
            if light:
                table.set_switch(light, on=False)
    return dict(counts)


def _count_roll(view: DiceView, value: int, counts: Counter[str]) -> None:
    seen = [die.value for die in view.fresh]
    counts["rolls"] += 1
    counts["one die seen"] += len(seen) == 1
    counts["right"] += seen == [value]
    counts["taken"] += len(seen) == 1 and view.sure
    counts["taken and wrong"] += len(seen) == 1 and view.sure and seen != [value]


def _count(sighting: Sighting, lying: Any, counts: Counter[str]) -> None:
    for zone, cell, seen in sighting.cells():
        kind, log_p = seen.best()
        right = kind == lying.get(zone, {}).get(cell, EMPTY)
        counts["cells"] += 1
        counts["covered"] += seen.covered
        counts["wrong"] += not seen.covered and not right
        counts[f"wrong at {SURE:.0%} or surer"] += not seen.covered and not right and np.exp(log_p) >= SURE


def _times(layout: Any, table: SimulatedTable) -> dict[str, float]:
    """Time on the same frames, in turn, so that a busy machine is busy for all of them."""
    table.roll([4])
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, layout.marker_dictionary))
    detector = cv2.aruco.ArucoDetector(dictionary)
    again = TableReader(layout, artwork, DiceReader())
    names = (
        "cv2.aruco alone",
        "full reading, cells",
        "full reading with dice",
        "the same table again, with dice",
    )
    ms: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(TIMED):
        frame = table.picture()
        grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
        # A reader keeps what it found in cells that have not changed: the first reading is a new reader's.
        cells, whole = TableReader(layout, artwork), TableReader(layout, artwork, DiceReader())
        reads = (detector.detectMarkers, cells.read, whole.read, again.read)
        for name, read, picture in zip(names, reads, (grey, frame, frame, frame), strict=True):
            start_s = time.perf_counter()
            read(picture)
            ms[name].append(1000 * (time.perf_counter() - start_s))
    return {
        f"ms, {name} (median of {TIMED})": round(float(np.median(times)), 1) for name, times in ms.items()
    }
