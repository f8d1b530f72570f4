"""The words in which all artwork is drawn: paths of flat colour, in millimetres.

There is one primitive, `Path`; circles, polygons, rings and letters are functions that make
one. A *drawing* is a sequence of paths, the first one at the bottom.

Convention: x to the right, y down, angles in degrees clockwise from the right. A path is
filled by the even-odd rule, so an outline inside another one is a hole.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import cos, radians, sin

from companion.layout import Point, Rgb

Segment = tuple[str, tuple[Point, ...]]
"""``M`` one point, ``L`` one point, ``C`` three points (cubic Bezier), ``Z`` none."""

KAPPA = 0.5522847498
"""Control length of a quarter circle drawn as a cubic Bezier of radius 1."""


@dataclass(frozen=True)
class Path:
    """One outline, or several, filled and stroked (with round ends) in flat colours."""

    segments: tuple[Segment, ...]
    fill: Rgb | None = None
    stroke: Rgb | None = None
    stroke_mm: float = 0.0


@dataclass(frozen=True)
class Transform:
    """An affine map: x' = a x + c y + e, y' = b x + d y + f (as SVG's ``matrix``)."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def point(self, p: Point) -> Point:
        """Map a point."""
        return self.a * p[0] + self.c * p[1] + self.e, self.b * p[0] + self.d * p[1] + self.f

    def path(self, path: Path) -> Path:
        """Map a path; strokes grow with the mean scale."""
        segments = tuple((op, tuple(self.point(p) for p in points)) for op, points in path.segments)
        scale = abs(self.a * self.d - self.b * self.c) ** 0.5
        return replace(path, segments=segments, stroke_mm=path.stroke_mm * scale)

    def drawing(self, paths: Iterable[Path]) -> list[Path]:
        """Map a drawing."""
        return [self.path(path) for path in paths]


def shifted(to: Point) -> Transform:
    """Move the origin to a point."""
    return Transform(e=to[0], f=to[1])


def turned(degrees: float, about: Point = (0.0, 0.0), scale: float = 1.0) -> Transform:
    """Turn clockwise about a point, and scale from it."""
    c, s = scale * cos(radians(degrees)), scale * sin(radians(degrees))
    x, y = about
    return Transform(c, s, -s, c, x - c * x + s * y, y - s * x - c * y)


def polar(radius: float, degrees: float, centre: Point = (0.0, 0.0)) -> Point:
    """Give the point at a distance and direction from a centre."""
    return centre[0] + radius * cos(radians(degrees)), centre[1] + radius * sin(radians(degrees))


def round_a_square(
    left_top: Point, side: float, out: float, along: float
) -> tuple[Point, Point, Point, Point]:
    """Give the places above, below, left and right of a square, ``out`` from it, ``along`` from its start."""
    left, top = left_top
    return (
        (left + along, top - out),
        (left + along, top + side + out),
        (left - out, top + along),
        (left + side + out, top + along),
    )


def outline(points: Iterable[Point], *, close: bool = True) -> tuple[Segment, ...]:
    """Join points by straight lines."""
    segments: list[Segment] = [("L", (p,)) for p in points]
    segments[0] = ("M", segments[0][1])
    return (*segments, ("Z", ())) if close else tuple(segments)


def round_outline(centre: Point, rx: float, ry: float | None = None) -> tuple[Segment, ...]:
    """Give a circle or an upright ellipse as four Bezier curves."""
    x, y = centre
    ry = rx if ry is None else ry
    kx, ky = KAPPA * rx, KAPPA * ry
    return (
        ("M", ((x + rx, y),)),
        ("C", ((x + rx, y + ky), (x + kx, y + ry), (x, y + ry))),
        ("C", ((x - kx, y + ry), (x - rx, y + ky), (x - rx, y))),
        ("C", ((x - rx, y - ky), (x - kx, y - ry), (x, y - ry))),
        ("C", ((x + kx, y - ry), (x + rx, y - ky), (x + rx, y))),
        ("Z", ()),
    )


def polygon(points: Iterable[Point], fill: Rgb) -> Path:
    """Fill a polygon."""
    return Path(outline(points), fill)


def polygons(many: Iterable[Iterable[Point]], fill: Rgb) -> Path:
    """Fill polygons that do not overlap as one path, so that no seam shows between neighbours."""
    return Path(tuple(segment for points in many for segment in outline(points)), fill)


def line(points: Iterable[Point], stroke: Rgb, width: float) -> Path:
    """Draw a line with round ends."""
    return Path(outline(points, close=False), stroke=stroke, stroke_mm=width)


def disc(centre: Point, radius: float, fill: Rgb) -> Path:
    """Fill a circle."""
    return Path(round_outline(centre, radius), fill)


def ellipse(centre: Point, rx: float, ry: float, fill: Rgb) -> Path:
    """Fill an upright ellipse."""
    return Path(round_outline(centre, rx, ry), fill)


def ring(centre: Point, outer: float, inner: float, fill: Rgb) -> Path:
    """Fill the space between two circles."""
    return Path(round_outline(centre, outer) + round_outline(centre, inner), fill)


def rectangle(left: float, top: float, width: float, height: float, fill: Rgb) -> Path:
    """Fill an upright rectangle."""
    right, bottom = left + width, top + height
    return polygon(((left, top), (right, top), (right, bottom), (left, bottom)), fill)


def rounded(left: float, top: float, width: float, height: float, radius: float, fill: Rgb) -> Path:
    """Fill an upright rectangle with round corners."""
    right, bottom, k = left + width, top + height, radius * (1 - KAPPA)
    return Path(
        (
            ("M", ((left + radius, top),)),
            ("L", ((right - radius, top),)),
            ("C", ((right - k, top), (right, top + k), (right, top + radius))),
            ("L", ((right, bottom - radius),)),
            ("C", ((right, bottom - k), (right - k, bottom), (right - radius, bottom))),
            ("L", ((left + radius, bottom),)),
            ("C", ((left + k, bottom), (left, bottom - k), (left, bottom - radius))),
            ("L", ((left, top + radius),)),
            ("C", ((left, top + k), (left + k, top), (left + radius, top))),
            ("Z", ()),
        ),
        fill,
    )


def arc_points(centre: Point, radius: float, start: float, end: float, step: float = 6.0) -> list[Point]:
    """Give points along an arc, both ends included."""
    count = max(1, round(abs(end - start) / step))
    return [polar(radius, start + (end - start) * n / count, centre) for n in range(count + 1)]


def ring_part(outer: float, inner: float, start: float, end: float) -> list[Point]:
    """Give the outline of a part of a ring round the origin, between two directions."""
    return arc_points((0, 0), outer, start, end) + arc_points((0, 0), inner, end, start)


def star(points: int, outer: float, inner: float, turn: float = -90.0) -> list[Point]:
    """Give the outline of a star round the origin, one point at ``turn``."""
    step = 180.0 / points
    return [polar(inner if n % 2 else outer, turn + n * step) for n in range(2 * points)]


def drop(length: float, width: float, at: float = 0.0) -> tuple[Segment, ...]:
    """Give a pointed oval (a leaf or petal) along x, from ``at`` to ``at + length``."""
    far, middle, half = at + length, at + length / 2, width * 0.66
    return (
        ("M", ((at, 0.0),)),
        ("C", ((middle, -half), (far - length * 0.12, -half), (far, 0.0))),
        ("C", ((far - length * 0.12, half), (middle, half), (at, 0.0))),
        ("Z", ()),
    )


def mix(one: Rgb, other: Rgb, share: float) -> Rgb:
    """Blend two colours: ``share`` of the second one."""
    r, g, b = (round(x + (y - x) * share) for x, y in zip(one, other, strict=True))
    return r, g, b
