"""A garden: 26 pools, two of them with a printed oyster, watched by its seat's octopus."""

from __future__ import annotations

from math import dist

from companion.games.octopus_garden.art.bonus import octopus
from companion.games.octopus_garden.art.water import (
    FOAM,
    bridges,
    bubbles,
    kelp,
    name,
    sea,
    space,
    surf,
)
from companion.games.octopus_garden.layout import COLOURS, SEAT_COLOURS, SPACE_MM
from companion.layout import Point, Rgb, Sheet
from companion.printing.drawing import Path, arc_points, disc, ellipse, line, mix, polygon, ring
from companion.printing.glyphs import text
from companion.printing.tags import fiducials

NEIGHBOURS_MM = 34.0
TITLE_NEEDS_MM = 275.0
"""How wide a garden is whose title ends before the patches in the middle of its upper edge."""

SAND = COLOURS["sand"]
WHITE = COLOURS["white"]
INK = COLOURS["ink"]
SHELL: Rgb = (150, 128, 140)


def garden(sheet: Sheet, dictionary: str) -> list[Path]:
    """Draw a garden."""
    zone = sheet.zones[0]
    seat = int(sheet.id.rpartition("-")[2])
    printed = [cell for cell in zone.cells if zone.ground[cell.id] == SAND]
    return [
        *sea(sheet.size_mm),
        *surf(sheet.markers),
        *_margins(sheet.size_mm),
        *bridges(zone.cells, NEIGHBOURS_MM),
        *(path for cell in zone.cells for path in space(cell.centre_mm)),
        *(path for cell in zone.cells if cell not in printed for path in name(cell)),
        *(path for cell in printed for path in _oyster(cell.centre_mm)),
        *_owner(sheet, seat),
        *fiducials(sheet, dictionary),
    ]


def _margins(size: Point) -> list[Path]:
    """Give kelp and bubbles where no token lies."""
    width, height = size
    return [
        *kelp((30.0, height - 2.0), 34.0),
        *kelp((36.5, height - 3.0), 22.0, -1.0),
        *kelp((width - 45.0, height - 2.0), 18.0, -1.0),
        *kelp((width - 8.0, 60.0), 26.0),
        *kelp((7.0, 62.0), 28.0, -1.0),
        *bubbles((width - 42.0, 36.0), 7),
        *bubbles((24.0, 104.0), 4),
    ]


def _oyster(centre: Point) -> list[Path]:
    """Give an oyster that has grown fast: a pearl for the harvest, a rock for whoever swims by."""
    x, y = centre
    ribs = [
        line([(x, y + 2.2), (x + 10.0 * dx, y - 9.2 + 4.0 * abs(dx))], mix(SHELL, INK, 0.3), 0.6)
        for dx in (-0.7, -0.35, 0.0, 0.35, 0.7)
    ]
    return [
        disc(centre, 12.6, SAND),
        ring(centre, 12.6, 12.0, mix(SAND, INK, 0.35)),
        polygon(arc_points((x, y + 1.0), 10.2, 180, 360), SHELL),
        *ribs,
        polygon(arc_points((x, y + 1.4), 10.2, 0, 180), mix(SHELL, INK, 0.25)),
        ellipse((x, y + 1.4), 9.7, 3.6, mix(SHELL, WHITE, 0.7)),
        disc((x, y + 2.4), 3.5, mix(SHELL, INK, 0.2)),
        disc((x, y + 2.4), 3.1, WHITE),
    ]


def _owner(sheet: Sheet, seat: int) -> list[Path]:
    """Give the seat's octopus where a corner is free, and the name of the game where there is room for it."""
    width, height = sheet.size_mm
    parts = [text(str(seat), (width - 43.0, 14.0), 11.0, FOAM, "right")]
    if width >= TITLE_NEEDS_MM:
        parts.append(text("OCTOPUS'S GARDEN", (42.0, 13.0), 7.2, FOAM, "left"))
    corners: tuple[Point, ...] = ((46.0, height - 22.0), (width - 46.0, height - 22.0))
    spaces = [cell.centre_mm for cell in sheet.zones[0].cells]
    free = [at for at in corners if all(dist(at, space_at) >= SPACE_MM for space_at in spaces)]
    for at in free[:1]:
        parts += [
            disc(at, 12.6, mix(SEAT_COLOURS[seat - 1], WHITE, 0.78)),
            ring(at, 12.6, 11.8, SEAT_COLOURS[seat - 1]),
            *octopus(seat, (at[0], at[1] - 0.4), 1.15),
        ]
    return parts
