"""The market: nine pools on the sand, and the bed where the oysters wait."""

from __future__ import annotations

from companion.games.octopus_garden.art.water import DEEP, FOAM, SEA, bubbles, kelp, name, sea, space, surf
from companion.games.octopus_garden.layout import BED_AT, BED_MM, COLOURS
from companion.layout import Point, Sheet
from companion.printing.drawing import Path, disc, ellipse, line, mix, rounded
from companion.printing.glyphs import centred_text
from companion.printing.tags import fiducials

SAND = COLOURS["sand"]


def market(sheet: Sheet, dictionary: str) -> list[Path]:
    """Draw the market."""
    cells = sheet.zone("market").cells
    centres = {cell.id: cell.centre_mm for cell in cells}
    return [
        *sea(sheet.size_mm),
        *surf(sheet.markers),
        *_margins(sheet.size_mm),
        *_lines(centres),
        *(path for cell in cells for path in (*space(cell.centre_mm), *name(cell))),
        *_line_names(centres),
        *_bed(),
        *fiducials(sheet, dictionary),
    ]


def _margins(size: Point) -> list[Path]:
    width = size[0]
    return [
        *kelp((6.0, 148.0), 34.0),
        *kelp((width - 6.0, 146.0), 30.0, -1.0),
        *bubbles((9.0, 76.0), 7),
        *bubbles((width - 10.0, 74.0), 7),
    ]


def _lines(centres: dict[str, Point]) -> list[Path]:
    """Give a band for each row and column: what is bought together."""
    reach = 17.5
    light = mix(SEA, FOAM, 0.42)
    parts = []
    for n in (1, 2, 3):
        left, right = centres[f"{n}1"], centres[f"{n}3"]
        top, bottom = centres[f"1{n}"], centres[f"3{n}"]
        parts.append(line([(left[0] - reach, left[1]), (right[0] + reach, right[1])], light, 7.0))
        parts.append(line([(top[0], top[1] - reach), (bottom[0], bottom[1] + 0.0)], light, 7.0))
    return parts


def _line_names(centres: dict[str, Point]) -> list[Path]:
    """Name rows and columns as the screen does: R1 to R3, K1 to K3."""
    parts = []
    for n in (1, 2, 3):
        (x, y), (right, _) = centres[f"{n}1"], centres[f"{n}3"]
        for at in ((x - 18.5, y), (right + 18.5, y)):
            parts += [disc(at, 3.9, FOAM), centred_text(f"R{n}", at, 3.9, DEEP)]
        at = (centres[f"1{n}"][0], centres[f"1{n}"][1] - 18.5)
        parts += [disc(at, 3.9, FOAM), centred_text(f"K{n}", at, 3.9, DEEP)]
    return parts


def _bed() -> list[Path]:
    """Give the oyster bed: sixteen oysters wait here in heaps."""
    (left, top), (width, height) = BED_AT, BED_MM
    rim = mix(SAND, DEEP, 0.25)
    stones = [
        ellipse(
            (left + 6.0 + (n * 0.7549 % 1) * (width - 12.0), top + 6.0 + (n * 0.5698 % 1) * (height - 12.0)),
            1.6,
            1.1,
            mix(SAND, rim, 0.5),
        )
        for n in range(26)
    ]
    return [
        rounded(left - 1.0, top - 1.0, width + 2.0, height + 2.0, 9.0, rim),
        rounded(left, top, width, height, 8.0, SAND),
        *stones,
        centred_text("OYSTER BED", (left + width / 2, top + 7.0), 5.4, mix(rim, DEEP, 0.55)),
    ]
