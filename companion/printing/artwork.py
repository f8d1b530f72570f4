"""Sheets and pieces as pixels: what is printed is exactly what the simulated table shows.

Convention: OpenCV's - rows from the top, BGR(A), 8 bit. Pixel (column, row) covers the square
of 1 / px_per_mm millimetres whose top left corner is (column, row) / px_per_mm.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.layout import Layout
from companion.printing.art import piece_drawing, sheet_drawing
from companion.printing.drawing import shifted
from companion.printing.rendering.raster import rasterise

SHEETS_KEPT: Final = 12
"""Pictures of sheets, some 5 MB each: those of one table."""

PIECES_KEPT: Final = 32
"""Pictures of pieces, up to half a megabyte each: what moves is drawn again in 3 to 30 ms."""


@lru_cache(maxsize=SHEETS_KEPT)
def sheet_image(layout: Layout, sheet_id: str, px_per_mm: float) -> NDArray[np.uint8]:
    """Give a sheet's artwork.

    Returns
    -------
    (H, W, 3) uint8 BGR, read only because it is kept for the next caller.

    Raises
    ------
    KeyError
        When the layout has no such sheet.
    """
    size = layout.sheet(sheet_id).size_mm
    image = rasterise(sheet_drawing(layout, sheet_id), size, px_per_mm, clear=False)
    image.flags.writeable = False
    return image


@lru_cache(maxsize=PIECES_KEPT)
def piece_image(layout: Layout, kind: str, px_per_mm: float) -> NDArray[np.uint8]:
    """Give a piece's upright face on a transparent ground.

    Returns
    -------
    (h, w, 4) uint8 BGRA with straight alpha, read only.

    Raises
    ------
    KeyError
        When the layout has no such kind.
    """
    width, height = layout.kind(kind)[0].size_mm
    centred = shifted((width / 2, height / 2)).drawing(piece_drawing(layout, kind))
    image = rasterise(centred, (width, height), px_per_mm, clear=True)
    image.flags.writeable = False
    return image
