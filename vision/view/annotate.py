"""Draws on a frame what was read in it, and how surely.

Convention: green is sure, amber unsure, grey covered; bare cells stay unmarked.
"""

from __future__ import annotations

import math
import textwrap

import cv2
import numpy as np

from companion.layout import Layout
from companion.sighting import (
    EMPTY,
    CellSighting,
    DieSighting,
    JoinedPiece,
    MosaicSighting,
    SheetSighting,
    Sighting,
)
from vision.ports import Floats, Image
from vision.sheets.lens import Lens

SURE = (80, 190, 60)
UNSURE = (30, 160, 250)
HIDDEN = (150, 150, 150)
SHEET = (230, 150, 40)
SURE_ABOVE = 0.95
TIDY_MM, TIDY_DEG = 5.0, 8.0
"""A joined tile that is off or askew by more is drawn in amber."""

FONT = cv2.FONT_HERSHEY_SIMPLEX
WEIGHT = 2
LETTER_PX = 13
"""The width of a letter of the sentences at the top, spaces and wide ones included."""

SHORTEST = 20
"""So many letters of a sentence stand in a line, however narrow the picture."""

HALO = [(right, below) for right in (-1, 0, 1) for below in (-1, 0, 1) if right or below]
"""Where the dark edge of the letters lies, in px from them."""

Colour = tuple[int, int, int]


def annotate(
    image: Image,
    sighting: Sighting,
    *,
    layout: Layout | None = None,
    lens: Lens | None = None,
    sentences: bool = True,
) -> Image:
    """Give a copy of the frame with sheets and dice drawn on it, and cells where a layout is given.

    With ``sentences`` it says at the top, in English, what is wrong with the view.
    """
    drawn = image.copy()
    for sheet in sighting.sheets:
        outline = np.array(sheet.corners_px).round().astype(np.int32)
        cv2.polylines(drawn, [outline], isClosed=True, color=SHEET, thickness=2, lineType=cv2.LINE_AA)
        if layout is not None:
            _draw_cells(drawn, sheet, layout, lens or Lens())
    for mosaic in sighting.mosaics:
        for piece in mosaic.pieces:
            _draw_tile(drawn, piece, mosaic, layout, lens or Lens())
    for die in sighting.dice:
        _draw_die(drawn, die)
    across = max(SHORTEST, (drawn.shape[1] - 20) // LETTER_PX)
    told = [problem.sentence for problem in sighting.view] if sentences else []
    said = [line for sentence in told for line in textwrap.wrap(sentence, across)]
    for number, line in enumerate(said):
        _write(drawn, line, (10, 26 + 24 * number), UNSURE, 0.6)
    return drawn


def _draw_cells(drawn: Image, sheet: SheetSighting, layout: Layout, lens: Lens) -> None:
    homography = np.array(sheet.homography).reshape(3, 3)
    size_px = (drawn.shape[1], drawn.shape[0])
    for zone in layout.sheet(sheet.sheet).zones:
        seen = sheet.cells.get(zone.id, {})
        for cell in zone.cells:
            mark = _mark(seen[cell.id]) if cell.id in seen else None
            if mark is None:
                continue
            text, colour = mark
            outline = _to_frame(np.array(cell.outline_mm), homography, lens, size_px)
            centre = _to_frame(np.array([cell.centre_mm]), homography, lens, size_px)[0]
            inner = (centre + 0.92 * (outline - centre)).round().astype(np.int32)
            cv2.polylines(drawn, [inner], isClosed=True, color=colour, thickness=2, lineType=cv2.LINE_AA)
            scale = float(np.clip(np.ptp(outline[:, 0]) / 110, 0.3, 0.8))
            _write(drawn, text, (inner[:, 0].min() + 2, inner[:, 1].max() - 3), colour, scale)


def _mark(seen: CellSighting) -> tuple[str, Colour] | None:
    """Give the words and the colour of a cell, or None for one that is surely bare."""
    if seen.covered:
        return "?", HIDDEN
    kind, log_p = seen.best()
    sure = math.exp(log_p) >= SURE_ABOVE
    if kind == EMPTY and sure:
        return None
    return kind.rsplit("-", 1)[-1] + ("" if sure else "?"), SURE if sure else UNSURE


def _draw_die(drawn: Image, die: DieSighting) -> None:
    x, y, width, height = (round(number) for number in die.box_px)
    colour = SURE if die.accepted else UNSURE
    cv2.rectangle(drawn, (x, y), (x + width, y + height), colour, 2)
    value = "?" if die.value is None else str(die.value)
    _write(drawn, f"{value} {die.confidence:.0%}", (x, max(y - 5, 12)), colour, 0.6)


def _draw_tile(
    drawn: Image, piece: JoinedPiece, mosaic: MosaicSighting, layout: Layout | None, lens: Lens
) -> None:
    """Draw the cell in which a joined tile lies, its name, and which way is up."""
    if layout is None or layout.mosaic is None:
        return
    side = layout.mosaic.side_mm
    at = side * np.array([piece.x, piece.y], dtype=float)
    corners = at + 0.46 * side * np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
    homography, size_px = np.array(mosaic.homography).reshape(3, 3), (drawn.shape[1], drawn.shape[0])
    outline = _to_frame(corners, homography, lens, size_px).round().astype(np.int32)
    tidy = piece.off_mm < TIDY_MM and abs(piece.askew_deg) < TIDY_DEG
    colour = SURE if tidy else UNSURE
    cv2.polylines(drawn, [outline], isClosed=True, color=colour, thickness=2, lineType=cv2.LINE_AA)
    top = outline[(piece.turns) % 4], outline[(piece.turns + 1) % 4]
    cv2.line(drawn, top[0].tolist(), top[1].tolist(), colour, 5, cv2.LINE_AA)
    _write(drawn, piece.kind, (outline[:, 0].mean() - 18, outline[:, 1].max() - 6), colour, 0.55)


def _write(drawn: Image, text: str, at: tuple[int, int], colour: Colour, scale: float) -> None:
    plain = text.encode("ascii", "replace").decode()
    x, y = int(at[0]), int(at[1])
    # Not by a thicker text below: since OpenCV 5 that is a bolder one, whose letters are wider.
    for right, below in HALO:
        cv2.putText(drawn, plain, (x + right, y + below), FONT, scale, (0, 0, 0), WEIGHT, cv2.LINE_AA)
    cv2.putText(drawn, plain, (x, y), FONT, scale, colour, WEIGHT, cv2.LINE_AA)


def _to_frame(points_mm: Floats, homography: Floats, lens: Lens, size_px: tuple[int, int]) -> Floats:
    ideal = cv2.perspectiveTransform(points_mm.reshape(-1, 1, 2), homography).reshape(-1, 2)
    return lens.bend(ideal, size_px)
