"""A setting: how the sheets lie on the table, where the camera hangs, and how it is lit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

import numpy as np

from companion.layout import Layout, Sheet
from companion.simulation.rendering.camera_model import Array, CameraModel, hang_over
from companion.simulation.rendering.light import Light
from companion.simulation.rendering.surface import SURFACES

GAP_MM: Final = 26.0
"""Free table between two sheets."""

ASPECT: Final = 4 / 3
"""Of a camera's picture."""


@dataclass(frozen=True)
class SheetPose:
    """Where a sheet lies: its middle on the table, its turn, and its size."""

    x_mm: float
    y_mm: float
    turn_deg: float
    size_mm: tuple[float, float]

    @property
    def to_table(self) -> Array:
        """The (2, 3) matrix from the sheet's millimetres to the table's."""
        turn = np.radians(self.turn_deg)
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        shift = np.array([self.x_mm, self.y_mm]) - spin @ (np.array(self.size_mm) / 2)
        return np.column_stack([spin, shift])

    def on_table(self, points_mm: Array) -> Array:
        """Points (N, 2) of the sheet in millimetres of the table."""
        matrix = self.to_table
        placed: Array = np.asarray(points_mm, dtype=np.float64) @ matrix[:, :2].T + matrix[:, 2]
        return placed

    def on_sheet(self, points_mm: Array) -> Array:
        """Points (..., 2) of the table in millimetres of the sheet: the inverse of `on_table`."""
        matrix = self.to_table
        placed: Array = (points_mm - matrix[:, 2].astype(np.float32)) @ matrix[:, :2].astype(np.float32)
        return placed

    def outline(self, steps: int = 1) -> Array:
        """The sheet's edge on the table, (4 * steps, 2), so fine that a lens may bend it."""
        width, height = self.size_mm
        corners = np.array([(0, 0), (width, 0), (width, height), (0, height), (0, 0)])
        part = np.arange(steps)[:, None] / steps
        sides = [a + part * (b - a) for a, b in pairwise(corners)]
        return self.on_table(np.vstack(sides))


@dataclass(frozen=True)
class Scene:
    """One setting of the simulated table; `of_seed` gives a lifelike one for any number."""

    tilt_deg: float = 6.0
    roll_deg: float = 0.0
    view_deg: float = 62.0
    k1: float = -0.045
    k2: float = 0.012
    surface: str = "oak"
    light: Light = field(default_factory=Light)
    jumble_deg: float = 0.8
    seed: int = 0

    @classmethod
    def of_seed(cls, seed: int) -> Scene:
        """A setting as varied as homes are; seed 0 is the plain default."""
        if seed == 0:
            return cls()
        rng = np.random.default_rng((seed, 3))
        bearing, away = rng.uniform(0, 2 * np.pi), rng.uniform(150, 520)
        light = Light(
            lamp_mm=(away * np.cos(bearing), away * np.sin(bearing), rng.uniform(650, 1300)),
            kelvin=rng.uniform(2900, 6200),
            balance=rng.uniform(0.55, 0.95),
            ambient=rng.uniform(0.3, 0.65),
            lamp_size_mm=rng.uniform(60, 220),
            window=(rng.uniform(-0.7, 0.7), rng.uniform(-0.7, 0.7)),
            exposure=rng.uniform(0.8, 1.08),
        )
        return cls(
            tilt_deg=rng.uniform(-4, 18),
            roll_deg=rng.uniform(-5, 5),
            k1=rng.uniform(-0.08, 0.03),
            k2=rng.uniform(-0.01, 0.03),
            surface=SURFACES[rng.integers(len(SURFACES))],
            light=light,
            jumble_deg=2.5,
            seed=seed,
        )

    def lit(self, **fields: object) -> Scene:
        """The same setting in other light; the names are those of `Light`."""
        return replace(self, light=self.light.changed(**fields))

    def arrange(self, layout: Layout, loose: Sequence[str] | None = None) -> dict[str, SheetPose]:
        """Lay the sheets out in columns, largest first, each a little askew.

        ``loose`` names the loose sheets in their places from left to right, "" where none lies;
        without it every place is taken. A sheet lies the same whatever lies in other places.
        """
        rng = np.random.default_rng((self.seed, 7))
        poses: dict[str, SheetPose] = {}
        left, top, column = 0.0, 0.0, 0.0
        laid = _laid(layout, loose)
        deepest = _best_depth([size_mm for _, size_mm in laid])
        for nth, (name, (width, height)) in enumerate(laid):
            if nth and top + height > deepest:
                left, top, column = left + column + GAP_MM, 0.0, 0.0
            turn = self.jumble_deg * rng.uniform(-1, 1)
            if name:
                poses[name] = SheetPose(left + width / 2, top + height / 2, turn, (width, height))
            top, column = top + height + GAP_MM, max(column, width)
        return poses

    def camera(self, poses: dict[str, SheetPose], size_px: tuple[int, int]) -> CameraModel:
        """The camera, hung so high that every sheet is in view."""
        corners = np.vstack([pose.outline() for pose in poses.values()])
        return hang_over(
            corners,
            size_px,
            view_deg=self.view_deg,
            tilt_deg=self.tilt_deg,
            roll_deg=self.roll_deg,
            k1=self.k1,
            k2=self.k2,
        )


def _laid(layout: Layout, loose: Sequence[str] | None) -> list[tuple[str, tuple[float, float]]]:
    """Name what is laid out, with its size: the sheets that are always there, then the loose places."""
    fixed = sorted((sheet for sheet in layout.sheets if not sheet.loose), key=_area, reverse=True)
    cards = sorted((sheet for sheet in layout.sheets if sheet.loose), key=_area, reverse=True)
    places = [sheet.id for sheet in cards[: layout.loose_places]] if loose is None else loose
    room = cards[0].size_mm if cards else (0.0, 0.0)
    laid = [(sheet.id, sheet.size_mm) for sheet in fixed]
    return laid + [(name, layout.sheet(name).size_mm if name else room) for name in places]


def _best_depth(sizes: Sequence[tuple[float, float]]) -> float:
    """Give the depth of columns at which the camera, hung to see them all, hangs lowest."""
    depths = [max(depth for _, depth in sizes)]
    for count in range(2, len(sizes) + 1):
        depths.append(
            max(depths[0], sum(sorted((d for _, d in sizes), reverse=True)[:count]) + GAP_MM * (count - 1))
        )
    return min(depths, key=lambda depth: _height(sizes, depth))


def _height(sizes: Sequence[tuple[float, float]], deepest: float) -> float:
    """Give how high the camera must hang over columns of this depth, in widths of its picture."""
    left, top, column, lowest = 0.0, 0.0, 0.0, 0.0
    for nth, (width, depth) in enumerate(sizes):
        if nth and top + depth > deepest:
            left, top, column = left + column + GAP_MM, 0.0, 0.0
        lowest = max(lowest, top + depth)
        top, column = top + depth + GAP_MM, max(column, width)
    return max(left + column, lowest * ASPECT)


def _area(sheet: Sheet) -> float:
    return sheet.size_mm[0] * sheet.size_mm[1]
