"""The 94 garden tiles, drawn from what the rules know of them (specification 2.2).

A segment of two sides or more is the ground of its tile; segments of one side are half-round beds
along it. Two such grounds share the tile along a diagonal; four single sides meet in the middle.
The marker lies in the middle and hides no join.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin

from companion.games.papillon.art.ground import CREAM, INK, Region, bed, edging, far_from, lawn, within
from companion.games.papillon.art.insects import butterfly, caterpillar
from companion.games.papillon.grown import TILE_MM
from companion.games.papillon.layout import BLOOMS
from companion.games.papillon.rules.data.box import Tile
from companion.layout import Kind, Marker, Point
from companion.layouts.shapes import rectangle as corners_of
from companion.printing.drawing import Path, disc, mix, outline, polygon, rectangle, rounded, shifted, turned
from companion.printing.glyphs import text
from companion.printing.tags import marker_drawing

HALF = TILE_MM / 2
LOBE_DEEP, LOBE_WIDE = 13.0, 20.0
"""How far a half-round bed reaches into the tile, and half its width along the side: two beds on
neighbouring sides do not touch."""

TAG_CLEAR_MM = 11.6
"""Nothing grows nearer to the middle: the marker's white rim, and the number below it."""

ICON_OUT_MM = 17.2
CATERPILLAR_AT: Point = (-19.4, -19.4)


def tile(kind: Kind, data: Tile, dictionary: str) -> list[Path]:
    """Draw a tile, in mm from its centre."""
    seed = int(kind.name[1:])
    taken = _icons(data)
    parts = [rectangle(-HALF, -HALF, TILE_MM, TILE_MM, mix(BLOOMS["F"], INK, 0.4))]
    for number in _grounds_first(data):
        shape = _shape(data, number)
        type_ = data.segments[number].type
        parts.append(polygon(shape, BLOOMS[type_]))
        region = _free(_region(data, number), taken)
        parts += lawn(region, seed) if type_ == "F" else bed(type_, region, seed + number)
    parts += [path for number in _grounds_first(data) for path in _border(data, number)]
    parts += [path for at in taken for path in shifted(at).drawing(butterfly(CREAM, (226, 120, 40), 0.5))]
    if data.caterpillar:
        leaf = [disc((0.0, 0.0), 4.5, INK), disc((0.0, 0.0), 4.1, CREAM)]
        parts += shifted(CATERPILLAR_AT).drawing([*leaf, *caterpillar(0.5)])
    label, name = _label(kind)
    return [*parts, _frame(), label, *tag(kind, dictionary), name]


def tag(kind: Kind, dictionary: str) -> list[Path]:
    """Draw the marker of a piece in its middle."""
    half = kind.marker_mm / 2
    return marker_drawing(Marker(kind.marker, corners_of(-half, -half, 2 * half, 2 * half)), dictionary)


def _label(kind: Kind) -> list[Path]:
    """Draw the white label under the marker of a tile, with its name below."""
    rim = kind.marker_mm / 2 + kind.marker_mm / 8 * 1.4
    label = rounded(-rim, -rim, 2 * rim, 2 * rim + 2.2, 2.0, (255, 255, 255))
    return [label, text(kind.name, (0.0, rim + 1.5), 2.3, INK)]


def _frame() -> Path:
    edge = HALF - 0.2
    corners = ((-edge, -edge), (edge, -edge), (edge, edge), (-edge, edge))
    return Path(outline(corners), stroke=mix(BLOOMS["F"], INK, 0.6), stroke_mm=0.4)


def _grounds_first(data: Tile) -> list[int]:
    """Give the segments, those of several sides first: the others are beds in them."""
    numbers = range(len(data.segments))
    return sorted(numbers, key=lambda number: len(data.segments[number].edges) < 2)


def _wide(data: Tile) -> list[int]:
    return [number for number, segment in enumerate(data.segments) if len(segment.edges) > 1]


def _sides(data: Tile, number: int) -> list[int]:
    return ["NESW".index(side) for side in data.segments[number].edges]


def _owner(data: Tile) -> Callable[[Point], int]:
    """Give what says which segment is at a point of the tile; a drawing asks for thousands."""
    wide = _wide(data)
    at_side = [next(n for n in range(len(data.segments)) if side in _sides(data, n)) for side in range(4)]

    def owner(at: Point) -> int:
        side = _quadrant(at)
        here = at_side[side]
        if len(wide) != 1 or here in wide:
            return here
        return here if _in_lobe(side, at) else wide[0]

    return owner


def _quadrant(at: Point) -> int:
    x, y = at
    if abs(y) >= abs(x):
        return 0 if y < 0 else 2
    return 1 if x > 0 else 3


def _in_lobe(side: int, at: Point) -> bool:
    along, deep = _from_side(side, at)
    return (along / LOBE_WIDE) ** 2 + (deep / LOBE_DEEP) ** 2 < 1


def _from_side(side: int, at: Point) -> tuple[float, float]:
    """Give a point's place along a side from its middle, and how deep in the tile it lies."""
    x, y = at
    return ((x, y + HALF), (y, HALF - x), (x, HALF - y), (y, x + HALF))[side]


def _region(data: Tile, number: int) -> Region:
    owner = _owner(data)
    return lambda at: within(HALF - 0.4, at) and owner(at) == number


def _free(region: Region, taken: list[Point]) -> Region:
    """Leave room for the marker and for the icons."""

    def free(at: Point) -> bool:
        x, y = at
        if abs(x) < TAG_CLEAR_MM - 1.6 and -TAG_CLEAR_MM + 1.6 < y < TAG_CLEAR_MM + 0.8:
            return False
        if far_from(at, CATERPILLAR_AT) < 4.0:
            return False
        return region(at) and all(far_from(at, icon) > 4.6 for icon in taken)

    return free


def _shape(data: Tile, number: int) -> list[Point]:
    """Give the outline of a segment."""
    sides, wide = _sides(data, number), _wide(data)
    if len(wide) == 1:
        square = [(-HALF, -HALF), (HALF, -HALF), (HALF, HALF), (-HALF, HALF)]
        return square if number in wide else _lobe(sides[0])
    corners = [(-HALF, -HALF), (HALF, -HALF), (HALF, HALF), (-HALF, HALF), (-HALF, -HALF)]
    first = next(side for side in sides if (side - 1) % 4 not in sides)
    round_ = [corners[(first + n) % 4] for n in range(len(sides) + 1)]
    return [*round_, (0.0, 0.0)] if len(sides) == 1 else round_


def _lobe(side: int) -> list[Point]:
    """Give the outline of a half-round bed along a side."""
    arc = [radians(180.0 * n / 30) for n in range(31)]
    points = [(-LOBE_WIDE * cos(turn), LOBE_DEEP * sin(turn) - HALF) for turn in arc]
    return [turned(90.0 * side).point(point) for point in points]


def _border(data: Tile, number: int) -> list[Path]:
    """Give the edging of a segment towards the inside of the tile."""
    sides, wide = _sides(data, number), _wide(data)
    if len(wide) == 1:
        return [] if number in wide else [edging(_lobe(sides[0]))]
    shape = _shape(data, number)
    ends = [shape[len(sides)], *shape[len(sides) + 1 :], shape[0]]
    return [edging(ends)]


def _icons(data: Tile) -> list[Point]:
    """Give the places of the butterfly icons: on the sides of their field, or in the corner between."""
    places: list[Point] = []
    for number, segment in enumerate(data.segments):
        sides = _sides(data, number)
        free = sides if len(sides) <= 2 else [sides[1], sides[-1], sides[0]]
        out = ICON_OUT_MM if len(sides) > 1 else ICON_OUT_MM + 1.3
        turns = [90.0 * side - 90.0 for side in free[: segment.butterflies]]
        places += [(out * cos(radians(turn)), out * sin(radians(turn))) for turn in turns]
    return places
