"""Unmarked boards of taught boxes: found or not, how exactly, others taken for them; games; times."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from bench import photographed
from bench.watcher import Job, Watcher
from companion.boxes.layout_of import layout_of_box
from companion.cli.assembly.demo_box import DemoBox, demo_box
from companion.cli.assembly.parts import table_reader
from companion.cli.assembly.taught import taught_reader
from companion.layout import Layout
from companion.layouts import load_layout
from companion.sighting import EMPTY, Sighting
from companion.simulation.rendering.scene import Scene
from companion.simulation.table import SimulatedTable
from companion.simulation.unmarked.styles import STYLES

BOARDS = {"filler-tiles": "board", "caterpillar-filler": "garden"}
"""The games whose mats are measured, with the zone in which spaces are."""

VIEWS = 8
"""Of each board in each style; what was fitted to, was fitted to other seeds."""

FIRST_SEED = 7000
MOST_TILT_DEG, MOST_COVERED = 45.0, 0.4
TENTH = 0.1
TAKEN_SHARE = 0.33
TIMED = 7
SETTLING = 10
"""Readings after which the lens is learned and a table that does not change is known."""

GAMES = ("caterpillar-filler", "filler-tiles", "octopus-garden", "it-happens", "papillon", "star-baker")
GAMES_EACH = 2


def run() -> dict[str, Any]:
    """Find boards on drawn tables and on photographs, follow bots on unmarked sets, and time readings."""
    cv2.setNumThreads(1)
    figures: dict[str, Any] = {slug: boards(slug) for slug in BOARDS}
    figures |= photographed.run()
    figures["bots on unmarked sets"] = {slug: _games(slug) for slug in GAMES}
    figures["1640x1232, 16x16 spaces, one thread"] = times()
    figures["Papillon's board, its flower sheets away, one thread"] = times_while_sheets_are_away()
    return figures


def boards(slug: str, views: int = VIEWS) -> dict[str, Any]:
    """Look at the board of a game in every style from any side, up to two fifths of it covered."""
    layout, counts = load_layout(slug), Counter[str]()
    for number, style in enumerate(STYLES):
        demo, other = demo_box(layout, style.name), demo_box(layout, STYLES[number - 1].name)
        for view in range(views):
            _look(layout, BOARDS[slug], (demo, other), FIRST_SEED + 100 * number + view, counts)
    return dict(counts)


def _look(layout: Layout, zone: str, demos: tuple[DemoBox, DemoBox], seed: int, counts: Counter[str]) -> None:
    own, other = demos
    rng = np.random.default_rng(seed)
    tilt, roll = rng.uniform(-MOST_TILT_DEG, MOST_TILT_DEG), rng.uniform(-180, 180)
    scene = replace(Scene.of_seed(seed), tilt_deg=float(tilt), roll_deg=float(roll))
    table = SimulatedTable(own.layout, seed=seed, scene=scene, artwork=own.artwork)
    cells = own.layout.find(zone)[1]
    for cell in rng.permutation(np.array(cells.cells, dtype=object))[: int(TAKEN_SHARE * len(cells.cells))]:
        table.add(str(rng.choice(cells.kinds)), zone, cell.id)
    picture = table.picture().copy()
    truth = _truth(table, own.layout, zone)
    hidden = _cover(picture, truth, rng)
    seen = _read(layout, own, picture)
    counts["boards"] += 1
    _count(seen, truth, hidden, table, zone, counts)
    counts["another board taken for it"] += bool(
        [sheet for sheet in _read(layout, other, picture).sheets if zone in sheet.cells]
    )


def _read(layout: Layout, demo: DemoBox, picture: Any) -> Sighting:
    return taught_reader(layout_of_box(demo.box, layout), demo.box).read_sheets(picture)


def _truth(table: SimulatedTable, layout: Layout, zone: str) -> dict[str, Any]:
    """Give where the middle of every space is seen, and half a space beside it."""
    renderer = table.renderer()
    sheet, cells = layout.find(zone)
    places = {}
    for cell in cells.cells:
        side = np.ptp(np.array(cell.outline_mm), axis=0).min()
        x, y = cell.centre_mm
        on_table = [renderer.on_table(sheet.id, *at) for at in ((x, y), (x + side / 2, y), (x, y + side / 2))]
        places[cell.id] = renderer.camera.project(np.array(on_table))
    return places


def _cover(picture: Any, truth: dict[str, Any], rng: np.random.Generator) -> set[str]:
    """Lay things over a picture until a share of the spaces is hidden; name those that are."""
    wanted, hidden = rng.uniform(0, MOST_COVERED) * len(truth), set[str]()
    middles = np.array([place[0] for place in truth.values()])
    while len(hidden) < wanted:
        at = middles[rng.integers(len(middles))]
        axes = rng.uniform(30, 110, 2).astype(int).tolist()
        mask = np.zeros(picture.shape[:2], np.uint8)
        cv2.ellipse(mask, at.astype(int).tolist(), axes, float(rng.uniform(0, 180)), 0, 360, 255, -1)
        picture[mask > 0] = rng.integers(20, 220, 3)
        rows = np.clip(middles[:, 1].astype(int), 0, mask.shape[0] - 1)
        columns = np.clip(middles[:, 0].astype(int), 0, mask.shape[1] - 1)
        hidden |= {name for name, under in zip(truth, mask[rows, columns] > 0, strict=True) if under}
    return hidden


def _count(
    seen: Sighting,
    truth: dict[str, Any],
    hidden: set[str],
    table: SimulatedTable,
    zone: str,
    counts: Counter[str],
) -> None:
    cells = next((sheet.cells[zone] for sheet in seen.sheets if zone in sheet.cells), None)
    counts["found"] += cells is not None
    if cells is None:
        return
    lying = {cell: piece.kind for (name, cell), piece in table.taken().items() if name == zone}
    for name, cell in cells.items():
        middle, across, down = truth[name]
        off = np.hypot(*(np.array(cell.centre_px) - middle))
        half = min(np.hypot(*(across - middle)), np.hypot(*(down - middle)))
        counts["spaces"] += 1
        counts["spaces within a tenth"] += bool(off < TENTH * 2 * half)
        if name in hidden:
            counts["under things"] += 1
            counts["under things, accepted"] += not cell.covered and cell.best()[1] > np.log(0.99)
            continue
        kind, log_p = cell.best()
        accepted, right = not cell.covered and log_p > np.log(0.99), kind == lying.get(name, EMPTY)
        counts["open spaces"] += 1
        counts["open spaces right and accepted"] += accepted and right
        counts["open spaces wrong and accepted"] += accepted and not right


def _games(slug: str) -> dict[str, float]:
    """Follow whole games of bots, each on a set in another style."""
    total = Counter[str]()
    for number in range(GAMES_EACH):
        tally = Watcher(Job(slug, number, style=STYLES[number % len(STYLES)].name)).run()
        for name in ("games", "equal", "actions", "questions", "wrong", "missed"):
            total[name] += getattr(tally, name)
    return {**total, "questions of 100 actions": round(100 * total["questions"] / total["actions"], 1)}


def times() -> dict[str, float]:
    """Time the first reading of a board, one after a piece was laid, and one when the table is known.

    Each stands beside the same of the printed mat.
    """
    slug = "caterpillar-filler"
    layout = load_layout(slug)
    demo = demo_box(layout)
    seen = layout_of_box(demo.box, layout)
    tables = {
        "printed": (SimulatedTable(layout, seed=3), lambda: table_reader(layout)),
        "unmarked": (
            SimulatedTable(demo.layout, seed=3, artwork=demo.artwork),
            lambda: taught_reader(seen, demo.box),
        ),
    }
    ms: dict[str, list[float]] = {}
    for name, (table, make) in tables.items():
        cells = layout.find("garden")[1]
        for number, cell in enumerate(cells.cells[::3]):
            table.add(cells.kinds[number % len(cells.kinds)], "garden", cell.id)
        make().read_sheets(table.picture())  # templates are made once for all readers
        for number in range(TIMED):
            reader = make()
            for when in ("first", "next", "still"):
                if when == "still":
                    for _ in range(SETTLING):
                        reader.read_sheets(table.picture())
                start_s = time.thread_time()
                reader.read_sheets(table.picture())
                ms.setdefault(f"{name}, {when}", []).append(1000 * (time.thread_time() - start_s))
                if when == "first":
                    table.add(cells.kinds[0], "garden", cells.cells[3 * number + 1].id)
    middle = {name: round(float(np.median(each)), 1) for name, each in ms.items()}
    return {
        **{f"ms, {name}": value for name, value in middle.items()},
        "first, unmarked over printed": round(middle["unmarked, first"] / middle["printed, first"], 2),
        "next, unmarked over printed": round(middle["unmarked, next"] / middle["printed, next"], 2),
        "still, unmarked over printed": round(middle["unmarked, still"] / middle["printed, still"], 2),
    }


def times_while_sheets_are_away() -> dict[str, float]:
    """Time the first reading of a board, and one after a piece was laid; eight other sheets are away."""
    layout = load_layout("papillon")
    demo = demo_box(layout, "parchment")
    table = SimulatedTable(demo.layout, seed=3, artwork=demo.artwork)
    reader = taught_reader(layout_of_box(demo.box, layout), demo.box)
    bids = layout.find("bids")[1]
    ms = []
    for number in range(SETTLING + len(bids.cells)):
        if number >= SETTLING:
            table.add(bids.kinds[number % len(bids.kinds)], bids.id, bids.cells[number - SETTLING].id)
        picture = table.picture()
        start_s = time.thread_time()
        reader.read_sheets(picture)
        ms.append(1000 * (time.thread_time() - start_s))
    return {"ms, first": round(ms[0], 1), "ms, a piece laid": round(float(np.median(ms[SETTLING:])), 1)}
