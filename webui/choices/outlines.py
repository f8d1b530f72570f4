"""Outlines of cells as SVG writes them, in few bytes: a board has hundreds of cells."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from companion.layout import Point

DIGITS: Final = 2
"""Of a millimetre, after the point."""


def outline_path(outline: Sequence[Point]) -> str:
    """Write an outline in steps from corner to corner: cells of one form differ in the first corner alone."""
    corners = [(round(x, DIGITS), round(y, DIGITS)) for x, y in outline]
    steps = [
        f"{round(x - from_x, DIGITS):g} {round(y - from_y, DIGITS):g}"
        for (from_x, from_y), (x, y) in pairwise(corners)
    ]
    return f"M{corners[0][0]:g} {corners[0][1]:g}l{' '.join(steps)}z".replace(" -", "-")


def edges_path(outlines: Iterable[Sequence[Point]]) -> str:
    """Write all edges of some outlines. Upright and level ones that touch become one line, drawn once."""
    level: dict[float, list[tuple[float, float]]] = defaultdict(list)
    upright: dict[float, list[tuple[float, float]]] = defaultdict(list)
    others = []
    for outline in outlines:
        corners = [(round(x, DIGITS), round(y, DIGITS)) for x, y in outline]
        sides = list(zip(corners, [*corners[1:], corners[0]], strict=True))
        if any(x != to_x and y != to_y for (x, y), (to_x, to_y) in sides):
            others.append(outline_path(corners))
            continue
        for (x, y), (to_x, to_y) in sides:
            if y == to_y:
                level[y].append((min(x, to_x), max(x, to_x)))
            else:
                upright[x].append((min(y, to_y), max(y, to_y)))
    lines = [f"M{a:g} {y:g}H{b:g}" for y, spans in sorted(level.items()) for a, b in _joined(spans)]
    lines += [f"M{x:g} {a:g}V{b:g}" for x, spans in sorted(upright.items()) for a, b in _joined(spans)]
    return "".join((*lines, *others))


def _joined(spans: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """Join spans of one line that touch."""
    joined: list[tuple[float, float]] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(joined[-1][1], end)
        else:
            joined.append((start, end))
    return joined
