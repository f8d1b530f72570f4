"""A phone's photograph of tiles that are joined on the bare table, out of the camera's sight."""

from __future__ import annotations

import random
from dataclasses import replace

from msgspec.structs import replace as changed

from companion.layout import Layout
from companion.layouts import grown
from companion.rules.game import Lying, Seat
from companion.simulation.rendering.camera_model import Array
from companion.simulation.rendering.noise import noisy
from companion.simulation.rendering.render import Renderer, Thing
from companion.simulation.rendering.scene import Scene

ASKEW_DEG, SHIFT_MM = 1.2, 0.5
"""How people lay tiles against each other: standard deviations."""

NOISE = 2.0


def snapshot(
    layout: Layout,
    lying: Lying,
    seat: Seat,
    *,
    seed: int = 0,
    turn_deg: float = 0.0,
    size_px: tuple[int, int] = (1640, 1232),
    untidy: dict[str, tuple[float, float, float]] | None = None,
) -> Array:
    """Give a photograph of one seat's tiles: (height, width, 3) uint8 BGR.

    Parameters
    ----------
    turn_deg
        How the phone is turned, clockwise.
    untidy
        Cell -> how a tile there is shifted in mm and turned in degrees besides.

    Raises
    ------
    KeyError
        When the layout has no such tiles.
    """
    whole = grown(layout, lying)
    name = f"{layout.mosaic.zone if layout.mosaic else ''}-{seat}"
    sheet = whole.sheet(name)
    alone = changed(whole, sheets=(sheet,), loose_places=0)
    base = Scene.of_seed(seed)
    scene = replace(base, roll_deg=base.roll_deg + turn_deg)
    rng = random.Random(seed)
    things = []
    for zone in sheet.zones:
        on_tiles = zone.id != name
        for cell in zone.cells:
            kind = lying.get(zone.id, {}).get(cell.id)
            if kind is None or (layout.mosaic and zone.id == f"{layout.mosaic.waiting}-{seat}"):
                continue
            described, turns = layout.kind(kind)
            right, below, more = (untidy or {}).get(cell.id, (0.0, 0.0, 0.0)) if not on_tiles else (0, 0, 0)
            x, y = (at + rng.gauss(0, SHIFT_MM) for at in cell.centre_mm)
            turn = rng.uniform(0, 360) if on_tiles else 90.0 * turns + rng.gauss(0, ASKEW_DEG)
            height = described.height_mm if on_tiles else 0.0
            things.append(Thing(described.name, sheet.id, x + right, y + below, turn + more, height))
    clean = Renderer(alone, scene, size_px).still(tuple(things))
    return noisy(clean, NOISE, seed)
