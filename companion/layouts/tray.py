"""The dice tray, the same for every game with dice: a sheet of one calm tone with its markers."""

from __future__ import annotations

from companion.layout import Patch, Point, Rgb, Sheet, Zone
from companion.layouts.ids import sheet_ids
from companion.layouts.shapes import corner_markers, rectangle
from companion.rules.bundle import Bundle

FELT: Rgb = (98, 118, 116)
WHITE: Rgb = (250, 250, 246)
GREY: Rgb = (128, 128, 128)

TRAY_MM: Point = (130.0, 200.0)
TRAY_AT: Point = (8.0, 36.0)
TRAY_FIELD_MM: Point = (114.0, 128.0)
MARKER_MM, MARKER_INSET_MM = 22.0, 7.0
PATCH_MM = 12.0


def white_and_grey(white: Point, grey: Point, side_mm: float) -> tuple[Patch, ...]:
    """Give a white and a grey patch, by which a camera tells the light."""
    return Patch("white", WHITE, white, (side_mm, side_mm)), Patch("grey", GREY, grey, (side_mm, side_mm))


def tray_sheet(game: Bundle, nth: int, faces: tuple[str, ...], felt: Rgb = FELT) -> Sheet:
    """Give a game's tray: its n-th sheet, for dice of these kinds, on felt from which they stand out."""
    outline = rectangle(*TRAY_AT, *TRAY_FIELD_MM)
    zone = Zone("tray", "the dice tray", "tray", outline, faces, ground={"": felt})
    markers = corner_markers(sheet_ids(game, nth), TRAY_MM, MARKER_MM, MARKER_INSET_MM)
    top = white_and_grey((57.0, 22.0), (73.0, 22.0), PATCH_MM)
    bottom = white_and_grey((57.0, 178.0), (73.0, 178.0), PATCH_MM)
    return Sheet("tray", "Dice tray", TRAY_MM, markers, top + bottom, (zone,))
