"""Caterpillar Filler: the mat, the dice tray, and the pieces.

The garden is 16 x 16 squares of 22 mm (rule CF-01) with the tile pairs beside it, row k of the
tiles level with garden row k; reserve and flower supply lie at the right. The mat is what fits
on two sheets of A3 glued side by side with a 10 mm overlap and 5 mm that no printer reaches.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.games.caterpillar_filler import GAME
from companion.games.caterpillar_filler.rules.data.expansion import SHIPPED, Expansion
from companion.games.caterpillar_filler.rules.game import CaterpillarFiller
from companion.layout import Cell, Kind, Layout, Marker, Patch, Point, Rgb, Sheet, Zone
from companion.layouts.by_box import LayoutsByBox
from companion.layouts.ids import sheet_ids
from companion.layouts.shapes import corner_markers, rectangle, square_cell
from companion.layouts.tile_code import back_dots, code_dots
from companion.layouts.tray import tray_sheet, white_and_grey
from companion.rules.phrases import Term

ROWS = "ABCDEFGHIJKLMNOP"
SIDE = len(ROWS)
SQUARE_MM = 22.0
DISC_MM = 18.0
TILE_MM = 20.0
CODE_INSET_MM = 2.0
CARD_MM = 2.0
HEAD_HEIGHT_MM = 4.0
DIE_MM = 16.0

HEADS = ("yellow", "brown", "purple", "white")
BODIES = ("red", "blue", "green", "black")

COLOURS: dict[str, Rgb] = {
    "red": (205, 38, 44),
    "blue": (28, 92, 190),
    "green": (28, 128, 62),
    "black": (34, 34, 38),
    "yellow": (250, 206, 36),
    "brown": (128, 76, 38),
    "purple": (122, 62, 158),
    "white": (250, 250, 246),
    "petal": (255, 168, 200),
    "wine": (128, 22, 84),
    "orange": (236, 122, 22),
    "grey": (128, 128, 128),
}

PAPER: Rgb = (246, 241, 226)
LAWN: tuple[Rgb, Rgb] = ((208, 226, 186), (198, 218, 174))
PATH: tuple[Rgb, Rgb] = ((240, 228, 200), (234, 219, 188))
FLOWER_BED: Rgb = (255, 222, 110)
LETTER_GROUND: Rgb = (206, 222, 240)
NUMBER_GROUND: Rgb = (252, 226, 200)
RESERVE_GROUND: Rgb = (232, 228, 214)
SUPPLY_GROUND: Rgb = (222, 232, 206)

MAT_MM: Point = (564.0, 396.0)
GARDEN_AT: Point = (50.0, 22.0)
GARDEN_MM = SIDE * SQUARE_MM
LETTERS_X, NUMBERS_X = 427.0, 449.5
RESERVE_AT: Point = (468.0, 54.0)
SUPPLY_AT: Point = (468.0, 222.0)
SUPPLY_MM: Point = (88.0, 128.0)
MARKER_MM, MARKER_INSET_MM = 28.0, 8.0


def _kinds() -> dict[str, Kind]:
    disc: Point = (DISC_MM, DISC_MM)
    kinds = [Kind(f"head-{c}", f"{c} head", "disc", disc, HEAD_HEIGHT_MM, (COLOURS[c],)) for c in HEADS]
    kinds += [Kind(f"body-{c}", f"{c} body piece", "disc", disc, CARD_MM, (COLOURS[c],)) for c in BODIES]
    flower = (COLOURS["petal"], COLOURS["wine"], COLOURS["yellow"])
    kinds.append(Kind("flower", "flower", "disc", disc, CARD_MM, flower))
    kinds.append(Kind("wasp", "wasp", "disc", disc, CARD_MM, (COLOURS["black"], COLOURS["yellow"])))
    kinds += _tiles("letter", tuple(ROWS), COLOURS["blue"])
    kinds += _tiles("number", tuple(str(n) for n in range(1, SIDE + 1)), COLOURS["orange"])
    die: Point = (DIE_MM, DIE_MM)
    colours = (COLOURS["white"], COLOURS["black"])
    wings = (COLOURS["orange"], COLOURS["yellow"], COLOURS["purple"])
    kinds.append(Kind("butterfly", "winner's butterfly", "disc", (30.0, 30.0), CARD_MM, wings))
    kinds += [Kind(f"die-{n}", f"die showing {n}", "die", die, DIE_MM, colours) for n in range(1, 7)]
    return {kind.name: kind for kind in kinds}


def _tiles(suit: str, faces: tuple[str, ...], colour: Rgb) -> list[Kind]:
    """Give the back and the sixteen faces of the letter or the number tiles."""
    size: Point = (TILE_MM, TILE_MM)
    colours = (colour, COLOURS["white"])
    back = back_dots(TILE_MM, CODE_INSET_MM)
    kinds = [Kind(f"{suit}-back", f"{suit} tile, face down", "square", size, CARD_MM, colours, back)]
    for value, face in enumerate(faces):
        code = code_dots(value, TILE_MM, CODE_INSET_MM)
        kinds.append(Kind(f"{suit}-{face}", f"{suit} {face}", "square", size, CARD_MM, colours, code))
    return kinds


def _garden(kinds: dict[str, Kind], yellow: Iterable[str]) -> Zone:
    """Give the garden with its four ``yellow`` spaces (rule CF-07)."""
    cells, ground = [], {}
    for row, letter in enumerate(ROWS):
        for column in range(SIDE):
            name = f"{letter}{column + 1}"
            x, y = (GARDEN_AT[axis] + (n + 0.5) * SQUARE_MM for axis, n in ((0, column), (1, row)))
            cells.append(square_cell(name, (x, y), SQUARE_MM))
            on_edge = {row, column} & {0, SIDE - 1}
            ground[name] = (PATH if on_edge else LAWN)[(row + column) % 2]
    ground |= dict.fromkeys(yellow, FLOWER_BED)
    pieces = tuple(name for name, kind in kinds.items() if kind.size_mm == (DISC_MM, DISC_MM))
    outline = rectangle(*GARDEN_AT, GARDEN_MM, GARDEN_MM)
    return Zone("garden", "the garden", "grid", outline, pieces, tuple(cells), ground)


def _tile_column(zone_id: str, suit: str, x: float, kinds: dict[str, Kind], ground: Rgb) -> Zone:
    top = GARDEN_AT[1]
    cells = tuple(square_cell(str(k + 1), (x, top + (k + 0.5) * SQUARE_MM), SQUARE_MM) for k in range(SIDE))
    outline = rectangle(x - SQUARE_MM / 2, top, SQUARE_MM, GARDEN_MM)
    tiles = tuple(name for name in kinds if name.startswith(f"{suit}-"))
    return Zone(zone_id, f"the {suit} tiles", "slots", outline, tiles, cells, {"": ground})


def _reserve() -> Zone:
    cells: list[Cell] = []
    for n, colour in enumerate(BODIES):
        x = RESERVE_AT[0] + (n + 0.5) * SQUARE_MM
        for k in range(5):
            y = RESERVE_AT[1] + (k + 0.5) * SQUARE_MM
            cells.append(square_cell(f"{colour}-{k + 1}", (x, y), SQUARE_MM))
    outline = rectangle(*RESERVE_AT, len(BODIES) * SQUARE_MM, 5 * SQUARE_MM)
    kinds = tuple(f"body-{colour}" for colour in BODIES)
    return Zone("reserve", "the reserve", "slots", outline, kinds, tuple(cells), {"": RESERVE_GROUND})


def _supply() -> Zone:
    outline = rectangle(*SUPPLY_AT, *SUPPLY_MM)
    return Zone(
        "supply", "the flower supply", "area", outline, ("flower", "wasp"), ground={"": SUPPLY_GROUND}
    )


STRIP = ("red", "blue", "green", "black", "yellow", "brown", "purple", "petal", "wine", "orange")
"""The colours of the pieces, printed as a caterpillar along the left and the bottom margin."""

STRIP_X, STRIP_TOP, STRIP_STEP_MM = 22.0, 96.0, 19.0


def _mat_patches() -> tuple[Patch, ...]:
    """Spread white and grey over the mat, so that a gradient of light can be undone, and a strip."""
    side = 12.0
    pairs = (
        ((15.0, 50.0), (29.0, 50.0)),
        ((15.0, 346.0), (29.0, 346.0)),
        ((219.0, 8.0), (233.0, 8.0)),
        ((219.0, 388.0), (233.0, 388.0)),
        ((500.0, 30.0), (514.0, 30.0)),
        ((500.0, 366.0), (514.0, 366.0)),
    )
    strip = tuple(
        Patch(name, COLOURS[name], (STRIP_X, STRIP_TOP + n * STRIP_STEP_MM), (10.0, 10.0))
        for n, name in enumerate(STRIP)
    )
    return tuple(patch for white, grey in pairs for patch in white_and_grey(white, grey, side)) + strip


def _sheets(kinds: dict[str, Kind], yellow: Iterable[str]) -> tuple[Sheet, Sheet]:
    zones = (
        _garden(kinds, yellow),
        _tile_column("letters", "letter", LETTERS_X, kinds, LETTER_GROUND),
        _tile_column("numbers", "number", NUMBERS_X, kinds, NUMBER_GROUND),
        _reserve(),
        _supply(),
    )
    markers: tuple[Marker, ...] = corner_markers(sheet_ids(GAME, 0), MAT_MM, MARKER_MM, MARKER_INSET_MM)
    mat = Sheet("mat", "Caterpillar Filler", MAT_MM, markers, _mat_patches(), zones)
    faces = tuple(name for name, kind in kinds.items() if kind.shape == "die")
    return mat, tray_sheet(GAME, 1, faces)


def _layout(expansion: Expansion) -> Layout:
    kinds = _kinds()
    sheets = _sheets(kinds, expansion.start_flowers.spaces)
    return Layout(GAME.slug, sheets, kinds, box=expansion.edition)


_LAYOUTS: Final = LayoutsByBox(_layout)

LAYOUT: Final = _LAYOUTS.of(SHIPPED)


def layout_of(game: CaterpillarFiller) -> Layout:
    """Give the layout of a table; of its expansion tiles the mat shows the yellow spaces."""
    return _LAYOUTS.of(game.box)


def expansion_of(layout: Layout) -> Expansion:
    """Give the expansion tiles that a layout is printed with."""
    return _LAYOUTS.box_of(layout)


WORDS: Final = (
    Term("yellow head"),
    Term("brown head"),
    Term("purple head"),
    Term("white head"),
    Term("red body piece"),
    Term("blue body piece"),
    Term("green body piece"),
    Term("black body piece"),
    Term("letter tile"),
    Term("letter"),
    Term("number tile"),
    Term("number"),
    Term("winner's butterfly"),
    Term("die showing"),
    Term("garden"),
    Term("letter tiles"),
    Term("number tiles"),
    Term("reserve"),
    Term("flower supply"),
)
"""What the labels of sheets, zones, cells and pieces are made of, for translators."""
