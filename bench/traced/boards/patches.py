"""Which parts of a path-traced table look different after something was moved.

A piece changes the light about it as far as its shadow falls. The rest of the picture stays as it was.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from companion.simulation.rendering.render import Thing

if TYPE_CHECKING:  # which needs Mitsuba
    from bench.traced.boards.laid import Setting

SHADOW_MM, SHADOW_HEIGHTS = 10.0, 2.5
"""A piece is noticed this far from its rim: a part that is always added, and so many of its heights."""


class Window(NamedTuple):
    """A part of the traced picture, in its pixels: left, top, width, height."""

    left: int
    top: int
    width: int
    height: int


def changed_windows(setting: Setting, before: list[Thing], now: list[Thing]) -> list[Window]:
    """Give windows, none of which overlap, about all that was taken away, moved or put down."""
    one, other = Counter(before), Counter(now)
    moved = [thing for thing in ((one - other) + (other - one)) if thing.sheet in setting.poses]
    return _apart([_window_of(setting, thing) for thing in moved])


def _window_of(setting: Setting, thing: Thing) -> Window:
    kind = setting.layout.kinds[thing.kind]
    high = thing.rests_at_mm + kind.height_mm
    reach = np.hypot(*kind.size_mm) / 2 + SHADOW_MM + SHADOW_HEIGHTS * high
    x, y, z = setting.place(thing.sheet, np.array([[thing.x_mm, thing.y_mm]]))[0]
    sides = product((x - reach, x + reach), (y - reach, y + reach), (0.0, z + high))
    on_table = np.array(list(sides)) * (1, -1, 1) + (*setting.middle, 0)
    size = np.array(setting.whole[2:])
    points = setting.camera.project(on_table) + (size - setting.camera.size_px) / 2
    left, top = np.clip(np.floor(points.min(axis=0)).astype(int), 0, size - 2)
    right, bottom = np.clip(np.ceil(points.max(axis=0)).astype(int), (left + 2, top + 2), size)
    return Window(int(left), int(top), int(right - left), int(bottom - top))


def _apart(windows: list[Window]) -> list[Window]:
    """Join windows that overlap, until none do."""
    apart: list[Window] = []
    for window in windows:
        while touching := [other for other in apart if _overlap(window, other)]:
            apart = [other for other in apart if other not in touching]
            window = _around([window, *touching])
        apart.append(window)
    return apart


def _overlap(one: Window, other: Window) -> bool:
    return (
        one.left < other.left + other.width
        and other.left < one.left + one.width
        and one.top < other.top + other.height
        and other.top < one.top + one.height
    )


def _around(windows: list[Window]) -> Window:
    left, top = min(each.left for each in windows), min(each.top for each in windows)
    right = max(each.left + each.width for each in windows)
    bottom = max(each.top + each.height for each in windows)
    return Window(left, top, right - left, bottom - top)
