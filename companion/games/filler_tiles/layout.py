"""Filler (tiles): one mat for every size of board, two reserves, and the tiles.

The board is 12 x 12 squares of 30 mm, the largest that the options allow; smaller boards are the
corner that begins at A1 (rule FT-01), and frames are printed for the sizes of the menu. So a table
needs one mat whatever it plays, and the mat fits on two sheets of A3, or six of A4.
"""

from __future__ import annotations

from typing import Final

from companion.games.filler_tiles import GAME
from companion.games.filler_tiles.rules.board import LARGEST, Board, place
from companion.layout import Kind, Layout, Patch, Point, Rgb, Sheet, Zone
from companion.layouts.ids import sheet_ids
from companion.layouts.shapes import corner_markers, rectangle, square_cell
from companion.layouts.tray import GREY, WHITE, white_and_grey
from companion.rules.phrases import Term

BOARD = Board(LARGEST, LARGEST)
SQUARE_MM = 30.0
TILE_MM = 26.0
CARD_MM = 2.0

COLOURS: dict[str, Rgb] = {
    "red": (196, 58, 40),
    "blue": (24, 70, 158),
    "cream": (250, 238, 212),
    "sky": (206, 226, 242),
    "stone": (134, 134, 132),
    "white": WHITE,
    "grey": GREY,
}

PLASTER: Rgb = (246, 240, 226)
FLAGSTONES: dict[int, Rgb] = {
    4: (247, 238, 216),
    6: (242, 229, 202),
    8: (247, 236, 212),
    10: (240, 226, 198),
    12: (245, 233, 208),
}
"""Size of a board -> the colour of the squares that it has and the next smaller one has not."""

MAT_MM: Point = (564.0, 396.0)
BOARD_AT: Point = (102.0, 18.0)
BOARD_MM = LARGEST * SQUARE_MM
RESERVE_MM: Point = (76.0, 272.0)
RESERVES_AT: dict[str, Point] = {"red": (9.0, 62.0), "blue": (479.0, 62.0)}
MARKER_MM, MARKER_INSET_MM = 28.0, 8.0


def _kinds() -> dict[str, Kind]:
    face: Point = (TILE_MM, TILE_MM)
    kinds = (
        Kind("tile-red", "red tile", "disc", face, CARD_MM, (COLOURS["red"], COLOURS["cream"])),
        Kind("tile-blue", "blue tile", "disc", face, CARD_MM, (COLOURS["blue"], COLOURS["sky"])),
        Kind("stone", "stone", "disc", face, CARD_MM, (COLOURS["stone"],)),
    )
    return {kind.name: kind for kind in kinds}


def size_with(square: str) -> int:
    """Give the smallest board of the menu that has a square."""
    return next(size for size in FLAGSTONES if max(place(square)) < size)


def _board(kinds: dict[str, Kind]) -> Zone:
    cells = []
    for square in BOARD.squares:
        row, column = place(square)
        x, y = (BOARD_AT[axis] + (n + 0.5) * SQUARE_MM for axis, n in ((0, column), (1, row)))
        cells.append(square_cell(square, (x, y), SQUARE_MM))
    ground = {square: FLAGSTONES[size_with(square)] for square in BOARD.squares}
    outline = rectangle(*BOARD_AT, BOARD_MM, BOARD_MM)
    return Zone("board", "the board", "grid", outline, tuple(kinds), tuple(cells), ground)


def _reserve(colour: str) -> Zone:
    """Give the place for a heap of tiles; what lies there is nobody's business but its owner's."""
    outline = rectangle(*RESERVES_AT[colour], *RESERVE_MM)
    label, kinds = f"the {colour} reserve", (f"tile-{colour}",)
    return Zone(f"reserve-{colour}", label, "area", outline, kinds, ground={"": PLASTER})


def _patches() -> tuple[Patch, ...]:
    """Spread white and grey along all four sides, so that a gradient of light can be undone."""
    pairs = [(x, y, 12.0) for x in (18.0, MAT_MM[0] - 32.0) for y in (51.0, 345.0)]
    pairs += [(x, y, 7.0) for x in (200.0, 354.0) for y in (5.0, 391.0)]
    return tuple(patch for x, y, side in pairs for patch in white_and_grey((x, y), (x + side + 2.0, y), side))


def _mat(kinds: dict[str, Kind]) -> Sheet:
    zones = (_board(kinds), *map(_reserve, RESERVES_AT))
    markers = corner_markers(sheet_ids(GAME, 0), MAT_MM, MARKER_MM, MARKER_INSET_MM)
    return Sheet("mat", "Filler (tiles)", MAT_MM, markers, _patches(), zones)


def _layout() -> Layout:
    kinds = _kinds()
    return Layout(GAME.slug, (_mat(kinds),), kinds)


LAYOUT = _layout()


WORDS: Final = (
    Term("red tile"),
    Term("blue tile"),
    Term("stone"),
    Term("board"),
    Term("red reserve"),
    Term("blue reserve"),
)
"""What the labels of sheets, zones, cells and pieces are made of, for translators."""
