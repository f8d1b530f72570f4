"""The flower cards: a large blossom whose petals hold sixteen butterflies, a planter, a bonus token."""

from __future__ import annotations

from companion.games.papillon.art.ground import BLOSSOMS, CREAM, INK, MOSS, blossom
from companion.games.papillon.art.insects import butterfly
from companion.games.papillon.layout import BLOOMS, EARTH, PAPER, PLANTER_MM
from companion.games.papillon.rules.data.board import FLOWERS
from companion.layout import Point, Sheet
from companion.printing.drawing import (
    Path,
    disc,
    drop,
    line,
    mix,
    polygon,
    rectangle,
    ring,
    rounded,
    shifted,
    turned,
)
from companion.printing.glyphs import centred_text
from companion.printing.tags import fiducials

PETALS = {"R": 6, "B": 12, "Y": 16, "P": 3}
SPOT_MM = 8.7


def flower(sheet: Sheet, dictionary: str) -> list[Path]:
    """Draw a flower card."""
    type_ = FLOWERS[sheet.id]  # type: ignore[index]
    tone = BLOOMS[type_]
    width, height = sheet.size_mm
    planter, token, clips = sheet.zones
    spots = [cell.centre_mm for cell in clips.cells]
    middle = (sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots))
    return [
        rectangle(0.0, 0.0, width, height, mix(tone, INK, 0.3)),
        rounded(1.6, 1.6, width - 3.2, height - 3.2, 3.0, mix(PAPER, tone, 0.2)),
        *_leaves(middle, height),
        *_head(type_, middle),
        *_border(type_, sheet.size_mm),
        *(path for number, at in enumerate(spots, 1) for path in _spot(number, at, type_)),
        *_trough(planter.cells[0].centre_mm),
        *_sun(token.cells[0].centre_mm),
        centred_text(sheet.id[2], (width / 2, 12.5), 7.0, mix(tone, INK, 0.35)),
        *shifted((width / 2, height - 12.5)).drawing(butterfly(mix(tone, CREAM, 0.25), CREAM, 0.85)),
        *fiducials(sheet, dictionary),
    ]


def _leaves(middle: Point, height: float) -> list[Path]:
    """Give the stalk and two broad leaves."""
    x, y = middle
    parts = [line([(x, y), (x, height - 22.0)], mix(MOSS, CREAM, 0.3), 4.0)]
    for turn in (28.0, 152.0, 332.0, 208.0):
        leaf = Path(drop(54.0, 24.0, 8.0), mix(MOSS, CREAM, 0.5))
        parts.append(shifted(middle).path(turned(turn).path(leaf)))
    return parts


def _head(type_: str, middle: Point) -> list[Path]:
    tone = BLOOMS[type_]
    outer = blossom(middle, PETALS[type_], 46.5, 33.0, -90.0)
    inner = blossom(middle, PETALS[type_], 43.0, 29.5, -90.0)
    return [
        polygon(outer, mix(tone, INK, 0.25)),
        polygon(inner, mix(tone, CREAM, 0.28)),
        ring(middle, 16.0, 15.0, mix(tone, CREAM, 0.6)),
    ]


def _border(type_: str, size: Point) -> list[Path]:
    """Plant blossoms along both sides."""
    width, height = size
    places = [(x, 31.0 + 7.6 * n) for x in (6.6, width - 6.6) for n in range(12)]
    return BLOSSOMS[type_]([at for at in places if at[1] < height - 27.0])


def _spot(number: int, at: Point, type_: str) -> list[Path]:
    """Give a place for a butterfly, with its number."""
    tone = BLOOMS[type_]
    pale = mix(tone, CREAM, 0.72)
    return [
        disc(at, SPOT_MM, mix(tone, INK, 0.2)),
        disc(at, SPOT_MM - 0.6, pale),
        centred_text(str(number), at, 4.6, mix(tone, CREAM, 0.35)),
    ]


def _trough(at: Point) -> list[Path]:
    (x, y), (width, height) = at, PLANTER_MM
    rim = mix(EARTH, INK, 0.4)
    return [
        rounded(x - width / 2 - 1.0, y - height / 2 - 1.0, width + 2.0, height + 2.0, 2.6, rim),
        rounded(x - width / 2 - 0.3, y - height / 2 - 0.3, width + 0.6, height + 0.6, 2.0, EARTH),
        centred_text("PLANTER", at, 5.0, mix(EARTH, CREAM, 0.35)),
    ]


def _sun(at: Point) -> list[Path]:
    return [
        disc(at, 9.9, mix(EARTH, INK, 0.4)),
        disc(at, 9.3, EARTH),
        centred_text("+1", at, 6.0, mix(EARTH, CREAM, 0.35)),
    ]
