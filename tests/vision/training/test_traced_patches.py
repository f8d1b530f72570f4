"""What is traced again of a path-traced table: all that was moved, and nothing twice."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from bench.traced.boards.patches import Window, changed_windows
from companion.layout import Layout
from companion.layouts import load_layout
from companion.simulation.rendering.camera_model import Array, CameraModel
from companion.simulation.rendering.render import Thing
from companion.simulation.rendering.scene import Scene, SheetPose

LARGER = Window(0, 0, 1840, 1380)


@dataclass(frozen=True)
class _Flat:
    """A table whose sheets do not wave, so that no other renderer is needed."""

    layout: Layout
    whole: Window = LARGER

    @cached_property
    def poses(self) -> dict[str, SheetPose]:
        return Scene(tilt_deg=25, k1=0, k2=0).arrange(self.layout, [])

    @cached_property
    def camera(self) -> CameraModel:
        return Scene(tilt_deg=25, k1=0, k2=0).camera(self.poses, (1640, 1232))

    @property
    def middle(self) -> Array:
        return np.array(self.camera.target_mm)

    def place(self, sheet: str, points_mm: Array) -> Array:
        flat = (self.poses[sheet].on_table(points_mm) - self.middle) * (1, -1)
        return np.column_stack([flat, np.zeros(len(flat))])


LAYOUT = load_layout("octopus-garden").for_seats(4)
TABLE: Any = _Flat(LAYOUT)
KIND = LAYOUT.find(next(zone.id for _, zone in LAYOUT.zones() if zone.kinds))[1].kinds[0]
SHEET = next(iter(TABLE.poses))


def _seen_at(thing: Thing) -> Array:
    """Where the traced picture shows a thing."""
    at = TABLE.poses[thing.sheet].on_table(np.array([[thing.x_mm, thing.y_mm]]))
    return (TABLE.camera.project(at) + (np.array(LARGER[2:]) - TABLE.camera.size_px) / 2)[0]


def _holds(window: Window, point: Array) -> bool:
    inside = point - (window.left, window.top)
    return bool((inside > 0).all() and (inside < (window.width, window.height)).all())


def test_a_moved_piece_is_traced_where_it_was_and_where_it_is() -> None:
    before, now, still = (Thing(KIND, SHEET, x, 60.0) for x in (20.0, 120.0, 70.0))
    windows = changed_windows(TABLE, [before, still], [now, still])
    assert len(windows) == 2
    for thing in (before, now):
        assert [_holds(window, _seen_at(thing)) for window in windows].count(True) == 1
    assert not any(_holds(window, _seen_at(still)) for window in windows)


def test_windows_that_overlap_are_joined() -> None:
    near = [Thing(KIND, SHEET, x, 60.0) for x in (40.0, 50.0, 60.0)]
    (window,) = changed_windows(TABLE, [], near)
    assert all(_holds(window, _seen_at(thing)) for thing in near)


def test_a_table_that_stays_needs_no_window() -> None:
    things = [Thing(KIND, SHEET, 40.0, 60.0)] * 2
    assert changed_windows(TABLE, things, things[::-1]) == []
