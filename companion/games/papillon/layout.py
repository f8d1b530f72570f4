"""Papillon: the board with its staircase, eight flower cards, and the pieces.

Gardens are no sheets: their tiles lie joined on the bare table (`papillon_garden`). Tiles and planters
bear markers of their own, so that a camera knows each of them, and which way up it lies, wherever it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import starmap
from typing import Final

import msgspec

from companion.games.papillon import GAME
from companion.games.papillon.grown import BUTTERFLY_MM, GNOME_MM, LAWN, TILE_MM, gardens_of
from companion.games.papillon.rules.checks.lying import CLIPS
from companion.games.papillon.rules.data.board import FLOWERS, SHED, SPACES, ZEROS
from companion.games.papillon.rules.data.box import SHIPPED, Box
from companion.games.papillon.rules.game import Papillon
from companion.games.papillon.rules.sentences.words import COLOUR_NAMES
from companion.games.papillon.rules.table import COLOURS
from companion.layout import Cell, Kind, Layout, Mosaic, Patch, Point, Rgb, Sheet, Zone
from companion.layouts.by_box import LayoutsByBox
from companion.layouts.ids import sheet_ids
from companion.layouts.shapes import corner_markers, rectangle, square_cell
from companion.layouts.tray import white_and_grey
from companion.rules.game import Lying
from companion.rules.phrases import Term

TAG_MM = 14.0
"""The marker of a tile or planter; with a white rim of one module the marker is 17.5 mm wide."""

GARDENER_MM, CATERPILLAR_MM, BONUS_MM = 20.0, 15.0, 18.0
PLANTER_MM: Point = (46.0, 18.0)
CARD_MM = 2.0

BLOOMS: Final[dict[str, Rgb]] = {
    "R": (204, 46, 56),
    "B": (46, 92, 184),
    "Y": (244, 196, 48),
    "P": (126, 70, 158),
    "F": (156, 196, 104),
}
"""Type of a segment -> the colour of its ground."""

WINGS: Final[dict[str, Rgb]] = {
    "white": (246, 244, 238),
    "black": (34, 32, 38),
    "green": (30, 140, 70),
    "orange": (242, 124, 28),
}
"""Player's colour -> of butterflies and gardeners."""

PAPER: Rgb = (238, 236, 214)
EARTH: Rgb = (176, 142, 104)

BOARD_MM: Point = (392.0, 276.0)
MARKER_MM, MARKER_INSET_MM = 20.0, 6.0
SPACE_MM, LEAF_MM = 53.0, 18.0
SPACES_AT: Point = (80.0, 62.0)
SPACES_PITCH: Point = (74.0, 55.0)
LEAF_OUT_MM = 36.0
"""From the middle of a space to the leaf left of it on which its caterpillar lies."""

PLACE_MM, GNOME_PLACE_MM = 22.0, 26.0
BIDS_AT, BIDS_PITCH = (138.0, 233.0), 25.0
ORDER_AT, ORDER_PITCH = (276.0, 184.0), 27.0
ROUNDS_AT: Point = (272.0, 110.0)
ROUNDS_PITCH = 30.0

FLOWER_MM: Point = (105.0, 148.0)
FLOWER_MARKER_MM, FLOWER_INSET_MM = 16.0, 5.0
PLANTER_AT: Point = (38.5, 34.0)
TOKEN_AT: Point = (81.0, 34.0)
CLIPS_AT: Point = (23.25, 54.75)
CLIPS_PITCH = 19.5
CLIPS_ACROSS = 4

ZERO_NAMES: Final = ZEROS[::-1]
BID_PLACES: Final = (*ZERO_NAMES, "1", "2", "3", "4", "5")


def _discs(box: Box) -> Iterator[Kind]:
    def disc(name: str, label: str, size: float, *colours: Rgb) -> Kind:
        return Kind(name, label, "disc", (size, size), CARD_MM, colours)

    yield disc("caterpillar", "caterpillar", CATERPILLAR_MM, (110, 170, 50))
    for number in sorted(set(box.gnome_numbers)):
        yield disc(f"gnome-{number}", f"gnome worth {number}", GNOME_MM, PAPER)
    yield disc("gnome-back", "gnome, face down", GNOME_MM, (60, 84, 60))
    yield disc("bonus-token", "bonus token", BONUS_MM, (232, 176, 64))
    for colour in COLOURS:
        yield disc(f"gardener-{colour}", f"{colour} gardener", GARDENER_MM, WINGS[colour])
        yield disc(f"butterfly-{colour}", f"{colour} butterfly", BUTTERFLY_MM, WINGS[colour])


def _tagged(box: Box) -> Iterator[Kind]:
    ids = iter(GAME.pieces)
    for tile in box.tiles.values():
        colours = tuple(dict.fromkeys(BLOOMS[segment.type] for segment in tile.segments))
        face: Point = (TILE_MM, TILE_MM)
        yield Kind(tile.id, f"tile {tile.id}", "square", face, CARD_MM, colours, (), next(ids), TAG_MM)
    for name, nectar in box.planters.items():
        label = f"planter {'/'.join(map(str, nectar))}"
        yield Kind(f"planter-{name}", label, "card", PLANTER_MM, CARD_MM, (EARTH,), (), next(ids), TAG_MM)


def _zone(name: str, label: str, kinds: Iterable[str], cells: Iterable[Cell], ground: Rgb) -> Zone:
    held = tuple(cells)
    return Zone(name, label, "cells", _bounds(held), tuple(kinds), held, {"": ground})


def _bounds(cells: tuple[Cell, ...]) -> tuple[Point, ...]:
    xs, ys = zip(*(point for cell in cells for point in cell.outline_mm), strict=True)
    left, top = min(xs), min(ys)
    return rectangle(left, top, max(xs) - left, max(ys) - top)


def space_at(space: str) -> Point:
    """Give the middle of a space of the staircase (or of the corner that is the shed) on the board."""
    column, row = "ABCD".index(space[0]), int(space[1]) - 1
    return SPACES_AT[0] + column * SPACES_PITCH[0], SPACES_AT[1] + row * SPACES_PITCH[1]


def leaf_at(space: str) -> Point:
    """Give the middle of the leaf on which the caterpillar of a space lies."""
    x, y = space_at(space)
    return x - LEAF_OUT_MM, y


def round_at(place: int) -> Point:
    """Give the middle of a place of the round track, 1 to 8: there and back."""
    row, along = divmod(place - 1, 4)
    column = along if row == 0 else 3 - along
    return ROUNDS_AT[0] + column * ROUNDS_PITCH, ROUNDS_AT[1] + row * ROUNDS_PITCH


def _board(box: Box, kinds: Iterable[str]) -> Sheet:
    named = tuple(kinds)

    def those(*starts: str) -> tuple[str, ...]:
        return tuple(name for name in named if name.startswith(starts))

    gardeners = those("gardener-")
    order = ((str(n), (ORDER_AT[0] + (n - 1) * ORDER_PITCH, ORDER_AT[1])) for n in (1, 2, 3, 4))
    bids = ((name, (BIDS_AT[0] + n * BIDS_PITCH, BIDS_AT[1])) for n, name in enumerate(BID_PLACES))
    rounds = ((str(n), round_at(n)) for n in range(1, 9))
    zones = (
        _zone("staircase", "the staircase", box.tiles, _squares(_at(SPACES, space_at), SPACE_MM), LAWN),
        _zone("tokens", "the leaf of", ("caterpillar",), tuple(map(_leaf, SPACES)), LAWN),
        _zone(
            "shed", "the tool shed", those("gnome-"), _squares(_at((SHED,), space_at), GNOME_PLACE_MM), EARTH
        ),
        _zone("rounds", "the round track", ("gnome-back",), _squares(rounds, GNOME_PLACE_MM), LAWN),
        _zone("order", "the bid order track", gardeners, _squares(order, PLACE_MM), LAWN),
        _zone("bids", "the bid track", gardeners, tuple(starmap(_bid_place, bids)), LAWN),
    )
    markers = corner_markers(sheet_ids(GAME, 0), BOARD_MM, MARKER_MM, MARKER_INSET_MM)
    return Sheet("board", "Papillon: the board", BOARD_MM, markers, _board_patches(), zones)


def _at(names: Iterable[str], place: Callable[[str], Point]) -> Iterator[tuple[str, Point]]:
    return ((name, place(name)) for name in names)


def _squares(places: Iterable[tuple[str, Point]], side_mm: float) -> tuple[Cell, ...]:
    return tuple(square_cell(name, at, side_mm) for name, at in places)


def _leaf(space: str) -> Cell:
    return square_cell(space, leaf_at(space), LEAF_MM, f"the leaf of {space}")


def _bid_place(name: str, at: Point) -> Cell:
    return square_cell(name, at, PLACE_MM, "the bid track, 0" if name in ZEROS else "")


def _board_patches() -> tuple[Patch, ...]:
    """Spread white and grey along all four sides, so that a gradient of light can be undone."""
    width, height = BOARD_MM
    pairs = [((x, y), (x + 12.0, y)) for x in (120.0, 262.0) for y in (11.0, height - 11.0)]
    pairs += [((x, y), (x, y + 12.0)) for x in (11.0, width - 11.0) for y in (96.0, 178.0)]
    return tuple(patch for white, grey in pairs for patch in white_and_grey(white, grey, 8.0))


def _flower(box: Box, nth: int, flower: str) -> Sheet:
    width, height = FLOWER_MM
    clips = (
        (
            str(n + 1),
            (CLIPS_AT[0] + n % CLIPS_ACROSS * CLIPS_PITCH, CLIPS_AT[1] + n // CLIPS_ACROSS * CLIPS_PITCH),
        )
        for n in range(CLIPS)
    )
    spots = _squares(clips, CLIPS_PITCH - 0.5)
    bed = BLOOMS[FLOWERS[flower]]  # type: ignore[index]
    butterflies = tuple(f"butterfly-{colour}" for colour in COLOURS)
    planter = Cell("planter", PLANTER_AT, _centred(PLANTER_AT, PLANTER_MM))
    token = square_cell("token", TOKEN_AT, BONUS_MM + 1.5)
    name = f"{COLOUR_NAMES[FLOWERS[flower]]} flower {flower[2]}"  # type: ignore[index]
    zones = (
        _zone(
            f"planter-{flower}",
            f"{name}: planter",
            (f"planter-{each}" for each in box.planters),
            (planter,),
            EARTH,
        ),
        _zone(f"token-{flower}", f"{name}: bonus token", ("bonus-token",), (token,), EARTH),
        Zone(f"clips-{flower}", name, "spots", _bounds(spots), butterflies, spots, {"": bed}),
    )
    markers = corner_markers(sheet_ids(GAME, 1 + nth), FLOWER_MM, FLOWER_MARKER_MM, FLOWER_INSET_MM)
    patches = tuple(
        patch
        for y in (12.5, height - 12.5)
        for patch in white_and_grey((width / 2 - 17.0, y), (width / 2 + 17.0, y), 8.0)
    )
    return Sheet(flower, f"Papillon: {name}", FLOWER_MM, markers, patches, zones, loose=True)


def _centred(at: Point, size: Point) -> tuple[Point, ...]:
    return rectangle(at[0] - size[0] / 2, at[1] - size[1] / 2, *size)


def _layout(box: Box) -> Layout:
    kinds = {kind.name: kind for kind in (*_discs(box), *_tagged(box))}
    sheets = (_board(box, kinds), *(_flower(box, n, flower) for n, flower in enumerate(FLOWERS)))
    mosaic = Mosaic("garden", "hand", tuple(box.tiles), TILE_MM)
    return Layout(GAME.slug, sheets, kinds, loose_places=len(FLOWERS), mosaic=mosaic, box=box.edition)


_LAYOUTS: Final = LayoutsByBox(_layout)

LAYOUT: Final = _LAYOUTS.of(SHIPPED)


def layout_of(game: Papillon) -> Layout:
    """Give the layout with the tiles that a table plays with."""
    return _LAYOUTS.of(game.box)


def box_of(layout: Layout) -> Box:
    """Give what lies in the box that a layout is of."""
    return _LAYOUTS.box_of(layout)


def grown(layout: Layout, lying: Lying) -> Layout:
    """Give the layout with the table under every garden that lies there now."""
    return msgspec.structs.replace(layout, sheets=(*layout.sheets, *gardens_of(lying, box_of(layout))))


WORDS: Final = (
    Term("gnome worth"),
    Term("bonus token"),
    Term("white gardener"),
    Term("white butterfly"),
    Term("black gardener"),
    Term("black butterfly"),
    Term("green gardener"),
    Term("green butterfly"),
    Term("orange gardener"),
    Term("orange butterfly"),
    Term("first space"),
    Term("planter"),
    Term("board"),
    Term("staircase"),
    Term("leaf of"),
    Term("tool shed"),
    Term("round track"),
    Term("bid order track"),
    Term("bid track"),
    Term("red flower"),
    Term("blue flower"),
    Term("yellow flower"),
    Term("purple flower"),
)
"""What the labels of sheets, zones, cells and pieces are made of, for translators."""
