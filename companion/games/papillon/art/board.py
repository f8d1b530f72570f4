"""The board: a walled garden with the staircase of lawns, the tool shed, and the three tracks."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.papillon.art.ground import BLOSSOMS, CREAM, INK, MOSS, strewn
from companion.games.papillon.art.insects import butterfly
from companion.games.papillon.grown import LAWN
from companion.games.papillon.layout import (
    BID_PLACES,
    BLOOMS,
    BOARD_MM,
    EARTH,
    LEAF_MM,
    SPACE_MM,
    leaf_at,
    space_at,
)
from companion.games.papillon.rules.data.board import LINES, SHED, SPACES
from companion.layout import Cell, Point, Rgb, Sheet
from companion.printing.drawing import (
    Path,
    disc,
    drop,
    ellipse,
    line,
    mix,
    polygon,
    rectangle,
    rounded,
    shifted,
    turned,
)
from companion.printing.glyphs import centred_text, text
from companion.printing.tags import fiducials

HEDGE: Rgb = (66, 104, 60)
GRAVEL: Rgb = (232, 220, 192)
STONE: Rgb = (206, 196, 176)
LETTERING: Rgb = (52, 74, 44)
TRACKS = {"rounds": 13.6, "order": 11.6, "bids": 11.6}
"""Track -> the radius of its stones."""


def board(sheet: Sheet, zero_bonus: Sequence[int], dictionary: str) -> list[Path]:
    """Draw the board."""
    width, height = BOARD_MM
    zones = {zone.id: zone for zone in sheet.zones}
    return [
        rectangle(0.0, 0.0, width, height, HEDGE),
        *_hedge(),
        rounded(5.0, 5.0, width - 10.0, height - 10.0, 6.0, GRAVEL),
        *_beds(),
        *(path for space in SPACES for path in _space(space)),
        *_names(),
        *_shed(),
        *(path for name, radius in TRACKS.items() for path in _stones(zones[name].cells, radius)),
        *_captions(*(zones[name].cells[0].centre_mm for name in TRACKS)),
        *_numbers(zones["rounds"].cells, 8.0),
        *_numbers(zones["order"].cells, 7.0),
        *_bid_numbers(zones["bids"].cells, zero_bonus),
        *_title(),
        *fiducials(sheet, dictionary),
    ]


def _hedge() -> list[Path]:
    """Give the leaves of the hedge all round."""
    width, height = BOARD_MM
    light, parts = mix(HEDGE, LAWN, 0.4), []
    for n in range(int(width / 4.0)):
        parts += [_leaf((4.0 * n + 2.0, y), 40.0 * n, light) for y in (2.4, height - 2.4)]
    for n in range(int(height / 4.0)):
        parts += [_leaf((x, 4.0 * n + 2.0), 40.0 * n, light) for x in (2.4, width - 2.4)]
    return parts


def _leaf(at: Point, turn: float, fill: Rgb) -> Path:
    return shifted(at).path(turned(turn).path(Path(drop(3.2, 1.8, -1.6), fill)))


def _beds() -> list[Path]:
    """Give flower beds where nothing else lies."""
    return [
        *_bed("R", (357.0, 53.0), 16.0, 17.0),
        *_bed("P", (292.0, 207.0), 27.0, 5.6),
        *_bed("B", (347.0, 207.0), 24.0, 5.6),
        *_bed("Y", (146.0, 209.0), 24.0, 6.6),
        *_bed("R", (203.0, 208.0), 24.0, 6.0),
        *_bed("P", (15.5, 146.0), 5.6, 24.0),
    ]


def _bed(type_: str, at: Point, rx: float, ry: float) -> list[Path]:
    """Give an oval bed of blossoms."""

    def within(point: Point) -> bool:
        return (point[0] / rx) ** 2 + (point[1] / ry) ** 2 < 1

    soil = mix(BLOOMS[type_], INK, 0.15)
    rim = mix(EARTH, INK, 0.25)
    oval = [ellipse((0.0, 0.0), rx + 0.9, ry + 0.9, rim), ellipse((0.0, 0.0), rx, ry, soil)]
    return shifted(at).drawing([*oval, *BLOSSOMS[type_](list(strewn(within, 5.4, 2.2)), 0.9)])


def _space(space: str) -> list[Path]:
    """Give a lawn for a tile, and the leaf for its caterpillar."""
    (x, y), half = space_at(space), SPACE_MM / 2
    leaf = leaf_at(space)
    rim = mix(LAWN, MOSS, 0.75)
    return [
        line([leaf, (x - half, y)], mix(MOSS, LAWN, 0.3), 1.6),
        rounded(x - half - 1.0, y - half - 1.0, SPACE_MM + 2.0, SPACE_MM + 2.0, 3.0, rim),
        rounded(x - half, y - half, SPACE_MM, SPACE_MM, 2.4, LAWN),
        shifted((leaf[0] - LEAF_MM / 2 - 1.6, leaf[1])).path(Path(drop(LEAF_MM + 4.6, LEAF_MM + 3.0), rim)),
        disc(leaf, LEAF_MM / 2 - 0.4, mix(LAWN, CREAM, 0.25)),
        centred_text(space, (x, y), 9.0, mix(LAWN, MOSS, 0.22)),
    ]


def _names() -> list[Path]:
    """Name rows and columns where they begin."""
    parts: list[Path] = []
    for name, spaces in LINES.items():
        x, y = space_at(spaces[0])
        at = (28.5, y) if name.isdigit() else (x, 30.0)
        parts += [disc(at, 4.6, MOSS), centred_text(name, at, 6.0, CREAM)]
    return parts


def _shed() -> list[Path]:
    """Give the tool shed, with a place for the gnome before it."""
    x, y = space_at(SHED)
    roof, wood = (150, 70, 48), (198, 158, 112)
    seams = [x - 19.0 + 7.6 * n for n in range(6)]
    planks = [line([(at, y - 12.0), (at, y + 20.0)], mix(wood, INK, 0.25), 0.5) for at in seams]
    return [
        rectangle(x - 20.0, y - 13.0, 40.0, 34.0, wood),
        *planks,
        polygon([(x - 25.0, y - 13.0), (x, y - 27.0), (x + 25.0, y - 13.0)], roof),
        line([(x - 25.0, y - 13.0), (x + 25.0, y - 13.0)], mix(roof, INK, 0.4), 1.2),
        disc((x, y + 0.0), 14.2, mix(wood, INK, 0.45)),
        disc((x, y + 0.0), 13.4, EARTH),
        centred_text("TOOL SHED", (x, y + 17.6), 3.8, mix(wood, INK, 0.75)),
    ]


def _stones(cells: tuple[Cell, ...], radius: float) -> list[Path]:
    """Give stepping stones along a path."""
    places = [cell.centre_mm for cell in cells]
    rim = mix(STONE, INK, 0.35)
    stones = [part for at in places for part in (disc(at, radius, rim), disc(at, radius - 0.7, STONE))]
    return [line(places, mix(GRAVEL, EARTH, 0.4), radius * 0.9), *stones]


def _captions(rounds: Point, order: Point, bids: Point) -> list[Path]:
    return [
        text("ROUNDS", (rounds[0] - 12.0, rounds[1] - 15.6), 4.6, LETTERING, "left"),
        text("ORDER: FIRST AT THE LEFT", (order[0] - 10.0, order[1] - 13.6), 4.2, LETTERING, "left"),
        text("BIDS", (bids[0] - 12.0, bids[1] - 13.6), 4.6, LETTERING, "left"),
    ]


def _numbers(cells: tuple[Cell, ...], size: float) -> list[Path]:
    tone = mix(STONE, INK, 0.28)
    return [centred_text(cell.id, cell.centre_mm, size, tone) for cell in cells]


def _bid_numbers(cells: tuple[Cell, ...], zero_bonus: Sequence[int]) -> list[Path]:
    """Give what each place costs, and below a zero what it brings."""
    parts: list[Path] = []
    tone = mix(STONE, INK, 0.28)
    for name, cell in zip(BID_PLACES, cells, strict=True):
        x, y = cell.centre_mm
        zero = name.startswith("Z")
        parts.append(centred_text("0" if zero else name, (x, y), 8.0, tone))
        brings = zero_bonus[int(name[1]) - 1] if zero else 0
        parts.append(text(f"+{brings}" if zero else f"-{name}", (x, y + 17.4), 4.6, LETTERING))
    return parts


def _title() -> list[Path]:
    width, _ = BOARD_MM
    wings = ((BLOOMS["R"], 148.0, -24.0), (BLOOMS["B"], 244.0, 24.0))
    parts = [text("PAPILLON", (width / 2, 21.0), 12.5, LETTERING)]
    for tone, x, turn in wings:
        parts += shifted((x, 16.0)).drawing(turned(turn).drawing(butterfly(tone, CREAM, 0.8)))
    for tone, at, turn in ((BLOOMS["Y"], (352.0, 82.0), 30.0), (BLOOMS["P"], (120.0, 246.0), -35.0)):
        parts += shifted(at).drawing(turned(turn).drawing(butterfly(tone, CREAM, 1.0)))
    return parts
