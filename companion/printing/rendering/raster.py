"""Drawings into pixels: the PDF that would be printed, rendered by pdfium."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium
from numpy.typing import NDArray

from companion.layout import Point
from companion.printing.drawing import Path
from companion.printing.rendering.canvas import one_page
from companion.printing.rendering.pdfium_lock import PDFIUM

CLEAR, WHITE = 0x00000000, 0xFFFFFFFF


def rasterise(paths: Iterable[Path], size_mm: Point, px_per_mm: float, *, clear: bool) -> NDArray[np.uint8]:
    """Render a drawing.

    Parameters
    ----------
    paths, size_mm
        The drawing, and the page it fills from the top left corner.
    px_per_mm
        Scale; width and height are rounded to whole pixels.
    clear
        Keep what is not painted transparent, instead of white.

    Returns
    -------
    (H, W, 3) uint8 BGR, or (H, W, 4) uint8 BGRA with straight alpha when ``clear``.
    """
    page = one_page(paths, size_mm)
    width, height = (max(1, round(length * px_per_mm)) for length in size_mm)
    with PDFIUM:
        document = pypdfium2.PdfDocument(page)
        bitmap = pypdfium2.PdfBitmap.new_native(width, height, pdfium.FPDFBitmap_BGRA)
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, CLEAR if clear else WHITE)
        pdfium.FPDF_RenderPageBitmap(bitmap, document[0], 0, 0, width, height, 0, 0)
        pixels = bitmap.to_numpy().copy()
        bitmap.close()
        document.close()
    return pixels if clear else np.ascontiguousarray(pixels[:, :, :3])
