"""The sea that both boards are printed on: calm where tokens lie, alive in the margins."""

from __future__ import annotations

from math import pi, sin

from companion.games.octopus_garden.layout import COLOURS, SPACE_MM
from companion.layout import Cell, Marker, Point, Rgb
from companion.printing.drawing import (
    Path,
    disc,
    drop,
    line,
    mix,
    polar,
    polygon,
    rectangle,
    ring,
    shifted,
    turned,
)
from companion.printing.glyphs import centred_text

DEEP, WATER, SAND, FOAM = (COLOURS[name] for name in ("deep", "water", "sand", "foam"))
SURF: Rgb = (244, 250, 247)
SEA: Rgb = (44, 122, 146)
KELP: Rgb = (32, 96, 92)
SPACE: Rgb = (158, 212, 214)
SPACE_EDGE: Rgb = (222, 242, 238)


def sea(size: Point) -> list[Path]:
    """Give bands of water, lighter from band to band, over a ground of sand."""
    width, height = size
    parts = [rectangle(0.0, 0.0, width, height, SEA)]
    bands = ((0.18, 0.10), (0.44, 0.20), (0.70, 0.30))
    for n, (share, light) in enumerate(bands):
        parts.append(_band(size, share * height, mix(SEA, WATER, light), 38.0 + 9 * n, n * 1.7))
    parts.append(_band(size, height - 9.0, mix(SAND, SEA, 0.18), 61.0, 0.6))
    parts.append(_band(size, height - 5.0, mix(SAND, SEA, 0.05), 47.0, 2.0))
    return parts


def _band(size: Point, top: float, colour: Rgb, length: float, phase: float) -> Path:
    width, height = size
    crest = [(x, top + 2.2 * sin(2 * pi * x / length + phase)) for x in _steps(width)]
    return polygon([*crest, (width, height), (0.0, height)], colour)


def _steps(width: float) -> list[float]:
    count = int(width / 4) + 1
    return [width * n / count for n in range(count + 1)]


def surf(markers: tuple[Marker, ...]) -> list[Path]:
    """Give foam round every marker.

    On dark water the white field of a marker is itself a square that detectors take for one; a
    cloud has no corners.
    """
    parts = []
    for marker in markers:
        (left, top), _, (right, bottom), _ = marker.corners_mm
        middle = ((left + right) / 2, (top + bottom) / 2)
        parts += [disc(polar(15.5, 30.0 * n, middle), 6.2 + 1.3 * (n % 3), SURF) for n in range(12)]
        parts.append(disc(middle, 18.0, SURF))
    return parts


def kelp(foot: Point, height: float, lean: float = 1.0) -> list[Path]:
    """Give a strand of kelp that grows from a point."""
    x, y = foot
    stem = [(x + lean * 2.2 * sin(t * 4.0), y - t * height) for t in (n / 14 for n in range(15))]
    parts = [line(stem, KELP, 1.3)]
    for n, at in enumerate(stem[2:-1:2]):
        side = 1 if n % 2 else -1
        leaf = turned(-60.0 * side - 90.0 * (side < 0) + (-20.0 if side > 0 else 20.0))
        parts.append(shifted(at).path(leaf.path(Path(drop(6.4, 3.0, 0.3), mix(KELP, WATER, 0.18)))))
    return parts


def bubbles(at: Point, count: int) -> list[Path]:
    """Give bubbles that rise."""
    x, y = at
    return [
        ring((x + 1.6 * sin(2.3 * n), y - 3.4 * n), 0.7 + 0.28 * (n % 3), 0.4 + 0.28 * (n % 3), FOAM)
        for n in range(count)
    ]


def bridges(cells: tuple[Cell, ...], reach_mm: float) -> list[Path]:
    """Join neighbouring spaces, so that everybody sees where an animal may go."""
    parts = []
    for n, one in enumerate(cells):
        for other in cells[n + 1 :]:
            (x1, y1), (x2, y2) = one.centre_mm, other.centre_mm
            if (x1 - x2) ** 2 + (y1 - y2) ** 2 <= reach_mm**2:
                parts.append(line([(x1, y1), (x2, y2)], mix(SPACE_EDGE, WATER, 0.35), 2.6))
    return parts


def space(centre: Point) -> list[Path]:
    """Give a space: a calm pool with a light edge."""
    radius = SPACE_MM / 2
    return [
        disc((centre[0] + 0.5, centre[1] + 0.7), radius + 0.9, mix(SEA, DEEP, 0.35)),
        disc(centre, radius + 0.7, SPACE_EDGE),
        disc(centre, radius - 0.3, SPACE),
    ]


def name(cell: Cell) -> list[Path]:
    """Name a space, faintly: whoever asks the screen for B4 finds it."""
    return [centred_text(cell.id, cell.centre_mm, 4.6, mix(SPACE, DEEP, 0.22))]
