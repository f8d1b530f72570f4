"""A phone's photograph of cards that somebody shows it: in a fan, in a row, or beside each other."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from math import cos, radians, sin, sqrt
from typing import Final, Literal, TypeAlias

from msgspec.structs import replace as changed

from companion.layout import Layout, Sheet
from companion.simulation.rendering.camera_model import Array
from companion.simulation.rendering.noise import noisy
from companion.simulation.rendering.render import Renderer, Thing
from companion.simulation.rendering.scene import Scene

Spread = Literal["fan", "row", "apart"]

AREA_MM: Final = (330.0, 250.0)
"""What the photograph shows at least."""

FAN_DEG: Final = 15.0
"""How far the cards of a fan are turned against each other."""

PIVOT_MM: Final = 100.0
"""How far below the middles of its cards the hand is that holds a fan."""

ROW_MM: Final = 27.0
"""How far the cards of a row are apart: of each that lies beneath another a strip is seen."""

APART_MM: Final = 112.0
"""How far cards are apart that lie beside each other, turned anyhow."""

NOISE: Final = 2.0


def held_up(
    layout: Layout,
    kinds: Sequence[str],
    *,
    spread: Spread = "fan",
    seed: int = 0,
    turn_deg: float = 0.0,
    tilt_deg: float | None = None,
    gap_mm: float = ROW_MM,
    size_px: tuple[int, int] = (1640, 1232),
) -> Array:
    """Give a photograph of cards: (height, width, 3) uint8 BGR.

    Parameters
    ----------
    kinds
        The cards; in a fan or a row each lies partly upon the one before it.
    turn_deg, tilt_deg
        How the phone is turned, clockwise, and how slantingly it looks at the cards; None for as it happens.
    gap_mm
        How far the cards of a row are apart.
    """
    rng = random.Random(seed)
    places = {"fan": _fan, "row": _row, "apart": _apart}[spread](len(kinds), rng, gap_mm)
    width = max([AREA_MM[0], *(2 * abs(x) + APART_MM for x, _, _ in places)])
    height = max([AREA_MM[1], *(2 * abs(y) + APART_MM for _, y, _ in places)])
    sheet = Sheet("held", "cards held up", (width, height), (), (), (), bare=True)
    alone = changed(layout, sheets=(sheet,), loose_places=0, mosaic=None)
    base = Scene.of_seed(seed)
    tilt = base.tilt_deg if tilt_deg is None else tilt_deg
    scene = replace(base, roll_deg=base.roll_deg + turn_deg, tilt_deg=tilt)
    things = tuple(
        Thing(kind, sheet.id, width / 2 + x, height / 2 + y, turn, nth * layout.kinds[kind].height_mm)
        for nth, (kind, (x, y, turn)) in enumerate(zip(kinds, places, strict=True))
    )
    clean = Renderer(alone, scene, size_px).still(things)
    return noisy(clean, NOISE, seed)


Places: TypeAlias = list[tuple[float, float, float]]
"""Of each card its x and y from the middle of the picture in mm, and how it is turned in degrees."""


def _fan(count: int, rng: random.Random, _: float) -> Places:
    """Cards in a fan: upside down, so that the corner with the marker shows."""
    turns = [FAN_DEG * (nth - (count - 1) / 2) + rng.gauss(0, 1.5) for nth in range(count)]
    lift = PIVOT_MM * 0.75
    return [(PIVOT_MM * sin(radians(t)), lift - PIVOT_MM * cos(radians(t)), 180.0 + t) for t in turns]


def _row(count: int, rng: random.Random, gap_mm: float) -> Places:
    """Upright cards in a row from right to left."""
    return [(-gap_mm * (nth - (count - 1) / 2), rng.gauss(0, 3), rng.gauss(0, 3)) for nth in range(count)]


def _apart(count: int, rng: random.Random, _: float) -> Places:
    """Cards that touch no other, turned anyhow."""
    columns = max(1, round(sqrt(count * 1.4)))
    rows = -(-count // columns)
    cells = [divmod(nth, columns) for nth in range(count)]
    return [
        (APART_MM * (column - (columns - 1) / 2), APART_MM * (row - (rows - 1) / 2), rng.uniform(0, 360))
        for row, column in cells
    ]
