"""Reading the mat and the tray under named conditions, and milliseconds beside cv2.aruco alone."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import cv2
import numpy as np

from companion.cli.assembly.parts import table_reader
from companion.layout import Layout
from companion.layouts import load_layout
from companion.printing import artwork
from companion.referee.dice_watch import DiceMemory, DiceView
from companion.rules.catalogue import load_game
from companion.sighting import EMPTY, Sighting
from companion.simulation.rendering.scene import Scene
from companion.simulation.table import SIZE_PX, SimulatedTable
from vision.dice import DiceReader
from vision.view.reader import TableReader

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
SEEN_BEFORE = ("bumped",)
"""Conditions that come over a table which the reader knows: it has read it before, at rest in plain light."""
ROOMS = range(6)
TIMED = 12
TRAY_ROOMS = range(41, 49)
SLANTED_ROOMS, SLANTED_AMONG = 8, range(1000, 1300)
"""So many rooms, those of all these in which the tray is seen most slantingly."""
TRAY_LIGHTS = ("", "dim", "hard-shadow", "warm")
ROLLS = 4
LEANING = ("dice", "said to lean", "asked about", "taken", "not seen", "more than one")
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
    slanted = sorted(SLANTED_AMONG, key=lambda seed: -_slope(layout, seed))[:SLANTED_ROOMS]
    cells = {name: _condition(layout, tables, lying, name) for name in CONDITIONS}
    return {
        "cells by condition (6 rooms)": cells,
        "rolls in the tray (8 rooms, 4 lights)": _tray(layout, TRAY_ROOMS, dice=1),
        "leaning dice in the tray (8 rooms, 8 slanted, 4 lights)": _leaning(layout, [*TRAY_ROOMS, *slanted]),
        "rolls of two dice (the 8 most slanted of 300 rooms, 4 lights)": _tray(layout, slanted, dice=2),
        "1640x1232, one thread": _times(layout, tables[0]),
    }


def _condition(layout: Layout, tables: list[SimulatedTable], lying: Any, name: str) -> dict[str, Any]:
    """Read every room with a reader of its own, which learns that room's lens alone."""
    counts, said = Counter[str](), Counter[str]()
    for table in tables:
        reader = TableReader(layout, artwork)
        if name in SEEN_BEFORE:
            reader.read(table.picture())
        if name != "fair":
            table.set_switch(name, on=True)
        sighting = reader.read(table.picture())
        _count(sighting, lying, counts)
        said.update(f"rooms told {code}" for code in {problem.code for problem in sighting.view})
        if name != "fair":
            table.set_switch(name, on=False)
    return {**counts, **dict(sorted(said.items()))}


def _in_every_light(table: SimulatedTable) -> Iterator[None]:
    """Light the table in one way after the other."""
    for light in TRAY_LIGHTS:
        if light:
            table.set_switch(light, on=True)
        yield
        if light:
            table.set_switch(light, on=False)


def _leaning(layout: Layout, rooms: Iterable[int]) -> dict[str, int]:
    """Roll a die that comes to lean, in every light, and count what becomes of it."""
    counts: Counter[str] = Counter(dict.fromkeys(LEANING, 0))
    for seed in rooms:
        table, reader = SimulatedTable(layout, seed=seed), table_reader(layout)
        table.set_switch("cocked-die", on=True)
        for _ in _in_every_light(table):
            table.roll(dice=1)
            counts["dice"] += 1
            counts[_told(DiceView(layout, reader.read(table.picture()), DiceMemory(())))] += 1
    return dict(counts)


def _told(view: DiceView) -> str:
    """Say what the referee is told of the one die that lies there; *taken* is what it would not ask about."""
    if len(view.fresh) != 1:
        return "more than one" if view.fresh else "not seen"
    if view.unreadable:
        return "said to lean"
    return "taken" if view.sure else "asked about"


def _slope(layout: Layout, seed: int) -> float:
    """Give the slope at which a room's camera sees the tray: the tangent of its angle to the vertical."""
    scene = Scene.of_seed(seed)
    poses = scene.arrange(layout)
    x, y, down = scene.camera(poses, SIZE_PX).eye
    tray = poses["tray"]
    return float(np.hypot(tray.x_mm - x, tray.y_mm - y) / -down)


def _tray(layout: Layout, rooms: Iterable[int], *, dice: int) -> dict[str, int]:
    """Roll dice four times in every light, and read them; *taken* is what the referee would not ask about."""
    counts: Counter[str] = Counter({"taken and wrong": 0})
    for seed in rooms:
        table, reader = SimulatedTable(layout, seed=seed), table_reader(layout)  # each learns its own lens
        for _ in _in_every_light(table):
            for _ in range(ROLLS):
                values = table.roll(dice=dice)
                _count_roll(DiceView(layout, reader.read(table.picture()), DiceMemory(())), values, counts)
    return dict(counts)


def _count_roll(view: DiceView, values: Sequence[int], counts: Counter[str]) -> None:
    right = Counter(die.value for die in view.fresh) == Counter(values)
    taken = len(view.fresh) == len(values) and view.sure
    counts["rolls"] += 1
    counts["all dice seen"] += len(view.fresh) == len(values)
    counts["right"] += right
    counts["taken"] += taken
    counts["taken and wrong"] += taken and not right


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
