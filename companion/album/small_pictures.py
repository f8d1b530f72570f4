"""A reading's picture, made small for keeping; of a game with secrets only the sheets, which are public."""

from __future__ import annotations

from io import BytesIO
from typing import Final

import numpy as np
from PIL import Image as Pillow
from PIL import ImageDraw

from companion.frames.pictures import View
from companion.sighting import SheetSighting

LONG_SIDE_PX: Final = 720
QUALITY: Final = 62
"""Of WebP: 20 to 50 kB a picture, and pieces are still told apart."""

VEIL_PX: Final = 16
"""The longer side of what is left of hands and cards where they are nobody else's business."""


def small_picture(view: View, *, sheets_alone: bool) -> bytes:
    """Give the picture of a reading as a small WebP.

    Parameters
    ----------
    view
        The picture, (H, W, 3) blue, green, red, and what was read in it.
    sheets_alone
        Leave nothing to be recognised beside the sheets: people hold hidden hands there.
    """
    whole = Pillow.fromarray(np.ascontiguousarray(view.image[..., ::-1]))
    scale = min(1.0, LONG_SIDE_PX / max(whole.size))
    size = _scaled(whole.size, scale)
    small = whole.resize(size, Pillow.Resampling.BOX)
    if sheets_alone:
        small = _veiled(small, view.sighting.sheets, scale)
    buffer = BytesIO()
    small.save(buffer, "WEBP", quality=QUALITY, method=2)
    return buffer.getvalue()


def _veiled(small: Pillow.Image, sheets: tuple[SheetSighting, ...], scale: float) -> Pillow.Image:
    """Show the sheets that were found, and of all else a few blocks of colour."""
    mask = Pillow.new("L", small.size, 0)
    draw = ImageDraw.Draw(mask)
    for sheet in sheets:
        if not sheet.elsewhere:
            draw.polygon([(x * scale, y * scale) for x, y in sheet.corners_px], fill=255)
    tiny = small.resize(_scaled(small.size, VEIL_PX / max(small.size)), Pillow.Resampling.BOX)
    return Pillow.composite(small, tiny.resize(small.size, Pillow.Resampling.BILINEAR), mask)


def _scaled(size: tuple[int, int], scale: float) -> tuple[int, int]:
    return max(1, round(size[0] * scale)), max(1, round(size[1] * scale))
