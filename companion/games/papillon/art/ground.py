"""The grounds of tiles: lawn and four kinds of bed, told apart by their blossoms as well as by colour.

Poppies are round with a dark heart, cornflowers have points, daisies many petals round a large eye,
irises three wide petals. So beds differ for every eye, and under every lamp.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import cos, hypot, radians, sin

from companion.games.papillon.layout import BLOOMS
from companion.layout import Point, Rgb
from companion.printing.drawing import Path, mix, outline, polar, polygons

INK: Rgb = (38, 36, 30)
CREAM: Rgb = (252, 246, 224)
MOSS: Rgb = (74, 108, 52)

Region = Callable[[Point], bool]


def strewn(region: Region, step: float, clear: float, seed: int = 0) -> Iterator[Point]:
    """Give places of a slightly uneven lattice that lie in a region with this much of it all round."""
    reach, count = 30.0, int(60.0 / step)
    around = [polar(clear, 45.0 * n) for n in range(8)]
    for row in range(count + 1):
        for column in range(count + 1):
            n = seed * 31 + row * 17 + column * 7
            x = -reach + (column + 0.5 * (row % 2)) * step + 0.1 * step * sin(n * 2.399)
            y = -reach + row * step * 0.88 + 0.1 * step * cos(n * 1.713)
            if region((x, y)) and all(region((x + dx, y + dy)) for dx, dy in around):
                yield x, y


def blossom(at: Point, petals: int, outer: float, inner: float, turn: float) -> list[Point]:
    """Give the outline of a blossom with round petals."""
    steps = max(4 * petals, 4 * round(outer), 16)
    points = []
    for n in range(steps):
        wave = 0.5 + 0.5 * cos(radians(360.0 * petals * n / steps))
        points.append(polar(inner + (outer - inner) * wave**0.6, turn + 360.0 * n / steps, at))
    return points


def spikes(at: Point, points: int, outer: float, inner: float, turn: float) -> list[Point]:
    """Give the outline of a blossom with pointed petals."""
    return [polar(inner if n % 2 else outer, turn + 180.0 * n / points, at) for n in range(2 * points)]


def _dots(places: Iterable[Point], radius: float) -> list[list[Point]]:
    return [[polar(radius, 45.0 * n + 22.5, at) for n in range(8)] for at in places]


def poppies(places: list[Point], scale: float = 1.0) -> list[Path]:
    """Draw round blossoms with a dark heart."""
    heads = [blossom(at, 4, 2.5 * scale, 2.05 * scale, 40.0 * n) for n, at in enumerate(places)]
    return [
        polygons(heads, (240, 84, 72)),
        polygons(_dots(places, 1.05 * scale), (62, 14, 22)),
        polygons(_dots(places, 0.35 * scale), (250, 216, 120)),
    ]


def cornflowers(places: list[Point], scale: float = 1.0) -> list[Path]:
    """Draw pointed blossoms with a white heart."""
    heads = [spikes(at, 8, 2.6 * scale, 1.35 * scale, 25.0 * n) for n, at in enumerate(places)]
    return [
        polygons(heads, (122, 170, 246)),
        polygons(_dots(places, 0.95 * scale), (236, 244, 255)),
        polygons(_dots(places, 0.4 * scale), (28, 48, 120)),
    ]


def daisies(places: list[Point], scale: float = 1.0) -> list[Path]:
    """Draw blossoms of many petals round a large eye."""
    heads = [blossom(at, 9, 2.6 * scale, 1.7 * scale, 17.0 * n) for n, at in enumerate(places)]
    return [
        polygons(heads, (255, 240, 150)),
        polygons(_dots(places, 1.2 * scale), (168, 92, 20)),
        polygons(_dots(places, 0.5 * scale), (110, 54, 10)),
    ]


def irises(places: list[Point], scale: float = 1.0) -> list[Path]:
    """Draw blossoms of three wide petals with a golden throat."""
    heads = [blossom(at, 3, 2.75 * scale, 1.0 * scale, 50.0 * n) for n, at in enumerate(places)]
    inner = [spikes(at, 3, 1.7 * scale, 0.5 * scale, 50.0 * n + 60.0) for n, at in enumerate(places)]
    return [
        polygons(heads, (206, 160, 234)),
        polygons(inner, (84, 36, 120)),
        polygons(_dots(places, 0.55 * scale), (252, 214, 90)),
    ]


BLOSSOMS: dict[str, Callable[..., list[Path]]] = {"R": poppies, "B": cornflowers, "Y": daisies, "P": irises}


def bed(kind: str, region: Region, seed: int) -> list[Path]:
    """Plant a bed: leaves, then blossoms."""
    tone = BLOOMS[kind]
    leaves = [_leaf(at, 37.0 * n) for n, at in enumerate(strewn(region, 3.6, 1.3, seed + 3))]
    places = list(strewn(region, 5.9, 2.6, seed))
    return [polygons(leaves, mix(tone, INK, 0.32)), *(BLOSSOMS[kind](places) if places else [])]


def lawn(region: Region, seed: int) -> list[Path]:
    """Grow grass, with a little white clover in it."""
    grass = [_tuft(at, seed + n) for n, at in enumerate(strewn(region, 3.4, 1.0, seed))]
    clover = list(strewn(region, 12.0, 1.6, seed + 5))
    return [
        polygons(grass, mix(BLOOMS["F"], MOSS, 0.42)),
        polygons([blossom(at, 4, 0.9, 0.45, 20.0) for at in clover], CREAM),
    ]


def _leaf(at: Point, turn: float) -> list[Point]:
    tip, side = polar(1.3, turn, at), polar(0.45, turn + 90.0, at)
    return [tip, side, polar(1.3, turn + 180.0, at), polar(0.45, turn - 90.0, at)]


def _tuft(at: Point, n: int) -> list[Point]:
    """Give three blades of grass."""
    x, y = at
    lean = 0.5 * sin(n * 2.1)
    blades = ((-0.9, -0.9), (0.2, -1.3), (1.0, -0.7))
    feet = ((-0.7, 0.5), (-0.2, 0.0), (0.3, 0.0), (0.7, 0.5))
    points = [(x + feet[0][0], y + feet[0][1])]
    for (tip_x, tip_y), (foot_x, foot_y) in zip(blades, feet[1:], strict=True):
        points += [(x + tip_x + lean, y + tip_y), (x + foot_x, y + foot_y)]
    return points


def within(half: float, point: Point) -> bool:
    """Whether a point lies in an upright square round the origin."""
    return abs(point[0]) < half and abs(point[1]) < half


def far_from(point: Point, at: Point) -> float:
    """Give the distance of two points."""
    return hypot(point[0] - at[0], point[1] - at[1])


def edging(points: Iterable[Point], *, close: bool = False) -> Path:
    """Draw the stones between two segments: a dark line."""
    return Path(outline(points, close=close), stroke=(66, 52, 40), stroke_mm=1.1)
