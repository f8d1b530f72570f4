"""The mat: a baker's table with the deck and the open recipe book."""

from __future__ import annotations

from companion.games.star_baker.art.icons import FILLINGS, GOLD, icon
from companion.games.star_baker.layout import CLOTH, INK, PAPER, PLATE
from companion.games.star_baker.rules.checks.lying import DECK
from companion.layout import Cell, Point, Rgb, Sheet
from companion.printing.drawing import Path, disc, line, mix, polygon, rectangle, rounded, star
from companion.printing.glyphs import centred_text, text
from companion.printing.tags import fiducials

WOOD: Rgb = (206, 150, 98)
DARK: Rgb = (142, 34, 46)
PLANKS = 7


def mat(sheet: Sheet, dictionary: str) -> list[Path]:
    """Draw the mat."""
    cells = [cell for zone in sheet.zones for cell in zone.cells]
    return [
        *_table(sheet.size_mm),
        *_cloth(sheet.size_mm),
        *_title(sheet.size_mm),
        *(path for nth, cell in enumerate(cells) for path in _place(cell, nth)),
        *fiducials(sheet, dictionary),
    ]


def _table(size: Point) -> list[Path]:
    """Planks, each a shade of its own."""
    width, height = size
    step = height / PLANKS
    parts: list[Path] = []
    for n in range(PLANKS):
        tone = mix(WOOD, INK, 0.05 * (n * 3 % 4))
        parts.append(rectangle(0.0, n * step, width, step + 0.2, tone))
        grain = mix(tone, INK, 0.13)
        for k in range(5):
            y, x = n * step + step * (0.18 + 0.16 * k), (n * 97 + k * 61) % 200
            parts.append(line([(x, y), (x + 46 + 9 * k, y + 0.7), (x + 110, y)], grain, 0.35))
        parts.append(line([(0.0, n * step), (width, n * step)], mix(WOOD, INK, 0.35), 0.5))
    return parts


def _cloth(size: Point) -> list[Path]:
    """The runner under the cards."""
    left, top, width, height = 29.0, 26.5, size[0] - 58.0, 197.0
    edge = [
        rounded(left, top, width, height, 5.0, mix(DARK, INK, 0.15)),
        rounded(left + 0.8, top + 0.8, width - 1.6, height - 1.6, 4.4, CLOTH),
    ]
    return [*edge, rounded(left + 1.9, top + 1.9, width - 3.8, height - 3.8, 3.6, mix(CLOTH, DARK, 0.08))]


def _title(size: Point) -> list[Path]:
    x = size[0] / 2
    stars = [
        polygon([(x + side * at + px, 13.4 + py) for px, py in star(5, outer, 0.45 * outer)], GOLD)
        for side in (-1, 1)
        for at, outer in ((58.0, 5.2), (72.0, 3.6), (83.0, 2.6))
    ]
    fillings = [
        path
        for n, filling in enumerate(FILLINGS)
        for path in icon(filling, (x + (n - 2) * 15.0, size[1] - 7.4), 9.6)
    ]
    return [centred_text("STAR BAKER", (x, 13.4), 11.0, PAPER), *stars, *fillings]


def _place(cell: Cell, nth: int) -> list[Path]:
    """A place for a card, with its sign in the middle."""
    (left, top), _, (right, bottom), _ = cell.outline_mm
    (x, y), width, height = cell.centre_mm, right - left, bottom - top
    parts = [
        rounded(left - 0.6, top - 0.6, width + 1.2, height + 1.2, 3.6, mix(PLATE, DARK, 0.45)),
        rounded(left, top, width, height, 3.2, PLATE),
    ]
    soft = mix(PLATE, DARK, 0.16)
    if cell.id == DECK:
        return [
            *parts,
            disc((x, y), 17.0, soft),
            disc((x, y), 15.6, PLATE),
            centred_text("DECK", (x, y), 7.0, mix(PLATE, DARK, 0.4)),
        ]
    sign = polygon([(x + px, y + py) for px, py in star(5, 12.0, 5.4)], soft)
    return [*parts, sign, text(str(nth), (x, y + 2.6), 7.0, mix(PLATE, DARK, 0.45))]
