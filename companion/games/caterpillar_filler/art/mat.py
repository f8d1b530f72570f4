"""The mat: a garden seen from above, calm where pieces lie, lively in the margins."""

from __future__ import annotations

from companion.games.caterpillar_filler.art import pieces
from companion.games.caterpillar_filler.layout import (
    COLOURS,
    FLOWER_BED,
    GARDEN_AT,
    GARDEN_MM,
    PAPER,
    ROWS,
    SIDE,
    SQUARE_MM,
)
from companion.layout import Point, Rgb, Sheet, Zone
from companion.printing.drawing import (
    Path,
    disc,
    drop,
    line,
    mix,
    polygon,
    polygons,
    rectangle,
    ring,
    round_a_square,
    rounded,
    shifted,
    turned,
)
from companion.printing.glyphs import centred_text, text
from companion.printing.tags import fiducials

RIM_MM = 6.0
HEDGE: Rgb = (58, 98, 60)
HEDGE_LEAF: Rgb = (76, 122, 74)
LAWN_LINE: Rgb = (156, 188, 132)
PATH_LINE: Rgb = (202, 180, 138)
CLOVER: Rgb = (168, 200, 142)
PEBBLE: Rgb = (222, 204, 168)
SOIL: Rgb = (196, 150, 40)
MARGIN_LEAF: Rgb = (222, 226, 196)


def mat(sheet: Sheet, dictionary: str) -> list[Path]:
    """Draw the mat."""
    width, height = sheet.size_mm
    return [
        rectangle(0.0, 0.0, width, height, PAPER),
        *_margin_leaves(width, height),
        *_hedge(),
        *_garden(sheet.zone("garden")),
        *_slots(sheet.zone("letters"), COLOURS["blue"], "LETTER"),
        *_slots(sheet.zone("numbers"), COLOURS["orange"], "NUMBER"),
        *_pair_numbers(sheet.zone("letters")),
        *_reserve(sheet.zone("reserve")),
        *_supply(sheet.zone("supply")),
        *_titles(),
        *fiducials(sheet, dictionary),
    ]


def _margin_leaves(width: float, height: float) -> list[Path]:
    """Strew pale leaves over the whole mat, before anything else is laid on it."""
    leaves = []
    for n in range(150):
        # Multiples of two irrationals spread points evenly without a pattern.
        at: Point = (n * 0.7548776662 % 1 * width, n * 0.5698402910 % 1 * height)
        leaf = turned(n * 137.5).path(Path(drop(11.0, 6.0, -5.5), MARGIN_LEAF))
        leaves.append(shifted(at).path(leaf))
    return leaves


def _hedge() -> list[Path]:
    """Give the rim of the garden with the names of rows and columns (rule CF-01)."""
    (left, top), side = GARDEN_AT, GARDEN_MM + 2 * RIM_MM
    parts = [rounded(left - RIM_MM, top - RIM_MM, side, side, 4.0, HEDGE)]
    for n in range(2 * SIDE + 1):
        along = n * SQUARE_MM / 2
        for x, y in round_a_square(GARDEN_AT, GARDEN_MM, RIM_MM / 2, along):
            if n % 2 == 0:
                parts += _sprig((x, y))
    for n, row in enumerate(ROWS):
        across, down, left_rim, right_rim = round_a_square(
            GARDEN_AT, GARDEN_MM, RIM_MM / 2, (n + 0.5) * SQUARE_MM
        )
        parts += [centred_text(str(n + 1), place, 4.4, PAPER) for place in (across, down)]
        parts += [centred_text(row, place, 4.4, PAPER) for place in (left_rim, right_rim)]
    return parts


def _sprig(at: Point) -> list[Path]:
    """Give three small leaves."""
    turns = (turned(-90.0 + 120.0 * n) for n in range(3))
    return [shifted(at).path(turn.path(Path(drop(2.4, 1.6, 0.1), HEDGE_LEAF))) for turn in turns]


def _garden(garden: Zone) -> list[Path]:
    """Give the squares, their lines, and clover where four squares meet (never under a piece)."""
    squares: dict[Rgb, list[tuple[Point, ...]]] = {}
    for cell in garden.cells:
        squares.setdefault(garden.ground[cell.id], []).append(cell.outline_mm)
    parts = [polygon(garden.outline_mm, PATH_LINE)]
    parts += [polygons(outlines, colour) for colour, outlines in squares.items()]
    parts += _lines()
    for cell in garden.cells:
        if garden.ground[cell.id] == FLOWER_BED:
            parts += _flower_bed(cell.centre_mm)
    return parts + _corners()


def _lines() -> list[Path]:
    """Give the lines between squares, a bold one between path and lawn."""
    (left, top), inner = GARDEN_AT, GARDEN_MM - 2 * SQUARE_MM
    parts: list[Path] = []
    for n in range(1, SIDE):
        at = n * SQUARE_MM
        for start, length, colour in ((0.0, GARDEN_MM, PATH_LINE), (SQUARE_MM, inner, LAWN_LINE)):
            if colour == LAWN_LINE and n in (1, SIDE - 1):
                continue
            end = start + length
            parts.append(line([(left + at, top + start), (left + at, top + end)], colour, 0.4))
            parts.append(line([(left + start, top + at), (left + end, top + at)], colour, 0.4))
    near, far = SQUARE_MM, GARDEN_MM - SQUARE_MM
    corners = [
        (left + x, top + y) for x, y in ((near, near), (far, near), (far, far), (near, far), (near, near))
    ]
    return [*parts, line(corners, HEDGE_LEAF, 1.0)]


def _corners() -> list[Path]:
    """Give a clover on the lawn and a pebble on the path wherever four squares meet."""
    (left, top), parts = GARDEN_AT, []
    for row in range(1, SIDE):
        for column in range(1, SIDE):
            at = (left + column * SQUARE_MM, top + row * SQUARE_MM)
            if {row, column} & {1, SIDE - 1}:
                parts.append(disc(at, 1.2, PEBBLE))
            else:
                leaves = (disc((dx, dy), 0.85, CLOVER) for dx in (-0.8, 0.8) for dy in (-0.8, 0.8))
                parts += shifted(at).drawing(leaves)
    return parts


def _flower_bed(centre: Point) -> list[Path]:
    """Give the border of a yellow flower space; its middle stays plain."""
    half = SQUARE_MM / 2 - 0.9
    corners = [(-half, -half), (half, -half), (half, half), (-half, half), (-half, -half)]
    petals = [
        disc((x * 0.93, y * 0.93), 1.1, mix(FLOWER_BED, COLOURS["orange"], 0.6)) for x, y in corners[:4]
    ]
    return shifted(centre).drawing([line(corners, SOIL, 0.7), *petals])


def _slots(zone: Zone, colour: Rgb, title: str) -> list[Path]:
    """Give a column of tile slots."""
    (left, top), (right, _), (_, bottom), _ = zone.outline_mm
    pale = mix(zone.ground[""], colour, 0.35)
    parts = [rounded(left, top - 0.4, right - left, bottom - top + 0.8, 2.0, pale)]
    for cell in zone.cells:
        (x, y), half = cell.centre_mm, SQUARE_MM / 2 - 0.5
        parts.append(rounded(x - half, y - half, 2 * half, 2 * half, 1.6, zone.ground[""]))
    return [*parts, centred_text(title, ((left + right) / 2, top - 4.0), 4.0, mix(colour, pieces.INK, 0.3))]


def _pair_numbers(zone: Zone) -> list[Path]:
    """Number the pairs of tiles beside their slots (rule CF-09)."""
    x = zone.outline_mm[0][0] - 3.6
    ink = mix(COLOURS["blue"], PAPER, 0.3)
    return [centred_text(cell.id, (x, cell.centre_mm[1]), 3.4, ink) for cell in zone.cells]


def _reserve(zone: Zone) -> list[Path]:
    """Give five rings for each body colour; what does not fit lies below them (ruling CF-G24)."""
    (left, top), (right, _), (_, bottom), _ = zone.outline_mm
    ground = zone.ground[""]
    parts = [
        rounded(
            left - 2.0, top - 1.0, right - left + 4.0, bottom - top + 46.0, 4.0, mix(ground, PAPER, 0.45)
        ),
        rounded(left - 2.0, top - 1.0, right - left + 4.0, bottom - top + 2.0, 4.0, ground),
        centred_text("RESERVE", ((left + right) / 2, top - 5.0), 4.6, HEDGE),
        centred_text("more pieces", ((left + right) / 2, bottom + 24.0), 4.0, mix(ground, pieces.INK, 0.35)),
    ]
    rings = (ring(cell.centre_mm, 10.2, 9.6, _reserve_ring(cell.id.partition("-")[0])) for cell in zone.cells)
    return [*parts, *rings]


def _reserve_ring(colour: str) -> Rgb:
    return mix(COLOURS[colour], PAPER, 0.25)


def _supply(zone: Zone) -> list[Path]:
    """Give the meadow on which the heap of flowers lies."""
    (left, top), (right, bottom) = zone.outline_mm[0], zone.outline_mm[2]
    return [
        rounded(left - 1.5, top - 1.5, right - left + 3.0, bottom - top + 3.0, 6.0, CLOVER),
        rounded(left, top, right - left, bottom - top, 5.0, zone.ground[""]),
        centred_text("FLOWERS", ((left + right) / 2, top - 6.0), 4.6, HEDGE),
    ]


def _titles() -> list[Path]:
    """Give the name of the game.

    Nothing here looks like a piece or a die: what is printed must not be taken for what lies there.
    """
    return [text("CATERPILLAR FILLER", (GARDEN_AT[0], 11.6), 9.6, HEDGE, "left")]
